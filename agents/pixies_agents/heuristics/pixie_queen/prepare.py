"""Fills in the outlook: what a player's position makes rounds, goods, tracks and pixies worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.pixie_queen.outlook import OUTLOOK, TOP
from pixies_agents.heuristics.pixie_queen.weights import NUMBERS
from pixies_env.core.compilation.apart import apart
from pixies_env.core.compilation.compile import rule
from pixies_env.pixie_queen.limits import REWARD_TILES
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    FOODS,
    NOBODY,
    SERIES,
    SERVANT_SPACE,
    Good,
    Phase,
    Skill,
    Source,
)
from pixies_env.pixie_queen.printed import BOARD
from pixies_env.pixie_queen.rules.punishment import points_for_slaves
from pixies_env.pixie_queen.rules.spaces_1_to_5 import gold_price
from pixies_env.pixie_queen.rules.spaces_10_to_14 import ring_price
from pixies_env.pixie_queen.state import STATE, favourite, reward_points, skill_size


@apart(STATE, BOARD, np.int64, NUMBERS, OUTLOOK)
def prepare(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Fill in everything for a player."""
    _prepare_rounds(state, board, outlook)
    outlook.favourite = favourite(state)
    _prepare_rivals(state, board, player, weights, outlook)
    _prepare_rewards(state, board, player, weights, outlook)
    _prepare_tracks(state, board, player, weights, outlook)
    _prepare_goods(state, board, player, weights, outlook)
    _prepare_pixies(state, board, player, weights, outlook)
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        outlook.action_worth[hand] = np.nan
    return 0


@rule
def _prepare_rounds(state: Any, board: Any, outlook: Any) -> None:
    """Phases to come, with an end by gold numbers as soon as it is possible."""
    left = 0
    if state.phase <= Phase.PUNISHMENT:
        left = int(board.rounds) - max(int(state.round_number), 1) + 1
        # No round gives more than one special offering and one servant.
        soonest = 0
        for series in range(SERIES):
            golden = max(int(board.gold_numbers) - int(state.rewards_taken[series]), 0)
            if series == Source.GOLD_RING:
                golden = min(golden, 1)
            soonest = max(soonest, golden)
        left = min(left, 1 if soonest == 0 else soonest + 1)
    outlook.punishments = left
    outlook.incomes = max(left - 1, 0)
    outlook.offerings = left if state.phase <= Phase.ACTIONS else outlook.incomes


@rule
def track_cost(board: Any, space: Any, rounds: Any, pace: Any) -> Any:
    """Punishment by a track over so many rounds, for a marker that moves on at a pace."""
    last = int(board.track_length) - 1
    cost = 0.0
    place = float(space)
    for _ in range(rounds):
        if place >= last:
            cost -= int(board.last_space_reward)
        else:
            below = int(place)
            part = place - below
            here = float(board.track_punishment[below])
            above = float(board.track_punishment[below + 1])
            if below + 1 == last:
                above = -float(board.last_space_reward)
            cost += here + (above - here) * part
        place += pace
    return cost


@rule
def rough_score(state: Any, board: Any, player: Any, outlook: Any) -> Any:
    """Points of a player so far, less half of what the markers' places would still cost."""
    tracks = int(board.track_punishment[state.silver_space[player]]) + int(
        board.track_punishment[state.gold_space[player]]
    )
    return (
        reward_points(state, player)
        - int(state.punishment[player])
        - 0.5 * tracks * outlook.punishments
    )


@rule
def _prepare_rivals(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    players = int(state.players)
    best, best_score = NOBODY, 0.0
    for other in range(players):
        if other == player or state.out[other] != 0:
            continue
        score = rough_score(state, board, other, outlook)
        if best == NOBODY or score > best_score:
            best, best_score = other, score
    outlook.best_rival = best
    # With fewer rivals each of them matters more.
    scale = 3.0 / (players - 1)
    for other in range(players):
        outlook.rival[other] = weights.rival * scale
    if best != NOBODY:
        outlook.rival[best] += weights.leader * scale
    outlook.rival[player] = 0.0


@rule
def _prepare_rewards(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Points of the next tile of each series, 0 if none is left."""
    for series in range(SERIES):
        taken = int(state.rewards_taken[series])
        points = 0.0
        if taken < REWARD_TILES:
            points = float(board.reward_values[series, taken])
            if series == Source.FAITHFUL_SERVANT:
                points += skill_size(state, board, player, Skill.SERVANT_BONUS)
            if series == Source.GOLD_RING:
                points += skill_size(state, board, player, Skill.RING_BONUS)
        if series == Source.FAITHFUL_SERVANT:
            outlook.servant_points = points * weights.servant_points
        elif series == Source.GOLD_RING:
            outlook.ring_points = points * weights.ring_points
        else:
            outlook.special_points = points * weights.special_points


@rule
def _prepare_tracks(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    rounds, pace = int(outlook.punishments), weights.pace
    last = int(board.track_length) - 1
    silver, gold = int(state.silver_space[player]), int(state.gold_space[player])
    outlook.silver_steps[0] = 0.0
    outlook.gold_steps[0] = 0.0
    silver_cost = track_cost(board, silver, rounds, pace)
    gold_cost = track_cost(board, gold, rounds, pace)
    cheaper_gold = weights.cheaper_gold * outlook.offerings
    cheaper_ring = weights.cheaper_ring * outlook.offerings
    if outlook.ring_points == 0.0:
        cheaper_gold, cheaper_ring = 0.0, 0.0
    for steps in range(1, 3):
        above = min(silver + steps, last)
        cheaper = int(board.silver_per_gold[silver]) - int(board.silver_per_gold[above])
        saved = silver_cost - track_cost(board, above, rounds, pace)
        outlook.silver_steps[steps] = weights.steps * saved + cheaper * cheaper_gold
        above = min(gold + steps, last)
        cheaper = int(board.gold_per_ring[gold]) - int(board.gold_per_ring[above])
        saved = gold_cost - track_cost(board, above, rounds, pace)
        outlook.gold_steps[steps] = weights.steps * saved + cheaper * cheaper_ring


@rule
def _prepare_goods(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """What the first unit of each good is worth, and how that fades."""
    later = float(outlook.offerings - 1)
    tokens = 0
    for food in range(FOODS):
        tokens += int(state.demand_left[food])
    if later < 0.0:
        for good in range(len(Good)):
            outlook.worth[good] = 0.0
    else:
        first = weights.food + weights.food_later * later
        for food in range(FOODS):
            chance = int(state.demand_left[food]) / max(tokens, 1)
            share = 1.0 + weights.food_demand * (FOODS * chance - 1.0)
            outlook.worth[food] = first * share
        outlook.worth[Good.APPLE] += weights.apple_swap
        outlook.worth[Good.HONEY] += weights.honey_order
        outlook.worth[Good.SILVER] = (
            weights.silver
            + weights.silver_later * later
            + weights.silver_track * outlook.silver_steps[1]
        )
        outlook.worth[Good.GOLD] = (
            weights.gold + weights.gold_later * later + weights.gold_track * outlook.gold_steps[1]
        )
    stones = 0
    for place in range(int(board.places)):
        stones += int(state.stones[player, place])
    outlook.worth[Good.BREAD] += weights.bread_stone * stones
    outlook.ring_price = max(ring_price(state, board, player), 1)
    outlook.gold_price = gold_price(state, board, player)
    outlook.special_share = 0.0
    outlook.ring_share = 0.0
    if later >= 0.0:
        due = 0
        for good in range(len(Good)):
            due += int(state.special_track[good])
        outlook.special_share = weights.special_saving * outlook.special_points / max(due, 1)
        outlook.ring_share = weights.ring_saving * outlook.ring_points / outlook.ring_price
    _prepare_majorities(state, board, player, weights, outlook)
    for good in range(len(Good)):
        outlook.now[good] = goods_worth(
            state, weights, outlook, good, int(state.goods[player, good])
        )
    for food in range(FOODS):
        outlook.food_unit[food] = outlook.worth[food] * weights.income * outlook.incomes


@rule
def _prepare_majorities(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    share = 0.0
    if outlook.punishments == 0:
        share = 1.0
    elif outlook.punishments == 1:
        share = weights.most_now
    elif outlook.punishments == 2:
        share = weights.most_soon
    outlook.most_loss = share * int(board.most_of_a_good)
    outlook.most_margin = weights.most_margin if outlook.punishments > 0 else 0.5
    if outlook.most_loss == 0.0:
        return
    for good in range(len(Good)):
        most = 0
        for other in range(int(state.players)):
            if other != player:
                most = max(most, int(state.goods[other, good]))
        outlook.most[good] = most


@rule
def goods_worth(state: Any, weights: Any, outlook: Any, good: Any, number: Any) -> Any:
    """What so many units of a good are worth to their owner, with the majority penalty."""
    if number <= 0:
        return 0.0
    if good < FOODS:
        units = weights.food_series[number]
    elif good == Good.SILVER:
        units = weights.silver_series[number]
    else:
        units = weights.gold_series[number]
    worth = outlook.worth[good] * units
    worth += outlook.special_share * min(number, int(state.special_track[good]))
    if good == Good.GOLD:
        worth += outlook.ring_share * min(number, int(outlook.ring_price))
    if outlook.most_loss > 0.0:
        ahead = number - int(outlook.most[good]) + 0.5
        share = 0.5 + ahead / (2.0 * outlook.most_margin)
        worth -= outlook.most_loss * min(max(share, 0.0), 1.0)
    return worth


@rule
def slave_cost(state: Any, board: Any, player: Any, slaves: Any, weights: Any, outlook: Any) -> Any:
    """Punishment for so many slaves over all rounds to come, less what they are good for."""
    points = points_for_slaves(state, board, player, slaves)
    return weights.slaves * points * outlook.punishments - weights.crew * slaves * outlook.offerings


@rule
def _share_kept(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """What is left of the worth of an active pixie after the mine symbols of this round."""
    if player == outlook.favourite or outlook.punishments == 0:
        return 1.0
    before = int(state.punishment[player])
    points = (
        int(board.track_punishment[state.silver_space[player]])
        + int(board.track_punishment[state.gold_space[player]])
        + int(board.slave_penalty[min(int(state.mine[player]), board.slave_penalty.shape[0] - 1)])
    )
    after = min(before + points, int(board.out_at))
    symbols = int(board.symbols_up_to[after]) - int(board.symbols_up_to[before])
    if symbols == 0:
        return 1.0
    active = 1
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if int(state.hands[hand]) == player:
            active += 1
    return 1.0 - weights.loss * min(symbols / active, 1.0)


@rule
def _prepare_pixies(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Worth of levels, incomes of hands, and which levels can be entered."""
    outlook.level_worth[0] = 0.0
    for level in range(TOP + 1):
        outlook.level_income[level] = 0.0
        outlook.levels[level] = 0
        outlook.open[level] = 0
    kept = _share_kept(state, board, player, weights, outlook)
    outlook.swaps_free = skill_size(state, board, player, Skill.FREE_DEMOTION)
    swaps = outlook.swaps_free != 0 or state.goods[player, Good.APPLE] > 0
    for level in range(1, TOP):
        steps = TOP - level
        near = 1.0
        if weights.climb * (steps - 1) > outlook.offerings:
            near = outlook.offerings / (weights.climb * (steps - 1))
        outlook.level_worth[level] = weights.level[level - 1] * near * kept * outlook.servant_points
    outlook.level_worth[TOP] = outlook.servant_points
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        income = 0.0
        for food in range(FOODS):
            income += int(board.icons[hand, food]) * outlook.food_unit[food] * kept
        outlook.hand_income[hand] = income
        level = int(board.level_of[hand])
        outlook.level_income[level] += income / int(board.hand_count[level])
        colour = int(state.hands[hand])
        if colour == player:
            outlook.levels[level] += 1
        elif state.discs_on[hand] < 2 and (colour == NOBODY or swaps):
            outlook.open[level] = 1
    outlook.levels[0] = int(state.mine[player])
    if state.servant_space == NOBODY and outlook.servant_points > 0.0:
        outlook.open[TOP] = 1
