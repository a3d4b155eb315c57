"""One worth for each legal decision, and the choice of the best."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.havresac.later import NO_THING, weigh_afar, weigh_buy
from pixies_agents.heuristics.havresac.look import look, place_here
from pixies_agents.heuristics.havresac.moves import (
    find_moves,
    weigh_move,
    weigh_recall,
    weigh_use,
)
from pixies_agents.heuristics.havresac.outlook import (
    OUTLOOK,
    clear,
    total,
)
from pixies_agents.heuristics.havresac.potential import find_distances
from pixies_agents.heuristics.havresac.weights import NUMBERS
from pixies_agents.heuristics.havresac.worths import find_worths
from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_agents.heuristics.softmax import noise
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import decision_of
from pixies_env.havresac.names import (
    Decision,
    Direction,
    Guardian,
    Question,
    Thing,
)


@rule
def prepare(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Fill in all that the question which is due needs."""
    look(state, board, player, outlook)
    find_worths(outlook, board, weights)
    if state.question == Question.MOVE or outlook.drawn == Guardian.PRIESTESS:
        find_distances(outlook)
        find_moves(outlook, weights)


@rule
def weigh(board: Any, weights: Any, outlook: Any, action: Any) -> None:
    """Write the terms of a legal decision."""
    family, value = decision_of(board, action)
    if family == Decision.MOVE:
        weigh_move(outlook, place_here(int(board.places[value])))
    elif family == Decision.RECALL:
        weigh_recall(outlook, weights, place_here(int(board.places[value])))
    elif family == Decision.USE:
        weigh_use(outlook, value)
    elif family == Decision.POWER:
        weigh_afar(outlook, NO_THING, value)
    elif family == Decision.AIM:
        weigh_afar(outlook, Thing.BOW + value // len(Direction), value % len(Direction))
    elif family == Decision.BUY:
        weigh_buy(outlook, weights, value)
    else:
        clear(outlook)


@rule
def choose(state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, bits: Any) -> Any:
    """The decision that is worth most; with a temperature, a draw by softmax."""
    if count == 1:
        return int(ids[0])
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    prepare(state, board, player, weights, outlook)
    temperature = weights.temperature
    chosen, highest = int(ids[0]), -np.inf
    for index in range(count):
        action = int(ids[index])
        weigh(board, weights, outlook, action)
        worth = total(outlook)
        if temperature > 0.0:
            worth += temperature * noise(bits, index)
        if worth > highest:
            chosen, highest = action, worth
    return chosen


@rule
def preferences(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, out: Any
) -> Any:
    """Weights for a search: e to the worth, in units of the weight ``preference``."""
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    prepare(state, board, player, weights, outlook)
    best = -np.inf
    for index in range(count):
        weigh(board, weights, outlook, int(ids[index]))
        out[index] = total(outlook)
        best = max(best, out[index])
    for index in range(count):
        out[index] = np.exp((out[index] - best) / weights.preference)
    return 0
