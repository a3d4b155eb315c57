"""The drawing of a table of Les Gardiens de Havresac: what all share, then each player's board.

Spots, see :mod:`pixies_env.core.drawing`: ``tile-GUARDIAN``, ``card-LABEL``, and for each seat
``screen-SEAT``, ``bag-SEAT-GUARDIAN``, ``object-SEAT-OBJECT`` and ``cell-SEAT-CELL`` such as
``cell-0-r4c5``, for cells on which something is or can be done.
"""

from functools import partial

import numpy as np

from pixies_env.core.drawing import Artist, Picture, View
from pixies_env.core.drawing.headline import HEIGHT, headline
from pixies_env.core.drawing.scene import Scene, lay_out, stacked
from pixies_env.core.game import Game
from pixies_env.havresac import drawing_players, drawing_shared
from pixies_env.havresac.drawing_icons import COLOURS, icon
from pixies_env.havresac.drawing_places import PLACES
from pixies_env.havresac.drawing_spots import spots
from pixies_env.havresac.names import (
    PHASES,
    SEASONS,
    Phase,
)


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    scene = lay_out(game, state, view)
    shared = (
        (lambda y: headline(scene, _where(scene), sign=icon("tent", 16, 14, 18)), HEIGHT),
        (partial(drawing_shared.order, scene), drawing_shared.ORDER),
        (partial(drawing_shared.tiles, scene), drawing_shared.TILES),
        (partial(drawing_shared.cards, scene), drawing_shared.CARDS),
        (partial(drawing_shared.gains, scene), drawing_shared.GAINS),
    )
    height = drawing_players.player_height(scene)
    players = [(partial(drawing_players.player, scene, seat), height) for seat in scene.seats]
    # Beside what all share there is room for half of the players.
    half = len(players) // 2
    columns = stacked((*shared, *players[:half])), stacked(players[half:])
    return scene.picture(_where(scene), *columns)


def _where(scene: Scene) -> str:
    now = scene.now
    if now.phase == Phase.OVER:
        return "Game over"
    season = SEASONS[scene.board.season]
    return (
        f"{season.capitalize()}, round {now.round_number} of {scene.board.rounds}: "
        + PHASES[now.phase]
    )


ARTIST = Artist(draw, spots, COLOURS, PLACES)
