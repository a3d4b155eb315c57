"""What a position is worth to every player, without playing it out; for searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.havresac.look import look
from pixies_agents.heuristics.havresac.outlook import KINDS, OBJECTS, OUTLOOK
from pixies_agents.heuristics.havresac.potential import begin_trial, find_distances, potential
from pixies_agents.heuristics.havresac.weights import NUMBERS
from pixies_agents.heuristics.havresac.worths import find_worths, worth_of_glory
from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import (
    CREATURES,
    MONSTERS,
    Phase,
    Question,
)


@rule
def points_so_far(state: Any, board: Any, player: Any) -> Any:
    """Final score if the game ended now, but for the Glory of this round."""
    points = int(state.vp[player])
    for monster in range(len(MONSTERS)):
        taken = int(state.gains[player, len(CREATURES) - len(MONSTERS) + monster])
        number = int(state.hunted[player, monster]) + taken
        points += number * int(board.monster_vp[monster])
    for thing in range(OBJECTS):
        opened = int(board.chest_tokens[thing]) - int(state.closed[player, thing])
        points += opened * int(board.opened_chest_vp)
    return points


@rule
def expected_score(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Final score that a player may expect: this round by its targets, later ones by what is left.

    Gold counts by what it can still buy.
    """
    look(state, board, player, outlook)
    find_worths(outlook, board, weights)
    score = float(points_so_far(state, board, player))
    owned = 0
    for kind in range(KINDS):
        owned += int(outlook.owned[kind])
    if state.phase != Phase.RECRUITMENT:
        find_distances(outlook)
        begin_trial(outlook)
        chances = potential(outlook, weights) / max(weights.position, 0.01)
        score += worth_of_glory(outlook, board, float(outlook.glory)) + weights.round_now * chances
    score += outlook.gold * int(state.gold[player])
    left = 0.0
    for target in range(int(outlook.targets)):
        left += outlook.taken_points[int(outlook.type[target])]
    rounds = float(outlook.rounds)
    villages = float(board.village_column[int(outlook.repaired)])
    score += rounds * (weights.each_round + weights.token * owned + weights.column * villages)
    return score + weights.target * left * rounds / (1.0 + rounds)


@rule
def evaluate(state: Any, board: Any, data: Any, values: Any) -> Any:
    """:func:`expect_rewards`; positions in which a Guardian has just moved are not judged."""
    if state.question == Question.AFTER_MOVE:
        return 0
    return expect_rewards(state, board, data, values)


@rule
def expect_rewards(state: Any, board: Any, data: Any, values: Any) -> Any:
    """Expected rank reward per seat; alone, the expected final score."""
    players = int(state.players)
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    values[:] = 0.0
    for player in range(players):
        values[player] = expected_score(state, board, player, weights, outlook)
    if players == 1:
        return 1
    rounds = int(board.rounds) - int(state.round_number)
    sharpness = weights.sharpness / (1.0 + weights.doubt * rounds)
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
