"""The observation: features of what a player knows, own seat first, scaled to about [-1, 1].

:func:`features` names the entries in the order in which :func:`observe` writes them. Seats and
colours are counted from the observer: ``me``, ``left1`` (the next seat), ``left2`` ...
"""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.seam import DECISION
from pixies_env.pixie_queen.features import (
    OBSERVATION_MODES,
    PER_GOOD,
    PER_PROMOTION,
    PER_REWARD,
    PER_REWARD_TILE,
    PER_SMALL,
    PER_SYMBOL,
    PER_TILE,
    SCREENS,
)
from pixies_env.pixie_queen.hidden import offers_are_secret
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    FOODS,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    SERIES,
    SERVANT_SPACE,
    VIRTUAL,
    Cube,
    Frame,
    Good,
    Kind,
    OneUseTile,
    Phase,
    Question,
    Skill,
)
from pixies_env.pixie_queen.rules.space_15 import cubes_in_bag
from pixies_env.pixie_queen.state import reward_points, servants_of

_SCREENS = OBSERVATION_MODES.index(SCREENS)


@rule
def observe(state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    """Write the observation of a player; returns the number of entries."""
    out[:] = 0.0
    at = _write_flow(state, board, player, out)
    at = _write_supply(state, board, mode, out, at)
    at = _write_spaces(state, player, out, at)
    at = _write_tiles(state, player, out, at)
    at = _write_orders(state, player, out, at)
    at = _write_pyramid(state, player, out, at)
    players = int(state.players)
    secret = offers_are_secret(state)
    for step in range(MAX_PLAYERS):
        seat = NOBODY
        if step < players:
            seat = player + step
            if seat >= players:
                seat -= players
        at = _write_seat(state, board, seat, step, mode, secret, out, at)
    return at


@rule
def _steps_to(state: Any, player: Any, seat: Any) -> Any:
    """How many seats to the left of the observer a seat is."""
    steps = seat - player
    return steps if steps >= 0 else steps + int(state.players)


@rule
def _mark_seat(state: Any, player: Any, seat: Any, out: Any, at: Any) -> Any:
    """One entry per seat from the observer on, 1 for ``seat`` if it is one."""
    if seat >= 0:
        out[at + _steps_to(state, player, seat)] = 1.0
    return at + MAX_PLAYERS


@rule
def _write_flow(state: Any, board: Any, player: Any, out: Any) -> Any:
    out[0] = int(state.players) * (1 / MAX_PLAYERS)
    out[1] = int(state.round_number) * board.per_round
    at = 2
    if state.phase != Phase.OVER:
        out[at + int(state.phase)] = 1.0
    at += Phase.OVER
    mover = NOBODY
    if state.waiting == DECISION:
        out[at + int(state.question)] = 1.0
        mover = int(state.player)
    at += len(Question)
    turn = int(state.big_order[state.cursor]) if state.phase == Phase.ACTIONS else mover
    if mover >= 0:
        out[at + _steps_to(state, player, mover)] = 0.5
    at = _mark_seat(state, player, turn, out, at)
    out[at] = _due(state) * PER_SMALL
    out[at + 1] = int(state.picks) * PER_SMALL
    out[at + 2] = int(state.stones_drawn) * PER_SMALL
    out[at + 3] = int(state.points_left) * PER_SMALL
    out[at + 4] = int(state.promotions) * PER_PROMOTION
    for frame in range(int(state.frame_count)):
        if state.frames[frame, 0] == Frame.COPY:
            out[at + 5] = 1.0
    at += 6
    if state.demand >= 0:
        out[at + int(state.demand)] = 1.0
    at += FOODS
    for food in range(FOODS):
        out[at + food] = int(state.demand_left[food]) * board.per_token[food]
    return at + FOODS


@rule
def _due(state: Any) -> Any:
    """What the event under way still brings; it is of one kind at a time."""
    return int(state.cubes_due) + int(state.discards_due) + int(state.foods_due)


@rule
def _write_supply(state: Any, board: Any, mode: Any, out: Any, at: Any) -> Any:
    for good in range(len(Good)):
        out[at + good] = int(state.stock[good]) * board.per_supply[good]
        out[at + len(Good) + good] = int(state.special_track[good]) * PER_SMALL
    at += 2 * len(Good)
    if mode == _SCREENS:
        out[at] = cubes_in_bag(state) * (PER_GOOD / 2)
        at += 1
    else:
        for cube in range(len(Cube)):
            out[at + cube] = int(state.bag[cube]) * PER_GOOD
        at += len(Cube)
    out[at] = int(state.reserve_stones) * PER_GOOD
    at += 1
    for series in range(SERIES):
        out[at + series] = int(state.rewards_taken[series]) * PER_REWARD_TILE
    at += SERIES
    top = int(state.pile_size) - 1
    for place in range(top + 1):
        out[at + place] = int(state.pile[top - place]) * PER_TILE
    return at + int(board.pile_places)


@rule
def _write_spaces(state: Any, player: Any, out: Any, at: Any) -> Any:
    out[at] = int(state.special_used)
    out[at + 1] = int(state.order_used)
    out[at + 2] = int(state.copies) * PER_SMALL
    out[at + 3] = int(state.goods_uses) * PER_SMALL
    return _mark_seat(state, player, int(state.priority), out, at + 4)


@rule
def _write_tiles(state: Any, player: Any, out: Any, at: Any) -> Any:
    """Where each skill and each one-use tile lies; the food tile on the extra slot."""
    # Without branches, as places cannot be predicted: an entry that stays 0 is written, too.
    for skill in range(len(Skill)):
        place = int(state.skill_at[skill])
        entry = 1 + _steps_to(state, player, place) if place >= 0 else 0
        out[at + entry] = 1.0 if place >= ON_BOARD else 0.0
        at += 1 + MAX_PLAYERS
    for tile in range(len(OneUseTile)):
        place = int(state.one_use_at[tile])
        entry = 2 + _steps_to(state, player, place) if place >= 0 else 0
        out[at + (1 if place == ON_EXTRA_SLOT else entry)] = 1.0
        at += 2 + MAX_PLAYERS
    out[at] = int(state.extra_food) * PER_TILE
    return at + 1


@rule
def _write_orders(state: Any, player: Any, out: Any, at: Any) -> Any:
    """Places of the cubes of those still in: 1 for the first, falling by 1 / MAX_PLAYERS."""
    big, small = 1.0, 1.0
    for place in range(int(state.players)):
        seat = int(state.big_order[place])
        if seat != NOBODY and state.out[seat] == 0:
            out[at + _steps_to(state, player, seat)] = big
            big -= 1 / MAX_PLAYERS
        seat = int(state.small_order[place])
        if seat != NOBODY:
            out[at + MAX_PLAYERS + _steps_to(state, player, seat)] = small
            small -= 1 / MAX_PLAYERS
    return at + 2 * MAX_PLAYERS


@rule
def _write_pyramid(state: Any, player: Any, out: Any, at: Any) -> Any:
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        colour = int(state.hands[hand])
        entry = _steps_to(state, player, colour) if colour >= 0 else 0
        out[at + (MAX_PLAYERS if colour == VIRTUAL else entry)] = 1.0 if colour >= 0 else 0.0
        out[at + MAX_PLAYERS + 1] = int(state.discs_on[hand]) * 0.5
        at += MAX_PLAYERS + 2
    at = _mark_seat(state, player, int(state.servant_space), out, at)
    out[at] = int(state.mine[VIRTUAL]) * PER_SMALL
    return at + 1


@rule
def _write_seat(
    state: Any,
    board: Any,
    seat: Any,
    step: Any,
    mode: Any,
    secret: Any,
    out: Any,
    at: Any,
) -> Any:
    """Entries of one seat; a seat that is not in the game keeps zeros."""
    covered = mode == _SCREENS and step > 0
    first = at + (1 if step > 1 else 0)
    places = int(board.places)
    goods_entries = 0 if covered else len(Good) + 1
    end = first + goods_entries + places + 18 + int(board.demotions_entry)
    if step > 0:
        end += 1
    if seat == NOBODY:
        return end
    if step > 1:
        out[at] = 1.0
    at = first
    if not covered:
        for good in range(len(Good)):
            out[at + good] = int(state.goods[seat, good]) * PER_GOOD
        out[at + len(Good)] = reward_points(state, seat) * PER_REWARD
        at += goods_entries
    for place in range(places):
        out[at + place] = int(state.stones[seat, place]) * PER_SMALL
    at += places
    points = int(state.punishment[seat])
    out[at] = points * board.per_point
    if state.out[seat] == 0:
        out[at + 1] = int(board.to_symbol[points]) * PER_SYMBOL
    out[at + 2] = int(state.silver_space[seat]) * board.per_space
    out[at + 3] = int(state.gold_space[seat]) * board.per_space
    out[at + 4] = int(state.mine[seat]) * PER_SMALL
    out[at + 5] = servants_of(state, seat) * PER_SMALL
    out[at + 6] = int(state.first_servant[seat]) * PER_REWARD_TILE
    out[at + 7] = int(state.food_tile[seat]) * PER_TILE
    out[at + 8] = int(state.discs[seat]) * board.per_disc
    out[at + 9] = int(state.passed[seat])
    out[at + 10] = int(state.mine_used[seat])
    out[at + 11] = int(state.tiles_used[seat])
    out[at + 12] = int(state.copy_used[seat])
    at += 13
    if step > 0:
        out[at] = int(state.assigned[seat]) * PER_SMALL
        at += 1
    out[at] = int(state.announced[seat])
    if step == 0 or not secret:
        out[at + 1] = int(state.refused[seat])
        for kind in range(len(Kind)):
            out[at + 2 + kind] = int(state.offers[seat, kind]) * PER_GOOD
    if board.demotions_entry and state.frame_count > 0:
        out[at + 5] = _demotions_due(state, seat) * PER_SMALL
    return end


@rule
def _demotions_due(state: Any, seat: Any) -> Any:
    """Demotions that a player still owes for symbols crossed, after the one that is asked."""
    number = 0
    for frame in range(int(state.frame_count)):
        if state.frames[frame, 0] == Frame.DEMOTE and int(state.frames[frame, 1]) == seat:
            number += int(state.frames[frame, 2])
    return number
