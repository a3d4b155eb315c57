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
from pixies_env.pixie_queen.drawing_spots import spots
from pixies_env.pixie_queen.drawing_table import WIDTH, Table, lay_out


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    table = lay_out(game, state, view)
    title = f"{game.title}, {count_players(table.now.players)}. {drawing_board.headline(table)[0]}"
    return Picture(title, (_board(table), _supply_and_players(table)))


def _board(table: Table) -> Column:
    y = 0.0
    parts: list[tuple[str, str]] = list(_headline(table))
    y += HEIGHT
    parts += drawing_board.top_row(table, y)
    y += drawing_board.TOP
    parts += drawing_board.pyramid(table, y)
    y += drawing_board.PYRAMID
    parts += drawing_board.single_spaces(table, y)
    y += drawing_board.SINGLES
    parts += drawing_tracks.tracks(table, y)
    y += 2 * drawing_tracks.TRACK
    parts += drawing_tracks.score(table, y)
    return _column(y + drawing_tracks.score_height(table), parts)


def _supply_and_players(table: Table) -> Column:
    y = 0.0
    parts: list[tuple[str, str]] = list(drawing_supply.rewards(table, y))
    y += drawing_supply.REWARDS
    parts += drawing_supply.supply(table, y)
    y += drawing_supply.SUPPLY
    parts += drawing_supply.tiles(table, y)
    y += drawing_supply.tiles_height(table)
    parts += drawing_players.screens(table, y)
    y += drawing_players.SCREEN * table.now.players
    return _column(y + (drawing_players.VIRTUAL_MINE if table.now.players == 2 else 0), parts)


def _column(height: float, parts: Iterable[tuple[str, str]]) -> Column:
    return Column(WIDTH, height, dict(parts))


def _headline(table: Table) -> Iterator[tuple[str, str]]:
    where, why = drawing_board.headline(table)
    asked = why or question_words(table.game, table.state)
    return headline(table.view, WIDTH, where, asked, table.now.player, icon("crown", 16, 14, 18))


ARTIST = Artist(draw, spots, COLOURS)
