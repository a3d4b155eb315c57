"""What is always true: checked in compiled code after each event of a soak."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.kit.continuations import has_overflowed
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.pixie_queen.limits import MAX_PLAYERS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    COLOURS,
    FIRST_HAND,
    FOODS,
    GOODS,
    IN_BOX,
    NOBODY,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    SERVANT_SPACE,
    SKILLS,
    VIRTUAL,
    Skill,
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
) = range(16)


@rule
def check(state: Any, board: Any) -> Any:
    """0 if everything holds, else an index into ``MESSAGES``."""
    code = _check_goods(state, board)
    if code == FINE:
        code = _check_stones(state, board)
    if code == FINE:
        code = _check_pixies(state, board)
    if code == FINE:
        code = _check_tiles(state)
    if code == FINE:
        code = _check_orders(state)
    if code == FINE:
        code = _check_seats(state, board)
    if code == FINE:
        code = _check_flow(state, board)
    return code


@rule
def _check_goods(state: Any, board: Any) -> Any:
    for good in range(len(GOODS)):
        total = int(state.stock[good]) + int(state.special_track[good])
        if state.stock[good] < 0 or state.special_track[good] < 0:
            return GOODS_LOST
        if good >= FOODS:
            total += int(state.bag[good - FOODS])
        for player in range(MAX_PLAYERS):
            if state.goods[player, good] < 0:
                return GOODS_LOST
            total += int(state.goods[player, good])
        if total != int(board.supply[good]):
            return GOODS_LOST
    return FINE


@rule
def _check_stones(state: Any, board: Any) -> Any:
    if state.bag[0] < 0 or state.bag[1] < 0 or state.bag[2] < 0 or state.reserve_stones < 0:
        return STONES_LOST
    total = int(state.bag[2]) + int(state.reserve_stones) + int(state.stones_drawn)
    for player in range(MAX_PLAYERS):
        for place in range(state.stones.shape[1]):
            number = int(state.stones[player, place])
            if number < 0 or number > int(board.stones_per_place):
                return CHAINS_WRONG
            total += number
        if chained(state, board, player) > int(state.mine[player]):
            return CHAINS_WRONG
    return FINE if total == int(board.stones) else STONES_LOST


@rule
def _check_pixies(state: Any, board: Any) -> Any:
    players = int(state.players)
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
    for player in range(players):
        skills = 0
        for skill in range(len(SKILLS)):
            place = int(state.skill_at[skill])
            if place < IN_BOX or place >= players:
                return SKILLS_WRONG
            if place == player:
                skills += 1
        one_use = 0
        for tile in range(len(ONE_USE_TILES)):
            if int(state.one_use_at[tile]) == player:
                one_use += 1
        if skills > 1:
            return SKILLS_WRONG
        if one_use > 1:
            return TILES_WRONG
    on_extra = 1 if state.extra_food > 0 else 0
    for tile in range(len(ONE_USE_TILES)):
        if state.one_use_at[tile] == ON_EXTRA_SLOT:
            on_extra += 1
    if on_extra > 1 or (on_extra == 1 and int(state.skill_at[Skill.EXTRA_SLOT]) == IN_BOX):
        return TILES_WRONG
    return FINE


@rule
def _check_orders(state: Any) -> Any:
    if state.small_order[0] == NOBODY and state.round_number == 0:
        return FINE
    players = int(state.players)
    for player in range(players):
        small, big = 0, 0
        for place in range(MAX_PLAYERS):
            if int(state.small_order[place]) == player:
                small += 1
            if int(state.big_order[place]) == player:
                big += 1
        if state.out[player] == 0:
            if small != 1 or big != 1:
                return ORDER_WRONG
        elif small != 0 or big > 1:
            return ORDER_WRONG
    return FINE


@rule
def _check_seats(state: Any, board: Any) -> Any:
    last = int(board.track_length) - 1
    for player in range(int(state.players)):
        for space in (int(state.silver_space[player]), int(state.gold_space[player])):
            if space < 0 or space > last:
                return TRACK_WRONG
        is_out = state.out[player] != 0
        if is_out != (int(state.punishment[player]) >= int(board.out_at)):
            return POINTS_WRONG
        if is_out:
            owned = (
                int(state.discs[player]) + int(state.mine[player]) + int(state.food_tile[player])
            )
            for good in range(len(GOODS)):
                owned += int(state.goods[player, good])
            if owned != 0 or has_skill(state, player, Skill.EXTRA_SLOT):
                return OUT_WRONG
        elif state.discs[player] < 0 or int(state.discs[player]) > int(board.discs):
            return DISCS_WRONG
    for series in range(state.rewards_taken.shape[0]):
        if state.rewards_taken[series] < 0 or state.rewards_taken[series] > REWARD_TILES:
            return REWARDS_WRONG
    return FINE


@rule
def _check_flow(state: Any, board: Any) -> Any:
    if has_overflowed(state):
        return STACK_WRONG
    if state.waiting != DECISION and state.waiting != CHANCE and state.waiting != NOTHING:
        return WAITING_WRONG
    turned = 0
    for food in range(FOODS):
        turned += int(board.demand_tokens[food]) - int(state.demand_left[food])
    if turned > int(state.round_number) or turned < int(state.round_number) - 1:
        return DEMANDS_WRONG
    return FINE
