"""The drawing of a table of Les Gardiens de Havresac: what all share, then each player's board.

Spots, see :mod:`pixies_env.core.drawing`: ``tile-GUARDIAN``, ``card-LABEL``, and for each seat
``screen-SEAT``, ``bag-SEAT-GUARDIAN``, ``object-SEAT-OBJECT`` and ``cell-SEAT-CELL`` such as
``cell-0-r4c5``, for cells on which something is or can be done.
"""

from collections.abc import Iterator

import numpy as np

from pixies_env.core.drawing import Artist, Column, Picture, View
from pixies_env.core.drawing.headline import HEIGHT, headline
from pixies_env.core.game import Game
from pixies_env.core.words import count_players, question_words
from pixies_env.havresac import drawing_players, drawing_shared
from pixies_env.havresac.drawing_icons import COLOURS, icon
from pixies_env.havresac.drawing_scene import WIDTH, Scene, lay_out
from pixies_env.havresac.drawing_spots import spots
from pixies_env.havresac.names import (
    PHASES,
    SEASONS,
    Phase,
)


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    scene = lay_out(game, state, view)
    # Beside what all share there is room for half of the players.
    first = scene.now.players // 2
    columns = (_column(scene, range(first), True), _column(scene, scene.seats[first:], False))
    return Picture(f"{game.title}, {count_players(scene.now.players)}. {_where(scene)}", columns)


def _column(scene: Scene, seats: range, shared: bool) -> Column:
    y = 0.0
    parts: list[tuple[str, str]] = []
    if shared:
        parts += _headline(scene)
        y += HEIGHT
        for draw_part, height in (
            (drawing_shared.order, drawing_shared.ORDER),
            (drawing_shared.tiles, drawing_shared.TILES),
            (drawing_shared.cards, drawing_shared.CARDS),
            (drawing_shared.gains, drawing_shared.GAINS),
        ):
            parts += draw_part(scene, y)
            y += height
    for seat in seats:
        parts += drawing_players.player(scene, seat, y)
        y += drawing_players.player_height(scene)
    return Column(WIDTH, y, dict(parts))


def _where(scene: Scene) -> str:
    now = scene.now
    if now.phase == Phase.OVER:
        return "Game over"
    season = SEASONS[scene.board.season]
    return (
        f"{season.capitalize()}, round {now.round_number} of {scene.board.rounds}: "
        + PHASES[now.phase]
    )


def _headline(scene: Scene) -> Iterator[tuple[str, str]]:
    asked = question_words(scene.game, scene.state)
    sign = icon("tent", 16, 14, 18)
    return headline(scene.view, WIDTH, _where(scene), asked, scene.now.player, sign)


ARTIST = Artist(draw, spots, COLOURS)
