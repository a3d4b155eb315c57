"""Numbers by which rules and records speak of Guardians, creatures, objects, phases and questions.

The words are the public vocabulary of names, records and error messages.
"""

GUARDIANS = ("guide", "warrior", "thief", "priestess", "druid", "huntress")
GUIDE, WARRIOR, THIEF, PRIESTESS, DRUID, HUNTRESS = range(6)

FACES = ("day", "night")
DAY, NIGHT = range(2)
"""Faces of a Guardian's tile."""
UNKNOWN = -1
"""A tile whose face is still to be drawn."""

CREATURES = ("fairy", "fox", "crocodile", "pig")
FAIRY, FOX, CROCODILE, PIG = range(4)
MONSTERS = CREATURES[1:]
"""The creatures but the Fairy; a monster's place here is its creature number less one."""

EMPTY = 0
"""Occupant of a cell: nothing."""
FIRST_GUARDIAN = 1
"""Occupant of a cell: 1 .. 6 are the Guardians in their order."""
FIRST_CREATURE = 8
"""Occupant of a cell: 8 .. 11 are the creatures in their order."""

OBJECTS = ("boots", "feather", "sword", "bow", "hammer", "net", "cup")
BOOTS, FEATHER, SWORD, BOW, HAMMER, NET, CUP = range(7)
MOVEMENT_OBJECTS = OBJECTS[:3]
"""Used before the move."""
RANGED_OBJECTS = OBJECTS[3:6]
"""Used after it, in a direction."""

DIRECTIONS = ("up", "right", "down", "left")
UP, RIGHT, DOWN, LEFT = range(4)

SEASONS = ("summer", "winter")
FACE_OPTIONS = (*FACES, "random")
"""Words for the option ``faces``; else it is one face per Guardian."""

CELL_KINDS = ("plain", "castle", "setup", "forest", "lake", "village", "chest", "hut", "grove")

NOBODY = -1
"""No seat."""
NOTHING_DRAWN = -1
"""No Guardian, no object."""
NOWHERE = -1
"""No cell."""

PHASES = ("setup", "scout", "adventure", "recruitment", "over")
SETUP, SCOUT, ADVENTURE, RECRUITMENT, OVER = range(5)
"""Phases in which a game waits; Glory and the end of the round pass without waiting."""

QUESTIONS = ("move", "after_move", "recruit")
ASK_MOVE, ASK_AFTER_MOVE, ASK_RECRUIT = range(3)

CHANCE_KINDS = ("face", "card", "draw", "chest")
FACE, CARD, DRAW, CHEST = range(4)
