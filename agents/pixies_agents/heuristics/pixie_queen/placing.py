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
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import action_of, decision_of
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    NOBODY,
    SERVANT_SPACE,
    SILVER_STOLEN,
    Cube,
    Decision,
    Good,
    OneUseTile,
    Space,
)
from pixies_env.pixie_queen.rules.double_spaces import possible_doubles
from pixies_env.pixie_queen.rules.lists import list_foods
from pixies_env.pixie_queen.rules.space_15 import cubes_in_bag, cubes_of
from pixies_env.pixie_queen.rules.space_16 import list_swaps
from pixies_env.pixie_queen.rules.spaces_1_to_5 import (
    list_conversions,
    list_exchanges,
    list_hand_promotions,
    list_stolen_foods,
)
from pixies_env.pixie_queen.rules.spaces_10_to_14 import list_robberies, list_tracks
from pixies_env.pixie_queen.rules.spaces_17_to_21 import list_advances, list_goods, spaces_to_copy
from pixies_env.pixie_queen.rules.turn import discs_for

NONE = -1


@rule
def list_parameters(state: Any, board: Any, player: Any, outlook: Any, space: Any) -> Any:
    """Write the options of an action into ``outlook.parameters``; 0 if it has none to choose."""
    ids = outlook.parameters
    count = 0
    if space == Space.STEAL_FOOD:
        count = list_stolen_foods(state, board, player, ids)
    elif space == Space.PROMOTION:
        count = list_hand_promotions(state, board, player, ids)
    elif space == Space.EXCHANGE:
        count = list_exchanges(state, board, player, ids)
    elif space == Space.CONVERT:
        count = list_conversions(state, board, player, ids)
    elif space == Space.TRACKS:
        count = list_tracks(state, board, player, ids)
    elif space == Space.ROB:
        count = list_robberies(state, board, player, ids)
    elif space == Space.EXCHANGE_TILES:
        count = list_swaps(state, board, player, ids)
    elif space == Space.GOODS:
        # Until the end nears, no good is better put back.
        if outlook.most_loss == 0.0 and state.discards_due == 0:
            count = list_foods(state, board, Decision.TAKE, ids, 0)
        if count == 0:
            count = list_goods(state, board, player, ids)
    elif space == Space.TURN_ORDER:
        count = list_advances(state, board, player, ids)
    return count


@rule
def weigh_parameter(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    """Terms of one option of an action."""
    if family == Decision.FOOD:
        weigh_food(state, player, weights, outlook, value)
    elif family == Decision.PROMOTE:
        weigh_promotion(state, board, player, weights, outlook, value, 0)
    elif family == Decision.EXCHANGE:
        weigh_exchange(state, board, player, weights, outlook, value)
    elif family == Decision.CONVERT:
        weigh_conversion(state, player, weights, outlook, value)
    elif family == Decision.TRACK:
        weigh_track(state, player, weights, outlook, value)
    elif family == Decision.ROB:
        weigh_robbery(state, board, player, weights, outlook, value)
    elif family == Decision.TAKE:
        add_income(state, player, weights, outlook, value, 1)
    elif family == Decision.DISCARD:
        due = first_discard(int(state.discards_due))
        weigh_discard(state, player, weights, outlook, value, due)
    elif family == Decision.ADVANCE:
        weigh_advance(state, player, weights, outlook, value)
    else:
        weigh_swap(state, board, player, weights, outlook, family, value)


@rule
def _weigh_option(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, option: Any
) -> None:
    """Terms of one option of an action, by its id. Begins a new worth."""
    clear(outlook)
    family, value = decision_of(board, option)
    weigh_parameter(state, board, player, weights, outlook, family, value)


@rule
def best_parameter(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, space: Any
) -> Any:
    """The option of an action that is worth most, or NONE; the terms are lost."""
    if space == Space.EXCHANGE and outlook.most_loss == 0.0:
        best_one = best_exchange(state, board, player, weights, outlook)
        return action_of(board, Decision.EXCHANGE, best_one)
    count = list_parameters(state, board, player, outlook, space)
    best, best_worth = NONE, 0.0
    for index in range(count):
        option = int(outlook.parameters[index])
        _weigh_option(state, board, player, weights, outlook, option)
        worth = total(outlook)
        if best == NONE or worth > best_worth:
            best, best_worth = option, worth
    return best


@rule
def weigh_action(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, space: Any
) -> None:
    """Terms of a double space's action, placed or copied, at its best. Begins a new worth."""
    option = best_parameter(state, board, player, weights, outlook, space)
    if option != NONE:
        _weigh_option(state, board, player, weights, outlook, option)
        return
    clear(outlook)
    if space == Space.STEAL_SILVER:
        add_income(state, player, weights, outlook, Good.SILVER, SILVER_STOLEN)
    elif space == Space.FOOD_TILE:
        value = int(state.pile[int(state.pile_size) - 1])
        outlook.terms[ON_TILES] += value * food_tile_unit(weights, outlook)
    elif space == Space.DOUBLE_OFFERING:
        outlook.terms[ON_TILES] += one_use_worth(weights, outlook, OneUseTile.DOUBLE_OFFERING)
    elif space == Space.LOOK_IN_THE_BAG:
        outlook.terms[ON_TILES] += one_use_worth(weights, outlook, OneUseTile.LOOK_IN_THE_BAG)
    elif space == Space.MERCY:
        outlook.terms[ON_TILES] += one_use_worth(weights, outlook, OneUseTile.MERCY)
    elif space == Space.PUNISHMENT_DIE:
        mean, faces = 0.0, 0
        for result in range(int(board.punishment_count)):
            faces += int(board.punishment_weights[result])
            mean += int(board.punishment_weights[result]) * int(board.punishment_results[result])
        outlook.terms[ON_RIVALS] += (
            mean / faces * best_assignment(state, board, player, weights, outlook)
        )
    elif space == Space.CASINO:
        _weigh_casino(state, board, player, weights, outlook)
    elif space == Space.GOLD_RING:
        outlook.terms[ON_REWARDS] += outlook.ring_points
        outlook.terms[ON_GOODS] += goods_change(
            state, player, weights, outlook, Good.GOLD, -int(outlook.ring_price)
        )


@rule
def _weigh_casino(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    worth, faces = 0.0, 0
    for result in range(int(board.casino_count)):
        weight = int(board.casino_weights[result])
        faces += weight
        for good in range(len(Good)):
            number = min(int(board.casino_results[result, good]), int(state.stock[good]))
            if number > 0:
                worth += weight * goods_change(state, player, weights, outlook, good, number)
    outlook.terms[ON_GOODS] += worth / faces


@rule
def action_worth(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, space: Any
) -> Any:
    """Worth of a double space's action; remembered for this decision."""
    if np.isnan(outlook.action_worth[space]):
        weigh_action(state, board, player, weights, outlook, space)
        outlook.action_worth[space] = total(outlook)
    return outlook.action_worth[space]


@rule
def best_copy(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> Any:
    """The action that is worth most among those that can be copied now; NONE without one."""
    spaces = spaces_to_copy(state, board, player, possible_doubles(state, board, player))
    best, best_worth = NONE, 0.0
    for space in range(FIRST_HAND, SERVANT_SPACE):
        if (spaces >> space) & 1:
            worth = action_worth(state, board, player, weights, outlook, space)
            if best == NONE or worth > best_worth:
                best, best_worth = space, worth
    return best


@rule
def weigh_placing(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, space: Any
) -> None:
    """Terms of placing discs on a space. Begins a new worth."""
    if space <= ACTIONS:
        weigh_action(state, board, player, weights, outlook, space)
        outlook.action_worth[space] = total(outlook)
    elif space == Space.COPY:
        copied = best_copy(state, board, player, weights, outlook)
        weigh_action(state, board, player, weights, outlook, copied)
        price = int(board.copy_penalty[int(state.copies)])
        add_punishment(state, board, player, weights, outlook, price)
    elif space == Space.MINE:
        clear(outlook)
        _weigh_mine(state, board, player, weights, outlook)
    elif space == Space.SPECIAL_OFFERING:
        clear(outlook)
        _weigh_special_offering(state, player, weights, outlook)
    elif space == Space.PRIORITY:
        clear(outlook)
        outlook.terms[ON_TILES] += weights.priority * _places_before(state, player)
    else:
        option = best_parameter(state, board, player, weights, outlook, space)
        _weigh_option(state, board, player, weights, outlook, option)
    discs = discs_for(state, player, space)
    outlook.terms[ON_DISCS] += weights.haste[space - Space.STEAL_FOOD] - weights.disc * discs


@rule
def _weigh_mine(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """As many cubes as own slaves, each from what is in the bag."""
    cubes = cubes_in_bag(state)
    due = min(cubes_of(state, player), cubes)
    for cube in range(len(Cube)):
        if state.bag[cube] > 0:
            expected = due * int(state.bag[cube]) / cubes
            worth = cube_worth(state, board, player, weights, outlook, cube)
            if cube == Cube.STONE:
                outlook.terms[ON_RIVALS] += expected * worth
            else:
                outlook.terms[ON_GOODS] += weights.mine * expected * worth


@rule
def _weigh_special_offering(state: Any, player: Any, weights: Any, outlook: Any) -> None:
    """The tile, for what lies on the track and one good more, of the kind that costs least."""
    outlook.terms[ON_REWARDS] += outlook.special_points
    cheapest, found = 0.0, False
    for good in range(len(Good)):
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
        if other != NOBODY and state.out[other] == 0:
            before += 1
    return before
