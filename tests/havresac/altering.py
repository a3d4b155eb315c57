"""One entry of a position that can be is altered, so that it cannot be."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.registry import make_game

GAME = make_game("havresac", "easy", faces="day")
NIGHT = make_game("havresac", "easy", faces="night")
MIXED = make_game("havresac", "easy", faces=["day", "day", "night", "day", "day", "day"])
"""The Night Thief among Day faces."""

Mapping = dict[str, Any]
Change = Callable[[Mapping], None]


class Given:
    """A position of two players that can be, as far as a test says it."""

    def __init__(self, game: Game = GAME, **position: Any) -> None:
        self.game, self.position = game, {"players": 2, **position}

    def state(self, position: Mapping | None = None) -> State:
        """Its state, or that of another position of the same game."""
        return State.from_dict(self.game, position or self.position, chance="manual")


Impossible = tuple[Given, Change, str]
"""A position, what is altered, and words of the error."""


def check_refused(impossible: Impossible) -> None:
    """The position can be, altered it is refused."""
    given, change, words = impossible
    whole = given.state().as_dict()
    assert given.state(whole).as_dict() == whole
    altered = copy.deepcopy(whole)
    change(altered)
    with pytest.raises(ValueError, match=re.escape(words)):
        given.state(altered)


def put(path: str, value: Any) -> Change:
    """Give the entry at a path, written with points, another value."""

    def change(position: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in way:
            position = position[part]
        position[last] = value

    return change


def add(path: str, number: int) -> Change:
    """Add to the number at a path."""

    def change(position: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in way:
            position = position[part]
        position[last] += number

    return change


def several(*changes: Change) -> Change:
    def change(position: Mapping) -> None:
        for each in changes:
            each(position)

    return change


def lose(seat: int, creature: str) -> Change:
    """Take the first creature of a kind off a board."""

    def change(position: Mapping) -> None:
        board = position["seats"][seat]["creatures"]
        board.pop(next(cell for cell, kind in board.items() if kind == creature))

    return change
