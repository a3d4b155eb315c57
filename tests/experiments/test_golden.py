"""The golden transcripts of the games of this package, see `pixies transcript`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pixies_env.registry import game_names, make_game
from pixies_experiments.transcripts import file_name, prompts, prompts_name, transcript

GOLDEN = Path(__file__).parents[1] / "golden"
NO_MODULES = dict.fromkeys(("missions", "events", "asymmetric", "encounters", "goblin"), False)
PLAYED = [
    *((name, GOLDEN, {}) for name in game_names()),
    ("taverns", GOLDEN / "no_modules", NO_MODULES),
]
"""Games, where their transcripts lie, and the options that they are played with."""


@pytest.mark.parametrize(
    ("name", "folder", "options"),
    PLAYED,
    ids=[f"{name}-{folder.name}" for name, folder, _ in PLAYED],
)
def test_games_and_their_prompts_are_as_in_the_golden_transcripts(name, folder, options):
    game = make_game(name, **options)
    for players in game.players:
        for named, write in ((file_name, transcript), (prompts_name, prompts)):
            path = folder / named(game, players)
            golden = path.read_text(encoding="utf-8").splitlines()
            assert write(game, players).splitlines() == golden, (
                f"{path}: `pixies transcript --game {name}` writes it anew, with an --option for "
                f"each of {options}"
            )
