"""Largest numbers a Pixie Queen board may print.

State records have a fixed size, so every array in them is dimensioned by one of these constants and
a board file that asks for more is refused when it is loaded. They are room for other printings and
for studies, not rules.
"""

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5

ACTIONS: Final = 14
"""Double spaces, each with one hand. Not a maximum: the action numbers are fixed."""

LEVELS: Final = 4
"""Levels of the pyramid. Fixed as well."""

REWARD_TILES: Final = 7
"""Tiles in each of the three reward series. Fixed as well."""

SKILLS: Final = 10
"""Permanent skills. Fixed as well."""

MAX_TRACK: Final = 12
"""Spaces of the silver and of the gold track."""

MIN_TRACK: Final = 3

MAX_PRICE: Final = 60
"""Silver for one gold, gold for one ring."""

MAX_SYMBOLS: Final = 16
"""Mine symbols on the score track."""

MAX_OUT_AT: Final = 200
"""Punishment points at which a player is out."""

MAX_REWARD: Final = 99
"""Points of one reward tile."""

MAX_BONUS: Final = 20
"""Points of a track's last space and of a skill bonus."""

MAX_INCOME: Final = 20
"""Silver that a skill pays in a steal phase."""

MAX_FREE_PROMOTIONS: Final = 5
"""Promotions that a skill gives in a reward phase."""

MAX_FACES: Final = 12
"""Faces of either die."""

MAX_POINTS_PER_FACE: Final = 20
"""Punishment points on one die face."""

MAX_GOODS_PER_FACE: Final = 12
"""Goods on one face of the casino die."""

MAX_TOKENS: Final = 20
"""Demand tokens of one food."""

MAX_GOOD: Final = 120
"""Units of one good in the whole game."""

MAX_STONES: Final = 120

MAX_PENALTY: Final = 60
"""Punishment points of a single cause, and points lost per stone or per most-owned good."""

MAX_ROUNDS: Final = 12

MAX_PILE: Final = 12
"""Food tiles in the pile."""

MAX_FOOD_VALUE: Final = 9

MAX_FOOD_VALUES: Final = 4
"""Different food tile values over all piles: each has ids of its own in the action catalogue."""

MAX_PIXIES: Final = 10
"""Pixies of one colour, the virtual colour included."""

MAX_DISCS: Final = 8

MAX_PLACES: Final = 3
"""Places of a mine on which slaves can be chained."""

MAX_STONES_PER_PLACE: Final = 20
