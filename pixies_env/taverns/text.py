"""A printed view of a position for people."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from pixies_env.core.kit.positions import waiting_words
from pixies_env.core.words import count_players
from pixies_env.taverns.board import Board
from pixies_env.taverns.describe import Describer
from pixies_env.taverns.limits import MIN_PLAYERS

Told = Mapping[str, Any]

_INDENT = " " * 9


class Printer:
    """Callable that prints a one-element array of the state."""

    def __init__(self, board: Board, describe: Describer) -> None:
        self._board, self._describe = board, describe

    def __call__(self, state: np.ndarray) -> str:
        """Several lines: what is due, the map, what all share, each player."""
        position = self._describe(state)
        parts = [[_headline(position), *_under_way(position)], self._map(position)]
        parts.append([*self._dragon(position), *_table(position)])
        parts += [self._player(seat, position) for seat in range(position["players"])]
        return "\n\n".join("\n".join(part) for part in parts if part)

    def _map(self, position: Told) -> list[str]:
        """A line a zone: tokens, printed ingredients, sites, the goblin and the minions."""
        lines, space = [], 0
        width = max(8, *map(len, self._board.zone_names))
        for zone in self._board.map.zones:
            tokens = position["tokens"][space : space + zone.token_spaces]
            space += zone.token_spaces
            there = [token or "-" for token in tokens]
            there += [f"({kind})" for kind in zone.printed]
            if zone.sites:
                there.append("site " + "/".join(map(str, zone.sites)))
            if position["goblin_zone"] == zone.name:
                there.append(f"goblin with {position['goblin_stack']} items")
            there += [
                f"{seat} {minion}"
                for seat, player in enumerate(position["seats"])
                for minion, own in player["minions"].items()
                if own["zone"] == zone.name
            ]
            lines.append(f"{zone.name:<{width}} {', '.join(there)}".rstrip())
        return [*lines, *self._sites(position)]

    def _sites(self, position: Told) -> Iterator[str]:
        in_order = self._board.game.activation_spaces.in_order()
        spaces = in_order[position["players"] - MIN_PLAYERS]
        for site, location in enumerate(position["locations"]):
            used = f", {position['spaces_used'][site]} of {spaces} spaces used" if location else ""
            yield f"site {site + 1}   {location or 'no location yet'}{used}"

    def _dragon(self, position: Told) -> list[str]:
        name = position["dragon"]
        if name is None:
            return ["dragon   none"]
        card = next(board for board in self._board.dragons.boards if board.name == name)
        rows = []
        for row, marks in zip(card.rows, position["marks"], strict=False):
            swords, bows = row.count("S"), row.count("B")
            rows.append(f"sword {marks['sword']}/{swords} bow {marks['bow']}/{bows}")
        return [f"dragon   {name} at site {card.site}: {'; '.join(rows)}"]

    def _player(self, seat: int, position: Told) -> list[str]:
        player = position["seats"][seat]
        mark = ">" if seat == position["waiting"]["player"] else " "
        first = ", first player" if seat == position["first_player"] else ""
        lines = [
            f"{mark}{seat}  {player['prestige']} prestige, {player['gold']} gold, "
            f"{player['energy']} energy, {player['runes']} runes{first}",
            f"{_INDENT}dice {_dice(player)}; stored {_amounts(player['reserve'])}",
        ]
        for name, minion in player["minions"].items():
            die = f", die {minion['die']}" if minion["die"] else ""
            wounds = f", {minion['wounds']} wounds" if minion["wounds"] else ""
            carried = _amounts(minion["carried"])
            lines.append(f"{_INDENT}{name} in {minion['zone']}{die}: {carried}{wounds}")
        lines.append(f"{_INDENT}heroes {_heroes(player['heroes'], position)}")
        lines.append(f"{_INDENT}cooked {_list(player['cooked'])}")
        lines += [f"{_INDENT}{line}" for line in _belongings(player)]
        return lines


def _headline(position: Told) -> str:
    waiting = position["waiting"]
    players = count_players(position["players"])
    place = f"Taverns & Dragons, {players}, round {position['round']}"
    if waiting["for"] == "nothing":
        return f"{place}: over"
    return f"{place}, {position['phase'].replace('_', ' ')}: {waiting_words(waiting)}"


def _under_way(position: Told) -> Iterator[str]:
    """What the turn has brought, the hunt, and what is interrupted."""
    turn, hunt = position["turn"], position["hunt"]
    if position["phase"] == "turns":
        done = "main action done" if turn["main_action_done"] else "main action to come"
        active = f", active {turn['active']}" if turn["active"] else ""
        visited = f", visited {_list(turn['visited'])}" if turn["visited"] else ""
        yield f"turn     {done}{active}{visited}"
    if hunt["part"]:
        yield f"hunt     {hunt['part']}: {_amounts(hunt['dice'])}; with {_amounts(hunt['symbols'])}"
    if position["effect"]:
        yield f"effect   {position['effect']}"
    if position["event"]:
        yield f"event    {position['event']}"
    if position["effects"]:
        yield f"to come  {', '.join(effect['kind'] for effect in reversed(position['effects']))}"


def _table(position: Told) -> list[str]:
    """What all share: rows, bank, tiles, the common mission."""
    row = [recipe or "-" for recipe in position["recipe_row"]]
    bank = [f"{slot}: {seat}" for slot, seat in position["bank"].items() if seat is not None]
    lines = [
        f"heroes   {_list(position['hero_row'])}; {len(position['heroes_left'])} to come",
        f"recipes  {_list(row)}; {len(position['recipes_left'])} to come",
        f"bank     {_list(bank)}",
    ]
    if "dungeon" in position["locations"]:
        lines.append(f"dungeon  {_amounts(position['dungeon_left'])}")
    if "forge" in position["locations"]:
        lines.append(f"forge    {_amounts(position['forge_left'])}")
    if position["common_mission"]:
        lines.append(f"mission  {position['common_mission']}")
    return lines


def _dice(player: Told) -> str:
    """The values available, then where the others lie that no minion has."""
    values = [value for value, number in player["dice"].items() for _ in range(number)]
    placed = [f"energy {player['energy_die']}"] if player["energy_die"] else []
    placed += [f"{player['cooking_dice']} cooking"] if player["cooking_dice"] else []
    placed += [f"{player['lost_dice']} lost"] if player["lost_dice"] else []
    return " ".join(values or ["none"]) + (f" ({', '.join(placed)})" if placed else "")


def _heroes(heroes: Iterable[str], position: Told) -> str:
    """Names with * for exhausted and ! for a bonus used."""
    marked = [
        name
        + ("*" if name in position["exhausted"] else "")
        + ("!" if name in position["bonus_used"] else "")
        for name in heroes
    ]
    return _list(marked)


def _belongings(player: Told) -> Iterator[str]:
    """What only some players have."""
    if player["tavern"]:
        yield f"{player['tavern']}, marker on {player['marker']}"
    kept, put_away = player["missions"]
    if kept:
        yield f"mission {kept}, put away {put_away or 'none yet'}"
    for key in ("trophies", "forge", "items"):
        if any(player[key].values()):
            yield f"{key} {_amounts(player[key])}"


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _amounts(numbers: Mapping[str, int]) -> str:
    """Such as ``2 plant, 1 egg``; what is not there is left out."""
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number) or "nothing"
