"""One worth for each legal decision, and the choice of the best."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_agents.heuristics.softmax import noise
from pixies_agents.heuristics.taverns.dragon import find_dragon
from pixies_agents.heuristics.taverns.larder import cargo_worth, find_larder
from pixies_agents.heuristics.taverns.main_actions import (
    weigh_activation,
    weigh_bank,
    weigh_cook,
    weigh_die,
    weigh_energy,
)
from pixies_agents.heuristics.taverns.minor import weigh_minor
from pixies_agents.heuristics.taverns.outlook import OUTLOOK, UNKNOWN, clear, total
from pixies_agents.heuristics.taverns.places import find_minions
from pixies_agents.heuristics.taverns.prices import find_prices, find_time
from pixies_agents.heuristics.taverns.tables import NUMBERS
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import decision_of
from pixies_env.taverns.limits import VALUES
from pixies_env.taverns.names import BankSlot, Decision, Minion


@rule
def prepare(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Fill in all that decisions are weighed by."""
    find_time(state, board, player, weights, outlook)
    find_prices(state, board, player, weights, outlook)
    find_larder(state, board, player, weights, outlook)
    for minion in range(len(Minion)):
        outlook.cargo[minion] = cargo_worth(state, board, weights, outlook, minion)
    find_minions(state, board, player, weights, outlook)
    for value in range(VALUES + 1):
        outlook.best[value] = UNKNOWN


@rule
def weigh(state: Any, board: Any, weights: Any, outlook: Any, action: Any) -> None:
    """Write the terms of a legal decision."""
    clear(outlook)
    family, value = decision_of(board, action)
    if family > Decision.LOSE:
        weigh_minor(state, board, weights, outlook, family, value)
        return
    die = value + 1
    if family == Decision.ACTIVATE:
        die = value // len(Minion) + 1
        weigh_activation(state, board, weights, outlook, value % len(Minion), die)
    elif family == Decision.COOK:
        die = value % VALUES + 1
        weigh_cook(state, board, weights, outlook, value // VALUES, die)
    elif family == Decision.BANK:
        die = value // 2 + 1
        slot = BankSlot.BLANK if value % 2 == 1 else value // 2
        weigh_bank(state, board, outlook, slot)
    elif family == Decision.ENERGY:
        weigh_energy(state, board, outlook, die)
    weigh_die(state, board, weights, outlook, die)


@rule
def choose(state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, bits: Any) -> Any:
    """The decision that is worth most; with a temperature, a draw by softmax."""
    if count == 1:
        return int(ids[0])
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    prepare(state, board, player, weights, outlook)
    find_dragon(state, board, player, weights, outlook)
    temperature = weights.temperature
    chosen, highest = int(ids[0]), -np.inf
    for index in range(count):
        action = int(ids[index])
        weigh(state, board, weights, outlook, action)
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
    find_dragon(state, board, player, weights, outlook)
    best = -np.inf
    for index in range(count):
        weigh(state, board, weights, outlook, int(ids[index]))
        out[index] = total(outlook)
        best = max(best, out[index])
    for index in range(count):
        out[index] = np.exp((out[index] - best) / weights.preference)
    return 0
