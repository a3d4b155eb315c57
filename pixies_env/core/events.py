"""Events: what happens in a game, by name, with who sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pixies_env.core import single
from pixies_env.core.game import Game
from pixies_env.core.seam import DECISION

DECISION_EVENT, CHANCE_EVENT = "decision", "chance"


@dataclass(frozen=True)
class Event:
    """A decision or a chance event that happened."""

    kind: str
    """``decision`` or ``chance``."""
    name: str
    """Such as ``place(3)``."""
    player: int
    """Seat that decided or owned the chance event; -1 for nobody."""
    question: str
    """Kind of question or of chance."""
    sees: tuple[int, ...]
    """Seats that saw it when it happened."""

    def __str__(self) -> str:
        whose = "chance" if self.kind == CHANCE_EVENT else f"player {self.player}"
        return f"{whose}: {self.name}"


def event_due(game: Game, state: np.ndarray, name: str) -> Event:
    """The event that a one-element array of a state waits for, about to happen under a name."""
    decides = state["waiting"][0] == DECISION
    kinds = game.questions if decides else game.chance_kinds
    return Event(
        DECISION_EVENT if decides else CHANCE_EVENT,
        name,
        int(state["player"][0]),
        kinds[int(state["question"][0])],
        single.audience(game, state),
    )


def events_of(game: Game, state: np.ndarray, log: Iterable[int]) -> Iterator[Event]:
    """Events that decisions (ids) and chance outcomes (``~id``) of a log stand for.

    ``state``, a one-element array of the first position, is played on to the last one.
    """
    for code in log:
        if code >= 0:
            yield event_due(game, state, game.notation.action_name(state, code))
            single.apply_action(game, state, code)
        else:
            yield event_due(game, state, game.notation.outcome_name(state, ~code))
            single.apply_outcome(game, state, ~code)


def first_position(game: Game, players: int, start: bytes | None) -> np.ndarray:
    """One-element array of where a history begins: the bytes of a position, or None, the set-up."""
    if start is not None:
        return np.frombuffer(start, game.state_dtype).copy()
    array = np.zeros(1, game.state_dtype)
    single.set_up(game, array, players)
    return array
