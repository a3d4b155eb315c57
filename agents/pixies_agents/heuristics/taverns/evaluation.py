"""What a position is worth to every player, without playing it out; for searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_agents.heuristics.taverns.choice import prepare
from pixies_agents.heuristics.taverns.larder import larder_worth
from pixies_agents.heuristics.taverns.outlook import OUTLOOK
from pixies_agents.heuristics.taverns.places import item_worth, place_worth
from pixies_agents.heuristics.taverns.powers import hero_worth
from pixies_agents.heuristics.taverns.prices import gold_worth, mission_of
from pixies_agents.heuristics.taverns.tables import NUMBERS
from pixies_env.core.compilation.bits import lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.taverns.limits import DICE
from pixies_env.taverns.names import Item, Minion, Question
from pixies_env.taverns.rules.ending import (
    is_fulfilled,
    prestige_of_heroes,
    prestige_of_trophies,
)

_NO_HEROES = np.uint64(0)


@rule
def _mission_worth(state: Any, board: Any, weights: Any, outlook: Any, mission: Any) -> Any:
    """Prestige that a mission may bring: surely at the end, by its chance before."""
    if mission < 0:
        return 0.0
    now = 1.0 if is_fulfilled(state, board, int(outlook.player), mission) else 0.0
    later = weights.fulfilled[int(board.mission_condition[mission])]
    chance = outlook.share * max(later, now * later) + (1.0 - outlook.share) * now
    return chance * int(board.mission_prestige[mission])


@rule
def expected_score(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Final score that a player may expect."""
    prepare(state, board, player, weights, outlook)
    score = float(
        int(state.prestige[player])
        + prestige_of_heroes(state, board, player)
        + prestige_of_trophies(state, board, player)
    )
    score += larder_worth(board, state, weights, outlook)
    score += gold_worth(outlook, int(state.gold[player]))
    score += outlook.energy_of[int(state.energy[player])]
    score += outlook.rune_of[int(state.runes[player])]
    for place in range(2):
        mission = mission_of(state, player, place)
        score += _mission_worth(state, board, weights, outlook, mission)
    heroes = state.heroes[player]
    while heroes != _NO_HEROES:
        score += hero_worth(board, weights, outlook, lowest_bit(heroes))
        heroes = without_lowest(heroes)
    for item in range(len(Item)):
        score += int(state.items[player, item]) * item_worth(weights, outlook, item)
    for minion in range(len(Minion)):
        left = int(outlook.rounds)
        if outlook.dice > 0 and state.minion_die[player, minion] == 0:
            left += 1
        zone, full = int(state.zone[player, minion]), int(outlook.full[minion])
        cargo = outlook.cargo[minion]
        score += place_worth(board, weights, outlook, minion, zone, cargo, full, left) - cargo
    return score + weights.tempo * outlook.time * DICE


@rule
def evaluate(state: Any, board: Any, data: Any, values: Any) -> Any:
    """:func:`expect_rewards` before a turn's main action.

    Positions after it are not judged: a minion that has just walked has found nothing yet.
    """
    if state.question != Question.OPEN or state.main_done != 0:
        return 0
    return expect_rewards(state, board, data, values)


@rule
def expect_rewards(state: Any, board: Any, data: Any, values: Any) -> Any:
    """Expected rank reward per seat."""
    players = int(state.players)
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    values[:] = 0.0
    for player in range(players):
        values[player] = expected_score(state, board, player, weights, outlook)
    sharpness = weights.sharpness / (1.0 + weights.doubt * outlook.rounds)
    for player in range(players):
        outlook.kept[player] = values[player]
    for player in range(players):
        utility = 0.0
        for other in range(players):
            if other != player:
                ahead = outlook.kept[player] - outlook.kept[other]
                utility += 1.0 / (1.0 + np.exp(-sharpness * ahead)) - 0.5
        values[player] = 2.0 * utility / (players - 1)
    return 1
