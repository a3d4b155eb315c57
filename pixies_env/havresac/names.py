"""The vocabulary of rules and records: the only numbers that have a meaning.

The words are the public vocabulary of names, records and error messages.
"""

from enum import IntEnum
from typing import Final

from pixies_env.core.kit.enums import words


class Guardian(IntEnum):
    """Kinds of Guardians."""

    GUIDE = 0
    WARRIOR = 1
    THIEF = 2
    PRIESTESS = 3
    DRUID = 4
    HUNTRESS = 5


class Face(IntEnum):
    """Faces of a Guardian's tile."""

    DAY = 0
    NIGHT = 1


class Creature(IntEnum):
    """What comes with the cards; all but the Fairy are monsters."""

    FAIRY = 0
    FOX = 1
    CROCODILE = 2
    PIG = 3


class Thing(IntEnum):
    """Objects in the chests: three for the move, three in a direction after it, and the Cup."""

    BOOTS = 0
    FEATHER = 1
    SWORD = 2
    BOW = 3
    HAMMER = 4
    NET = 5
    CUP = 6


class Direction(IntEnum):
    """Ways to go and to aim."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


class Prey(IntEnum):
    """Which monsters' cells a Guardian may enter."""

    NONE = 0
    NO_PIGS = 1
    ALL = 2


class Season(IntEnum):
    """Faces of all boards."""

    SUMMER = 0
    WINTER = 1


class Phase(IntEnum):
    """Phases in which a game waits; Glory and the end of the round pass without waiting."""

    SETUP = 0
    SCOUT = 1
    ADVENTURE = 2
    RECRUITMENT = 3
    OVER = 4


class RankKey(IntEnum):
    """What decides the ranks, in this order."""

    SCORE = 0
    GOLD = 1


class Question(IntEnum):
    """Kinds of decisions."""

    MOVE = 0
    AFTER_MOVE = 1
    RECRUIT = 2


class ChanceKind(IntEnum):
    """Kinds of chance; each has one family of outcomes."""

    FACE = 0
    CARD = 1
    DRAW = 2
    CHEST = 3


class Decision(IntEnum):
    """Families of decisions, in the order of their ids."""

    MOVE = 0
    RECALL = 1
    USE = 2
    POWER = 3
    AIM = 4
    BUY = 5
    IDLE = 6
    DONE = 7
    END = 8


GUARDIANS = words(Guardian)
FACES = words(Face)
CREATURES = words(Creature)
OBJECTS = words(Thing)
DIRECTIONS = words(Direction)
SEASONS = words(Season)
PHASES = words(Phase)
QUESTIONS = words(Question)
CHANCE_KINDS = words(ChanceKind)

FIRST_MONSTER: Final = 1
"""Creature number of the first monster, the Fox; arrays over monsters begin with it."""
MONSTERS = CREATURES[FIRST_MONSTER:]
MOVEMENT_OBJECTS = OBJECTS[Thing.BOOTS : Thing.BOW]
"""Used before the move."""
RANGED_OBJECTS = OBJECTS[Thing.BOW : Thing.CUP]
"""Used after it, in a direction."""

UNKNOWN: Final = -1
"""A tile whose face is still to be drawn."""
EMPTY: Final = 0
"""Occupant of a cell: nothing."""
FIRST_GUARDIAN: Final = 1
"""Occupant of a cell: 1 .. 6 are the Guardians in their order."""
FIRST_CREATURE: Final = 8
"""Occupant of a cell: 8 .. 11 are the creatures in their order."""

FACE_OPTIONS = (*FACES, "random")
"""Words for the option ``faces``; else it is one face per Guardian."""
CELL_KINDS = ("plain", "castle", "setup", "forest", "lake", "village", "chest", "hut", "grove")

NOBODY: Final = -1
"""No seat."""
NOTHING_DRAWN: Final = -1
"""No Guardian, no object."""
NOWHERE: Final = -1
"""No cell."""
