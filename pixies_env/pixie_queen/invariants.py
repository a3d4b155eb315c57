"""What is always true: checked in compiled code after each event of a soak.

It holds of what a player knows, too, and reads nothing outside the record whatever its bytes are:
stored positions are checked with it before anything else looks at them. What the course of a
game allows is in :mod:`invariants_flow`.
"""

from typing import Any

import numpy as np

from pixies_env.core.compile import rule
from pixies_env.pixie_queen import invariants_flow as flow
from pixies_env.pixie_queen.limits import MAX_PILE, MAX_PLAYERS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    COLOURS,
    FIRST_HAND,
    FOODS,
    GOODS,
    IN_BOX,
    MINE,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    SERIES,
    SERVANT_SPACE,
    SKILLS,
    SOURCES,
    VIRTUAL,
    Cube,
    Skill,
    Source,
)
from pixies_env.pixie_queen.rules.pyramid import chained
from pixies_env.pixie_queen.state import has_skill, servants_of

MESSAGES = (
    "fine",
    "a good is not conserved or negative",
    "a stone is not conserved or negative",
    "a pixie is not conserved",
    "more places with stones than slaves, or too many stones on one",
    "a player holds two skills, or a skill is nowhere",
    "a slot holds two tiles",
    "discs are not conserved",
    "a turn order is no permutation of the players in",
    "a marker is off its track",
    "a reward tile was taken that is not there",
    "a player who is out owns something",
    "the punishment points do not fit who is out",
    "the stack of interrupted effects overflows",
    "the state waits for nothing known",
    "the demand tokens do not fit the round",
    "the phase, its step or the round cannot be so with these players",
    "offers, refusals, promotions or the servant space do not fit the phase",
    "numbers of an action under way do not fit the phase",
    "the food tiles are not those that there are",
    "the servants do not fit who made the first one",
)
(
    FINE,
    GOODS_LOST,
    STONES_LOST,
    PIXIES_LOST,
    CHAINS_WRONG,
    SKILLS_WRONG,
    TILES_WRONG,
    DISCS_WRONG,
    ORDER_WRONG,
    TRACK_WRONG,
    REWARDS_WRONG,
    OUT_WRONG,
    POINTS_WRONG,
    STACK_WRONG,
    WAITING_WRONG,
    DEMANDS_WRONG,
    PHASE_WRONG,
    OFFERS_WRONG,
    UNDER_WAY_WRONG,
    FOOD_TILES_WRONG,
    SERVANTS_WRONG,
) = range(21)

_FLOW = np.array(
    [
        FINE,
        ORDER_WRONG,
        DISCS_WRONG,
        STACK_WRONG,
        WAITING_WRONG,
        DEMANDS_WRONG,
        PHASE_WRONG,
        OFFERS_WRONG,
        UNDER_WAY_WRONG,
    ]
)
"""What :mod:`invariants_flow` says, as an index into ``MESSAGES``."""


@rule
def check(state: Any, board: Any) -> Any:
    """0 if everything holds, else an index into ``MESSAGES``."""
    # First what other checks take as an index.
    code = int(_FLOW[flow.check_waiting(state, board)])
    if code == FINE:
        code = _check_goods(state, board)
    if code == FINE:
        code = _check_stones(state, board)
    if code == FINE:
        code = _check_pixies(state, board)
    if code == FINE:
        code = _check_tiles(state)
    if code == FINE:
        code = _check_food_tiles(state, board)
    if code == FINE:
        code = int(_FLOW[flow.check_orders(state)])
    if code == FINE:
        code = _check_seats(state, board)
    if code == FINE:
        code = _check_rewards(state)
    if code == FINE:
        code = int(_FLOW[flow.check_discs(state, board)])
    if code == FINE:
        code = int(_FLOW[flow.check_demands(state, board)])
    if code == FINE:
        code = int(_FLOW[flow.check_offers(state)])
    if code == FINE:
        code = int(_FLOW[flow.check_under_way(state, board)])
    return code


@rule
def _check_goods(state: Any, board: Any) -> Any:
    players = int(state.players)
    for good in range(len(GOODS)):
        total = int(state.stock[good]) + int(state.special_track[good])
        if state.stock[good] < 0 or state.special_track[good] < 0:
            return GOODS_LOST
        if good >= FOODS:
            total += int(state.bag[good - FOODS])
        for player in range(MAX_PLAYERS):
            if state.goods[player, good] < 0:
                return GOODS_LOST
            if state.goods[player, good] > 0 and player >= players:
                return GOODS_LOST
            total += int(state.goods[player, good])
        if total != int(board.supply[good]):
            return GOODS_LOST
    return FINE


@rule
def _check_stones(state: Any, board: Any) -> Any:
    for cube in range(len(Cube)):
        if state.bag[cube] < 0 or int(state.bag[cube]) > int(board.bag[int(state.players), cube]):
            return STONES_LOST
    if state.reserve_stones < 0 or state.stones_drawn < 0:
        return STONES_LOST
    total = int(state.bag[Cube.STONE]) + int(state.reserve_stones) + int(state.stones_drawn)
    for player in range(MAX_PLAYERS):
        for place in range(state.stones.shape[1]):
            number = int(state.stones[player, place])
            most = int(board.stones_per_place) if place < int(board.places) else 0
            if number < 0 or number > most:
                return CHAINS_WRONG
            total += number
        if chained(state, board, player) > int(state.mine[player]):
            return CHAINS_WRONG
    return FINE if total == int(board.stones) else STONES_LOST


@rule
def _check_pixies(state: Any, board: Any) -> Any:
    players = int(state.players)
    if state.hands[MINE] != NOBODY:
        return PIXIES_LOST
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if state.hands[hand] < NOBODY or state.hands[hand] > VIRTUAL:
            return PIXIES_LOST
    for colour in range(COLOURS):
        total = int(state.mine[colour])
        for hand in range(FIRST_HAND, SERVANT_SPACE):
            if int(state.hands[hand]) == colour:
                total += 1
        wanted = 0
        if colour == VIRTUAL:
            wanted = int(board.virtual_pixies) if players == 2 else 0
        elif colour < players and state.out[colour] == 0:
            wanted = int(board.pixies[players])
            total += servants_of(state, colour)
            if int(state.servant_space) == colour:
                total += 1
        if total != wanted or state.mine[colour] < 0:
            return PIXIES_LOST
    return FINE


@rule
def _check_tiles(state: Any) -> Any:
    players = int(state.players)
    for skill in range(len(SKILLS)):
        place = int(state.skill_at[skill])
        if place < IN_BOX or place >= players or (place >= 0 and state.out[place] != 0):
            return SKILLS_WRONG
    on_extra = 1 if state.extra_food != 0 else 0
    for tile in range(len(ONE_USE_TILES)):
        place = int(state.one_use_at[tile])
        if place == ON_EXTRA_SLOT:
            on_extra += 1
        elif place < ON_BOARD or place >= players or (place >= 0 and state.out[place] != 0):
            return TILES_WRONG
    if on_extra > 1 or (on_extra == 1 and int(state.skill_at[Skill.EXTRA_SLOT]) == IN_BOX):
        return TILES_WRONG
    for player in range(players):
        skills, one_use = 0, 0
        for skill in range(len(SKILLS)):
            if has_skill(state, player, skill):
                skills += 1
        for tile in range(len(ONE_USE_TILES)):
            if int(state.one_use_at[tile]) == player:
                one_use += 1
        if skills > 1:
            return SKILLS_WRONG
        if one_use > 1:
            return TILES_WRONG
    return FINE


@rule
def _check_food_tiles(state: Any, board: Any) -> Any:
    """All tiles of each value, but for those that players who went out have taken with them."""
    players = int(state.players)
    size = int(state.pile_size)
    if size < 0 or size > int(board.pile_size[players]):
        return FOOD_TILES_WRONG
    for place in range(MAX_PILE):
        if (int(state.pile[place]) > 0) != (place < size) or state.pile[place] < 0:
            return FOOD_TILES_WRONG
    out, found = 0, 0
    for player in range(MAX_PLAYERS):
        if state.food_tile[player] != 0 and (player >= players or state.out[player] != 0):
            return OUT_WRONG
        out += 1 if player < players and state.out[player] != 0 else 0
    for index in range(int(board.food_value_count)):
        value = int(board.food_values[index])
        there, now = 0, 0
        for place in range(MAX_PILE):
            there += 1 if int(board.pile[players, place]) == value else 0
            now += 1 if int(state.pile[place]) == value else 0
        for player in range(players):
            now += 1 if int(state.food_tile[player]) == value else 0
        now += 1 if int(state.extra_food) == value else 0
        if now > there or (now < there and out == 0):
            return FOOD_TILES_WRONG
        found += now
    laid = size + (1 if state.extra_food != 0 else 0)
    for player in range(players):
        laid += 1 if state.food_tile[player] != 0 else 0
    # One tile on each own slot, and one on the skill extra_slot if that has gone, too.
    lost = int(board.pile_size[players]) - found
    most = out
    if out > 0 and int(state.skill_at[Skill.EXTRA_SLOT]) == IN_BOX:
        most += 1
    return FINE if found == laid and lost <= most else FOOD_TILES_WRONG


@rule
def _check_seats(state: Any, board: Any) -> Any:
    players = int(state.players)
    last = int(board.track_length) - 1
    gone = 0
    for player in range(MAX_PLAYERS):
        if player >= players:
            blank = int(state.out[player]) | int(state.punishment[player])
            blank |= int(state.silver_space[player]) | int(state.gold_space[player])
            for source in range(len(SOURCES)):
                blank |= int(state.points_from[player, source])
            if blank != 0:
                return OUT_WRONG
            continue
        for space in (int(state.silver_space[player]), int(state.gold_space[player])):
            if space < 0 or space > last:
                return TRACK_WRONG
        if state.punishment[player] < 0 or state.out[player] < 0:
            return POINTS_WRONG
        is_out = state.out[player] != 0
        if is_out != (int(state.punishment[player]) >= int(board.out_at)):
            return POINTS_WRONG
        for source in range(len(SOURCES)):
            if state.points_from[player, source] < 0:
                return POINTS_WRONG
        if is_out:
            gone += 1
            owned = int(state.mine[player])
            for good in range(len(GOODS)):
                owned += int(state.goods[player, good])
            if owned != 0:
                return OUT_WRONG
    for place in range(1, gone + 1):
        found = False
        for player in range(players):
            found = found or int(state.out[player]) == place
        if not found:
            return OUT_WRONG
    return FINE


@rule
def _check_rewards(state: Any) -> Any:
    players = int(state.players)
    for series in range(SERIES):
        taken = 0
        for player in range(MAX_PLAYERS):
            number = int(state.tiles_won[player, series])
            if number < 0 or (number > 0 and player >= players):
                return REWARDS_WRONG
            if number == 0 and state.points_from[player, series] != 0:
                return REWARDS_WRONG
            taken += number
        if taken != int(state.rewards_taken[series]) or taken > REWARD_TILES:
            return REWARDS_WRONG
    made = int(state.rewards_taken[Source.FAITHFUL_SERVANT])
    for player in range(MAX_PLAYERS):
        first = int(state.first_servant[player])
        has = player < players and servants_of(state, player) > 0
        if has != (first != 0) or first < 0 or first > made:
            return SERVANTS_WRONG
        for other in range(player):
            if first != 0 and int(state.first_servant[other]) == first:
                return SERVANTS_WRONG
    return FINE
