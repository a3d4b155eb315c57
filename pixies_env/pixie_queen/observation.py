"""The observation: features of what a player knows, own seat first, scaled to about [-1, 1].

:func:`features` names the entries in the order in which :func:`observe` writes them. Seats and
colours are counted from the observer: ``me``, ``left1`` (the next seat), ``left2`` ...
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import local_words
from pixies_env.core.compilation.compile import inlined, rule
from pixies_env.core.kit.entries import (
    LANES,
    NUMBERS,
    scaled_bytes,
    transpose_numbers,
    write_flags,
    write_numbers,
    write_products,
    write_row,
)
from pixies_env.core.seam import DECISION, OBSERVATION
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
    GOODS,
    IN_BOX,
    KINDS,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    QUESTIONS,
    SERIES,
    SERVANT_SPACE,
    SKILLS,
    VIRTUAL,
    Cube,
    Frame,
    Phase,
)
from pixies_env.pixie_queen.rules.space_15 import cubes_in_bag
from pixies_env.pixie_queen.state import MAX_FRAMES, reward_points, servants_of

_SCREENS = OBSERVATION_MODES.index(SCREENS)

_PHASES = int(Phase.OVER)
_FLOW_FLAGS = _PHASES + len(QUESTIONS)
_FLOW_BLOCK = -(-_FLOW_FLAGS // LANES) * LANES
"""Whole vectors; those beyond the flags are written over."""
_DEMAND_FLAGS = 1 + FOODS
_GOODS = len(GOODS)
_PER_SKILL, _PER_ONE_USE = 1 + MAX_PLAYERS, 2 + MAX_PLAYERS
_ORDERS = 2 * MAX_PLAYERS
_PER_HAND = MAX_PLAYERS + 2
_NUMBER_WORDS = 2 * MAX_PLAYERS

_ONE, _NONE = np.uint64(1), np.uint64(0)


def _rows(lowest: int, of_observer: int, others: Mapping[int, int]) -> np.ndarray:
    """Entries that tell where something lies: float32 rows of :data:`NUMBERS`, one of them 1.

    Each number of players and each observer, see :func:`_first_row`, has rows for all places: for
    what lies below the seats, from ``lowest`` on, for the seats, and for what lies above. The entry
    of the observer has the number ``of_observer``, the seats to the left follow. ``others`` are the
    entries of places that are no seats.
    """
    places = MAX_PLAYERS + 1 - lowest
    rows = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, places, NUMBERS), OBSERVATION)
    for players in range(1, MAX_PLAYERS + 1):
        for observer in range(players):
            for seat in range(players):
                rows[
                    players, observer, seat - lowest, of_observer + (seat - observer) % players
                ] = 1
    for place, entry in others.items():
        rows[:, :, place - lowest, entry] = 1
    return rows.reshape(-1, NUMBERS)


@inlined
def _first_row(state: Any, player: Any, lowest: Any) -> Any:
    """The row of place 0 among those of an observer."""
    observer = int(state.players) * MAX_PLAYERS + player
    return observer * (MAX_PLAYERS + 1 - lowest) - lowest


_SKILL_ROWS = _rows(IN_BOX, 1, {ON_BOARD: 0})
_ONE_USE_ROWS = _rows(ON_BOARD, 2, {ON_BOARD: 0, ON_EXTRA_SLOT: 1})
_COLOUR_ROWS = _rows(NOBODY, 0, {VIRTUAL: MAX_PLAYERS})
_GOOD = scaled_bytes(PER_GOOD)
_SMALL = scaled_bytes(PER_SMALL)
_TILE = scaled_bytes(PER_TILE)
_REWARD_TILE = scaled_bytes(PER_REWARD_TILE)
_HALF = scaled_bytes(0.5)
_NUMBER = scaled_bytes(1)
_PLACE = scaled_bytes(1 / MAX_PLAYERS)
"""Small numbers times the scale of their entries."""


@inlined
def observe(state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    """Write the observation of a player; returns the number of entries."""
    at = _write_flow(state, board, player, out)
    at = _write_supply(state, board, mode, out, at)
    at = _write_spaces(state, player, out, at)
    at = _write_tiles(state, player, out, at)
    at = _write_orders(state, player, out, at)
    at = _write_pyramid(state, player, out, at)
    players = int(state.players)
    secret = offers_are_secret(state)
    numbers = local_words(_NUMBER_WORDS)
    transpose_numbers(
        (
            state.silver_space,
            state.gold_space,
            state.mine,
            state.mine,  # In place of servants, which do not lie side by side.
            state.first_servant,
            state.food_tile,
            state.discs,
            state.passed,
            state.mine_used,
            state.tiles_used,
            state.copy_used,
            state.assigned,
            state.announced,
        ),
        MAX_PLAYERS,
        numbers,
    )
    for step in range(players):
        seat = player + step
        if seat >= players:
            seat -= players
        at = _write_seat(state, board, seat, step, mode, secret, numbers, out, at)
    end = at
    for absent in range(players, MAX_PLAYERS):
        end += _entries_of_seat(board, absent, mode)
    for entry in range(at, end):
        out[entry] = 0.0
    return end


@inlined
def _steps_to(state: Any, player: Any, seat: Any) -> Any:
    """How many seats to the left of the observer a seat is."""
    steps = seat - player
    # Without a branch: who sits where changes with every observation.
    return steps + (int(state.players) & (steps >> 63))


@inlined
def _flag(place: Any) -> Any:
    """A word with one bit; none for a place below 0."""
    return _ONE << np.uint64(place) if place >= 0 else _NONE


@inlined
def _write_seat_row(state: Any, player: Any, seat: Any, out: Any, at: Any) -> None:
    """Write which seat it is, counted from the observer; nothing but zeros for nobody."""
    write_row(_COLOUR_ROWS, _first_row(state, player, NOBODY) + seat, out, at)


@inlined
def _write_flow(state: Any, board: Any, player: Any, out: Any) -> Any:
    out[0] = int(state.players) * (1 / MAX_PLAYERS)
    out[1] = np.float32(state.round_number) * board.per_round
    flags = _NONE
    if state.phase != Phase.OVER:
        flags = _flag(int(state.phase))
    mover = NOBODY
    if state.waiting == DECISION:
        flags |= _flag(_PHASES + int(state.question))
        mover = int(state.player)
    write_flags(flags, _FLOW_BLOCK, out, 2)
    at = 2 + _FLOW_FLAGS
    turn = int(state.big_order[state.cursor]) if state.phase == Phase.ACTIONS else mover
    _write_seat_row(state, player, turn, out, at)
    if mover >= 0 and mover != turn:
        out[at + _steps_to(state, player, mover)] = 0.5
    at += MAX_PLAYERS
    out[at] = _due(state) * PER_SMALL
    out[at + 1] = _SMALL[np.uint8(state.picks)]
    out[at + 2] = _SMALL[np.uint8(state.stones_drawn)]
    out[at + 3] = _SMALL[np.uint8(state.points_left)]
    out[at + 4] = int(state.promotions) * PER_PROMOTION
    flags = _flag(int(state.demand)) << _ONE
    for frame in range(MAX_FRAMES):  # Those that do not lie on the stack are zeros.
        if state.frames[frame, 0] == Frame.COPY:
            flags |= _ONE
    write_flags(flags, _DEMAND_FLAGS, out, at + 5)
    at += 6 + FOODS
    write_numbers(state.demand_left, board.per_token, out, at)
    return at + FOODS


@rule
def _due(state: Any) -> Any:
    """What the event under way still brings; it is of one kind at a time."""
    return int(state.cubes_due) + int(state.discards_due) + int(state.foods_due)


@inlined
def _write_supply(state: Any, board: Any, mode: Any, out: Any, at: Any) -> Any:
    write_numbers(state.stock, board.per_supply, out, at)
    at += _GOODS
    write_numbers(state.special_track, PER_SMALL, out, at)
    at += _GOODS
    if mode == _SCREENS:
        out[at] = cubes_in_bag(state) * (PER_GOOD / 2)
        at += 1
    else:
        for cube in range(len(Cube)):
            out[at + cube] = _GOOD[np.uint8(state.bag[cube])]
        at += len(Cube)
    out[at] = _GOOD[np.uint8(state.reserve_stones)]
    at += 1
    for series in range(SERIES):
        out[at + series] = _REWARD_TILE[np.uint8(state.rewards_taken[series])]
    at += SERIES
    top = int(state.pile_size) - 1
    places = int(board.pile_places)
    for place in range(places):
        out[at + place] = _TILE[np.uint8(state.pile[top - place])] if place <= top else 0.0
    return at + places


@inlined
def _write_spaces(state: Any, player: Any, out: Any, at: Any) -> Any:
    out[at] = _NUMBER[np.uint8(state.special_used)]
    out[at + 1] = _NUMBER[np.uint8(state.order_used)]
    out[at + 2] = _SMALL[np.uint8(state.copies)]
    out[at + 3] = _SMALL[np.uint8(state.goods_uses)]
    _write_seat_row(state, player, int(state.priority), out, at + 4)
    return at + 4 + MAX_PLAYERS


@inlined
def _write_tiles(state: Any, player: Any, out: Any, at: Any) -> Any:
    """Where each skill and each one-use tile lies; the food tile on the extra slot."""
    # Of each row the last entries are written over.
    row = _first_row(state, player, IN_BOX)
    for skill in range(len(SKILLS)):
        write_row(_SKILL_ROWS, row + int(state.skill_at[skill]), out, at)
        at += _PER_SKILL
    row = _first_row(state, player, ON_BOARD)
    for tile in range(len(ONE_USE_TILES)):
        write_row(_ONE_USE_ROWS, row + int(state.one_use_at[tile]), out, at)
        at += _PER_ONE_USE
    out[at] = _TILE[np.uint8(state.extra_food)]
    return at + 1


@inlined
def _write_orders(state: Any, player: Any, out: Any, at: Any) -> Any:
    """Places of the cubes of those still in: 1 for the first, falling by 1 / MAX_PLAYERS."""
    write_flags(_NONE, _ORDERS, out, at)
    big, small = MAX_PLAYERS, MAX_PLAYERS
    for place in range(int(state.players)):
        seat = int(state.big_order[place])
        if seat != NOBODY and state.out[seat] == 0:
            out[at + _steps_to(state, player, seat)] = _PLACE[big]
            big -= 1
        seat = int(state.small_order[place])
        if seat != NOBODY:
            out[at + MAX_PLAYERS + _steps_to(state, player, seat)] = _PLACE[small]
            small -= 1
    return at + _ORDERS


@inlined
def _write_pyramid(state: Any, player: Any, out: Any, at: Any) -> Any:
    row = _first_row(state, player, NOBODY)
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        write_row(_COLOUR_ROWS, row + int(state.hands[hand]), out, at)
        at += _PER_HAND
        out[at - 1] = _HALF[np.uint8(state.discs_on[hand])]
    _write_seat_row(state, player, int(state.servant_space), out, at)
    out[at + MAX_PLAYERS] = _SMALL[np.uint8(state.mine[VIRTUAL])]
    return at + MAX_PLAYERS + 1


@inlined
def _entries_of_seat(board: Any, step: Any, mode: Any) -> Any:
    """Number of entries of a seat so many steps to the left."""
    entries = int(board.places) + 18 + int(board.demotions_entry)
    if not (mode == _SCREENS and step > 0):
        entries += _GOODS + 1
    return entries + min(step, 2)


@inlined
def _write_seat(
    state: Any,
    board: Any,
    seat: Any,
    step: Any,
    mode: Any,
    secret: Any,
    numbers: Any,
    out: Any,
    at: Any,
) -> Any:
    """Entries of one seat in the game."""
    end = at + _entries_of_seat(board, step, mode)
    if step > 1:
        out[at] = 1.0
        at += 1
    if not (mode == _SCREENS and step > 0):
        write_numbers(state.goods[seat], PER_GOOD, out, at)
        out[at + _GOODS] = reward_points(state, seat) * PER_REWARD
        at += _GOODS + 1
    # What more is written here, and further down, is written over.
    write_numbers(state.stones[seat], PER_SMALL, out, at)
    at += int(board.places)
    points = int(state.punishment[seat])
    out[at] = np.float32(points) * board.per_point
    out[at + 1] = int(board.to_symbol[points]) * PER_SYMBOL if state.out[seat] == 0 else 0.0
    write_products(numbers, seat, board.per_seat_number, out, at + 2)
    out[at + 5] = _SMALL[np.uint8(servants_of(state, seat))]
    at += 13
    if step > 0:
        at += 1
    else:
        out[at] = _NUMBER[np.uint8(state.announced[seat])]
    shown = step == 0 or not secret
    out[at + 1] = _NUMBER[np.uint8(state.refused[seat])] if shown else 0.0
    for kind in range(KINDS):
        out[at + 2 + kind] = _GOOD[np.uint8(state.offers[seat, kind])] if shown else 0.0
    if board.demotions_entry:
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
