"""The tables of a board file, one frozen model each.

What a single entry may be is said here; how entries must fit each other is in `board_checks`.
"""

from typing import Annotated

from pydantic import Field, field_serializer, field_validator

from pixies_env.core.errors import shown
from pixies_env.core.kit.board_files import BoardTable, Part, one_of
from pixies_env.havresac import limits
from pixies_env.havresac.names import CREATURES

Steps = Annotated[int, Field(ge=0, le=limits.MAX_MOVE)]
Cost = Annotated[int, Field(ge=0, le=limits.MAX_COST)]
Glory = Annotated[int, Field(ge=0, le=limits.MAX_GLORY)]
Points = Annotated[int, Field(ge=0, le=limits.MAX_POINTS)]
Gain = Annotated[int, Field(ge=0, le=limits.MAX_GAIN)]
Gains = Annotated[tuple[Gain, ...], Field(min_length=limits.GAINS, max_length=limits.GAINS)]
ChestTokens = Annotated[int, Field(ge=0, le=limits.MAX_CHEST_TOKENS)]
Pieces = Annotated[int, Field(ge=0, le=limits.MAX_SUPPLY)]
Labels = tuple[str, ...]


class Legend(BoardTable):
    """The sign of each kind of cell that has no label."""

    plain: str
    castle: str
    setup: str
    forest: str
    lake: str
    village: str
    chest: str

    @field_validator("plain", "castle", "setup", "forest", "lake", "village", "chest")
    @classmethod
    def _one_sign(cls, sign: str) -> str:
        if len(sign) != 1 or sign.isspace() or is_label(sign):
            raise ValueError(f"is {sign!r}, needs one sign that is no capital letter and no digit")
        return sign

    def signs(self) -> dict[str, str]:
        """Kind of cell by sign."""
        return {getattr(self, kind): kind for kind in Legend.model_fields if kind != "standing"}


def is_hut(label: str) -> bool:
    """Whether a label is that of a hut, a capital letter."""
    return len(label) == 1 and "A" <= label <= "Z"


def is_grove(label: str) -> bool:
    """Whether a label is that of a grove, a digit."""
    return len(label) == 1 and "0" <= label <= "9"


def is_label(sign: str) -> bool:
    """Whether a sign on a map is the label of a hut or a grove."""
    return is_hut(sign) or is_grove(sign)


Map = tuple[tuple[str, ...], ...]


class Maps(BoardTable):
    """The two faces of the boards: rows of signs, from the top."""

    summer: Map
    winter: Map

    @field_validator("summer", "winter", mode="before")
    @classmethod
    def _rows_of_signs(cls, value: object) -> object:
        if not isinstance(value, tuple) or not all(isinstance(row, str) for row in value):
            raise ValueError(f"is {shown(value)}, needs a list of rows, each a text of signs")
        if not value:
            raise ValueError("is a list without rows, needs at least one")
        rows = tuple(tuple(row.split()) for row in value)
        for number, row in enumerate(rows):
            strange = [signs for signs in row if len(signs) != 1]
            if strange:
                raise ValueError(
                    f"row {number} has {strange[0]!r}, needs single signs with blanks between them"
                )
        widths = sorted({len(row) for row in rows})
        if len(widths) > 1:
            raise ValueError(f"has rows of {widths[0]} and of {widths[-1]} cells, needs equal ones")
        if not 1 <= len(rows) <= limits.MAX_SIDE or not 1 <= widths[0] <= limits.MAX_SIDE:
            size = f"{len(rows)} x {widths[0]}"
            most = f"{limits.MAX_SIDE} x {limits.MAX_SIDE}"
            raise ValueError(f"is {size} cells, needs 1 x 1 to {most}")
        return rows

    @field_serializer("summer", "winter")
    def _as_printed(self, rows: Map) -> list[str]:
        return [" ".join(row) for row in rows]

    @property
    def rows(self) -> int:
        """Rows of both maps."""
        return len(self.summer)

    @property
    def columns(self) -> int:
        """Columns of both maps."""
        return len(self.summer[0])


Span = Annotated[
    tuple[Annotated[int, Field(ge=0, lt=limits.MAX_SIDE)], ...],
    Field(min_length=2, max_length=2),
]


class Quarter(Part):
    """First and last row, first and last column."""

    rows: Span
    columns: Span


class Quarters(BoardTable):
    """The coloured quarters of a board, for people and drawings."""

    red: Quarter
    blue: Quarter
    green: Quarter
    yellow: Quarter


class Cards(BoardTable):
    """The labels on the scout cards, one card each, and how many are turned."""

    fairy: Labels
    fox: Labels
    crocodile: Labels
    pig: Labels
    setup: Annotated[int, Field(ge=0, le=limits.MAX_LABELS)]
    per_round: Annotated[int, Field(ge=0, le=limits.MAX_LABELS)]

    def in_order(self) -> list[tuple[str, str]]:
        """Creature and label of each card, by label: whichever creature comes to which."""
        cards = [(creature, label) for creature in CREATURES for label in getattr(self, creature)]
        return sorted(cards, key=lambda card: card[1])


class Tokens(Part):
    """Tokens of one kind of Guardian."""

    total: Annotated[int, Field(ge=0, le=limits.MAX_TOKENS)]
    bag: Annotated[int, Field(ge=0, le=limits.MAX_BAG)]


class Guardians(BoardTable):
    """Tokens in the box and in each starting bag."""

    guide: Tokens
    warrior: Tokens
    thief: Tokens
    priestess: Tokens
    druid: Tokens
    huntress: Tokens


class Tile(Part):
    """One face of a tile: steps of a move and price in Gold."""

    move: Steps
    cost: Cost


class NightThief(Part):
    """The face of the tile without a number of steps."""

    cost: Cost


class Day(BoardTable):
    """The Day faces of the tiles."""

    guide: Tile
    warrior: Tile
    thief: Tile
    priestess: Tile
    druid: Tile
    huntress: Tile


class Night(BoardTable):
    """The Night faces of the tiles."""

    guide: Tile
    warrior: Tile
    thief: NightThief
    priestess: Tile
    druid: Tile
    huntress: Tile


class Chests(BoardTable):
    """Objects in the chests of each player."""

    boots: ChestTokens
    sword: ChestTokens
    cup: ChestTokens
    bow: ChestTokens
    feather: ChestTokens
    hammer: ChestTokens
    net: ChestTokens


class Effects(BoardTable):
    """What objects and powers give."""

    boots_steps: Steps
    cup_glory: Glory
    night_huntress_vp: Points


class MonsterGlory(Part):
    """Glory of each monster in the gains zone."""

    fox: Glory
    crocodile: Glory
    pig: Glory


class MonsterPoints(Part):
    """Victory points of each monster on the hunting board."""

    fox: Points
    crocodile: Points
    pig: Points


class GloryTable(BoardTable):
    """Where Glory comes from."""

    monster: MonsterGlory
    village_column: tuple[Glory, ...]
    fairy_column: Annotated[
        tuple[Glory, ...], Field(min_length=1, max_length=limits.MAX_FAIRY_PLACES)
    ]


class GainTable(BoardTable):
    """Gold and victory points by Glory of the round."""

    gold: Gains
    vp: Gains
    vp_per_glory_above: Points


class Final(BoardTable):
    """Victory points of the final score."""

    opened_chest: Points
    monster: MonsterPoints


class Supply(BoardTable):
    """Rounds, and how much of everything there is."""

    rounds: Annotated[int, Field(ge=1, le=limits.MAX_ROUNDS)]
    village_tokens: Annotated[int, Field(ge=0, le=limits.MAX_VILLAGE_TOKENS)]
    chest_tokens: ChestTokens
    fairy: Pieces
    fox: Pieces
    crocodile: Pieces
    pig: Pieces
    gold: Pieces


class Switches(BoardTable):
    """Rules whose wording can be read in two ways."""

    night_druid_repairs: Annotated[int, one_of((1, 4))]
