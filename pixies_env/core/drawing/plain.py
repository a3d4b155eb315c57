"""The drawing of a game that has none: its text."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from pixies_env.core.drawing.marks import attribute, box, number
from pixies_env.core.drawing.picture import Artist, Column, Picture, View

if TYPE_CHECKING:
    from pixies_env.core.game import Game

WIDTH = 640.0
_SIZE, _LINE = 12.0, 17.0
_PITCH = 7.2
_LETTERS = int((WIDTH - 24) / _PITCH)
"""Letters of a line."""


def _picture(game: Game, state: np.ndarray, view: View) -> Picture:
    said = [f"Last: {view.said}", ""] if view.said else []
    lines = [
        piece
        for whole in [*said, *game.notation.text(state).splitlines()]
        for piece in wrap(whole, _LETTERS, subsequent_indent="    ", drop_whitespace=False) or [""]
    ]
    height = _LINE * len(lines) + 20
    parts = {"ground": box(0, 0, WIDTH, height)}
    for row, words in enumerate(lines):
        parts[f"line-{row}"] = _fixed(words, 22 + row * _LINE)
    return Picture(game.title, (Column(WIDTH, height, parts),))


def _fixed(words: str, y: float) -> str:
    """Letters at equal distances, in whatever font there is: blanks count in a table of letters."""
    places = " ".join(number(12 + _PITCH * place) for place in range(len(words)))
    kept = attribute(words).replace(" ", "\N{NO-BREAK SPACE}")
    size = number(_SIZE)
    return (
        f'<text x="{places}" y="{number(y)}" font-size="{size}" class="f-ink fixed">{kept}</text>'
        if words
        else ""
    )


def _no_spots(state: np.ndarray, name: str, player: int) -> tuple[str, ...]:
    return ()


ARTIST = Artist(_picture, _no_spots)
