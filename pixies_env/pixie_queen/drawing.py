"""The drawing of a Pixie Queen table: the board on the left, supply and players on the right.

Spots, see :mod:`pixies_env.core.drawing`: ``space-1`` to ``space-21``, ``servant``,
``demand-FOOD``, ``order-small``, ``track-silver``, ``track-gold``, ``reward-SERIES``,
``stock-GOOD``, ``special-GOOD``, ``bag-CUBE``, ``tile-food``, ``one-use-TILE``, ``skill-SKILL``,
and for each seat ``screen-SEAT``, ``good-SEAT-GOOD``, ``mine-SEAT`` and ``slot-SEAT-KIND`` with
the kinds skill, food, one_use and extra.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from pixies_env.core.drawing import Artist, Column, Picture, View
from pixies_env.core.drawing.headline import HEIGHT, headline
from pixies_env.core.game import Game
from pixies_env.core.words import count_players, question_words
from pixies_env.pixie_queen import drawing_board, drawing_players, drawing_supply, drawing_tracks
from pixies_env.pixie_queen.drawing_icons import COLOURS, icon
from pixies_env.pixie_queen.drawing_scene import WIDTH, Scene, lay_out
from pixies_env.pixie_queen.drawing_spots import spots


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    scene = lay_out(game, state, view)
    title = f"{game.title}, {count_players(scene.now.players)}. {drawing_board.headline(scene)[0]}"
    return Picture(title, (_board(scene), _supply_and_players(scene)))


def _board(scene: Scene) -> Column:
    y = 0.0
    parts: list[tuple[str, str]] = list(_headline(scene))
    y += HEIGHT
    parts += drawing_board.top_row(scene, y)
    y += drawing_board.TOP
    parts += drawing_board.pyramid(scene, y)
    y += drawing_board.PYRAMID
    parts += drawing_board.single_spaces(scene, y)
    y += drawing_board.SINGLES
    parts += drawing_tracks.tracks(scene, y)
    y += 2 * drawing_tracks.TRACK
    parts += drawing_tracks.score(scene, y)
    return _column(y + drawing_tracks.score_height(scene), parts)


def _supply_and_players(scene: Scene) -> Column:
    y = 0.0
    parts: list[tuple[str, str]] = list(drawing_supply.rewards(scene, y))
    y += drawing_supply.REWARDS
    parts += drawing_supply.supply(scene, y)
    y += drawing_supply.SUPPLY
    parts += drawing_supply.tiles(scene, y)
    y += drawing_supply.tiles_height(scene)
    parts += drawing_players.screens(scene, y)
    y += drawing_players.SCREEN * scene.now.players
    return _column(y + (drawing_players.VIRTUAL_MINE if scene.now.players == 2 else 0), parts)


def _column(height: float, parts: Iterable[tuple[str, str]]) -> Column:
    return Column(WIDTH, height, dict(parts))


def _headline(scene: Scene) -> Iterator[tuple[str, str]]:
    where, why = drawing_board.headline(scene)
    asked = why or question_words(scene.game, scene.state)
    return headline(scene.view, WIDTH, where, asked, scene.now.player, icon("crown", 16, 14, 18))


ARTIST = Artist(draw, spots, COLOURS)
