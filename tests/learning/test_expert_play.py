"""The games of expert iteration in pieces: the same rows, and errors that are told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pixies_experiments.pieces import STOP, Piece, StudyError
from pixies_experiments.training import expert_play
from pixies_experiments.training.expert_config import ExpertConfig
from pixies_experiments.training.expert_play import Episodes, PlayingBackend
from tests.experiments.studies.agents import Hopeless
from tests.games import hidden_card
from tests.learning.networks import untrained

CARDS = hidden_card.game()


def episodes(teacher: str = "", **self_play: Any) -> Episodes:
    config = ExpertConfig.model_validate(
        {
            "players": [2, 3, 2],
            "teacher": {"agent": teacher},
            "self_play": {"games": 10, "simulations": 8, "fast_simulations": 3, **self_play},
        }
    )
    network = untrained(CARDS, values=CARDS.max_players)
    return Episodes(CARDS, config, "recall", network, taught=bool(teacher))


@pytest.mark.parametrize("teacher", ["", "random"])
def test_games_played_in_pieces_give_the_rows_of_all_at_once(tmp_path: Path, teacher: str) -> None:
    # One worker of joblib is this process, which cuts the work all the same.
    work = episodes(teacher)
    rows = PlayingBackend("joblib", 1).play(work, 10, 10, tmp_path)
    whole = work.run(Piece("whole", {"first_game": 10}, 10), STOP)
    assert len(rows.players) > 10 and set(rows.players.tolist()) == {2, 3}
    for cut, uncut in zip(rows, whole, strict=True):
        assert np.array_equal(cut, uncut)


def test_an_agent_that_fails_in_a_piece_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expert_play, "make_agent", lambda spec, game: Hopeless(game))
    with pytest.raises(StudyError, match="which one"):
        PlayingBackend("joblib", 1).play(episodes("random"), 0, 2, tmp_path)


def test_a_backend_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no backend 'slurm'; there are threads, joblib, ray"):
        PlayingBackend("slurm")
    with pytest.raises(ValueError, match="--workers needs --backend joblib or --backend ray"):
        PlayingBackend("threads", 2)


def test_who_plays_needs_no_torch() -> None:
    code = "import sys, pixies_experiments.training.expert_play; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
