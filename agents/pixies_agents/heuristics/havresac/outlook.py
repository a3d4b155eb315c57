"""One player's position as the evaluation sees it, computed once for each decision.

The :data:`OUTLOOK` is a record. Cells are places on a grid of :data:`STRIDE` columns with a wall
around the board, so that a step is an addition and never leaves the array.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.kit.enums import words
from pixies_env.havresac.names import Guardian, Thing


class Term(IntEnum):
    """What a worth is made of."""

    GLORY = 0
    """Of this round and, by villages, of later ones."""
    POINTS = 1
    """At once or in the final scoring."""
    OBJECTS = 2
    """Found, less those used."""
    POSITION = 3
    """What the tokens in the bag can take from the start points then."""
    TENTS = 4
    """What a Tent brings in the next round."""
    REPLAY = 5
    """Playing a Guardian once more."""
    RECRUITS = 6
    """A Guardian bought."""
    GOLD = 7
    """Its price."""


TERMS = words(Term)

MAX_SIDE = 15
STRIDE = MAX_SIDE + 2
AREA = STRIDE * STRIDE
STEPS = np.array([-STRIDE, 1, STRIDE, -1], np.int64)
"""To the neighbours: up, right, down, left."""

WALL, OPEN, FOREST, LAKE, RUIN, VILLAGE, CHEST = range(7)
"""What a cell is: ``OPEN`` is all that has no influence and lets shots pass, without a chest."""
NOTHING, FAIRY, FOX, CROCODILE, PIG = range(5)
"""What stands on a cell; as kinds of targets, followed by these two."""
A_RUIN, A_CHEST = 5, 6
KINDS = len(Guardian)
OBJECTS = len(Thing)

MAX_TARGETS = 64
"""Creatures, chests and ruined villages that are looked at, in this order of importance."""
FARTHEST = 40
"""Distances above count as this."""
GLORY = 16
"""Amounts of Glory, from 0 on, that are valued."""

WAYS = 12
"""Sets of objects before a move: none to two Boots, with a Feather or not, with a Sword or not."""

OUTLOOK = record_dtype(
    [
        # the board
        ("kind", np.int8, (AREA,)),
        ("creature", np.int8, (AREA,)),
        ("guardian", np.int8, (AREA,)),  # kind + 1
        ("starts", np.int64),  # castle, own Guardians and Tents
        ("start_at", np.int64, (AREA,)),
        ("coming", np.int8, (AREA,)),  # creature of the card that is not yet turned
        ("castle", np.int64),
        ("coming_chance", np.float64),  # that a card not yet turned is turned in the next round
        # rules and means
        ("night", np.int8, (KINDS,)),
        ("steps", np.int64, (KINDS,)),  # of a move
        ("boots_steps", np.int64),
        ("can", np.int8, (KINDS, 7)),  # whether a kind can take a kind of target
        ("bag", np.int64, (KINDS,)),
        ("tokens", np.int64),  # in the bag
        ("objects", np.int64, (OBJECTS,)),  # that can be used now
        ("drawn", np.int64),
        ("used_boots", np.int64),
        ("used_feather", np.int8),
        ("used_sword", np.int8),
        ("standing", np.int64),  # place of the drawn Guardian after its move
        ("rounds", np.int64),  # after this one
        ("recruitments", np.int64),  # to come
        ("glory", np.int64),  # of this round, so far
        ("fairies", np.int64),  # in the column and in the gains zone
        ("repaired", np.int64),  # villages
        ("closed", np.int64, (OBJECTS,)),  # objects in closed chests
        ("villages", np.int64),  # Village tokens left
        # worths
        ("gain", np.float64, (GLORY,)),  # of so much more Glory in this round
        ("unit", np.float64),  # of one Glory in a later round
        ("taken_glory", np.float64, (7,)),  # of a kind of target, the terms by which it counts
        ("taken_points", np.float64, (7,)),
        ("taken_objects", np.float64, (7,)),
        ("object_worth", np.float64, (OBJECTS,)),  # of having it
        ("huntress_points", np.float64),
        ("cup_glory", np.float64),
        ("chance", np.float64, (KINDS, FARTHEST + 1)),  # to take a target at a distance
        ("price", np.int64, (KINDS,)),
        ("owned", np.int64, (KINDS,)),
        ("gold", np.float64),  # worth of 1 Gold
        # targets
        ("targets", np.int64),
        ("cell", np.int64, (MAX_TARGETS,)),
        ("type", np.int64, (MAX_TARGETS,)),
        ("worth", np.float64, (MAX_TARGETS,)),
        ("distance", np.int8, (MAX_TARGETS, AREA)),  # steps from each cell
        ("near", np.int64, (MAX_TARGETS,)),  # steps from the nearest start point
        ("flown", np.int64, (MAX_TARGETS,)),  # the same across any terrain
        ("here", np.int64, (MAX_TARGETS,)),  # both for a trial
        ("here_flown", np.int64, (MAX_TARGETS,)),
        ("gone", np.int8, (MAX_TARGETS,)),
        ("at", np.int64, (AREA,)),  # number of the target on a cell, -1 for none
        ("now", np.float64),  # potential before the decision
        ("replays", np.float64, (KINDS,)),  # worth of a token more in the bag
        # work
        ("queue", np.int64, (4 * AREA,)),
        ("waiting", np.int8, (AREA,)),
        ("reached", np.int8, (AREA,)),
        ("ways", np.int64, (AREA,)),  # sets of objects with which a move gets there, as bits
        ("destination", np.float64, (AREA,)),  # worth of moving there, and its terms
        ("moves", np.float64, (AREA, len(Term))),
        ("terms", np.float64, (len(Term),)),
        ("kept", np.float64, (len(Term),)),
    ]
)


@rule
def clear(outlook: Any) -> None:
    """Begin another worth."""
    for term in range(len(Term)):
        outlook.terms[term] = 0.0


@rule
def total(outlook: Any) -> Any:
    """Sum of the terms."""
    worth = 0.0
    for term in range(len(Term)):
        worth += outlook.terms[term]
    return worth


@rule
def is_monster(creature: Any) -> Any:
    """Whether what stands on a cell is a monster."""
    return FOX <= creature <= PIG


@rule
def flight(place: Any, other: Any) -> Any:
    """Steps between two places across any terrain."""
    rows = abs(place // STRIDE - other // STRIDE)
    return rows + abs(place % STRIDE - other % STRIDE)
