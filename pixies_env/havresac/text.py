"""A printed view of a position for people."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pixies_env.core.kit.positions import waiting_words
from pixies_env.core.words import count_players
from pixies_env.havresac.board import Board
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.describe import Describer

_MARKS = {
    "guide": "Gu",
    "warrior": "Wa",
    "thief": "Th",
    "priestess": "Pr",
    "druid": "Dr",
    "huntress": "Hu",
    "fairy": "+f",
    "fox": "-x",
    "crocodile": "-c",
    "pig": "-p",
}
"""Two letters for a Guardian, a sign and a letter for a creature."""


class Printer:
    """Callable that prints a one-element array of the state."""

    def __init__(self, board: Board, season: str, describe: Describer) -> None:
        self._board, self._season, self._describe = board, season, describe

    def __call__(self, state: np.ndarray) -> str:
        """Several lines: what is due, what all share, each player with the own board."""
        position = self._describe(state)
        lines = [_headline(position), "", *_table(position)]
        for seat, player in enumerate(position["seats"]):
            mark = ">" if seat == position["waiting"]["player"] else " "
            lines += ["", *_player(mark, seat, player), *self._map(player)]
        lines += ["", LEGEND]
        return "\n".join(lines)

    def _map(self, player: Mapping[str, Any]) -> list[str]:
        """What stands on each cell, else its sign; marks tell Tents and what is done."""
        standing = {**player["guardians"], **player["creatures"]}
        done = {*player["repaired"], *player["opened"]}
        tents = set(player["tents"])
        maps = self._board.maps
        lines = ["      " + " ".join(f"c{column:<2}" for column in range(maps.columns)).rstrip()]
        for row in range(maps.rows):
            cells = []
            for column in range(maps.columns):
                name = cell_name(row, column)
                sign = self._board.sign(self._season, row, column)
                if name in standing:
                    cells.append(_MARKS[standing[name]] + " ")
                elif name in tents:
                    cells.append(sign + "^ ")
                else:
                    cells.append(sign + ("! " if name in done else "  "))
            lines.append(f"  r{row:<2} " + " ".join(cells).rstrip())
        return lines


LEGEND = (
    f"marks    {' '.join(f'{mark} {name}' for name, mark in _MARKS.items())}; "
    "! repaired or opened, ^ Tent"
)


def _headline(position: dict[str, Any]) -> str:
    waiting = position["waiting"]
    players = count_players(position["players"])
    place = f"Les Gardiens de Havresac, {position['season']}, {players}, round {position['round']}"
    if waiting["for"] == "nothing":
        return f"{place}: over"
    due = f"{place}, {position['phase']}: {waiting_words(waiting)}"
    played = position["played"]
    if played is None:
        return due
    used = [f"{played['boots']} boots"] if played["boots"] else []
    used += [thing for thing in ("feather", "sword") if played[thing]]
    helped = f" with {', '.join(used)}" if used else ""
    where = f" at {played['cell']}" if played["cell"] else ""
    return f"{due}, {played['guardian']}{helped}{where}"


def _amounts(numbers: Mapping[str, int]) -> str:
    """Such as ``2 guide, 1 thief``; what is not there is left out."""
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number) or "nothing"


def _table(position: dict[str, Any]) -> list[str]:
    faces = ", ".join(f"{name} {face or 'unknown'}" for name, face in position["faces"].items())
    lines = [
        f"faces    {faces}",
        f"reserve  {_amounts(position['reserve'])}",
        f"cards    left {' '.join(position['cards_left']) or 'none'}",
    ]
    if position["buying_order"]:
        lines.append(f"buying   {position['buying_order']}, stopped {position['stopped']}")
    return lines


def _player(mark: str, seat: int, player: Mapping[str, Any]) -> list[str]:
    fairies = f"{player['fairies']} in the column"
    return [
        f"{mark}{seat}  {player['vp']} VP, {player['gold']} Gold; bag {_amounts(player['bag'])}"
        f"; set aside {_amounts(player['idle'])}",
        f"    gains {_amounts(player['gains'])}; hunted {_amounts(player['hunted'])}; "
        f"Fairies {fairies}; Village tokens left {player['villages_left']}",
        f"    objects {_amounts(player['objects'])}; Cups {player['cups']}; "
        f"in closed chests {_amounts(player['closed'])}",
    ]
