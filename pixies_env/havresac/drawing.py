"""The drawing of a table of Les Gardiens de Havresac: what all share, then each player's board.

Spots, see :mod:`pixies_env.core.drawing`: ``tile-GUARDIAN``, ``card-LABEL``, and for each seat
``screen-SEAT``, ``bag-SEAT-GUARDIAN``, ``object-SEAT-OBJECT`` and ``cell-SEAT-CELL`` such as
``cell-0-r4c5``, for cells on which something is or can be done.
"""

from functools import partial

import numpy as np

from pixies_env.core.drawing import Artist, Picture, View
from pixies_env.core.drawing.headline import HEIGHT, headline
from pixies_env.core.drawing.table import Table, lay_out, stacked
from pixies_env.core.game import Game
from pixies_env.havresac import drawing_players, drawing_shared
from pixies_env.havresac.drawing_icons import COLOURS, icon
from pixies_env.havresac.drawing_spots import spots
from pixies_env.havresac.names import (
    PHASES,
    SEASONS,
    Phase,
)


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    table = lay_out(game, state, view)
    shared = (
        (lambda y: headline(table, _where(table), sign=icon("tent", 16, 14, 18)), HEIGHT),
        (partial(drawing_shared.order, table), drawing_shared.ORDER),
        (partial(drawing_shared.tiles, table), drawing_shared.TILES),
        (partial(drawing_shared.cards, table), drawing_shared.CARDS),
        (partial(drawing_shared.gains, table), drawing_shared.GAINS),
    )
    height = drawing_players.player_height(table)
    players = [(partial(drawing_players.player, table, seat), height) for seat in table.seats]
    # Beside what all share there is room for half of the players.
    half = len(players) // 2
    columns = stacked((*shared, *players[:half])), stacked(players[half:])
    return table.picture(_where(table), *columns)


def _where(table: Table) -> str:
    now = table.now
    if now.phase == Phase.OVER:
        return "Game over"
    season = SEASONS[table.board.season]
    return (
        f"{season.capitalize()}, round {now.round_number} of {table.board.rounds}: "
        + PHASES[now.phase]
    )


ARTIST = Artist(draw, spots, COLOURS)
