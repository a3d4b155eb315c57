"""Drawings as they were when somebody last looked at them.

``PIXIES_WRITE_DRAWINGS=1 pytest tests/drawing/test_snapshots.py`` writes them anew: look at the
difference, and at the pictures, before you keep them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pixies_env.core.drawing import draw
from pixies_env.registry import make_game
from tests.drawing.conftest import DRAWN, random_game

FOLDER = Path(__file__).parents[1] / "golden" / "drawings"
WRITE = "PIXIES_WRITE_DRAWINGS"
# The fewest and the most players of each game, one with colours and one with variables for them.
SHOWN = [
    (name, players, theme)
    for name in DRAWN
    for players, theme in zip(
        (min(make_game(name).players), max(make_game(name).players)), ("light", "auto"), strict=True
    )
]


@pytest.mark.parametrize(("name", "players", "theme"), SHOWN)
def test_drawing_is_as_in_the_snapshot(name: str, players: int, theme: str) -> None:
    game = make_game(name)
    state, event = next(random_game(game, players, seed=31, after=60))
    actions = state.legal_names()
    svg = draw(game, state.array, event=event, actions=actions, theme=theme)
    lines = svg.replace("><g data-part", ">\n<g data-part") + "\n"
    path = FOLDER / f"{name}_{players}p.svg"
    if os.environ.get(WRITE):
        path.write_text(lines, encoding="utf-8", newline="\n")
        pytest.skip(f"{path.name} is written")
    assert lines.splitlines() == path.read_text(encoding="utf-8").splitlines(), (
        f"{path.name}: `{WRITE}=1 pytest {Path(__file__).name}` writes it anew"
    )
