"""Numbers by which rules and records speak of goods, tiles, phases and questions.

The words are the public vocabulary of names, records and error messages.
"""

from pixies_env.pixie_queen.limits import ACTIONS, MAX_PLAYERS

GOODS = ("apple", "honey", "bread", "silver", "gold")
APPLE, HONEY, BREAD, SILVER, GOLD = range(5)
FOODS = 3
"""The first three goods are the foods."""
EXCHANGEABLE = 4
"""Goods of action 4: all but gold."""
MOST_EXCHANGED = 7
"""Units that action 4 exchanges at most."""

CUBES = ("silver", "gold", "stone")
CUBE_SILVER, CUBE_GOLD, CUBE_STONE = range(3)

ONE_USE_TILES = ("double_offering", "look_in_the_bag", "mercy")
DOUBLE_OFFERING, LOOK_IN_THE_BAG, MERCY = range(3)

SKILLS = (
    "cheap_gold",
    "servant_bonus",
    "ring_bonus",
    "silver_income",
    "free_promotion",
    "free_demotion",
    "free_chains",
    "extra_slot",
    "copy_unused",
    "slave_mercy",
)
(
    CHEAP_GOLD,
    SERVANT_BONUS,
    RING_BONUS,
    SILVER_INCOME,
    FREE_PROMOTION,
    FREE_DEMOTION,
    FREE_CHAINS,
    EXTRA_SLOT,
    COPY_UNUSED,
    SLAVE_MERCY,
) = range(10)

REWARD_SERIES = ("special_offering", "faithful_servant", "gold_ring")
SPECIAL_OFFERING, FAITHFUL_SERVANT, GOLD_RING = range(3)
SOURCES = (*REWARD_SERIES, "other")
"""Where reward points come from; skill bonuses count with their series."""
OTHER = len(REWARD_SERIES)
"""Points of the last space of a track."""

NOBODY = -1
"""No seat: an empty hand, a space nobody used."""
VIRTUAL = MAX_PLAYERS
"""Colour of the virtual pixies of a two-player game."""
COLOURS = MAX_PLAYERS + 1
ON_BOARD = -1
"""Place of a tile: on the board; a seat number means in front of that player."""
IN_BOX = -2
"""Place of a tile that has left the game."""
ON_EXTRA_SLOT = MAX_PLAYERS
"""Place of a one-use tile: on the skill tile ``extra_slot``, wherever that lies."""

MINE = 0
"""Where a promotion from the mine begins; hands are 1 .. 14."""
SERVANT_SPACE = ACTIONS + 1
"""Where a promotion above level 4 ends."""

SINGLE_MINE, SINGLE_TILES, SINGLE_GOODS, SINGLE_COPY = 15, 16, 17, 18
SINGLE_SPECIAL, SINGLE_ORDER, SINGLE_PRIORITY = 19, 20, 21
SPACES = 21
GOODS_SPACES = 3
"""Places of action 17."""
GOODS_DISCARDED = 3
"""Goods that action 17 puts back."""
FOOD_STOLEN = 2
SILVER_STOLEN = 2
"""What actions 1 and 2 take."""
CUBES_PICKED = 2
"""Cubes that look in the bag lets a player pick."""

DRAFTED, DEALT, GIVEN = range(3)
DRAFTS = ("drafted", "dealt", "given")
"""How players come by their skills."""

PHASES = (
    "setup",
    "steal",
    "actions",
    "offerings",
    "rewards",
    "punishment",
    "final",
    "over",
)
(
    SETUP,
    STEAL,
    ACTION_PHASE,
    OFFERINGS,
    REWARDS,
    PUNISHMENT,
    FINAL,
    OVER,
) = range(8)

QUESTIONS = (
    "draft",
    "tile_food",
    "turn",
    "food",
    "promote",
    "exchange",
    "convert",
    "track",
    "assign",
    "rob",
    "peek",
    "pick",
    "chain",
    "swap",
    "goods",
    "copy",
    "add",
    "advance",
    "announce",
    "offer",
    "promotion",
    "demote",
    "lift",
    "final",
)
(
    ASK_DRAFT,
    ASK_TILE_FOOD,
    ASK_TURN,
    ASK_FOOD,
    ASK_PROMOTE,
    ASK_EXCHANGE,
    ASK_CONVERT,
    ASK_TRACK,
    ASK_ASSIGN,
    ASK_ROB,
    ASK_PEEK,
    ASK_PICK,
    ASK_CHAIN,
    ASK_SWAP,
    ASK_GOODS,
    ASK_COPY,
    ASK_ADD,
    ASK_ADVANCE,
    ASK_ANNOUNCE,
    ASK_OFFER,
    ASK_PROMOTION,
    ASK_DEMOTE,
    ASK_LIFT,
    ASK_FINAL,
) = range(24)

CHANCE_KINDS = (
    "start_order",
    "skills",
    "deal",
    "demand",
    "cube",
    "punishment_die",
    "casino_die",
)
(
    START_ORDER,
    SKILL_SET,
    DEAL,
    DEMAND,
    CUBE,
    PUNISHMENT_DIE,
    CASINO_DIE,
) = range(7)

REASONS = ("", "rounds", "gold_numbers", "last_player")
NOT_OVER, ALL_ROUNDS, GOLD_NUMBERS, LAST_PLAYER = range(4)
"""Why a game ended."""
