"""Why a heuristic decides as it does: each legal decision with its named terms."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_agents.heuristics.pixie_queen.choice import weigh
from pixies_agents.heuristics.pixie_queen.outlook import (
    OUTLOOK,
    TERMS,
    total,
)
from pixies_agents.heuristics.pixie_queen.prepare import prepare
from pixies_agents.heuristics.pixie_queen.weights import NUMBERS
from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_env.core.compile import kernel


class Explained(NamedTuple):
    """One legal decision: id, name, worth, and the terms that add up to it, without zeros."""

    action: int
    name: str
    worth: float
    terms: dict[str, float]

    def __str__(self) -> str:
        parts = ", ".join(f"{term} {value:+.2f}" for term, value in self.terms.items())
        return f"{self.worth:8.2f}  {self.name:<28} {parts}"


@kernel
def weigh_all(
    states: Any, board: Any, player: Any, ids: Any, data: Any, worths: Any, terms: Any
) -> Any:
    """Worth and terms of each of ``ids`` in a one-element array of states."""
    state = states[0]
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    prepare(state, board[0], player, weights, outlook)
    best = -np.inf
    for index in range(ids.shape[0]):
        weigh(state, board[0], player, weights, outlook, int(ids[index]), best)
        worths[index] = total(outlook)
        terms[index] = outlook.terms
        best = max(best, worths[index])
    return 0


def explained(action: int, name: str, worth: float, terms: np.ndarray) -> Explained:
    """A row of :func:`weigh_all` with the names of its terms."""
    named = {term: float(value) for term, value in zip(TERMS, terms, strict=True) if value != 0.0}
    return Explained(action, name, float(worth), named)
