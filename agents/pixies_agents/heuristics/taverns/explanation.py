"""Worths and terms of all legal decisions of a position."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_agents.heuristics.taverns.choice import prepare, weigh
from pixies_agents.heuristics.taverns.dragon import find_dragon
from pixies_agents.heuristics.taverns.outlook import OUTLOOK, total
from pixies_agents.heuristics.taverns.tables import NUMBERS
from pixies_env.core.compilation.compile import kernel


@kernel
def weigh_all(
    states: Any, board: Any, player: Any, ids: Any, data: Any, worths: Any, terms: Any
) -> Any:
    """Worth and terms of each of ``ids`` in a one-element array of states."""
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    prepare(states[0], board[0], player, weights, outlook)
    find_dragon(states[0], board[0], player, weights, outlook)
    for index in range(ids.shape[0]):
        weigh(states[0], board[0], weights, outlook, int(ids[index]))
        worths[index] = total(outlook)
        terms[index] = outlook.terms
    return 0
