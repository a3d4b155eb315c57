"""One worth for each legal decision, and the choice of the best."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.havresac.later import weigh_afar, weigh_buy
from pixies_agents.heuristics.havresac.look import look, place_here
from pixies_agents.heuristics.havresac.moves import (
    find_moves,
    weigh_move,
    weigh_recall,
    weigh_use,
)
from pixies_agents.heuristics.havresac.outlook import (
    BOW,
    OUTLOOK,
    PRIESTESS,
    clear,
    total,
)
from pixies_agents.heuristics.havresac.potential import find_distances
from pixies_agents.heuristics.havresac.weights import NUMBERS
from pixies_agents.heuristics.havresac.worths import find_worths
from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_agents.heuristics.softmax import noise
from pixies_env.core.compile import rule
from pixies_env.havresac.names import (
    DIRECTIONS,
    Question,
)


@rule
def prepare(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Fill in all that the question which is due needs."""
    look(state, board, player, outlook)
    find_worths(outlook, board, weights)
    if state.question == Question.MOVE or outlook.drawn == PRIESTESS:
        find_distances(outlook)
        find_moves(outlook, weights)


@rule
def weigh(board: Any, weights: Any, outlook: Any, action: Any) -> None:
    """Write the terms of a legal decision."""
    if action < int(board.id_recall):
        place = int(board.places[action - int(board.id_move)])
        weigh_move(outlook, place_here(place))
    elif action < int(board.id_use):
        place = int(board.places[action - int(board.id_recall)])
        weigh_recall(outlook, weights, place_here(place))
    elif action < int(board.id_power):
        weigh_use(outlook, action - int(board.id_use))
    elif action < int(board.id_buy):
        number = action - int(board.id_power) - len(DIRECTIONS)
        thing = -1 if number < 0 else BOW + number // len(DIRECTIONS)
        weigh_afar(outlook, thing, (number + len(DIRECTIONS)) % len(DIRECTIONS))
    elif action < int(board.id_idle):
        weigh_buy(outlook, weights, action - int(board.id_buy))
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
