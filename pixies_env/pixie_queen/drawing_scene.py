"""What a drawing is made from: a state and the printed numbers in plain Python."""

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core.drawing import View
from pixies_env.core.drawing.picture import fields_of
from pixies_env.core.game import Game
from pixies_env.pixie_queen.names import NOBODY

WIDTH = 400
"""Of each column, in units of the drawing."""


class Scene(NamedTuple):
    """All that parts of the drawing ask for."""

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

    @property
    def favourite(self) -> int:
        """The first of those still in, -1 before there is an order."""
        now = self.now
        still_in = (seat for seat in now.big_order if seat != NOBODY and not now.out[seat])
        return next(still_in, NOBODY)


def lay_out(game: Game, state: np.ndarray, view: View) -> Scene:
    """Read a one-element array of the state and the board of the game."""
    return Scene(game, state, fields_of(state), fields_of(game.board), view)
