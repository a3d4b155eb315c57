"""What changes are worth: goods, steps on the tracks, pixies, points, tiles, stones."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.pixie_queen.outlook import (
    ON_PUNISHMENT,
    ON_RISK,
    TOP,
)
from pixies_agents.heuristics.pixie_queen.prepare import goods_worth, slave_cost
from pixies_env.core.compilation.compile import rule
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    FOODS,
    MINE,
    NOBODY,
    SERVANT_SPACE,
    VIRTUAL,
    Good,
    OneUseTile,
)
from pixies_env.pixie_queen.rules.pyramid import chained
from pixies_env.pixie_queen.rules.tiles import holds_one_use


@rule
def goods_change(
    state: Any, player: Any, weights: Any, outlook: Any, good: Any, change: Any
) -> Any:
    """Worth of so many units more or fewer."""
    number = int(state.goods[player, good]) + change
    return goods_worth(state, weights, outlook, good, number) - outlook.now[good]


@rule
def place_worth(outlook: Any, board: Any, place: Any) -> Any:
    """Worth of a pixie on a hand or on the servant space; the mine is 0."""
    if place == MINE:
        return 0.0
    if place == SERVANT_SPACE:
        return outlook.level_worth[TOP]
    level = int(board.level_of[place])
    return outlook.level_worth[level] + outlook.hand_income[place]


@rule
def mine_change(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, change: Any
) -> Any:
    """Worth of so many own slaves more or fewer."""
    slaves = int(state.mine[player])
    return slave_cost(state, board, player, slaves, weights, outlook) - slave_cost(
        state, board, player, slaves + change, weights, outlook
    )


@rule
def cheapest_pixie(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Worth of the active pixie whose demotion costs least, 0 without one."""
    cheapest, found = 0.0, False
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if int(state.hands[hand]) == player:
            worth = place_worth(outlook, board, hand)
            if not found or worth < cheapest:
                cheapest, found = worth, True
    if not found:
        return 0.0
    return max(cheapest - mine_change(state, board, player, weights, outlook, 1), 0.0)


@rule
def add_punishment(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, points: Any
) -> None:
    """Terms of own punishment points: themselves, mine symbols, nearness of going out."""
    if points <= 0:
        return
    outlook.terms[ON_PUNISHMENT] -= points
    before = int(state.punishment[player])
    after = before + points
    out_at = int(board.out_at)
    if after >= out_at:
        outlook.terms[ON_RISK] -= weights.out
        return
    margin = weights.out_margin
    close = max(after - (out_at - margin), 0.0) / margin
    outlook.terms[ON_RISK] -= weights.near_out * points * close
    symbols = int(board.symbols_up_to[after]) - int(board.symbols_up_to[before])
    if symbols > 0 and player != outlook.favourite:
        cost = cheapest_pixie(state, board, player, weights, outlook)
        if holds_one_use(state, player, OneUseTile.MERCY):
            cost = min(cost, weights.one_use[OneUseTile.MERCY])
        outlook.terms[ON_RISK] -= weights.symbol * symbols * cost


@rule
def rival_point(
    state: Any, board: Any, other: Any, weights: Any, outlook: Any, already: Any
) -> Any:
    """Worth of one more punishment point for a rival who gets so many already."""
    before = int(state.punishment[other]) + already
    if before >= int(board.out_at):
        return 0.0
    lost = 1.0
    if before + 1 >= int(board.out_at):
        lost += weights.knock_out
    elif other != outlook.favourite:
        symbols = int(board.symbols_up_to[before + 1]) - int(board.symbols_up_to[before])
        lost += weights.rival_symbol * symbols
    return outlook.rival[other] * lost


@rule
def stone_worth(
    state: Any, board: Any, player: Any, other: Any, place: Any, weights: Any, outlook: Any
) -> Any:
    """Worth of a stone on a slave: bad if own, good on a rival's, better on a free one."""
    first = 1.0 if state.stones[other, place] == 0 else 0.0
    if other == player:
        return -weights.own_stone * (1.0 + 0.5 * first)
    return weights.stone * outlook.rival[other] * (1.0 + 0.5 * first)


@rule
def unchain_worth(
    state: Any, board: Any, player: Any, place: Any, weights: Any, outlook: Any
) -> Any:
    """Worth of an own stone less, without the bread for it; more if that frees the slave."""
    if outlook.punishments == 0:
        return float(board.stone_left)
    last = 1.0 if state.stones[player, place] == 1 else 0.0
    return weights.own_stone * (1.0 + 0.5 * last)


@rule
def food_tile_unit(weights: Any, outlook: Any) -> Any:
    """Worth of a food tile per food that it gives in each steal phase."""
    mean = 0.0
    for food in range(FOODS):
        mean += outlook.worth[food] / FOODS
    return weights.food_tile * mean * outlook.incomes


@rule
def one_use_worth(weights: Any, outlook: Any, tile: Any) -> Any:
    """Worth of holding a one-use tile."""
    return weights.one_use[tile] if outlook.offerings > 0 else 0.0


@rule
def skill_worth(board: Any, weights: Any, outlook: Any, skill: Any) -> Any:
    """Worth of a permanent skill for the rounds to come."""
    return weights.skill[skill] * outlook.punishments / int(board.rounds)


@rule
def promotion_worth(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, source: Any, target: Any
) -> Any:
    """``(pixies, goods, rivals)``: own pixies, the apple for a swap, the rival swapped down."""
    pixies = place_worth(outlook, board, target) - place_worth(outlook, board, source)
    if source == MINE:
        pixies += mine_change(state, board, player, weights, outlook, -1)
    goods, rivals = 0.0, 0.0
    if target != SERVANT_SPACE:
        fallen = int(state.hands[target])
        if fallen != NOBODY:
            if outlook.swaps_free == 0:
                goods = goods_change(state, player, weights, outlook, Good.APPLE, -1)
            if fallen != VIRTUAL:
                lost = place_worth(outlook, board, target) - place_worth(outlook, board, source)
                rivals = outlook.rival[fallen] * max(lost, 0.0)
    return pixies, goods, rivals


@rule
def promotions_worth(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, number: Any
) -> Any:
    """What so many promotions are worth, from ``outlook.levels`` on, at most one to the servant.

    Again and again the pixie and the number of levels that bring most per promotion. Hands count
    with the average income of their level. ``outlook.levels`` is used up.
    """
    levels = outlook.levels
    levels[0] -= chained(state, board, player)
    slaves = int(state.mine[player])
    servant = int(outlook.open[TOP])
    worth = 0.0
    left = number
    while left > 0:
        best, best_from, best_steps = 0.0, -1, 0
        for source in range(TOP):
            if levels[source] <= 0:
                continue
            begin = outlook.level_worth[source] + outlook.level_income[source]
            if source == 0:
                begin += slave_cost(
                    state, board, player, slaves - 1, weights, outlook
                ) - slave_cost(state, board, player, slaves, weights, outlook)
            for steps in range(1, min(left, TOP - source) + 1):
                target = source + steps
                if outlook.open[target] == 0 or (target == TOP and servant == 0):
                    break
                gain = outlook.level_worth[target] + outlook.level_income[target] - begin
                if gain > best * steps:
                    best, best_from, best_steps = gain / steps, source, steps
        if best_from < 0:
            break
        worth += best * best_steps
        levels[best_from] -= 1
        if best_from == 0:
            slaves -= 1
        if best_from + best_steps == TOP:
            servant = 0
        else:
            levels[best_from + best_steps] += 1
        left -= best_steps
    return worth


@rule
def reset_levels(state: Any, board: Any, player: Any, outlook: Any) -> None:
    """Own pixies per level as they stand, for :func:`promotions_worth`."""
    for level in range(TOP + 1):
        outlook.levels[level] = 0
    outlook.levels[0] = int(state.mine[player])
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if int(state.hands[hand]) == player:
            outlook.levels[int(board.level_of[hand])] += 1
