"""The golden transcripts of the games of this package, see `pixies transcript`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pixies_env.registry import game_names, make_game
from pixies_experiments.transcripts import file_name, prompts, prompts_name, transcript

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", game_names())
def test_games_and_their_prompts_are_as_in_the_golden_transcripts(name):
    game = make_game(name)
    for players in game.players:
        for name, write in ((file_name, transcript), (prompts_name, prompts)):
            path = GOLDEN / name(game, players)
            golden = path.read_text(encoding="utf-8").splitlines()
            assert write(game, players).splitlines() == golden, (
                f"{path.name}: `pixies transcript --folder tests/golden --game {game.name}` writes "
                "it anew"
            )
