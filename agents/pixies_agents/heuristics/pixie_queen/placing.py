"""Worth of a turn in the action phase: a space is worth the best that can be done there."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.pixie_queen.outlook import (
    ON_DISCS,
    ON_GOODS,
    ON_REWARDS,
    ON_RIVALS,
    ON_TILES,
    clear,
    total,
)
from pixies_agents.heuristics.pixie_queen.parameters import (
    add_income,
    best_assignment,
    best_exchange,
    cube_worth,
    first_discard,
    weigh_advance,
    weigh_conversion,
    weigh_discard,
    weigh_exchange,
    weigh_food,
    weigh_promotion,
    weigh_robbery,
    weigh_swap,
    weigh_track,
)
from pixies_agents.heuristics.pixie_queen.worth import (
    add_punishment,
    food_tile_unit,
    goods_change,
    one_use_worth,
)
from pixies_env.core.compile import rule
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    CUBE_STONE,
    GOLD,
    GOODS,
    NOBODY,
    SILVER,
    SILVER_STOLEN,
    SINGLE_COPY,
    SINGLE_GOODS,
    SINGLE_MINE,
    SINGLE_ORDER,
    SINGLE_PRIORITY,
    SINGLE_SPECIAL,
    SINGLE_TILES,
)
from pixies_env.pixie_queen.rules import double_spaces, pyramid, single_spaces, steal, tiles, turn

NONE = -1


@rule
def list_parameters(state: Any, board: Any, player: Any, outlook: Any, action: Any) -> Any:
    """Write the options of an action into ``outlook.parameters``; 0 if it has none to choose."""
    ids = outlook.parameters
    count = 0
    if action == 1:
        count = steal.list_foods(state, int(board.id_food), ids, 0)
    elif action == 3:
        count = pyramid.list_promotions(state, board, player, False, ids, 0)
    elif action == 4:
        count = double_spaces.list_exchanges(state, board, player, ids)
    elif action == 5:
        count = double_spaces.list_conversions(state, board, player, ids)
    elif action == 11:
        count = double_spaces.list_tracks(state, board, player, ids)
    elif action == 14:
        count = double_spaces.list_robberies(state, board, player, ids)
    elif action == SINGLE_TILES:
        count = tiles.list_swaps(state, board, player, ids)
    elif action == SINGLE_GOODS:
        # Until the end nears, no good is better put back.
        if outlook.most_loss == 0.0 and state.due == 0:
            count = steal.list_foods(state, int(board.id_take), ids, 0)
        if count == 0:
            count = single_spaces.list_goods(state, board, player, ids)
    elif action == SINGLE_ORDER:
        count = single_spaces.list_advances(state, board, player, ids)
    return count


@rule
def weigh_parameter(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any, option: Any
) -> None:
    """Terms of one option of an action."""
    if action == 1:
        weigh_food(state, player, weights, outlook, option - int(board.id_food))
    elif action == 3:
        weigh_promotion(state, board, player, weights, outlook, option - int(board.id_promote), 0)
    elif action == 4:
        weigh_exchange(state, player, weights, outlook, option - int(board.id_exchange))
    elif action == 5:
        weigh_conversion(state, player, weights, outlook, option - int(board.id_convert) + 1)
    elif action == 11:
        weigh_track(state, player, weights, outlook, option - int(board.id_track))
    elif action == 14:
        weigh_robbery(state, board, player, weights, outlook, option - int(board.id_rob))
    elif action == SINGLE_TILES:
        weigh_swap(state, board, player, weights, outlook, option)
    elif action == SINGLE_GOODS:
        if option >= int(board.id_take):
            add_income(state, player, weights, outlook, option - int(board.id_take), 1)
        else:
            due = first_discard(int(state.due))
            weigh_discard(state, player, weights, outlook, option - int(board.id_discard), due)
    elif action == SINGLE_ORDER:
        weigh_advance(state, player, weights, outlook, option - int(board.id_advance) + 1)


@rule
def best_parameter(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any
) -> Any:
    """The option of an action that is worth most, or NONE; the terms are lost."""
    if action == 4 and outlook.most_loss == 0.0:
        return int(board.id_exchange) + best_exchange(state, player, weights, outlook)
    count = list_parameters(state, board, player, outlook, action)
    best, best_worth = NONE, 0.0
    for index in range(count):
        option = int(outlook.parameters[index])
        clear(outlook)
        weigh_parameter(state, board, player, weights, outlook, action, option)
        worth = total(outlook)
        if best == NONE or worth > best_worth:
            best, best_worth = option, worth
    return best


@rule
def weigh_action(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any
) -> None:
    """Terms of a double space's action, placed or copied, at its best. Begins a new worth."""
    option = best_parameter(state, board, player, weights, outlook, action)
    clear(outlook)
    if option != NONE:
        weigh_parameter(state, board, player, weights, outlook, action, option)
    elif action == 2:
        add_income(state, player, weights, outlook, SILVER, SILVER_STOLEN)
    elif action == 6:
        value = int(state.pile[int(state.pile_size) - 1])
        outlook.terms[ON_TILES] += value * food_tile_unit(weights, outlook)
    elif 7 <= action <= 9:
        outlook.terms[ON_TILES] += one_use_worth(weights, outlook, action - 7)
    elif action == 10:
        mean, faces = 0.0, 0
        for result in range(int(board.punishment_count)):
            faces += int(board.punishment_weights[result])
            mean += int(board.punishment_weights[result]) * int(board.punishment_results[result])
        outlook.terms[ON_RIVALS] += (
            mean / faces * best_assignment(state, board, player, weights, outlook)
        )
    elif action == 12:
        _weigh_casino(state, board, player, weights, outlook)
    elif action == 13:
        outlook.terms[ON_REWARDS] += outlook.ring_points
        outlook.terms[ON_GOODS] += goods_change(
            state, player, weights, outlook, GOLD, -int(outlook.ring_price)
        )


@rule
def _weigh_casino(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    worth, faces = 0.0, 0
    for result in range(int(board.casino_count)):
        weight = int(board.casino_weights[result])
        faces += weight
        for good in range(len(GOODS)):
            number = min(int(board.casino_results[result, good]), int(state.stock[good]))
            if number > 0:
                worth += weight * goods_change(state, player, weights, outlook, good, number)
    outlook.terms[ON_GOODS] += worth / faces


@rule
def action_worth(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any
) -> Any:
    """Worth of a double space's action; remembered for this decision."""
    if np.isnan(outlook.action_worth[action - 1]):
        weigh_action(state, board, player, weights, outlook, action)
        outlook.action_worth[action - 1] = total(outlook)
    return outlook.action_worth[action - 1]


@rule
def best_copy(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """The action that is worth most among those that can be copied now; NONE without one."""
    possible = double_spaces.possible_actions(state, board, player)
    spaces = turn.spaces_to_copy(state, board, player, possible)
    best, best_worth = NONE, 0.0
    for hand in range(ACTIONS):
        if (spaces >> hand) & 1:
            worth = action_worth(state, board, player, weights, outlook, hand + 1)
            if best == NONE or worth > best_worth:
                best, best_worth = hand + 1, worth
    return best


@rule
def weigh_placing(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, space: Any
) -> None:
    """Terms of placing discs on a space. Begins a new worth."""
    discs = 1
    if space <= ACTIONS:
        discs = 2 if int(state.hands[space - 1]) == NOBODY else 1
        weigh_action(state, board, player, weights, outlook, space)
        outlook.action_worth[space - 1] = total(outlook)
    elif space == SINGLE_COPY:
        action = best_copy(state, board, player, weights, outlook)
        weigh_action(state, board, player, weights, outlook, action)
        price = int(board.copy_penalty[int(state.copies)])
        add_punishment(state, board, player, weights, outlook, price)
    elif space == SINGLE_MINE:
        clear(outlook)
        _weigh_mine(state, board, player, weights, outlook)
    elif space == SINGLE_SPECIAL:
        clear(outlook)
        _weigh_special_offering(state, player, weights, outlook)
    elif space == SINGLE_PRIORITY:
        clear(outlook)
        discs = int(state.discs[player])
        outlook.terms[ON_TILES] += weights.priority * _places_before(state, player)
    else:
        option = best_parameter(state, board, player, weights, outlook, space)
        clear(outlook)
        weigh_parameter(state, board, player, weights, outlook, space, option)
    outlook.terms[ON_DISCS] += weights.haste[space - 1] - weights.disc * discs


@rule
def _weigh_mine(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """As many cubes as own slaves, each from what is in the bag."""
    cubes = int(state.bag[0]) + int(state.bag[1]) + int(state.bag[2])
    due = min(max(1, int(state.mine[player])), cubes)
    for cube in range(3):
        if state.bag[cube] > 0:
            expected = due * int(state.bag[cube]) / cubes
            worth = cube_worth(state, board, player, weights, outlook, cube)
            if cube == CUBE_STONE:
                outlook.terms[ON_RIVALS] += expected * worth
            else:
                outlook.terms[ON_GOODS] += weights.mine * expected * worth


@rule
def _weigh_special_offering(state: Any, player: Any, weights: Any, outlook: Any) -> None:
    """The tile, for what lies on the track and one good more, of the kind that costs least."""
    outlook.terms[ON_REWARDS] += outlook.special_points
    cheapest, found = 0.0, False
    for good in range(len(GOODS)):
        paid = int(state.special_track[good])
        worth = goods_change(state, player, weights, outlook, good, -paid)
        outlook.terms[ON_GOODS] += worth
        if int(state.goods[player, good]) > paid:
            more = worth - goods_change(state, player, weights, outlook, good, -paid - 1)
            if not found or more < cheapest:
                cheapest, found = more, True
    outlook.terms[ON_GOODS] -= cheapest


@rule
def _places_before(state: Any, player: Any) -> Any:
    """Players still in whose big cube is before the own one."""
    before = 0
    for place in range(int(state.players)):
        other = int(state.big_order[place])
        if other == player:
            break
        if other >= 0 and state.out[other] == 0:
            before += 1
    return before
