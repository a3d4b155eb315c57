"""What the data file prints, looked up by name (section 1)."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]

KINDS = ["plant", "mushroom", "spice", "egg", "meat"]
MINIONS = ["plain", "sturdy", "booted"]
FACES = ["sword", "bow", "claw", "flame"]
SYMBOLS = ["sword", "bow"]
SLOTS = ["1", "2", "3", "4", "blank"]
HIGHEST_VALUE = 4
"""Of a player die."""

_LETTERS = {"P": "plant", "M": "mushroom", "S": "spice", "E": "egg", "V": "meat"}
_SIGNS = {"S": "sword", "B": "bow"}


def without_standing(table: Plain) -> Plain:
    """A table of the file without the line that says how sure it is."""
    return {name: value for name, value in table.items() if name != "standing"}


@dataclass(frozen=True)
class Options:
    """Modules and switches of one game."""

    missions: bool
    events: bool
    asymmetric: bool
    encounters: bool
    goblin: bool
    initial_recipes: int
    city_on_pass: bool
    market: str
    locations: tuple[str, ...] | None


class Data:
    """The mapping of a data file, as `tomllib` gives it, with its cards by name."""

    def __init__(self, mapping: Plain) -> None:
        self.game: Plain = mapping["game"]
        self.minions = without_standing(mapping["minions"])
        self.city: str = mapping["map"]["city"]
        self.maple: str = mapping["map"]["maple"]
        self.zone: dict[str, Plain] = {zone["name"]: zone for zone in mapping["map"]["zones"]}
        self.zones = list(self.zone)
        self.shortcuts: list[list[str]] = mapping["map"]["shortcuts"]
        self.tokens = without_standing(mapping["tokens"])
        self.player_die = Counter(mapping["dice"]["player"])
        self.hunting_die = Counter(mapping["dice"]["hunting"])
        self.bank = without_standing(mapping["bank"])
        self.round_track = without_standing(mapping["round_track"])
        self.locations = without_standing(mapping["locations"])
        self.recipes: dict[str, int] = mapping["recipes"]["prestige"]
        self.heroes = {card["name"]: card for card in mapping["heroes"]["cards"]}
        self.dragons = {board["name"]: board for board in mapping["dragons"]["boards"]}
        self.trophies: list[int] = mapping["trophies"]["prestige"]
        self.missions = {card["name"]: card for card in mapping["missions"]["cards"]}
        self.events = {card["name"]: card for card in mapping["events"]["cards"]}
        self.tracks = without_standing(mapping["asymmetric"])
        self.encounters = {card["name"]: card for card in mapping["encounters"]["cards"]}
        self.items: dict[str, int] = mapping["goblin"]["items"]

    # The map

    def next_zone(self, zone: str) -> str:
        """The zone after this one on the path."""
        return self.zones[(self.zones.index(zone) + 1) % len(self.zones)]

    def arrow_ends(self, zone: str) -> list[str]:
        """Where the arrows lead that start in this zone."""
        return [end for start, end in self.shortcuts if start == zone]

    def zones_at(self, site: int) -> list[str]:
        """The zones that are adjacent to a site, in walking order."""
        return [name for name in self.zones if site in self.zone[name]["sites"]]

    def goblin_zone(self, number: int) -> str:
        """The zone that bears this number."""
        (found,) = [name for name in self.zones if self.zone[name]["goblin"] == number]
        return found

    # Cards and boards

    def ingredients(self, recipe: str) -> Counter[str]:
        """The list of a recipe."""
        return Counter(_LETTERS[letter] for letter in recipe)

    def row_spaces(self, dragon: str, row: int) -> Counter[str]:
        """The damage spaces of a row; row 1 is the top one."""
        return Counter(_SIGNS[sign] for sign in self.dragons[dragon]["rows"][row - 1])

    def rows(self, dragon: str) -> list[int]:
        """Numbers of the rows of a dragon board, from the top."""
        return list(range(1, len(self.dragons[dragon]["rows"]) + 1))

    def tokens_on(self, tile: str) -> list[str]:
        """All tokens of the dungeon or the forge; none where the file leaves the tile out."""
        return list(self.locations.get(tile, {"tokens": []})["tokens"])
