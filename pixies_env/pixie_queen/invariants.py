"""What is always true: checked in compiled code after each event of a soak.

It holds of what a player knows, too, and reads nothing outside the record whatever its bytes are:
stored positions are checked with it before anything else looks at them. What the course of a
game allows is in :mod:`invariants_flow`.
"""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.invariants import check_in_order
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
from pixies_env.pixie_queen.state import has_skill, has_virtual, servants_of
from pixies_env.pixie_queen.violations import Wrong


@rule
def _check_goods(state: Any, board: Any) -> Any:
    players = int(state.players)
    for good in range(len(GOODS)):
        total = int(state.stock[good]) + int(state.special_track[good])
        if state.stock[good] < 0 or state.special_track[good] < 0:
            return Wrong.GOODS_LOST
        if good >= FOODS:
            total += int(state.bag[good - FOODS])
        for player in range(MAX_PLAYERS):
            if state.goods[player, good] < 0:
                return Wrong.GOODS_LOST
            if state.goods[player, good] > 0 and player >= players:
                return Wrong.GOODS_LOST
            total += int(state.goods[player, good])
        if total != int(board.supply[good]):
            return Wrong.GOODS_LOST
    return Wrong.FINE


@rule
def _check_stones(state: Any, board: Any) -> Any:
    for cube in range(len(Cube)):
        if state.bag[cube] < 0 or int(state.bag[cube]) > int(board.bag[int(state.players), cube]):
            return Wrong.STONES_LOST
    if state.reserve_stones < 0 or state.stones_drawn < 0:
        return Wrong.STONES_LOST
    total = int(state.bag[Cube.STONE]) + int(state.reserve_stones) + int(state.stones_drawn)
    for player in range(MAX_PLAYERS):
        for place in range(state.stones.shape[1]):
            number = int(state.stones[player, place])
            most = int(board.stones_per_place) if place < int(board.places) else 0
            if number < 0 or number > most:
                return Wrong.CHAINS
            total += number
        if chained(state, board, player) > int(state.mine[player]):
            return Wrong.CHAINS
    return Wrong.FINE if total == int(board.stones) else Wrong.STONES_LOST


@rule
def _check_pixies(state: Any, board: Any) -> Any:
    players = int(state.players)
    if state.hands[MINE] != NOBODY:
        return Wrong.PIXIES_LOST
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if state.hands[hand] < NOBODY or state.hands[hand] > VIRTUAL:
            return Wrong.PIXIES_LOST
    for colour in range(COLOURS):
        total = int(state.mine[colour])
        for hand in range(FIRST_HAND, SERVANT_SPACE):
            if int(state.hands[hand]) == colour:
                total += 1
        wanted = 0
        if colour == VIRTUAL:
            wanted = int(board.virtual_pixies) if has_virtual(players) else 0
        elif colour < players and state.out[colour] == 0:
            wanted = int(board.pixies[players])
            total += servants_of(state, colour)
            if int(state.servant_space) == colour:
                total += 1
        if total != wanted or state.mine[colour] < 0:
            return Wrong.PIXIES_LOST
    return Wrong.FINE


@rule
def _check_tiles(state: Any, board: Any) -> Any:
    players = int(state.players)
    for skill in range(len(SKILLS)):
        place = int(state.skill_at[skill])
        if place < IN_BOX or place >= players or (place >= 0 and state.out[place] != 0):
            return Wrong.SKILLS
    on_extra = 1 if state.extra_food != 0 else 0
    for tile in range(len(ONE_USE_TILES)):
        place = int(state.one_use_at[tile])
        if place == ON_EXTRA_SLOT:
            on_extra += 1
        elif place < ON_BOARD or place >= players or (place >= 0 and state.out[place] != 0):
            return Wrong.TILES
    room = int(board.skill_size[Skill.EXTRA_SLOT])
    if on_extra > room or (on_extra > 0 and int(state.skill_at[Skill.EXTRA_SLOT]) == IN_BOX):
        return Wrong.TILES
    for player in range(players):
        skills, one_use = 0, 0
        for skill in range(len(SKILLS)):
            if has_skill(state, player, skill):
                skills += 1
        for tile in range(len(ONE_USE_TILES)):
            if int(state.one_use_at[tile]) == player:
                one_use += 1
        if skills > 1:
            return Wrong.SKILLS
        if one_use > 1:
            return Wrong.TILES
    return Wrong.FINE


@rule
def _check_food_tiles(state: Any, board: Any) -> Any:
    """All tiles of each value, but for those that players who went out have taken with them."""
    players = int(state.players)
    size = int(state.pile_size)
    if size < 0 or size > int(board.pile_size[players]):
        return Wrong.FOOD_TILES
    for place in range(MAX_PILE):
        if (int(state.pile[place]) > 0) != (place < size) or state.pile[place] < 0:
            return Wrong.FOOD_TILES
    out, found = 0, 0
    for player in range(MAX_PLAYERS):
        if state.food_tile[player] != 0 and (player >= players or state.out[player] != 0):
            return Wrong.OUT
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
            return Wrong.FOOD_TILES
        found += now
    laid = size + (1 if state.extra_food != 0 else 0)
    for player in range(players):
        laid += 1 if state.food_tile[player] != 0 else 0
    # One tile on each own slot, and one on the skill extra_slot if that has gone, too.
    lost = int(board.pile_size[players]) - found
    most = out
    if out > 0 and int(state.skill_at[Skill.EXTRA_SLOT]) == IN_BOX:
        most += 1
    return Wrong.FINE if found == laid and lost <= most else Wrong.FOOD_TILES


@rule
def _check_seats(state: Any, board: Any) -> Any:
    players = int(state.players)
    gone = 0
    for player in range(MAX_PLAYERS):
        if player < players:
            wrong = _check_seat(state, board, player)
        else:
            wrong = _check_empty_seat(state, player)
        if wrong != Wrong.FINE:
            return wrong
        if state.out[player] != 0:
            gone += 1
    for place in range(1, gone + 1):
        found = False
        for player in range(players):
            found = found or int(state.out[player]) == place
        if not found:
            return Wrong.OUT
    return Wrong.FINE


@rule
def _check_empty_seat(state: Any, player: Any) -> Any:
    marked = int(state.out[player]) | int(state.punishment[player])
    marked |= int(state.silver_space[player]) | int(state.gold_space[player])
    for source in range(len(SOURCES)):
        marked |= int(state.points_from[player, source])
    return Wrong.FINE if marked == 0 else Wrong.OUT


@rule
def _check_seat(state: Any, board: Any, player: Any) -> Any:
    """Spaces on the tracks and points; who is out has no pixie in the mine and no goods."""
    last = int(board.track_length) - 1
    for space in (int(state.silver_space[player]), int(state.gold_space[player])):
        if space < 0 or space > last:
            return Wrong.TRACK
    if state.punishment[player] < 0 or state.out[player] < 0:
        return Wrong.POINTS
    is_out = state.out[player] != 0
    if is_out != (int(state.punishment[player]) >= int(board.out_at)):
        return Wrong.POINTS
    for source in range(len(SOURCES)):
        if state.points_from[player, source] < 0:
            return Wrong.POINTS
    if is_out:
        owned = int(state.mine[player])
        for good in range(len(GOODS)):
            owned += int(state.goods[player, good])
        if owned != 0:
            return Wrong.OUT
    return Wrong.FINE


@rule
def _check_rewards(state: Any, board: Any) -> Any:
    players = int(state.players)
    for series in range(SERIES):
        taken = 0
        for player in range(MAX_PLAYERS):
            number = int(state.tiles_won[player, series])
            if number < 0 or (number > 0 and player >= players):
                return Wrong.REWARDS
            if number == 0 and state.points_from[player, series] != 0:
                return Wrong.REWARDS
            taken += number
        if taken != int(state.rewards_taken[series]) or taken > REWARD_TILES:
            return Wrong.REWARDS
    made = int(state.rewards_taken[Source.FAITHFUL_SERVANT])
    for player in range(MAX_PLAYERS):
        first = int(state.first_servant[player])
        has = player < players and servants_of(state, player) > 0
        if has != (first != 0) or first < 0 or first > made:
            return Wrong.SERVANTS
        for other in range(player):
            if first != 0 and int(state.first_servant[other]) == first:
                return Wrong.SERVANTS
    return Wrong.FINE


check = check_in_order(
    __name__,
    (
        # First what other checks take as an index.
        flow.check_waiting,
        _check_goods,
        _check_stones,
        _check_pixies,
        _check_tiles,
        _check_food_tiles,
        flow.check_orders,
        _check_seats,
        _check_rewards,
        flow.check_discs,
        flow.check_demands,
        flow.check_offers,
        flow.check_under_way,
    ),
)
