"""The observation: features of what a player knows, own seat first, scaled to about [0, 1].

:func:`features.features` names the entries in the order in which :func:`observe` writes them.
Seats are counted from the observer: ``me``, ``left1`` (the next seat), ``left2`` ... The own board
comes whole, cell by cell, the boards of the others in numbers.
"""

from typing import Any

import numpy as np

from pixies_env.core.bits import count_bits, lowest_bit, without_lowest
from pixies_env.core.compile import rule
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
from pixies_env.havresac.limits import GUARDIANS, MAX_PLAYERS
from pixies_env.havresac.names import (
    CREATURES,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    MONSTERS,
    NOBODY,
    OBJECTS,
    QUESTIONS,
    UNKNOWN,
    Phase,
    Thing,
)
from pixies_env.havresac.places import WORDS, cell_at
from pixies_env.havresac.rules.ending import opened_chests
from pixies_env.havresac.state import occupant_at, starter

KINDS = GUARDIANS + len(CREATURES)
SEAT_ENTRIES = 2 + 2 * GUARDIANS + len(CREATURES) + len(MONSTERS) + 2 + 2 * len(OBJECTS) - 1 + 4
"""Of every seat; the others have one for each kind on the board and one for being there."""


@rule
def observe(state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    """Write the observation of a player; returns the number of entries."""
    out[:] = 0.0
    at = _write_cells(state, board, player, out)
    at = _write_flow(state, board, player, out, at)
    at = _write_shared(state, board, out, at)
    players = int(state.players)
    for step in range(MAX_PLAYERS):
        seat = NOBODY
        if step < players:
            seat = player + step
            if seat >= players:
                seat -= players
        at = _write_seat(state, board, seat, step, out, at)
    return at


@rule
def _mark(board: Any, cells: Any, word: Any, out: Any, at: Any) -> None:
    """1 for each cell in one word of a set."""
    while cells != 0:
        out[at + cell_at(board, 64 * word + lowest_bit(cells))] = 1.0
        cells = without_lowest(cells)


@rule
def _kind_at(state: Any, player: Any, place: Any) -> Any:
    """Number of an occupant among the Guardians and then the creatures."""
    number = occupant_at(state, player, place)
    if number >= FIRST_CREATURE:
        return GUARDIANS + number - FIRST_CREATURE
    return number - FIRST_GUARDIAN


@rule
def _write_cells(state: Any, board: Any, player: Any, out: Any) -> Any:
    width = int(board.rows) * int(board.columns)
    planes = state.occupants[player]
    for word in range(WORDS):
        taken = planes[0, word] | planes[1, word] | planes[2, word] | planes[3, word]
        while taken != 0:
            place = 64 * word + lowest_bit(taken)
            taken = without_lowest(taken)
            out[_kind_at(state, player, place) * width + cell_at(board, place)] = 1.0
        at = KINDS * width
        _mark(board, state.tents[player, word], word, out, at)
        ruins = board.villages[word] & ~state.repaired[player, word]
        _mark(board, ruins, word, out, at + width)
        closed = board.chests[word] & ~state.opened[player, word]
        _mark(board, closed, word, out, at + 2 * width)
    at = (KINDS + 3) * width
    if state.place >= 0 and int(state.player) == player:
        out[at + cell_at(board, int(state.place))] = 1.0
    return at + width


@rule
def _steps_to(state: Any, player: Any, seat: Any) -> Any:
    """How many seats to the left of the observer a seat is."""
    steps = seat - player
    return steps if steps >= 0 else steps + int(state.players)


@rule
def _write_flow(state: Any, board: Any, player: Any, out: Any, at: Any) -> Any:
    players = int(state.players)
    out[at] = np.float32(players) * PER_PLAYER
    out[at + 1] = np.float32(state.round_number) * board.per_round
    out[at + 2] = 1.0 if state.phase == Phase.RECRUITMENT else 0.0
    at += 3
    if state.waiting == 0:
        out[at + int(state.question)] = 1.0
    at += len(QUESTIONS)
    if state.player >= 0:
        out[at + _steps_to(state, player, int(state.player))] = 1.0
    at += MAX_PLAYERS
    if state.round_number > 0:
        out[at + _steps_to(state, player, starter(state))] = 1.0
    at += MAX_PLAYERS
    if state.guardian >= 0:
        out[at + int(state.guardian)] = 1.0
    at += GUARDIANS
    out[at] = np.float32(state.boots) * PER_BOOTS
    out[at + 1] = np.float32(state.feather)
    out[at + 2] = np.float32(state.sword)
    out[at + 3] = np.float32(state.powers) * PER_POWER
    return at + 4


@rule
def _write_shared(state: Any, board: Any, out: Any, at: Any) -> Any:
    out[at] = int(board.season)
    at += 1
    for guardian in range(GUARDIANS):
        face = int(state.faces[guardian])
        out[at + guardian] = 0.5 if face == UNKNOWN else face
        tokens = np.float32(state.reserve[guardian])
        out[at + GUARDIANS + guardian] = tokens * board.per_token[guardian]
    at += 2 * GUARDIANS
    left = state.cards_left
    for card in range(int(board.cards)):
        out[at + card] = np.float32((left >> np.uint64(card)) & np.uint64(1))
    return at + int(board.cards)


@rule
def _write_counts(state: Any, seat: Any, out: Any, at: Any) -> Any:
    """Guardians and creatures on a board, by kind."""
    for word in range(WORDS):
        p0, p1 = state.occupants[seat, 0, word], state.occupants[seat, 1, word]
        p2, p3 = state.occupants[seat, 2, word], state.occupants[seat, 3, word]
        if p0 | p1 | p2 | p3 == 0:
            continue
        low, high = ~(p2 | p3), p2 & ~p3
        _count(p0 & ~p1 & low, out, at)
        _count(p1 & ~p0 & low, out, at + 1)
        _count(p0 & p1 & low, out, at + 2)
        _count(high & ~p0 & ~p1, out, at + 3)
        _count(high & p0, out, at + 4)
        _count(high & p1, out, at + 5)
        _count(p3 & ~p0 & ~p1, out, at + 6)
        _count(p3 & p0 & ~p1, out, at + 7)
        _count(p3 & p1 & ~p0, out, at + 8)
        _count(p3 & p0 & p1, out, at + 9)
    return at + KINDS


@rule
def _count(cells: Any, out: Any, at: Any) -> None:
    out[at] += np.float32(count_bits(cells)) * PER_CREATURE


@rule
def _write_seat(state: Any, board: Any, seat: Any, step: Any, out: Any, at: Any) -> Any:
    """Entries of one seat; a seat that is not in the game keeps zeros."""
    end = at + SEAT_ENTRIES + (KINDS + 1 if step > 0 else 0)
    if seat == NOBODY:
        return end
    out[at] = np.float32(state.vp[seat]) * PER_VP
    out[at + 1] = np.float32(state.gold[seat]) * PER_GOLD
    at += 2
    for guardian in range(GUARDIANS):
        out[at + guardian] = np.float32(state.bag[seat, guardian]) * PER_TOKEN
    at += GUARDIANS
    for guardian in range(GUARDIANS):
        out[at + guardian] = np.float32(state.idle[seat, guardian]) * PER_TOKEN
    at += GUARDIANS
    for creature in range(len(CREATURES)):
        out[at + creature] = np.float32(state.gains[seat, creature]) * PER_CREATURE
    at += len(CREATURES)
    for monster in range(len(MONSTERS)):
        out[at + monster] = np.float32(state.hunted[seat, monster]) * PER_CREATURE
    at += len(MONSTERS)
    out[at] = np.float32(state.fairies[seat]) * PER_CREATURE
    out[at + 1] = np.float32(state.villages_left[seat]) * board.per_village
    at += 2
    for thing in range(Thing.CUP):
        out[at + thing] = np.float32(state.objects[seat, thing]) * PER_OBJECT
    at += Thing.CUP
    for thing in range(len(OBJECTS)):
        out[at + thing] = np.float32(state.closed[seat, thing]) * PER_OBJECT
    at += len(OBJECTS)
    out[at] = np.float32(state.cups[seat]) * PER_OBJECT
    out[at + 1] = np.float32(opened_chests(state, seat)) * PER_CHEST
    out[at + 2] = np.float32(state.stopped[seat])
    if state.phase == Phase.RECRUITMENT:
        for place in range(int(state.players)):
            if int(state.buying_order[place]) == seat:
                out[at + 3] = np.float32(place + 1) * PER_PLAYER
    if step > 0:
        out[_write_counts(state, seat, out, at + 4)] = 1.0
    return end
