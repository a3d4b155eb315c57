"""The golden transcripts of the games of this package, see `pixies transcript`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pixies_env.registry import game_names, make_game
from pixies_experiments.transcripts import file_name, transcript

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", game_names())
def test_games_go_as_in_the_golden_transcripts(name):
    game = make_game(name)
    for players in game.players:
        path = GOLDEN / file_name(game, players)
        golden = path.read_text(encoding="utf-8").splitlines()
        played = transcript(game, players).splitlines()
        assert played == golden, (
            f"{path.name}: `pixies transcript --folder tests/golden` writes it anew"
        )
