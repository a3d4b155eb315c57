"""The observation: features of what a player knows, own seat first, scaled to about [0, 1].

:func:`features.features` names the entries in the order in which :func:`observe` writes them.
Seats are counted from the observer: ``me``, ``left1`` (the next seat), ``left2`` ... The own board
comes whole, cell by cell, the boards of the others in numbers.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import count_bits, has_bit, local_words, lowest_bit, places_of
from pixies_env.core.compilation.compile import inlined
from pixies_env.core.kit.entries import (
    MOST_FLAGS,
    write_flags,
    write_numbers,
)
from pixies_env.havresac.features import (
    PER_BOOTS,
    PER_CHEST,
    PER_CREATURE,
    PER_GOLD,
    PER_OBJECT,
    PER_PLAYER,
    PER_POWER,
    PER_TOKEN,
    PER_VP,
)
from pixies_env.havresac.limits import GUARDIANS, MAX_LABELS, MAX_PLAYERS
from pixies_env.havresac.names import (
    CREATURES,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    MONSTERS,
    OBJECTS,
    QUESTIONS,
    UNKNOWN,
    Phase,
    Thing,
)
from pixies_env.havresac.places import ROWS_IN_WORD, WORDS, bit, side_by_side, word_of
from pixies_env.havresac.rules.ending import opened_chests
from pixies_env.havresac.state import starter

KINDS = GUARDIANS + len(CREATURES)
SEAT_ENTRIES = 2 + 2 * GUARDIANS + len(CREATURES) + len(MONSTERS) + 2 + 2 * len(OBJECTS) - 1 + 4
"""Of every seat; the others have one for each kind on the board and one for being there."""

_CREATURES = len(CREATURES)
_FIRST_TURN = len(QUESTIONS)
_FIRST_STARTER = _FIRST_TURN + MAX_PLAYERS
_FIRST_DRAWN = _FIRST_STARTER + MAX_PLAYERS
_FLOW_FLAGS = _FIRST_DRAWN + GUARDIANS
_SET_WORDS = (KINDS + 4) * WORDS
_NONE = np.uint64(0)
_CREATURES_IN_WORD = np.arange(65, dtype=np.float32) * PER_CREATURE
_NIGHT = np.array([0.5, 0, 1], np.float32)
"""By the face of a tile, from UNKNOWN on."""


@inlined
def observe(state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    """Write the observation of a player; returns the number of entries."""
    at = _write_cells(state, board, player, out)
    at = _write_flow(state, board, player, out, at)
    at = _write_shared(state, board, out, at)
    players = int(state.players)
    for step in range(players):
        seat = player + step
        if seat >= players:
            seat -= players
        at = _write_seat(state, board, seat, step, out, at)
    end = at + (MAX_PLAYERS - players) * (SEAT_ENTRIES + KINDS + 1)
    for entry in range(at, end):
        out[entry] = 0.0
    return end


@inlined
def _write_cells(state: Any, board: Any, player: Any, out: Any) -> Any:
    """1 for each cell in a set, 0 for the others in reading order, set by set."""
    rows, columns = int(board.rows), int(board.columns)
    sets = local_words(_SET_WORDS)
    _gather_sets(state, board, player, sets)
    # One stream of flags: writing what is written over costs as much as the rest.
    flags, number, at = _NONE, 0, 0
    for first in range(0, _SET_WORDS, WORDS):
        for row in range(0, rows, ROWS_IN_WORD):
            cells = sets[first + row // ROWS_IN_WORD]
            more = columns * min(rows - row, ROWS_IN_WORD)
            flags |= cells << np.uint64(number)
            number += more
            if number >= MOST_FLAGS:
                write_flags(flags, MOST_FLAGS, out, at)
                at += MOST_FLAGS
                number -= MOST_FLAGS
                flags = cells >> np.uint64(more - number)
    # Those beyond the last cell are written over.
    write_flags(flags, MOST_FLAGS, out, at)
    return at + number


@inlined
def _gather_sets(state: Any, board: Any, player: Any, sets: Any) -> None:
    """Sets of cells of the own board, in the order of their entries; rows without gaps."""
    columns = int(board.columns)
    planes = state.occupants[player]
    for word in range(WORDS):
        a = side_by_side(planes[0, word], columns)
        b = side_by_side(planes[1, word], columns)
        c = side_by_side(planes[2, word], columns)
        d = side_by_side(planes[3, word], columns)
        for guardian in range(GUARDIANS):
            cells = _of_number(a, b, c, d, FIRST_GUARDIAN + guardian)
            sets[WORDS * guardian + word] = cells
        for creature in range(_CREATURES):
            cells = _of_number(a, b, c, d, FIRST_CREATURE + creature)
            sets[WORDS * (GUARDIANS + creature) + word] = cells
        ruins = board.villages[word] & ~state.repaired[player, word]
        closed = board.chests[word] & ~state.opened[player, word]
        sets[WORDS * KINDS + word] = side_by_side(state.tents[player, word], columns)
        sets[WORDS * (KINDS + 1) + word] = side_by_side(ruins, columns)
        sets[WORDS * (KINDS + 2) + word] = side_by_side(closed, columns)
        sets[WORDS * (KINDS + 3) + word] = _NONE
    if state.place >= 0 and int(state.player) == player:
        place = int(state.place)
        sets[WORDS * (KINDS + 3) + word_of(place)] = side_by_side(bit(place), columns)


@inlined
def _words_of(board: Any) -> Any:
    """How many words hold the rows of the board."""
    return (int(board.rows) + ROWS_IN_WORD - 1) // ROWS_IN_WORD


@inlined
def _of_number(a: Any, b: Any, c: Any, d: Any, number: Any) -> Any:
    """Cells with one occupant, of four words that tell the bits of their numbers."""
    cells = a if has_bit(number, 0) else ~a
    cells &= b if has_bit(number, 1) else ~b
    cells &= c if has_bit(number, 2) else ~c
    return cells & (d if has_bit(number, 3) else ~d)


@inlined
def _steps_to(state: Any, player: Any, seat: Any) -> Any:
    """How many seats to the left of the observer a seat is."""
    steps = seat - player
    return steps if steps >= 0 else steps + int(state.players)


@inlined
def _write_flow(state: Any, board: Any, player: Any, out: Any, at: Any) -> Any:
    out[at] = np.float32(state.players) * PER_PLAYER
    out[at + 1] = np.float32(state.round_number) * board.per_round
    out[at + 2] = 1.0 if state.phase == Phase.RECRUITMENT else 0.0
    flags = _NONE
    if state.waiting == 0:
        flags |= bit(int(state.question))
    if state.player >= 0:
        flags |= bit(_FIRST_TURN + _steps_to(state, player, int(state.player)))
    if state.round_number > 0:
        flags |= bit(_FIRST_STARTER + _steps_to(state, player, starter(state)))
    if state.guardian >= 0:
        flags |= bit(_FIRST_DRAWN + int(state.guardian))
    write_flags(flags, _FLOW_FLAGS, out, at + 3)
    at += 3 + _FLOW_FLAGS
    out[at] = np.float32(state.boots) * PER_BOOTS
    out[at + 1] = np.float32(state.feather)
    out[at + 2] = np.float32(state.sword)
    out[at + 3] = np.float32(state.powers) * PER_POWER
    return at + 4


@inlined
def _write_shared(state: Any, board: Any, out: Any, at: Any) -> Any:
    out[at] = int(board.season)
    at += 1
    for guardian in range(GUARDIANS):
        out[at + guardian] = _NIGHT[int(state.faces[guardian]) - UNKNOWN]
        tokens = np.float32(state.reserve[guardian])
        out[at + GUARDIANS + guardian] = tokens * board.per_token[guardian]
    at += 2 * GUARDIANS
    # Flags of cards that the board lacks are written over.
    write_flags(state.cards_left, MAX_LABELS, out, at)
    return at + int(board.cards)


@inlined
def _write_counts(state: Any, board: Any, seat: Any, out: Any, at: Any) -> Any:
    """Guardians and creatures on a board, by kind."""
    planes = state.occupants[seat]
    for kind in range(KINDS):
        out[at + kind] = 0.0
    for word in range(_words_of(board)):
        a, b, c, d = planes[0, word], planes[1, word], planes[2, word], planes[3, word]
        for guardian in range(GUARDIANS):
            cells = _of_number(a, b, c, d, FIRST_GUARDIAN + guardian)
            out[at + guardian] += _CREATURES_IN_WORD[count_bits(cells)]
        for creature in range(_CREATURES):
            cells = _of_number(a, b, c, d, FIRST_CREATURE + creature)
            out[at + GUARDIANS + creature] += _CREATURES_IN_WORD[count_bits(cells)]
    return at + KINDS


@inlined
def _write_seat(state: Any, board: Any, seat: Any, step: Any, out: Any, at: Any) -> Any:
    """Entries of one seat in the game."""
    out[at] = np.float32(state.vp[seat]) * PER_VP
    out[at + 1] = np.float32(state.gold[seat]) * PER_GOLD
    at += 2
    write_numbers(state.bag[seat], PER_TOKEN, out, at)
    at += GUARDIANS
    write_numbers(state.idle[seat], PER_TOKEN, out, at)
    at += GUARDIANS
    write_numbers(state.gains[seat], PER_CREATURE, out, at)
    at += len(CREATURES)
    write_numbers(state.hunted[seat], PER_CREATURE, out, at)
    at += len(MONSTERS)
    out[at] = np.float32(state.fairies[seat]) * PER_CREATURE
    out[at + 1] = np.float32(state.villages_left[seat]) * board.per_village
    at += 2
    write_numbers(state.objects[seat], PER_OBJECT, out, at)
    at += Thing.CUP
    write_numbers(state.closed[seat], PER_OBJECT, out, at)
    at += len(OBJECTS)
    out[at] = np.float32(state.cups[seat]) * PER_OBJECT
    out[at + 1] = np.float32(opened_chests(state, seat)) * PER_CHEST
    out[at + 2] = np.float32(state.stopped[seat])
    out[at + 3] = 0.0
    if state.phase == Phase.RECRUITMENT:
        places = places_of(state.buying_order, seat)
        if places != 0:
            out[at + 3] = np.float32(lowest_bit(np.uint64(places)) + 1) * PER_PLAYER
    at += 4
    if step > 0:
        at = _write_counts(state, board, seat, out, at)
        out[at] = 1.0
        at += 1
    return at
