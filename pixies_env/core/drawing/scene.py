"""What a drawing is made from, a state and the printed numbers in plain Python; its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pixies_env.core.drawing.marks import box
from pixies_env.core.drawing.picture import Column, Picture, View, fields_of
from pixies_env.core.words import count_players

if TYPE_CHECKING:
    from pixies_env.core.game import Game

WIDTH = 400
"""Of each column, in units of the drawing."""

Parts = Iterable[tuple[str, str]]
"""Keys and SVG of parts, in the order in which they are drawn."""


class Scene(NamedTuple):
    """All that parts of a drawing ask for."""

    game: Game
    state: np.ndarray
    now: Any
    """Fields of the state as numbers and lists."""
    board: Any
    """Fields of the board record as numbers and lists."""
    view: View

    @property
    def seats(self) -> range:
        """Seats of the game."""
        return range(self.now.players)

    def screen(self, seat: int, height: float) -> str:
        """The ground of what one player has; its edge tells whom the game waits for."""
        edge = f"s-seat{seat} wide" if self.now.player == seat else "s-line"
        return box(0, 0, WIDTH, height, f"f-panel {edge} edge", 6)

    def picture(self, where: str, *columns: Column) -> Picture:
        """The whole; ``where`` says where the game stands."""
        title = f"{self.game.title}, {count_players(self.now.players)}. {where}"
        return Picture(title, columns)


def lay_out(game: Game, state: np.ndarray, view: View) -> Scene:
    """Read a one-element array of the state and the board of the game."""
    return Scene(game, state, fields_of(state), fields_of(game.board), view)


def stacked(blocks: Iterable[tuple[Callable[[float], Parts], float]]) -> Column:
    """A column of blocks, one below the other, each with its height.

    A block is a function of the height at which it begins that gives its parts.
    """
    parts: dict[str, str] = {}
    y = 0.0
    for block, height in blocks:
        parts.update(block(y))
        y += height
    return Column(WIDTH, y, parts)
