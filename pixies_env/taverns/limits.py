"""Largest numbers a board file of Taverns & Dragons may have.

State records have a fixed size, so a file that asks for more is refused when it is loaded. They
are room for other cards and for studies, not rules; what is *fixed* has rules of its own.
"""

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5

DICE: Final = 5
"""Dice of each player. Fixed."""
VALUES: Final = 4
"""Values of a player's die, 1 to 4. Fixed."""
MOST_HUNT_DICE: Final = 3
"""Dice in a hunt. Fixed."""
SITES: Final = 4
"""Sites of the map. Fixed."""
RECIPE_ROW: Final = 4
"""Places of the recipe row. Fixed."""
POCKETS: Final = 6
"""Pockets of a minion."""
MAX_EXTRA_STEPS: Final = 9
"""Steps that a minion walks beyond the value of its die."""

MAX_ZONES: Final = 16
MAX_TOKEN_SPACES: Final = 16
"""Token spaces on the map; as many tokens lie there."""
MAX_PRINTED: Final = 5
"""Ingredients printed in a zone."""

MAX_HEROES: Final = 32
MAX_RECIPES: Final = 32
MAX_INGREDIENTS: Final = 8
"""Ingredients of a recipe."""
MAX_MISSIONS: Final = 24
MAX_EVENTS: Final = 16
MAX_ENCOUNTERS: Final = 16
MAX_DRAGONS: Final = 8
MAX_ROWS: Final = 5
"""Rows of a dragon's board."""
MAX_ROW_SPACES: Final = 6
"""Spaces of one row of a dragon's board."""
MAX_TAVERNS: Final = 8
MAX_TRACK: Final = 8
"""Spaces of a tavern's track."""
MAX_EFFECTS: Final = 4
"""Effects of one half of an event, or of an encounter."""
MAX_TROPHY_KINDS: Final = 8
"""Different prestige of trophies."""
MAX_TROPHIES: Final = 24
MAX_DUNGEON_KINDS: Final = 8
"""Different tokens of the dungeon."""
MAX_DUNGEON_TOKENS: Final = 12
MAX_FORGE_TOKENS: Final = 12
MAX_ITEMS: Final = 60
"""Items of all kinds together."""
MAX_HUNTING_FACES: Final = 12
"""Faces of a die."""

MAX_ROUNDS: Final = 12
MAX_ICONS: Final = 6
"""Icons that the round marker passes after one round."""
MAX_ACTIVATION_SPACES: Final = 9
MAX_ENERGY: Final = 20
MAX_RUNES: Final = 20
MAX_AMOUNT: Final = 20
"""Gold, energy, runes or prestige that one effect, slot, token or reward gives or takes."""
MAX_PRICE: Final = 20
MAX_GOLD: Final = 99
"""Gold at the start."""
MAX_SUM: Final = 99
"""A sum of dice that the file names."""
MAX_NAME: Final = 40
"""Characters of a name."""
MAX_PRESTIGE: Final = 99
"""Prestige printed on one card."""
