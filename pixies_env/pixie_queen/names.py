"""The vocabulary of the game: every number with a meaning is a member of one of these.

The names of the members in small letters are the public words of names, records and error messages.
"""

from enum import IntEnum
from typing import Final

from pixies_env.core.kit.enums import words
from pixies_env.core.seam import NOBODY as NOBODY
from pixies_env.pixie_queen.limits import ACTIONS, MAX_PLAYERS

# ---- goods, tiles and points


class Good(IntEnum):
    """Goods; the first of them are the foods."""

    APPLE = 0
    HONEY = 1
    BREAD = 2
    SILVER = 3
    GOLD = 4


GOODS = words(Good)
FOODS: Final = 3
"""The first three goods are the foods."""
EXCHANGEABLE: Final = 4
"""Goods of action 4: all but gold."""


class Cube(IntEnum):
    """What is in the bag."""

    SILVER = 0
    GOLD = 1
    STONE = 2


CUBES = words(Cube)


class OneUseTile(IntEnum):
    """One-use tiles."""

    DOUBLE_OFFERING = 0
    LOOK_IN_THE_BAG = 1
    MERCY = 2


ONE_USE_TILES = words(OneUseTile)


class Skill(IntEnum):
    """Permanent skills."""

    CHEAP_GOLD = 0
    SERVANT_BONUS = 1
    RING_BONUS = 2
    SILVER_INCOME = 3
    FREE_PROMOTION = 4
    FREE_DEMOTION = 5
    FREE_CHAINS = 6
    EXTRA_SLOT = 7
    COPY_UNUSED = 8
    SLAVE_MERCY = 9


SKILLS = words(Skill)


class Slot(IntEnum):
    """Kinds of tiles that need a slot."""

    FOOD_TILE = 0
    ONE_USE_TILE = 1


class Source(IntEnum):
    """Where reward points come from: the series of tiles, with the bonuses of skills, and more."""

    SPECIAL_OFFERING = 0
    FAITHFUL_SERVANT = 1
    GOLD_RING = 2
    OTHER = 3
    """The last space of a track."""


SOURCES = words(Source)
SERIES: Final = 3
"""The first three sources are series of tiles."""
REWARD_SERIES = SOURCES[:SERIES]

# ---- who and where

VIRTUAL: Final = MAX_PLAYERS
"""Colour of the virtual pixies of a two-player game; other colours are seats, or NOBODY."""
COLOURS: Final = MAX_PLAYERS + 1

ON_BOARD: Final = -1
"""Place of a tile: on the board; a seat number means in front of that player."""
IN_BOX: Final = -2
"""Place of a tile that has left the game."""
ON_EXTRA_SLOT: Final = MAX_PLAYERS
"""Place of a one-use tile: on the skill tile ``extra_slot``, wherever that lies."""

MINE: Final = 0
"""Place of a pixie: the mine. The hands are the numbers of their actions."""
SERVANT_SPACE: Final = ACTIONS + 1
"""Place of a pixie above level 4."""
FIRST_HAND: Final = 1
HANDS: Final = range(FIRST_HAND, SERVANT_SPACE)
"""Places of an active pixie; compiled code writes the range."""
HAND_NAMES = tuple(str(hand) for hand in HANDS)
PLACES: Final = SERVANT_SPACE + 1


class Space(IntEnum):
    """Where discs are placed; the first 14 are the double spaces, one at each hand."""

    STEAL_FOOD = 1
    STEAL_SILVER = 2
    PROMOTION = 3
    EXCHANGE = 4
    CONVERT = 5
    FOOD_TILE = 6
    DOUBLE_OFFERING = 7
    LOOK_IN_THE_BAG = 8
    MERCY = 9
    PUNISHMENT_DIE = 10
    TRACKS = 11
    CASINO = 12
    GOLD_RING = 13
    ROB = 14
    MINE = 15
    EXCHANGE_TILES = 16
    GOODS = 17
    COPY = 18
    SPECIAL_OFFERING = 19
    TURN_ORDER = 20
    PRIORITY = 21


SPACES: Final = len(Space)
FIRST_SINGLE: Final = ACTIONS + 1

MOST_EXCHANGED: Final = 7
"""Units that action 4 exchanges at most."""
FOOD_STOLEN: Final = 2
SILVER_STOLEN: Final = 2
"""What actions 1 and 2 take."""
GOODS_SPACES: Final = 3
"""Places of action 17."""
GOODS_DISCARDED: Final = 3
"""Goods that action 17 puts back."""
CUBES_PICKED: Final = 2
"""Cubes that look in the bag lets a player pick."""
DISCS_BESIDE_A_PIXIE: Final = 1
"""Discs on a double space with a pixie on its hand."""
DISCS_THAT_COVER: Final = 2
"""Discs on a double space whose hand is empty; no pixie can enter it then."""
DISCS_ON_SINGLE: Final = 1
OFFERS_OF_TWO: Final = 2
"""Hands that each of two players may fill with offers."""
OFFERS_OF_MORE: Final = 1
SPACES_OF_GIVERS: Final = 1
"""Spaces on a track for an offer of silver or gold."""
SPACES_OF_MOST: Final = 2
"""The same for the one who offered strictly most."""
BEFORE_FIRST: Final = -1
"""Cursor before the first place in an order."""

# ---- the course of the game


class Draft(IntEnum):
    """How players come by their skills."""

    DRAFTED = 0
    DEALT = 1
    GIVEN = 2


DRAFTS = words(Draft)


class Phase(IntEnum):
    """Phases of the game; each begins at the first of its steps."""

    SETUP = 0
    STEAL = 1
    ACTIONS = 2
    OFFERINGS = 3
    REWARDS = 4
    PUNISHMENT = 5
    FINAL = 6
    OVER = 7


PHASES = words(Phase)


class SetupStep(IntEnum):
    """Steps of the set-up."""

    DRAW_ORDER = 0
    DRAW_SKILLS = 1
    GIVE_SKILLS = 2


class StealStep(IntEnum):
    """Steps of phase I; the last two are of the player at the cursor."""

    BEGIN = 0
    ICONS = 1
    TILES = 2


class TurnStep(IntEnum):
    """Steps of phase II: find who takes a turn; leave the player at the cursor."""

    SEARCH = 0
    OVER = 1


class OfferingStep(IntEnum):
    """Steps of phase III."""

    ANNOUNCE = 0
    OFFER = 1
    REVEAL = 2
    REFUSALS = 3
    FURY = 4
    """Nobody offered the demanded food: look for who must demote a pixie."""
    FURY_ASKED = 5


class RewardStep(IntEnum):
    """Steps of phase IV; EARNED and FREE are of the player at the cursor."""

    TRACKS = 0
    EARNED = 1
    FREE = 2
    LIFT = 3
    SERVANT = 4


class PunishmentStep(IntEnum):
    """Steps of phase V: what all players in turn are punished for."""

    SLAVES = 0
    SILVER_TRACK = 1
    GOLD_TRACK = 2


class Frame(IntEnum):
    """Interrupted effects; see :mod:`pixies_env.core.kit.continuations`."""

    DEMOTE = 1
    """This player must demote ``first`` more pixies."""
    ASSIGN = 2
    """This player assigns the points left of the punishment die."""
    SHARE = 3
    """The assigned points are marked, in big-cube order; of nobody."""
    MINE = 4
    """This player goes on with the mine: pick, draw, lay stones."""
    COPY = 5
    """This player has paid for a copy and chooses the space."""
    GOODS = 6
    """This player goes on to put goods back."""
    SPARED = 7
    """This player has handed back mercy and demotes nobody."""


class Reason(IntEnum):
    """Why a game ended."""

    NOT_OVER = 0
    ROUNDS = 1
    GOLD_NUMBERS = 2
    LAST_PLAYER = 3


REASONS = ("", *words(Reason)[Reason.ROUNDS :])


class RankKey(IntEnum):
    """What decides the ranks, in this order."""

    OUT = 0
    SCORE = 1
    SERVANTS = 2
    FIRST_SERVANT = 3


# ---- questions, decisions and chance


class Question(IntEnum):
    """Kinds of questions."""

    DRAFT = 0
    TILE_FOOD = 1
    TURN = 2
    FOOD = 3
    PROMOTE = 4
    EXCHANGE = 5
    CONVERT = 6
    TRACK = 7
    ASSIGN = 8
    ROB = 9
    PEEK = 10
    PICK = 11
    CHAIN = 12
    SWAP = 13
    GOODS = 14
    COPY = 15
    ADD = 16
    ADVANCE = 17
    ANNOUNCE = 18
    OFFER = 19
    PROMOTION = 20
    DEMOTE = 21
    LIFT = 22
    FINAL = 23


QUESTIONS = words(Question)


class Answer(IntEnum):
    """Values of the decisions ``peek`` and ``announce``."""

    YES = 0
    NO = 1


class Kind(IntEnum):
    """What a hand offers, in the order in which hands are filled."""

    DEMANDED = 0
    SILVER = 1
    GOLD = 2


KINDS: Final = len(Kind)


class Decision(IntEnum):
    """Families of decisions in the order of the catalogue, each with the value that it chooses."""

    DRAFT = 0
    """A skill."""
    TILE_FOOD = 1
    """A food."""
    PLACE = 2
    """A space."""
    FOOD = 3
    """A food."""
    PROMOTE = 4
    """A step up, a number on the board."""
    EXCHANGE = 5
    """Goods and units, a number on the board."""
    CONVERT = 6
    """Units of gold."""
    TRACK = 7
    """The good that is paid."""
    ASSIGN = 8
    """Seats to the left."""
    ROB = 9
    """A hand."""
    PEEK = 10
    """An answer."""
    PICK = 11
    """A cube."""
    CHAIN = 12
    """Seats to the left and a place of the mine, see ``chain_of``."""
    SWAP_FOOD_BOARD = 13
    """A food value, by its number on the board."""
    SWAP_FOOD_PLAYER = 14
    """Food values and seats to the left, see ``food_swap_of``."""
    SWAP_ONE_USE = 15
    """Two one-use tiles, see ``one_use_swap_of``."""
    SWAP_SKILL = 16
    """A skill."""
    DISCARD = 17
    """A good."""
    TAKE = 18
    """A food."""
    COPY = 19
    """A double space."""
    ADD = 20
    """A good."""
    ADVANCE = 21
    """Places forward."""
    ANNOUNCE = 22
    """An answer."""
    OFFER_DEMANDED = 23
    """Units, as of the two that follow."""
    OFFER_SILVER = 24
    OFFER_GOLD = 25
    DONE = 26
    REFUSE = 27
    DEMOTE = 28
    """A hand."""
    MERCY = 29
    LIFT = 30
    """A step up, a number on the board."""
    UNCHAIN = 31
    """A place of the own mine."""
    PASS = 32
    STOP = 33

    @property
    def verb(self) -> str:
        """Word of the names of its decisions; families side by side may share it."""
        first = self.name.partition("_")[0]
        return (first if first in ("SWAP", "OFFER") else self.name).lower()


LOWEST: Final = {
    Decision.PLACE: Space.STEAL_FOOD,
    Decision.CONVERT: 1,
    Decision.TRACK: Good.SILVER,
    Decision.ASSIGN: 1,
    Decision.ROB: FIRST_HAND,
    Decision.COPY: FIRST_HAND,
    Decision.ADVANCE: 1,
    Decision.OFFER_DEMANDED: 1,
    Decision.OFFER_SILVER: 1,
    Decision.OFFER_GOLD: 1,
    Decision.DEMOTE: FIRST_HAND,
}
"""Value of the first decision of a family, where that is not 0."""


class ChanceKind(IntEnum):
    """Kinds of chance, each with the value that it draws."""

    START_ORDER = 0
    """A turn order, by its number on the board."""
    SKILLS = 1
    """A set of skills, by its number on the board."""
    DEAL = 2
    """A skill."""
    DEMAND = 3
    """A food."""
    CUBE = 4
    """A cube."""
    PUNISHMENT_DIE = 5
    """A result, by its number on the board."""
    CASINO_DIE = 6
    """The same."""


CHANCE_KINDS = words(ChanceKind)
