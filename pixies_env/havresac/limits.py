"""Largest numbers a Havresac board may print.

State records have a fixed size, so a board file that asks for more is refused when it is loaded.
They are room for other printings and for studies, not rules.
"""

from typing import Final

MIN_PLAYERS: Final = 1
MAX_PLAYERS: Final = 4

GUARDIANS: Final = 6
"""Kinds of Guardians. Not a maximum: each has rules of its own."""

MAX_SIDE: Final = 15
"""Rows and columns of a map. Fixed by the rules, and by :mod:`places`, which builds on it."""

MAX_CELLS: Final = MAX_SIDE * MAX_SIDE

MAX_LABELS: Final = 36
"""Cards: a label is a capital letter or a digit."""

MAX_TOKENS: Final = 99
"""Tokens of one kind of Guardian."""

MAX_BAG: Final = 20
"""Tokens of one kind in a starting bag."""

MAX_MOVE: Final = 30
"""Steps printed on a tile, and steps that Boots add."""

MAX_COST: Final = 99

MAX_CHEST_TOKENS: Final = 99
"""Chest tokens of one player."""

MAX_VILLAGE_TOKENS: Final = 99
"""Village tokens of one player."""

MAX_GLORY: Final = 20
"""Glory of one monster, one Cup, and one place of a column."""

MAX_FAIRY_PLACES: Final = 36
"""Places of the Fairy column."""

GAINS: Final = 16
"""Columns of the gain table: Glory 0 to 15. Fixed as well."""

MAX_GAIN: Final = 99
"""Victory points or Gold of one column of the gain table."""

MAX_POINTS: Final = 99
"""Victory points of one chest, one monster, one monster killed at range, one Glory above 15."""

MAX_VP: Final = 32767
"""Victory points of one player in a state, a signed number of 16 bits."""

MAX_ROUNDS: Final = 12

MAX_REPAIRS: Final = 4
"""Uses of the Night Druid's power per draw."""

MAX_SUPPLY: Final = 999
"""Pieces in the box that cannot run out."""
