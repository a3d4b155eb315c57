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
from pixies_env.core.compile import rule
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    CUBE_STONE,
    EXCHANGEABLE,
    FOOD_STOLEN,
    FOODS,
    GOLD,
    GOODS,
    GOODS_DISCARDED,
    HONEY,
    LOOK_IN_THE_BAG,
    MINE,
    MOST_EXCHANGED,
    NOBODY,
    ONE_USE_TILES,
    SILVER,
)
from pixies_env.pixie_queen.rules.pyramid import is_chainable
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
def weigh_exchange(state: Any, player: Any, weights: Any, outlook: Any, index: Any) -> None:
    """Action 4; ``index`` as in the rules."""
    pair, number = index // MOST_EXCHANGED, index % MOST_EXCHANGED + 1
    give, get = pair // (EXCHANGEABLE - 1), pair % (EXCHANGEABLE - 1)
    if get >= give:
        get += 1
    outlook.terms[ON_GOODS] += goods_change(
        state, player, weights, outlook, give, -number
    ) + goods_change(state, player, weights, outlook, get, number)


@rule
def best_exchange(state: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """Index of the best option of action 4, as long as there is no penalty for owning the most.

    Each unit given then costs more and each one received is worth less than the one before, so
    the numbers of a pair are tried only while they get better.
    """
    best, best_worth = 0, -np.inf
    pair = 0
    for give in range(EXCHANGEABLE):
        for get in range(EXCHANGEABLE):
            if get == give:
                continue
            most = min(int(state.goods[player, give]), int(state.stock[get]), MOST_EXCHANGED)
            before = -np.inf
            for number in range(1, most + 1):
                worth = goods_change(state, player, weights, outlook, give, -number) + goods_change(
                    state, player, weights, outlook, get, number
                )
                if worth <= before:
                    break
                before = worth
                if worth > best_worth:
                    best, best_worth = pair * MOST_EXCHANGED + number - 1, worth
            pair += 1
    return best


@rule
def weigh_conversion(state: Any, player: Any, weights: Any, outlook: Any, gold: Any) -> None:
    """Action 5."""
    outlook.terms[ON_GOODS] += goods_change(
        state, player, weights, outlook, SILVER, -gold * int(outlook.gold_price)
    ) + goods_change(state, player, weights, outlook, GOLD, gold)


@rule
def weigh_track(state: Any, player: Any, weights: Any, outlook: Any, track: Any) -> None:
    """Action 11."""
    outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, SILVER + track, -1)
    step = outlook.silver_steps[1] if track == 0 else outlook.gold_steps[1]
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
        source_level = 0 if source == MINE else int(board.level_of[source - 1])
        outlook.levels[source_level] -= 1
        if target <= board.level_of.shape[0]:
            outlook.levels[int(board.level_of[target - 1])] += 1
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
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, index: Any
) -> None:
    """A stone on a slave; ``index`` counts seats to the left, then places."""
    places = int(board.places)
    other = (player + index // places) % int(state.players)
    outlook.terms[ON_RIVALS] += stone_worth(
        state, board, player, other, index % places, weights, outlook
    )


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
    if cube == CUBE_STONE:
        return best_stone(state, board, player, weights, outlook)
    return goods_change(state, player, weights, outlook, FOODS + cube, 1)


@rule
def weigh_pick(state: Any, board: Any, player: Any, weights: Any, outlook: Any, cube: Any) -> None:
    """A cube picked out of the bag."""
    term = ON_RIVALS if cube == CUBE_STONE else ON_GOODS
    outlook.terms[term] += cube_worth(state, board, player, weights, outlook, cube)


@rule
def weigh_peek(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Picking instead of drawing, against the tile."""
    cubes, mean, best = 0, 0.0, 0.0
    for cube in range(3):
        number = int(state.bag[cube])
        if number > 0:
            worth = cube_worth(state, board, player, weights, outlook, cube)
            best = worth if cubes == 0 else max(best, worth)
            cubes += number
            mean += number * worth
    picks = min(2, int(state.due), cubes)
    outlook.terms[ON_GOODS] += picks * (best - mean / max(cubes, 1))
    outlook.terms[ON_TILES] -= one_use_worth(weights, outlook, LOOK_IN_THE_BAG)


@rule
def weigh_swap(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any
) -> None:
    """Action 16: the tile received less the one given, and what that does to its owner."""
    values = int(board.food_value_count)
    gain, owner = 0.0, NOBODY
    if action >= int(board.id_swap_skill):
        wanted = action - int(board.id_swap_skill)
        own = skill_of(state, player)
        owner = int(state.skill_at[wanted])
        gain = skill_worth(board, weights, outlook, wanted) - skill_worth(
            board, weights, outlook, own
        )
    elif action >= int(board.id_swap_one_use):
        index = action - int(board.id_swap_one_use)
        own, wanted = index // len(ONE_USE_TILES), index % len(ONE_USE_TILES)
        owner = holder_of(state, wanted)
        gain = one_use_worth(weights, outlook, wanted) - one_use_worth(weights, outlook, own)
    elif action >= int(board.id_swap_food_player):
        index = action - int(board.id_swap_food_player)
        value = int(board.food_values[index % values])
        step = (index // values) % (MAX_PLAYERS - 1) + 1
        own_value = int(board.food_values[index // values // (MAX_PLAYERS - 1)])
        owner = (player + step) % int(state.players)
        gain = (value - own_value) * food_tile_unit(weights, outlook)
    else:
        own_value = int(board.food_values[action - int(board.id_swap_food_board)])
        top = int(state.pile[int(state.pile_size) - 1])
        gain = (top - own_value) * food_tile_unit(weights, outlook)
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
        for other in range(len(GOODS)):
            if other != good and int(state.goods[player, other]) >= rest:
                worth = same + goods_change(state, player, weights, outlook, other, -rest)
                best = worth if not found else max(best, worth)
                found = True
    outlook.terms[ON_NEXT] += best


@rule
def weigh_advance(state: Any, player: Any, weights: Any, outlook: Any, places: Any) -> None:
    """Action 20."""
    outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, HONEY, -places)
    if outlook.incomes > 0:
        outlook.terms[ON_TILES] += weights.order * places


@rule
def first_discard(due: Any) -> Any:
    """Goods still to put back, the one being chosen included."""
    return due if due > 0 else GOODS_DISCARDED
