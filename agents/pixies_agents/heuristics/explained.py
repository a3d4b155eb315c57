"""Why a heuristic decides as it does: each legal decision with its named terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core.game import Game
from pixies_env.core.seam import IDS
from pixies_env.core.states.state import State


class Explained(NamedTuple):
    """One legal decision: id, name, worth, and the terms that add up to it, without zeros."""

    action: int
    name: str
    worth: float
    terms: dict[str, float]

    def __str__(self) -> str:
        parts = ", ".join(f"{term} {value:+.2f}" for term, value in self.terms.items())
        return f"{self.worth:8.2f}  {self.name:<28} {parts}"


def explain(
    game: Game,
    state: State,
    data: np.ndarray,
    weigh_all: Callable[..., Any],
    terms: Sequence[str],
) -> list[Explained]:
    """Every legal decision of the player to move, best first.

    ``weigh_all(states, board, player, ids, data, worths, rows)`` is a kernel that writes the worth
    of each of ``ids`` and the row of its ``terms``; it is handed what the player knows.

    ValueError if no decision is due.
    """
    player = state.player
    if state.waiting != "decision":
        raise ValueError(f"no decision is due: the game waits for {state.waiting}")
    ids = np.array(state.legal_actions(), IDS)
    hidden = state.hidden_from(player).array.copy()
    worths, rows = np.zeros(len(ids)), np.zeros((len(ids), len(terms)))
    weigh_all(hidden, game.board, player, ids, data, worths, rows)
    found = [
        Explained(int(entry), state.action_name(int(entry)), float(worth), _named(terms, row))
        for entry, worth, row in zip(ids, worths, rows, strict=True)
    ]
    return sorted(found, key=lambda row: -row.worth)


def _named(terms: Sequence[str], row: np.ndarray) -> dict[str, float]:
    return {term: float(value) for term, value in zip(terms, row, strict=True) if value != 0.0}
