"""The vocabulary of rules and records: the only numbers that have a meaning.

The words are the public vocabulary of names, records and error messages.
"""

from enum import IntEnum
from typing import Final

from pixies_env.core.kit.enums import words


class Ingredient(IntEnum):
    """Kinds of ingredients."""

    PLANT = 0
    MUSHROOM = 1
    SPICE = 2
    EGG = 3
    MEAT = 4


class Token(IntEnum):
    """What can lie on a token space: an ingredient or the token of the encounters."""

    PLANT = 0
    MUSHROOM = 1
    SPICE = 2
    EGG = 3
    MEAT = 4
    ENCOUNTER = 5


class Minion(IntEnum):
    """The three minions of each player, in their usual order."""

    PLAIN = 0
    STURDY = 1
    BOOTED = 2


class Face(IntEnum):
    """Faces of a hunting die; the first two are symbols."""

    SWORD = 0
    BOW = 1
    CLAW = 2
    FLAME = 3


class Symbol(IntEnum):
    """What marks spaces of a dragon's board."""

    SWORD = 0
    BOW = 1


class Location(IntEnum):
    """The eight locations, four of which are in play."""

    CAMPFIRE = 0
    PORTAL = 1
    RUNES = 2
    CARAVAN = 3
    DUNGEON = 4
    FORGE = 5
    LIBRARY = 6
    MARKET = 7


class Item(IntEnum):
    """What the goblin sells."""

    CUBE = 0
    POTION = 1
    TALISMAN = 2
    BOOTS = 3
    HOURGLASS = 4
    GLAIVE = 5


class ForgeToken(IntEnum):
    """Tokens of the forge; the first two add a symbol."""

    SWORD = 0
    BOW = 1
    NO_CLAWS = 2


class DungeonToken(IntEnum):
    """What the tokens of the dungeon give or do; gold and prestige come with a number."""

    GOLD = 0
    PRESTIGE = 1
    WOUND = 2


class BankSlot(IntEnum):
    """Slots of the bank: one for each value of a die, and the blank one for any."""

    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    BLANK = 4


class Market(IntEnum):
    """Readings of the market."""

    BUY = 0
    STORE = 1


class Icon(IntEnum):
    """What the round marker passes."""

    HEROES = 0
    DRAGON = 1
    RESET = 2
    EVENT_GOOD = 3
    EVENT_BAD = 4


class Condition(IntEnum):
    """What missions ask for."""

    HEROES = 0
    RECIPES = 1
    BEST_RECIPE = 2
    TROPHIES = 3
    NO_WOUND = 4
    GOLD = 5
    ENERGY = 6
    RUNES = 7
    COOKED_KINDS = 8


class Effect(IntEnum):
    """The vocabulary of effects of which the board file builds cards, boards and tracks."""

    NONE = 0
    GOLD = 1
    PRESTIGE = 2
    ENERGY = 3
    RUNE = 4
    RESERVE = 5
    ENERGY_PER_HERO = 6
    READY = 7
    EXHAUST = 8
    HEAL = 9
    HEAL_ACTIVE = 10
    WOUND = 11
    WOUND_ACTIVE = 12
    STORE_ONE = 13
    DISCARD_RESERVE = 14
    LOSE_CARRIED = 15
    CARRY = 16
    TRADE = 17
    RAISE_DICE = 18
    SET_DIE = 19
    COOKED = 20
    VISIT_ANY = 21
    VISIT_FREE = 22
    OWL = 23
    DUPLICATE = 24
    STEP = 25
    COLLECT_AGAIN = 26
    SYMBOL = 27
    ANY_SYMBOL = 28
    FACE = 29
    EXTRA_DIE = 30
    NO_WOUNDS = 31
    WOUND_ADJACENT = 32
    CLEAR_ADJACENT = 33


class Phase(IntEnum):
    """Phases in which a game waits."""

    SETUP = 0
    ROUND_START = 1
    TURNS = 2
    ROUND_END = 3
    OVER = 4


class SetupStep(IntEnum):
    """Steps of the set-up."""

    LOCATIONS = 0
    TOKENS = 1
    HEROES = 2
    RECIPES = 3
    TAVERNS = 4
    COMMON_MISSION = 5
    MISSIONS = 6
    KEEP = 7
    DONE = 8


class RankKey(IntEnum):
    """What decides the ranks, in this order."""

    PRESTIGE = 0
    BEST_RECIPE = 1


class RoundStart(IntEnum):
    """Steps of the start of a round."""

    GOBLIN = 0
    DICE = 1
    FIRST = 2


class RoundEnd(IntEnum):
    """Steps of the end of a round, from the icons on: two icons have steps of their own."""

    ICON = 0
    TOKENS = 1
    EVERYBODY = 2


class Hunt(IntEnum):
    """Parts of a hunt."""

    NONE = 0
    ATTACK = 1
    STRUCK = 2


class Roll(IntEnum):
    """What a die that is to be rolled is for."""

    NONE = 0
    AVAILABLE = 1
    MINION = 2
    HUNT = 3
    RETHROW = 4


class Continuation(IntEnum):
    """Kinds of interrupted effects."""

    FINISH_COOKING = 0
    WALK = 1
    EFFECTS = 2
    MARKER_BACK = 3
    WOUND_ADJACENT = 4
    HUNT_DICE = 5
    DAMAGE = 6
    CLAWS = 7
    SPECIAL_ATTACK = 8
    REWARDS = 9
    DUNGEON_OVER = 10


class Question(IntEnum):
    """Kinds of decisions."""

    TAVERN = 0
    KEEP = 1
    OPEN = 2
    ATTACK = 3
    COOK = 4
    PATH = 5
    PASS = 6
    WARP = 7
    AGAIN = 8
    DUNGEON = 9
    MARKET = 10
    MARK = 11
    DROP = 12
    VISIT = 13
    OWL = 14
    COPY = 15
    UNLOAD = 16
    SET_DIE = 17
    READY = 18
    EXHAUST = 19
    TREAT = 20
    HURT = 21
    DISCARD = 22
    SYMBOL = 23
    TURN = 24
    TRADE = 25


class ChanceKind(IntEnum):
    """Kinds of chance; each has one family of outcomes."""

    LAY = 0
    TOKEN = 1
    HERO = 2
    RECIPE = 3
    MISSION = 4
    DRAGON = 5
    TROPHY = 6
    EVENT = 7
    ENCOUNTER = 8
    ITEM = 9
    DUNGEON = 10
    FORGE = 11
    DIE = 12
    HUNT_DIE = 13
    FIRST = 14


class Decision(IntEnum):
    """Families of decisions, in the order of their ids.

    Those of an open point stand in the order in which rules write them.
    """

    COOK = 0
    BANK = 1
    ENERGY = 2
    ACTIVATE = 3
    LOSE = 4
    COLLECT = 5
    GATHER = 6
    VISIT = 7
    HUNT = 8
    MEET = 9
    BUY = 10
    REROLL = 11
    RETHROW = 12
    HIRE = 13
    ABILITY = 14
    BONUS = 15
    STORE = 16
    HEAL = 17
    USE = 18
    TRACK = 19
    END_TURN = 20
    KING_CALL = 21
    STRIKE = 22
    SUBSTITUTE = 23
    PAY = 24
    PATH = 25
    WALK_ON = 26
    WARP = 27
    AGAIN = 28
    SEARCH = 29
    LEAVE = 30
    MARKET = 31
    MARK = 32
    DROP = 33
    COPY = 34
    UNLOAD = 35
    SET_DIE = 36
    READY = 37
    EXHAUST = 38
    TREAT = 39
    HURT = 40
    DISCARD = 41
    SYMBOL = 42
    TURN = 43
    ACCEPT = 44
    DECLINE = 45
    TAVERN = 46
    KEEP = 47


INGREDIENTS = words(Ingredient)
TOKENS = words(Token)
MINIONS = words(Minion)
FACES = words(Face)
SYMBOLS = words(Symbol)
LOCATIONS = words(Location)
ITEMS = words(Item)
FORGE_TOKENS = words(ForgeToken)
BANK_SLOTS = ("1", "2", "3", "4", "blank")
MARKETS = words(Market)
ICONS = words(Icon)
CONDITIONS = words(Condition)
EFFECTS = words(Effect)
PHASES = words(Phase)
QUESTIONS = words(Question)
CHANCE_KINDS = words(ChanceKind)

MODULES = ("missions", "events", "asymmetric", "encounters", "goblin")
"""Parts of the game that can be left out, each an option."""

RECIPE_LETTERS = "PMSEV"
"""The ingredients as the name of a recipe lists them."""

NOBODY: Final = -1
"""No seat."""
NONE: Final = -1
"""No card, location, minion, zone, token."""
