"""The printed numbers of Taverns & Dragons: read from a file, checked, never changed.

>>> board = load_board()
>>> board.hero_names[:2]
('guardian', 'card_bearer')
>>> board.trophy_kinds
(3, 4, 5)
"""

from pixies_env.core.kit.board_files import (
    BoardError,
    BoardFormat,
    BoardSource,
    PrintedBoard,
)
from pixies_env.taverns.board_cards import (
    Asymmetric,
    Dragons,
    Encounters,
    Events,
    Goblin,
    Heroes,
    Missions,
    Recipes,
    Trophies,
)
from pixies_env.taverns.board_checks import CHECKS
from pixies_env.taverns.board_tables import (
    Bank,
    Dice,
    GameNumbers,
    Locations,
    Map,
    Minions,
    RoundTrack,
    Switches,
    Tokens,
)

__all__ = ["Board", "BoardError", "BoardSource", "load_board"]


class Board(PrintedBoard):
    """All printed numbers. Make one with `load_board`, which checks how they fit each other."""

    switches: Switches
    game: GameNumbers
    minions: Minions
    map: Map
    tokens: Tokens
    dice: Dice
    bank: Bank
    round_track: RoundTrack
    locations: Locations
    recipes: Recipes
    heroes: Heroes
    dragons: Dragons
    trophies: Trophies
    missions: Missions
    events: Events
    asymmetric: Asymmetric
    encounters: Encounters
    goblin: Goblin

    @property
    def zone_names(self) -> tuple[str, ...]:
        """The zones in walking order."""
        return tuple(zone.name for zone in self.map.zones)

    @property
    def recipe_names(self) -> tuple[str, ...]:
        """The recipes; a name is the list of its ingredients."""
        return tuple(self.recipes.points())

    @property
    def hero_names(self) -> tuple[str, ...]:
        """The heroes."""
        return tuple(card.name for card in self.heroes.cards)

    @property
    def dragon_names(self) -> tuple[str, ...]:
        """The boards of dragons."""
        return tuple(board.name for board in self.dragons.boards)

    @property
    def most_rows(self) -> int:
        """Rows of the dragon's board that has most."""
        return max(len(board.rows) for board in self.dragons.boards)

    @property
    def trophy_kinds(self) -> tuple[int, ...]:
        """Different prestige of trophies, rising."""
        return tuple(sorted(set(self.trophies.prestige)))

    @property
    def mission_names(self) -> tuple[str, ...]:
        """The missions."""
        return tuple(card.name for card in self.missions.cards)

    @property
    def event_names(self) -> tuple[str, ...]:
        """The events."""
        return tuple(card.name for card in self.events.cards)

    @property
    def encounter_names(self) -> tuple[str, ...]:
        """The encounters."""
        return tuple(card.name for card in self.encounters.cards)

    @property
    def tavern_names(self) -> tuple[str, ...]:
        """The boards of taverns."""
        return tuple(self.asymmetric.tracks())

    @property
    def longest_track(self) -> int:
        """Spaces of the longest track, without space 0."""
        return max(len(track) for track in self.asymmetric.tracks().values())

    @property
    def location_names(self) -> tuple[str, ...]:
        """The locations that can be laid."""
        return self.locations.names()

    @property
    def dungeon_tokens(self) -> tuple[str, ...]:
        """The tokens of the dungeon; none where the file leaves it out."""
        dungeon = self.locations.dungeon
        return () if dungeon is None else dungeon.tokens

    @property
    def dungeon_kinds(self) -> tuple[str, ...]:
        """Different tokens of the dungeon, in the order of the file."""
        return tuple(dict.fromkeys(self.dungeon_tokens))


load_board = BoardFormat(Board, __package__, CHECKS).load
"""Reads the shipped board, a TOML file, or a mapping of the same structure, and checks it."""
