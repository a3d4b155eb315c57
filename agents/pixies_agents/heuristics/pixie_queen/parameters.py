"""Worth of the options of an action: each adds to the terms of the outlook."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.pixie_queen.outlook import (
    ON_GOODS,
    ON_NEXT,
    ON_PIXIES,
    ON_RIVALS,
    ON_TILES,
    ON_TRACKS,
)
from pixies_agents.heuristics.pixie_queen.prepare import goods_worth
from pixies_agents.heuristics.pixie_queen.worth import (
    food_tile_unit,
    goods_change,
    one_use_worth,
    promotion_worth,
    promotions_worth,
    reset_levels,
    rival_point,
    skill_worth,
    stone_worth,
)
from pixies_env.core.compilation.compile import rule
from pixies_env.pixie_queen.names import (
    CUBES_PICKED,
    EXCHANGEABLE,
    FOOD_STOLEN,
    FOODS,
    GOODS_DISCARDED,
    NOBODY,
    SERVANT_SPACE,
    Cube,
    Decision,
    Good,
    OneUseTile,
)
from pixies_env.pixie_queen.rules.pyramid import is_chainable
from pixies_env.pixie_queen.rules.space_15 import chain_of, good_of_cube
from pixies_env.pixie_queen.rules.space_16 import food_swap_of, one_use_swap_of
from pixies_env.pixie_queen.rules.spaces_1_to_5 import most_exchanged
from pixies_env.pixie_queen.rules.tiles import holder_of
from pixies_env.pixie_queen.state import skill_of


@rule
def add_income(state: Any, player: Any, weights: Any, outlook: Any, good: Any, number: Any) -> None:
    """So many units from the stock, as far as it has them."""
    number = min(number, int(state.stock[good]))
    outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, good, number)


@rule
def weigh_food(state: Any, player: Any, weights: Any, outlook: Any, food: Any) -> None:
    """Action 1."""
    add_income(state, player, weights, outlook, food, FOOD_STOLEN)


@rule
def weigh_exchange(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, index: Any
) -> None:
    """Action 4; ``index`` is a number on the board."""
    give, get = int(board.exchange_give[index]), int(board.exchange_get[index])
    number = int(board.exchange_number[index])
    outlook.terms[ON_GOODS] += goods_change(
        state, player, weights, outlook, give, -number
    ) + goods_change(state, player, weights, outlook, get, number)


@rule
def best_exchange(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Index of the best option of action 4, as long as there is no penalty for owning the most.

    Each unit given then costs more and each one received is worth less than the one before, so
    the numbers of a pair are tried only while they get better.
    """
    best, best_worth = 0, -np.inf
    for give in range(EXCHANGEABLE):
        for get in range(EXCHANGEABLE):
            if get == give:
                continue
            most = most_exchanged(state, player, give, get)
            before = -np.inf
            for number in range(1, most + 1):
                worth = goods_change(state, player, weights, outlook, give, -number) + goods_change(
                    state, player, weights, outlook, get, number
                )
                if worth <= before:
                    break
                before = worth
                if worth > best_worth:
                    best, best_worth = int(board.first_exchange[give, get]) + number - 1, worth
    return best


@rule
def weigh_conversion(state: Any, player: Any, weights: Any, outlook: Any, gold: Any) -> None:
    """Action 5."""
    outlook.terms[ON_GOODS] += goods_change(
        state, player, weights, outlook, Good.SILVER, -gold * int(outlook.gold_price)
    ) + goods_change(state, player, weights, outlook, Good.GOLD, gold)


@rule
def weigh_track(state: Any, player: Any, weights: Any, outlook: Any, good: Any) -> None:
    """Action 11, for which a good is paid."""
    outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, good, -1)
    step = outlook.silver_steps[1] if good == Good.SILVER else outlook.gold_steps[1]
    outlook.terms[ON_TRACKS] += step


@rule
def weigh_promotion(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, step: Any, left: Any
) -> None:
    """A promotion, and what ``left`` more can bring after it."""
    source, target = int(board.step_from[step]), int(board.step_to[step])
    pixies, goods, rivals = promotion_worth(state, board, player, weights, outlook, source, target)
    outlook.terms[ON_PIXIES] += pixies
    outlook.terms[ON_GOODS] += goods
    outlook.terms[ON_RIVALS] += rivals
    if left > 0:
        reset_levels(state, board, player, outlook)
        outlook.levels[int(board.level_of[source])] -= 1
        if target != SERVANT_SPACE:
            outlook.levels[int(board.level_of[target])] += 1
        further = promotions_worth(state, board, player, weights, outlook, left)
        outlook.terms[ON_NEXT] += weights.promotion * further


@rule
def best_assignment(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Worth of the best opponent to give one point."""
    best = 0.0
    for other in range(int(state.players)):
        if other != player and state.out[other] == 0:
            best = max(best, rival_point(state, board, other, weights, outlook, 0))
    return best


@rule
def weigh_assignment(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, step: Any
) -> None:
    """One point of the punishment die, and what the rest can do to the same player."""
    other = (player + step) % int(state.players)
    already = int(state.assigned[other])
    worth = rival_point(state, board, other, weights, outlook, already)
    outlook.terms[ON_RIVALS] += worth
    for more in range(1, int(state.points_left)):
        outlook.terms[ON_NEXT] += rival_point(state, board, other, weights, outlook, already + more)


@rule
def weigh_robbery(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, hand: Any
) -> None:
    """Action 14."""
    owner = int(state.hands[hand])
    for food in range(FOODS):
        number = min(int(board.icons[hand, food]), int(state.goods[owner, food]))
        if number > 0:
            outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, food, number)
            outlook.terms[ON_RIVALS] += outlook.rival[owner] * outlook.worth[food] * number


@rule
def weigh_chain(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, value: Any
) -> None:
    """A stone on a slave."""
    other, place = chain_of(state, board, player, value)
    outlook.terms[ON_RIVALS] += stone_worth(state, board, player, other, place, weights, outlook)


@rule
def best_stone(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Worth of a stone on the best place; 0 if there is none."""
    best, found = 0.0, False
    for other in range(int(state.players)):
        if state.out[other] != 0:
            continue
        for place in range(int(board.places)):
            if is_chainable(state, board, other, place):
                worth = stone_worth(state, board, player, other, place, weights, outlook)
                if not found or worth > best:
                    best, found = worth, True
    return best


@rule
def cube_worth(state: Any, board: Any, player: Any, weights: Any, outlook: Any, cube: Any) -> Any:
    """Worth of a cube out of the bag."""
    if cube == Cube.STONE:
        return best_stone(state, board, player, weights, outlook)
    return goods_change(state, player, weights, outlook, good_of_cube(cube), 1)


@rule
def weigh_pick(state: Any, board: Any, player: Any, weights: Any, outlook: Any, cube: Any) -> None:
    """A cube picked out of the bag."""
    term = ON_RIVALS if cube == Cube.STONE else ON_GOODS
    outlook.terms[term] += cube_worth(state, board, player, weights, outlook, cube)


@rule
def weigh_peek(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Picking instead of drawing, against the tile."""
    cubes, mean, best = 0, 0.0, 0.0
    for cube in range(len(Cube)):
        number = int(state.bag[cube])
        if number > 0:
            worth = cube_worth(state, board, player, weights, outlook, cube)
            best = worth if cubes == 0 else max(best, worth)
            cubes += number
            mean += number * worth
    picks = min(CUBES_PICKED, int(state.cubes_due), cubes)
    outlook.terms[ON_GOODS] += picks * (best - mean / max(cubes, 1))
    outlook.terms[ON_TILES] -= one_use_worth(weights, outlook, OneUseTile.LOOK_IN_THE_BAG)


@rule
def weigh_swap(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    """Action 16: the tile received less the one given, and what that does to its owner."""
    gain, owner = 0.0, NOBODY
    if family == Decision.SWAP_SKILL:
        own = skill_of(state, player)
        owner = int(state.skill_at[value])
        gain = skill_worth(board, weights, outlook, value) - skill_worth(
            board, weights, outlook, own
        )
    elif family == Decision.SWAP_ONE_USE:
        own, wanted = one_use_swap_of(value)
        owner = holder_of(state, wanted)
        gain = one_use_worth(weights, outlook, wanted) - one_use_worth(weights, outlook, own)
    elif family == Decision.SWAP_FOOD_PLAYER:
        own_food, owner, food = food_swap_of(state, board, player, value)
        gain = (food - own_food) * food_tile_unit(weights, outlook)
    elif family == Decision.SWAP_FOOD_BOARD:
        top = int(state.pile[int(state.pile_size) - 1])
        gain = (top - int(board.food_values[value])) * food_tile_unit(weights, outlook)
    outlook.terms[ON_TILES] += gain
    if owner >= 0:
        outlook.terms[ON_RIVALS] += outlook.rival[owner] * gain


@rule
def weigh_discard(state: Any, player: Any, weights: Any, outlook: Any, good: Any, due: Any) -> None:
    """A good put back, and the best way to put back the rest of what is due."""
    number = int(state.goods[player, good])
    outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, good, -1)
    best, found = 0.0, False
    for more in range(due):
        # So many more of the same good, the others of one other good.
        if more > number - 1:
            break
        same = goods_worth(state, weights, outlook, good, number - 1 - more) - goods_worth(
            state, weights, outlook, good, number - 1
        )
        rest = due - 1 - more
        if rest == 0:
            best = same if not found else max(best, same)
            found = True
            continue
        for other in range(len(Good)):
            if other != good and int(state.goods[player, other]) >= rest:
                worth = same + goods_change(state, player, weights, outlook, other, -rest)
                best = worth if not found else max(best, worth)
                found = True
    outlook.terms[ON_NEXT] += best


@rule
def weigh_advance(state: Any, player: Any, weights: Any, outlook: Any, places: Any) -> None:
    """Action 20."""
    outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, Good.HONEY, -places)
    if outlook.incomes > 0:
        outlook.terms[ON_TILES] += weights.order * places


@rule
def first_discard(due: Any) -> Any:
    """Goods still to put back, the one being chosen included."""
    return due if due > 0 else GOODS_DISCARDED
