"""The tables of the game, the map, the dice and the locations of a board file, a model each.

What a single entry may be is said here and in `board_cards`; how entries must fit each other is
in `board_checks`. The models are strict: no number from a text, no yes/no for a number.
"""

from typing import Annotated

from pydantic import ConfigDict, Field

from pixies_env.core.kit.board_files import BoardTable, Part, one_of
from pixies_env.taverns import limits
from pixies_env.taverns.board_parts import Amount, DungeonTokenName, Kind, Name, Price, Site
from pixies_env.taverns.names import FACES, FORGE_TOKENS, ICONS, LOCATIONS, MARKETS

Sum = Annotated[int, Field(ge=0, le=limits.MAX_SUM)]
Spaces = Annotated[int, Field(ge=1, le=limits.MAX_ACTIVATION_SPACES)]


class Switches(BoardTable):
    """Rules whose wording can be read in two ways."""

    initial_recipes: Annotated[int, one_of((1, 4))]
    city_on_pass: bool
    market: Annotated[str, one_of(MARKETS)]


class SpacesByPlayers(Part):
    """Activation spaces of each location, by number of players."""

    two: Annotated[Spaces, Field(alias="2")]
    three: Annotated[Spaces, Field(alias="3")]
    four: Annotated[Spaces, Field(alias="4")]
    five: Annotated[Spaces, Field(alias="5")]

    def in_order(self) -> tuple[int, ...]:
        """Spaces with 2, 3, 4 and 5 players."""
        return (self.two, self.three, self.four, self.five)


class GameNumbers(BoardTable):
    """What the rules count with."""

    rounds: Annotated[int, Field(ge=1, le=limits.MAX_ROUNDS)]
    dice: Annotated[int, one_of((limits.DICE,))]
    compensation_below: Sum
    compensation_gold: Amount
    start_gold: Annotated[int, Field(ge=0, le=limits.MAX_GOLD)]
    start_energy: Annotated[int, Field(ge=0, le=limits.MAX_ENERGY)]
    start_runes: Annotated[int, Field(ge=0, le=limits.MAX_RUNES)]
    max_energy: Annotated[int, Field(ge=0, le=limits.MAX_ENERGY)]
    max_runes: Annotated[int, Field(ge=0, le=limits.MAX_RUNES)]
    hero_row: Annotated[int, Field(ge=0, le=limits.MAX_HEROES)]
    recipe_row: Annotated[int, one_of((limits.RECIPE_ROW,))]
    bonus_price: Price
    encounter_price: Price
    item_price: Price
    hunt_dice: tuple[Annotated[int, one_of((1,))], Annotated[int, one_of((limits.MOST_HUNT_DICE,))]]
    first_game: Annotated[
        tuple[Annotated[str, one_of(LOCATIONS)], ...],
        Field(min_length=limits.SITES, max_length=limits.SITES),
    ]
    left_over: Amount
    activation_spaces: SpacesByPlayers


class MinionNumbers(Part):
    """One of the three minions of each player."""

    pockets: Annotated[int, Field(ge=0, le=limits.POCKETS)]
    extra_steps: Annotated[int, Field(ge=0, le=limits.MAX_EXTRA_STEPS)]


class Minions(BoardTable):
    """The minions of each player."""

    plain: MinionNumbers
    sturdy: MinionNumbers
    booted: MinionNumbers


class Zone(Part):
    """One zone of the map."""

    name: Name
    goblin: Sum
    token_spaces: Annotated[int, Field(ge=0, le=limits.MAX_TOKEN_SPACES)]
    printed: Annotated[tuple[Kind, ...], Field(max_length=limits.MAX_PRINTED)]
    sites: Annotated[tuple[Site, ...], Field(max_length=limits.SITES)]


Arrow = Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]


class Map(BoardTable):
    """The zones in walking order, and the arrows between them."""

    city: str
    maple: str
    zones: Annotated[tuple[Zone, ...], Field(min_length=1, max_length=limits.MAX_ZONES)]
    shortcuts: tuple[Arrow, ...]


TokenCount = Annotated[int, Field(ge=0, le=limits.MAX_TOKEN_SPACES)]


class Tokens(BoardTable):
    """Tokens laid on the map, of each ingredient."""

    plant: TokenCount = 0
    mushroom: TokenCount = 0
    spice: TokenCount = 0
    egg: TokenCount = 0
    meat: TokenCount = 0


class Dice(BoardTable):
    """The faces of both kinds of dice."""

    player: Annotated[
        tuple[Annotated[int, Field(ge=1, le=limits.VALUES)], ...],
        Field(min_length=1, max_length=limits.MAX_HUNTING_FACES),
    ]
    hunting: Annotated[
        tuple[Annotated[str, one_of(FACES)], ...],
        Field(min_length=1, max_length=limits.MAX_HUNTING_FACES),
    ]


class Bank(BoardTable):
    """Gold of each slot."""

    one: Annotated[Amount, Field(alias="1")]
    two: Annotated[Amount, Field(alias="2")]
    three: Annotated[Amount, Field(alias="3")]
    four: Annotated[Amount, Field(alias="4")]
    blank: Amount

    def in_order(self) -> tuple[int, ...]:
        """Gold by slot: those of the values, then the blank one."""
        return (self.one, self.two, self.three, self.four, self.blank)


Icons = Annotated[
    tuple[Annotated[str, one_of(ICONS)], ...],
    Field(max_length=limits.MAX_ICONS),
]


class RoundTrack(BoardTable):
    """What the round marker passes, by the number of the round that is over."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Icons] = Field(init=False)

    def icons(self) -> dict[str, tuple[str, ...]]:
        """Icons by round."""
        return dict(self.model_extra or {})

    def count(self, *icons: str) -> int:
        """How often one of some icons is on the track."""
        return sum(icon in icons for passed in self.icons().values() for icon in passed)


class LocationTile(Part):
    """A location whose tile says no more than its cost in energy."""

    cost: Price


class RunesTile(LocationTile):
    """The location that gives runes."""

    gives_runes: Amount


class DungeonTile(LocationTile):
    """The dungeon with its tokens."""

    tokens: Annotated[
        tuple[DungeonTokenName, ...],
        Field(min_length=1, max_length=limits.MAX_DUNGEON_TOKENS),
    ]


class ForgeTile(LocationTile):
    """The forge with its tokens."""

    tokens: Annotated[
        tuple[Annotated[str, one_of(FORGE_TOKENS)], ...],
        Field(max_length=limits.MAX_FORGE_TOKENS),
    ]


class LibraryTile(LocationTile):
    """The location that pays for a spice."""

    gives_gold: Amount


class MarketPrices(Part):
    """Gold for one ingredient of each kind."""

    plant: Price
    mushroom: Price
    spice: Price
    egg: Price


class MarketTile(LocationTile):
    """The location that sells ingredients, or stores them for gold."""

    price: MarketPrices


class Locations(BoardTable):
    """The tiles of which four are laid; a file may leave out others."""

    campfire: LocationTile | None = None
    portal: LocationTile | None = None
    runes: RunesTile | None = None
    caravan: LocationTile | None = None
    dungeon: DungeonTile | None = None
    forge: ForgeTile | None = None
    library: LibraryTile | None = None
    market: MarketTile | None = None

    def names(self) -> tuple[str, ...]:
        """The locations that can be laid."""
        return tuple(name for name in LOCATIONS if getattr(self, name) is not None)
