"""The drawing of a Pixie Queen scene: the board on the left, supply and players on the right.

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
from pixies_env.core.drawing.scene import lay_out, stacked
from pixies_env.core.game import Game
from pixies_env.pixie_queen import drawing_board, drawing_players, drawing_supply, drawing_tracks
from pixies_env.pixie_queen.drawing_icons import COLOURS, icon
from pixies_env.pixie_queen.drawing_places import PLACES
from pixies_env.pixie_queen.drawing_spots import spots


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    scene = lay_out(game, state, view)
    where, why = drawing_board.headline(scene)
    board = (
        (lambda y: headline(scene, where, why, icon("crown", 16, 14, 18)), HEIGHT),
        (partial(drawing_board.top_row, scene), drawing_board.TOP),
        (partial(drawing_board.pyramid, scene), drawing_board.PYRAMID),
        (partial(drawing_board.single_spaces, scene), drawing_board.SINGLES),
        (partial(drawing_tracks.tracks, scene), 2 * drawing_tracks.TRACK),
        (partial(drawing_tracks.score, scene), drawing_tracks.score_height(scene)),
    )
    supply_and_players = (
        (partial(drawing_supply.rewards, scene), drawing_supply.REWARDS),
        (partial(drawing_supply.supply, scene), drawing_supply.SUPPLY),
        (partial(drawing_supply.tiles, scene), drawing_supply.tiles_height(scene)),
        (partial(drawing_players.screens, scene), drawing_players.screens_height(scene)),
    )
    return scene.picture(where, stacked(board), stacked(supply_and_players))


ARTIST = Artist(draw, spots, COLOURS, PLACES)
