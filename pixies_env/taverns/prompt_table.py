"""What a language model is told of the map, of the dragon and of the cards that lie open."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pixies_env.taverns.board import Board
from pixies_env.taverns.board_cards import Dragon
from pixies_env.taverns.board_tables import Zone
from pixies_env.taverns.catalogue import MARKET_GOODS
from pixies_env.taverns.effects import ability_of, bonus_of, special_of
from pixies_env.taverns.limits import MIN_PLAYERS
from pixies_env.taverns.names import INGREDIENTS, LOCATIONS, RECIPE_LETTERS, Location, Market
from pixies_env.taverns.words_of_cards import (
    LOCATION_EFFECTS,
    counted,
    effect_words,
    mission_words,
    spoken,
)

Told = Mapping[str, Any]


class Table:
    """Tells what all players share.

    Args:
        board: the board.
        record: the board record.
    """

    def __init__(self, board: Board, record: Any) -> None:
        self._board, self._record = board, record

    def __call__(self, position: Told, seat: int) -> Iterator[str]:
        """Lines on the map, the sites, the dragon and the open cards, for a seat."""
        yield f"Map, in walking order: {'; '.join(self._zones(position))}."
        yield from self._sites(position)
        if position["dragon"]:
            yield self._dragon(position)
        yield from self._cards(position, seat)

    def hero(self, name: str, with_bonus: bool = True) -> str:
        """What a hero can do, such as ``gain 2 energy; bonus gain 1 rune``."""
        place = self._board.hero_names.index(name)
        ability, bonus = (effect_words(self._record, of(place)) for of in (ability_of, bonus_of))
        return f"{ability}; bonus {bonus}" if with_bonus else ability

    def mission(self, name: str) -> str:
        """What a mission asks for."""
        return mission_words(self._record, self._board.mission_names.index(name))

    def _zones(self, position: Told) -> Iterator[str]:
        """What lies in each zone; behind its name the sites that touch it, and its arrows."""
        space = 0
        for zone in self._board.map.zones:
            tokens = position["tokens"][space : space + zone.token_spaces]
            space += zone.token_spaces
            there = [*filter(None, tokens), *(f"printed {kind}" for kind in zone.printed)]
            if position["goblin_zone"] == zone.name:
                there.append(f"goblin with {counted(position['goblin_stack'], 'item')}")
            yield f"{self._place(zone)}{': ' if there else ''}{', '.join(there)}"

    def _place(self, zone: Zone) -> str:
        sites = f", site {'/'.join(map(str, zone.sites))}" if zone.sites else ""
        ends = [spoken(end) for start, end in self._board.map.shortcuts if start == zone.name]
        arrows = "".join(f", arrow to {end}" for end in ends)
        return f"{spoken(zone.name)}{sites}{arrows}"

    def _sites(self, position: Told) -> Iterator[str]:
        spaces = self._board.game.activation_spaces.in_order()[position["players"] - MIN_PLAYERS]
        closed = self._dragon_of(position).site if position["dragon"] else None
        for site, name in enumerate(position["locations"], start=1):
            if name is None:
                continue
            location = Location(LOCATIONS.index(name))
            cost = int(self._record.location_cost[location])
            left = f"{counted(spaces - position['spaces_used'][site - 1], 'space')} left"
            parts = [name, *([f"{cost} energy"] if cost else [])]
            parts.append("closed by the dragon" if site == closed else left)
            yield f"Site {site}: {', '.join(parts)}: {self._effect(location, position)}."

    def _effect(self, location: Location, position: Told) -> str:
        effect, record = LOCATION_EFFECTS[location], self._record
        match location:
            case Location.RUNES:
                return f"gain {counted(int(record.gives_runes), 'rune')}"
            case Location.DUNGEON:
                return f"{effect} ({listed(_tokens(position['dungeon_left']))})"
            case Location.FORGE:
                return f"{effect} ({counts(position['forge_left'])} left)"
            case Location.LIBRARY:
                return f"a carried spice for {record.gives_gold} gold"
            case Location.MARKET:
                goods = zip(INGREDIENTS[:MARKET_GOODS], record.market_price, strict=True)
                prices = ", ".join(f"{kind} {price}" for kind, price in goods)
                carried = record.market == Market.STORE
                stored = "one that is carried" if carried else "an ingredient"
                return f"store {stored} for gold: {prices}"
        return effect

    def _dragon(self, position: Told) -> str:
        """Free spaces and reward of each row, and what a flame does."""
        dragon = self._dragon_of(position)
        rows = []
        for number, (row, marks, reward) in enumerate(
            zip(dragon.rows, position["marks"], dragon.rewards, strict=False), start=1
        ):
            swords, bows = row.count("S") - marks["sword"], row.count("B") - marks["bow"]
            free = " ".join([*["sword"] * swords, *["bow"] * bows])
            left = f"{free} for {counts(reward.model_dump())}" if free else "complete"
            rows.append(f"row {number} {left}")
        place = self._board.dragon_names.index(dragon.name)
        flame = effect_words(self._record, special_of(place))
        told = "; ".join(rows)
        return f"Dragon {spoken(dragon.name)}, site {dragon.site}: {told}; a flame: {flame}."

    def _dragon_of(self, position: Told) -> Dragon:
        return self._board.dragons.boards[self._board.dragon_names.index(position["dragon"])]

    def _cards(self, position: Told, seat: int) -> Iterator[str]:
        bank = [
            f"{slot} {'you' if owner == seat else f'player {owner}'}"
            for slot, owner in position["bank"].items()
            if owner is not None
        ]
        if bank:
            yield f"Dice in the bank: {listed(bank)}."
        letters = " ".join(map(" ".join, zip(RECIPE_LETTERS, INGREDIENTS, strict=True)))
        row = [f"{name} {self._prestige(name)}" if name else "-" for name in position["recipe_row"]]
        yield f"Recipes and prestige, from the top ({letters}): {listed(row)}."
        if position["hero_row"]:
            heroes = (self._offer(name, position, seat) for name in position["hero_row"])
            yield f"Heroes to hire (gold/prestige): {'. '.join(heroes)}."
        if position["common_mission"]:
            yield f"Common mission: {self.mission(position['common_mission'])}."

    def _prestige(self, recipe: str) -> int:
        return self._board.recipes.points()[recipe]

    def _offer(self, name: str, position: Told, seat: int) -> str:
        """A hero of the row; what the options explain is not said here too."""
        hero = self._board.heroes.cards[self._board.hero_names.index(name)]
        waiting, gold = position["waiting"], position["seats"][seat]["gold"]
        asked = waiting["player"] == seat and waiting["question"] in ("open", "attack")
        if asked and gold >= hero.cost:
            return f"{spoken(name)}: see the options"
        return f"{spoken(name)} {hero.cost}/{hero.prestige}: {self.hero(name)}"


def _tokens(left: Mapping[str, int]) -> Iterator[str]:
    """Tokens of the dungeon one by one, such as ``2 gold`` or ``wound``."""
    for name, number in left.items():
        what, _, amount = name.partition("_")
        yield from [f"{amount} {what}".strip()] * number


def listed(parts: Iterable[str]) -> str:
    """What there is, with commas."""
    return ", ".join(parts) or "none"


def counts(numbers: Mapping[str, int]) -> str:
    """Such as ``2 plant, 1 egg``; what is not there is left out."""
    return listed(f"{number} {spoken(name)}" for name, number in numbers.items() if number)
