"""What a language model is told: the rules in brief, and a position as a seat sees it."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.kit.remade import Remade
from pixies_env.havresac.board import Board
from pixies_env.havresac.describe import Describer
from pixies_env.havresac.names import CREATURES, GUARDIANS

_MAPPED = ("forest", "lake")
"""Kinds of cells that stay as they are."""


def brief(board: Board) -> str:
    """The rules with the numbers of a board; the text is in ``brief.txt``."""
    text = (Path(__file__).parent / "brief.txt").read_text(encoding="utf-8")
    return text.format(
        rounds=board.supply.rounds,
        last=_cell(board.maps.rows - 1, board.maps.columns - 1),
        castle=" ".join(_cell(*cell) for cell in board.cells("summer", "castle")),
        per_round=board.cards.per_round,
        glory=board.glory.monster.model_dump(),
        cup=board.effects.cup_glory,
        fairies=_numbers(board.glory.fairy_column),
        villages=_numbers(board.glory.village_column),
        gold=_numbers(board.gains.gold),
        vp=_numbers(board.gains.vp),
        above=board.gains.vp_per_glory_above,
        guardians="; ".join(_tile(board, guardian) for guardian in GUARDIANS),
        huntress=board.effects.night_huntress_vp,
        boots=board.effects.boots_steps,
        chest=board.final.opened_chest,
        points=board.final.monster.model_dump(),
    )


def _tile(board: Board, guardian: str) -> str:
    """Such as ``huntress day 2/7, night 2/8``, or once where both faces are alike."""
    day, night = (
        f"{getattr(tile, 'move', 'any')}/{tile.cost}"
        for tile in (getattr(board.day, guardian), getattr(board.night, guardian))
    )
    return f"{guardian} {day}" if day == night else f"{guardian} day {day}, night {night}"


class Situation(Remade):
    """Callable that tells a position of a game on a board, in a season."""

    def __init__(self, board: Board, season: str, describe: Describer) -> None:
        self._board, self._season, self._describe = board, season, describe

    def __call__(self, state: np.ndarray, seat: int) -> str:
        """The position in words: the seat's own board cell by cell, the others' in short."""
        position = self._describe(state)
        lines = [
            _round(position, self._board.supply.rounds),
            f"Faces: {_list(self._faces(position))}.",
            f"Reserve: {_amounts(position['reserve']) or 'nothing'}.",
            f"Cards still to come: {_list(self._cards(position))}.",
        ]
        if position["buying_order"]:
            order = _list(f"player {player}" for player in position["buying_order"])
            lines.append(f"They buy in the order {order}.")
        own = position["seats"][seat]
        others = [player for player in range(position["players"]) if player != seat]
        lines += [f"You (player {seat}): {_player(own)}", *self._map(own)]
        lines += [_other(player, position["seats"][player]) for player in others]
        return "\n".join(lines)

    def _faces(self, position: Mapping[str, Any]) -> Iterable[str]:
        return (
            f"{face or 'not drawn yet'} {' '.join(name for name, _ in same)}"
            for face, same in groupby(
                sorted(position["faces"].items(), key=lambda entry: str(entry[1])),
                key=lambda entry: entry[1],
            )
        )

    def _cards(self, position: Mapping[str, Any]) -> Iterable[str]:
        """Creatures that scout cards can still bring, with the cells they come to."""
        cells = self._board.label_cells(self._season)
        left = set(position["cards_left"])
        for creature in CREATURES:
            labels = getattr(self._board.cards, creature)
            places = [_cell(*cells[label]) for label in labels if label in left]
            if places:
                yield f"{creature} {' '.join(places)}"

    def _map(self, own: Mapping[str, Any]) -> list[str]:
        """Everything on the seat's board, kind by kind."""
        standing: dict[str, list[str]] = {}
        for cell, name in {**own["guardians"], **own["creatures"]}.items():
            standing.setdefault(name, []).append(_named(cell))
        done = {_named(cell) for cell in (*own["repaired"], *own["opened"])}
        ruined, closed = (
            [cell for cell in self._of_kind(kind) if cell not in done]
            for kind in ("village", "chest")
        )
        guardians, creatures = (
            "; ".join(f"{name} {' '.join(cells)}" for name, cells in standing.items() if told(name))
            for told in (GUARDIANS.__contains__, lambda name: name not in GUARDIANS)
        )
        lines = [
            f"Your Guardians on the board: {guardians or 'none'}.",
            f"Tents: {' '.join(map(_named, own['tents'])) or 'none'}.",
            f"Creatures: {creatures or 'none'}.",
            f"Ruined villages: {' '.join(ruined) or 'none'}.",
            f"Closed chests: {' '.join(closed) or 'none'}.",
        ]
        lines += [f"{kind.capitalize()}: {' '.join(self._of_kind(kind))}." for kind in _MAPPED]
        return lines

    def _of_kind(self, kind: str) -> list[str]:
        return [_cell(*cell) for cell in self._board.cells(self._season, kind)]


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _cell(row: int, column: int) -> str:
    return f"{row},{column}"


def _named(cell: str) -> str:
    """The cell of a name such as ``r0c4``."""
    row, _, column = cell.removeprefix("r").partition("c")
    return _cell(int(row), int(column))


def _list(parts: Iterable[str]) -> str:
    return ", ".join(parts) or "none"


def _amounts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number)


def _round(position: Mapping[str, Any], rounds: int) -> str:
    begun = f"{position['season'].capitalize()}, round {position['round']} of {rounds}"
    played = position["played"]
    if played is None:
        return f"{begun}, {position['phase']}."
    used = [f"{played['boots']} boots"] if played["boots"] else []
    used += [thing for thing in ("feather", "sword") if played[thing]]
    helped = f" with {', '.join(used)}" if used else ""
    where = f" stands at {_named(played['cell'])}" if played["cell"] else " is to move"
    return f"{begun}, {position['phase']}: the {played['guardian']}{helped}{where}."


def _player(player: Mapping[str, Any]) -> str:
    parts = {
        "bag": _amounts(player["bag"]),
        "set aside": _amounts(player["idle"]),
        **_won(player),
        "still in chests": _amounts(player["closed"]),
    }
    return f"{player['vp']} VP, {player['gold']} Gold; {_told(parts)}."


def _other(seat: int, player: Mapping[str, Any]) -> str:
    owned = dict(player["bag"])
    for name in player["guardians"].values():
        owned[name] += 1
    parts = {"Guardians": _amounts(owned), **_won(player)}
    return f"Player {seat}: {player['vp']} VP, {player['gold']} Gold; {_told(parts)}."


def _won(player: Mapping[str, Any]) -> dict[str, str]:
    done = {
        "fairies": player["fairies"],
        "villages": len(player["repaired"]),
        "opened chests": len(player["opened"]),
    }
    gained = {**player["gains"], "Cups": player["cups"]}
    return {
        "this round": _amounts(gained),
        "before": _amounts({**player["hunted"], **done}),
        "objects": _amounts(player["objects"]),
    }


def _told(parts: Mapping[str, str]) -> str:
    """What there is of each; what there is nothing of is left out."""
    return "; ".join(f"{name} {amounts}" for name, amounts in parts.items() if amounts)
