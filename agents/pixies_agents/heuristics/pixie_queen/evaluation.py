"""What a position is worth to each seat: an expected score, and from it a utility."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.pixie_queen.outlook import (
    OUTLOOK,
)
from pixies_agents.heuristics.pixie_queen.prepare import prepare, slave_cost, track_cost
from pixies_agents.heuristics.pixie_queen.weights import NUMBERS
from pixies_agents.heuristics.pixie_queen.worth import (
    food_tile_unit,
    one_use_worth,
    place_worth,
    skill_worth,
)
from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_env.core.compilation.compile import rule
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    SERVANT_SPACE,
    Good,
    OneUseTile,
    Question,
)
from pixies_env.pixie_queen.rules.ending import stones_on
from pixies_env.pixie_queen.rules.tiles import food_of_tiles, holds_one_use
from pixies_env.pixie_queen.state import NO_SKILL, reward_points, skill_of


@rule
def expected_score(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Final score that a player can expect, in the outlook prepared for that player."""
    rounds = int(outlook.punishments)
    score = float(reward_points(state, player) - int(state.punishment[player]))
    score -= weights.own_stone * stones_on(state, player)
    score -= track_cost(board, int(state.silver_space[player]), rounds, weights.pace)
    score -= track_cost(board, int(state.gold_space[player]), rounds, weights.pace)
    for good in range(len(Good)):
        score += outlook.now[good]
    score -= slave_cost(state, board, player, int(state.mine[player]), weights, outlook)
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if int(state.hands[hand]) == player:
            score += place_worth(outlook, board, hand)
    if int(state.servant_space) == player:
        score += place_worth(outlook, board, SERVANT_SPACE)
    score += food_of_tiles(state, player) * food_tile_unit(weights, outlook)
    for tile in range(len(OneUseTile)):
        if holds_one_use(state, player, tile):
            score += one_use_worth(weights, outlook, tile)
    skill = skill_of(state, player)
    if skill != NO_SKILL:
        score += skill_worth(board, weights, outlook, skill)
    return score + weights.disc * int(state.discs[player])


@rule
def evaluate(state: Any, board: Any, data: Any, values: Any) -> Any:
    """:func:`expect_rewards` at a turn or at the income of food tiles.

    Positions in the middle of an action or of the offerings are not judged.
    """
    if state.question != Question.TURN and state.question != Question.TILE_FOOD:
        return 0
    return expect_rewards(state, board, data, values)


@rule
def expect_rewards(state: Any, board: Any, data: Any, values: Any) -> Any:
    """Expected rank reward per seat, from the chance that each is ahead of each other."""
    players = int(state.players)
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    values[:] = 0.0
    for player in range(players):
        if state.out[player] == 0:
            prepare(state, board, player, weights, outlook)
            # Kept here until all are known.
            values[player] = expected_score(state, board, player, weights, outlook)
    left = max(int(board.rounds) - int(state.round_number), 0)
    sharpness = weights.sharpness / (1.0 + weights.doubt * left)
    scores = outlook.rival
    for player in range(players):
        scores[player] = values[player]
    for player in range(players):
        utility = 0.0
        for other in range(players):
            if other != player:
                utility += _ahead(state, scores, player, other, sharpness) - 0.5
        values[player] = 2.0 * utility / (players - 1)
    return 1


@rule
def _ahead(state: Any, scores: Any, player: Any, other: Any, sharpness: Any) -> Any:
    """Chance that a player ends before another one."""
    if state.out[player] != 0 or state.out[other] != 0:
        if state.out[player] == 0 or state.out[other] == 0:
            return 1.0 if state.out[player] == 0 else 0.0
        return 1.0 if state.out[player] > state.out[other] else 0.0
    return 1.0 / (1.0 + np.exp(-sharpness * (scores[player] - scores[other])))
