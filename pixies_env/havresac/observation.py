"""The observation: features of what a player knows, own seat first, scaled to about [0, 1].

:func:`features.features` names the entries in the order in which :func:`observe` writes them.
Seats are counted from the observer: ``me``, ``left1`` (the next seat), ``left2`` ... The own board
comes whole, cell by cell, the boards of the others in numbers.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import inlined, rule
from pixies_env.core.kit.entries import write_counts, write_flags, write_kinds, write_numbers
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
from pixies_env.havresac.places import STRIDE, WORDS, bit, cell_at, word_of
from pixies_env.havresac.rules.ending import opened_chests
from pixies_env.havresac.state import starter

KINDS = GUARDIANS + len(CREATURES)
SEAT_ENTRIES = 2 + 2 * GUARDIANS + len(CREATURES) + len(MONSTERS) + 2 + 2 * len(OBJECTS) - 1 + 4
"""Of every seat; the others have one for each kind on the board and one for being there."""

_CREATURES = len(CREATURES)
_ROWS_IN_WORD = 64 // STRIDE
_FIRST_TURN = len(QUESTIONS)
_FIRST_STARTER = _FIRST_TURN + MAX_PLAYERS
_FIRST_DRAWN = _FIRST_STARTER + MAX_PLAYERS
_FLOW_FLAGS = _FIRST_DRAWN + GUARDIANS
_NONE = np.uint64(0)


@rule
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
def _write_rows(board: Any, word: Any, cells: Any, out: Any, at: Any) -> Any:
    """1 for each cell in one word of a set, 0 for the others of its rows."""
    for _ in range(min(_ROWS_IN_WORD, int(board.rows) - _ROWS_IN_WORD * word)):
        # What lies beside the map is written over by the next row.
        write_flags(cells, STRIDE, out, at)
        cells >>= np.uint64(STRIDE)
        at += int(board.columns)
    return at


@inlined
def _write_occupants(state: Any, board: Any, player: Any, out: Any) -> Any:
    """1 for each cell with an occupant, in the part of its kind."""
    rows, columns = int(board.rows), int(board.columns)
    width = rows * columns
    creatures = GUARDIANS * width
    planes = state.occupants[player]
    for row in range(rows - 1):
        cells = _row_of(planes, row)
        at = row * columns
        write_kinds(cells, FIRST_GUARDIAN, GUARDIANS, STRIDE, width, out, at)
        write_kinds(cells, FIRST_CREATURE, _CREATURES, STRIDE, width, out, creatures + at)
    # What lies beside the last row is the first one of the next kind.
    cells = _row_of(planes, rows - 1)
    at = width - columns
    write_kinds(cells, FIRST_GUARDIAN, GUARDIANS, columns, width, out, at)
    write_kinds(cells, FIRST_CREATURE, _CREATURES, columns, width, out, creatures + at)
    return KINDS * width


@inlined
def _row_of(planes: Any, row: Any) -> Any:
    """The four words that tell what stands on the cells of a row."""
    word, shift = word_of(STRIDE * row), np.uint64((STRIDE * row) & 63)
    return (
        planes[0, word] >> shift,
        planes[1, word] >> shift,
        planes[2, word] >> shift,
        planes[3, word] >> shift,
    )


@inlined
def _write_cells(state: Any, board: Any, player: Any, out: Any) -> Any:
    at = _write_occupants(state, board, player, out)
    for word in range(WORDS):
        at = _write_rows(board, word, state.tents[player, word], out, at)
    for word in range(WORDS):
        ruins = board.villages[word] & ~state.repaired[player, word]
        at = _write_rows(board, word, ruins, out, at)
    for word in range(WORDS):
        closed = board.chests[word] & ~state.opened[player, word]
        at = _write_rows(board, word, closed, out, at)
    end = at + int(board.rows) * int(board.columns)
    for entry in range(at, end):
        out[entry] = 0.0
    if state.place >= 0 and int(state.player) == player:
        out[at + cell_at(board, int(state.place))] = 1.0
    return end


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
        face = int(state.faces[guardian])
        out[at + guardian] = 0.5 if face == UNKNOWN else face
        tokens = np.float32(state.reserve[guardian])
        out[at + GUARDIANS + guardian] = tokens * board.per_token[guardian]
    at += 2 * GUARDIANS
    # Flags of cards that the board lacks are written over.
    write_flags(state.cards_left, MAX_LABELS, out, at)
    return at + int(board.cards)


@inlined
def _write_counts(state: Any, seat: Any, out: Any, at: Any) -> Any:
    """Guardians and creatures on a board, by kind."""
    planes = state.occupants[seat]
    write_counts(planes, WORDS, FIRST_GUARDIAN, GUARDIANS, PER_CREATURE, out, at)
    at += GUARDIANS
    write_counts(planes, WORDS, FIRST_CREATURE, _CREATURES, PER_CREATURE, out, at)
    return at + _CREATURES


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
        for place in range(int(state.players)):
            if int(state.buying_order[place]) == seat:
                out[at + 3] = np.float32(place + 1) * PER_PLAYER
    at += 4
    if step > 0:
        at = _write_counts(state, seat, out, at)
        out[at] = 1.0
        at += 1
    return at
