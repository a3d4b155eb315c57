"""The state of a game: one record of fixed size.

Arrays over players go by seat, over Guardians, creatures and objects by the lists of
:mod:`names`. Sets of cells are four words of bits, see :mod:`places`. What stands on the cells of
a board is one number per cell, its *occupant*, kept in four planes: plane k holds bit k of all of
them. Plane 3 tells creatures; in it planes 0 and 1 are zero for a Fairy. All other fields are
signed, so that sums and differences behave alike compiled and not.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.events import finish
from pixies_env.core.kit.zones import number_in
from pixies_env.core.seam import header_fields, record_dtype
from pixies_env.havresac.limits import GUARDIANS, MAX_PLAYERS
from pixies_env.havresac.names import (
    CREATURES,
    EMPTY,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    MONSTERS,
    NOTHING_DRAWN,
    NOWHERE,
    OBJECTS,
    Phase,
)
from pixies_env.havresac.places import WORDS, bit, word_of

PLANES = 4
CREATURE_PLANE = 3
"""The plane that tells creatures from Guardians."""

_PER_SEAT = (MAX_PLAYERS,)

STATE = record_dtype(
    [
        *header_fields(),
        # where the game stands
        ("round_number", np.int8),  # 0 during the set-up
        ("phase", np.int8),
        ("turn", np.int8),  # adventure: place in round order; recruitment: place in buying_order
        ("turned", np.int8),  # cards turned in this set-up or scout phase
        ("buying_order", np.int8, _PER_SEAT),  # recruitment: seats, first to last; else -1
        ("stopped", np.int8, _PER_SEAT),  # recruitment: who buys no more
        # what all share
        ("faces", np.int8, (GUARDIANS,)),  # DAY, NIGHT or UNKNOWN
        ("reserve", np.int8, (GUARDIANS,)),
        # the Guardian drawn, in the adventure phase of the player who decides
        ("guardian", np.int8),  # -1: none
        ("boots", np.int8),  # movement objects used by it
        ("feather", np.int8),
        ("sword", np.int8),
        ("powers", np.int8),  # uses of its power after the move that are left
        ("found", np.int8),  # object that it found, -1: none
        ("place", np.int16),  # where it stands, -1: nowhere yet
        # the players
        ("vp", np.int16, _PER_SEAT),
        ("gold", np.int16, _PER_SEAT),
        ("bag", np.int8, (MAX_PLAYERS, GUARDIANS)),
        ("idle", np.int8, (MAX_PLAYERS, GUARDIANS)),  # set aside in this round
        ("gains", np.int8, (MAX_PLAYERS, len(CREATURES))),  # creatures in the gains zone
        ("hunted", np.int8, (MAX_PLAYERS, len(MONSTERS))),  # on the hunting board
        ("fairies", np.int8, _PER_SEAT),  # in the Fairy column
        ("villages_left", np.int8, _PER_SEAT),  # tokens in the Village column
        ("objects", np.int8, (MAX_PLAYERS, len(OBJECTS))),  # found and not used
        ("closed", np.int8, (MAX_PLAYERS, len(OBJECTS))),  # in the closed chests
        ("cups", np.int8, _PER_SEAT),  # found in this round
        # the cards and the boards
        ("cards_left", np.uint64),  # bit k: card k is not yet turned
        ("occupants", np.uint64, (MAX_PLAYERS, PLANES, WORDS)),
        ("tents", np.uint64, (MAX_PLAYERS, WORDS)),
        ("repaired", np.uint64, (MAX_PLAYERS, WORDS)),  # villages
        ("opened", np.uint64, (MAX_PLAYERS, WORDS)),  # chests
    ]
)


@rule
def end_game(state: Any) -> None:
    """All rounds are played."""
    finish(state)
    state.phase = Phase.OVER
    state.turn = 0


@rule
def no_guardian(state: Any) -> None:
    """No Guardian is being played."""
    state.guardian = NOTHING_DRAWN
    state.found = NOTHING_DRAWN
    state.place = NOWHERE
    state.boots = 0
    state.feather = 0
    state.sword = 0
    state.powers = 0


@rule
def occupant_at(state: Any, player: Any, place: Any) -> Any:
    """What stands on a cell: EMPTY, ``FIRST_GUARDIAN + kind`` or ``FIRST_CREATURE + kind``."""
    word, one = word_of(place), bit(place)
    number = 0
    for plane in range(PLANES):
        if state.occupants[player, plane, word] & one != 0:
            number += 1 << plane
    return number


@rule
def set_occupant(state: Any, player: Any, place: Any, number: Any) -> None:
    """Put an occupant on a cell in place of what stood there."""
    word, one = word_of(place), bit(place)
    for plane in range(PLANES):
        if has_bit(number, plane):
            state.occupants[player, plane, word] |= one
        else:
            state.occupants[player, plane, word] &= ~one


@rule
def put_guardian(state: Any, player: Any, place: Any, guardian: Any) -> None:
    """Put a Guardian on a cell."""
    set_occupant(state, player, place, FIRST_GUARDIAN + guardian)


@rule
def put_creature(state: Any, player: Any, place: Any, creature: Any) -> None:
    """Put a creature on a cell."""
    set_occupant(state, player, place, FIRST_CREATURE + creature)


@rule
def clear_cell(state: Any, player: Any, place: Any) -> None:
    """Take what stands on a cell away."""
    set_occupant(state, player, place, EMPTY)


@rule
def guardians_in(state: Any, player: Any, word: Any) -> Any:
    """Cells with a Guardian, one word of four."""
    planes = state.occupants[player]
    return (planes[0, word] | planes[1, word] | planes[2, word]) & ~planes[CREATURE_PLANE, word]


@rule
def guardians_of_kind_in(state: Any, player: Any, guardian: Any, word: Any) -> Any:
    """Cells with a Guardian of one kind, one word of four."""
    planes = state.occupants[player]
    cells = ~planes[CREATURE_PLANE, word]
    for plane in range(CREATURE_PLANE):
        if has_bit(FIRST_GUARDIAN + guardian, plane):
            cells &= planes[plane, word]
        else:
            cells &= ~planes[plane, word]
    return cells


@rule
def monsters_in(state: Any, player: Any, word: Any) -> Any:
    """Cells with a monster, one word of four."""
    planes = state.occupants[player]
    return planes[CREATURE_PLANE, word] & (planes[0, word] | planes[1, word])


@rule
def pigs_in(state: Any, player: Any, word: Any) -> Any:
    """Cells with a Pig, one word of four."""
    planes = state.occupants[player]
    return planes[CREATURE_PLANE, word] & planes[0, word] & planes[1, word]


@rule
def tokens_in_bag(state: Any, player: Any) -> Any:
    """Number of tokens in a player's bag."""
    return number_in(state.bag[player])


@rule
def starter(state: Any) -> Any:
    """Seat that is first in round order."""
    return (int(state.round_number) - 1) % int(state.players)


@rule
def seat_in_turn(state: Any, turn: Any) -> Any:
    """Seat at a place in round order."""
    seat = starter(state) + turn
    return seat if seat < int(state.players) else seat - int(state.players)
