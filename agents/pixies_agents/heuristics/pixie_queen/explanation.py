"""Worths and terms of all legal decisions of a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.pixie_queen.choice import weigh
from pixies_agents.heuristics.pixie_queen.outlook import OUTLOOK, total
from pixies_agents.heuristics.pixie_queen.prepare import prepare
from pixies_agents.heuristics.pixie_queen.weights import NUMBERS
from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_env.core.compilation.compile import kernel


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
