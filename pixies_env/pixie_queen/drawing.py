"""The drawing of a Pixie Queen table: the board on the left, supply and players on the right.

Spots, see :mod:`pixies_env.core.drawing`: ``space-1`` to ``space-21``, ``servant``,
``demand-FOOD``, ``order-small``, ``track-silver``, ``track-gold``, ``reward-SERIES``,
``stock-GOOD``, ``special-GOOD``, ``bag-CUBE``, ``tile-food``, ``one-use-TILE``, ``skill-SKILL``,
and for each seat ``screen-SEAT``, ``good-SEAT-GOOD``, ``mine-SEAT`` and ``slot-SEAT-KIND`` with
the kinds skill, food, one_use and extra.
"""

from functools import partial

import numpy as np

from pixies_env.core.drawing import Artist, Picture, View
from pixies_env.core.drawing.headline import HEIGHT, headline
from pixies_env.core.drawing.table import lay_out, stacked
from pixies_env.core.game import Game
from pixies_env.pixie_queen import drawing_board, drawing_players, drawing_supply, drawing_tracks
from pixies_env.pixie_queen.drawing_icons import COLOURS, icon
from pixies_env.pixie_queen.drawing_spots import spots


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    table = lay_out(game, state, view)
    where, why = drawing_board.headline(table)
    board = (
        (lambda y: headline(table, where, why, icon("crown", 16, 14, 18)), HEIGHT),
        (partial(drawing_board.top_row, table), drawing_board.TOP),
        (partial(drawing_board.pyramid, table), drawing_board.PYRAMID),
        (partial(drawing_board.single_spaces, table), drawing_board.SINGLES),
        (partial(drawing_tracks.tracks, table), 2 * drawing_tracks.TRACK),
        (partial(drawing_tracks.score, table), drawing_tracks.score_height(table)),
    )
    supply_and_players = (
        (partial(drawing_supply.rewards, table), drawing_supply.REWARDS),
        (partial(drawing_supply.supply, table), drawing_supply.SUPPLY),
        (partial(drawing_supply.tiles, table), drawing_supply.tiles_height(table)),
        (partial(drawing_players.screens, table), drawing_players.screens_height(table)),
    )
    return table.picture(where, stacked(board), stacked(supply_and_players))


ARTIST = Artist(draw, spots, COLOURS)
