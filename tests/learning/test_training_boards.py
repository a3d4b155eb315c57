"""Runs of `pixies train ppo` on many boards: drawn, or from files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.conftest import small_config

from pixies_env.core.boards import draw_boards
from pixies_env.core.errors import ForeignGameError
from pixies_env.pixie_queen.board import load_board
from pixies_env.registry import make_game
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.ppo import PpoRun
from tests.games.hidden_card import game as hidden_card
from tests.hostile.alterations import toml_of


def _run(folder: Path, boards: dict[str, Any], **changes: Any) -> PpoRun:
    config = small_config(boards=boards, total_steps=256, **changes)
    return PpoRun(folder, PpoConfig.model_validate(config), 1)


def _to_the_end(run: PpoRun) -> PpoRun:
    run.run(None, lambda run, shown: None)
    return run


def _stretch(run: PpoRun) -> None:
    class StopError(Exception):
        pass

    def stop(run: PpoRun, shown: dict[str, Any]) -> None:
        run.save()
        raise StopError

    with pytest.raises(StopError):
        run.run(None, stop)


def _board_file(path: Path, reward: int) -> Path:
    board = load_board().to_mapping()
    board["rewards"]["skill_bonus"] = reward
    path.write_text(toml_of(board))
    return path


@pytest.mark.parametrize("seats", ["one", "all"])
def test_a_run_on_many_boards_is_resumed_bit_for_bit(tmp_path: Path, seats: str) -> None:
    boards = {"files": [str(_board_file(tmp_path / "mine.toml", 4))], "drawn": 2, "seed": 7}
    changes: dict[str, Any] = {"seats": seats}
    if seats == "one":
        changes["shaping"] = {"agent": "greedy"}
        changes["imitation"] = {"teacher": "greedy", "decisions": 300, "block": 4}
    whole = _run(tmp_path / "whole", boards, **changes)
    digests = [game.board_digest for game in whole.boards.games]
    assert len(set(digests)) == 4 and digests[0] == make_game("pixie_queen").board_digest
    assert digests[2:] == [game.board_digest for game in draw_boards("pixie_queen", 2, seed=7)]
    _to_the_end(whole)
    while not (run := _run(tmp_path / "parts", boards, **changes)).over:
        _stretch(run)
    for name, value in whole.model.policy.state_dict().items():
        np.testing.assert_array_equal(value, run.model.policy.state_dict()[name], err_msg=name)
    assert [row["wins"] for row in whole.progress.curve] == [
        row["wins"] for row in run.progress.curve
    ]


def test_games_are_played_on_all_boards_of_a_run(tmp_path: Path) -> None:
    run = _run(tmp_path, {"drawn": 2})
    seen = set()
    for _ in range(4):
        run._update()
        seen |= set(run.env.arrays()["boards"].tolist())
    assert seen == set(run.boards.digests.tolist())


def test_a_run_does_not_go_on_after_a_board_file_has_changed(tmp_path: Path) -> None:
    file = _board_file(tmp_path / "mine.toml", 4)
    _stretch(_run(tmp_path / "run", {"files": [str(file)]}))
    _board_file(file, 5)
    with pytest.raises(ForeignGameError, match="the boards of the run are others by now"):
        _run(tmp_path / "run", {"files": [str(file)]})
    _board_file(file, 4)
    assert _run(tmp_path / "run", {"files": [str(file)]}).progress.updates == 1


def test_boards_that_cannot_be_are_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"none\.toml"):
        _run(tmp_path, {"files": [str(tmp_path / "none.toml")]})
    board = load_board().to_mapping()
    board["supply"]["silver"] += 1
    (tmp_path / "richer.toml").write_text(toml_of(board))
    with pytest.raises(ValueError, match=r"action catalogues differ: only the second has offer"):
        _run(tmp_path, {"files": [str(tmp_path / "richer.toml")]})
    with pytest.raises(ValueError, match="does not say how its numbers could be otherwise"):
        _run(tmp_path, {"drawn": 1}, game="havresac")
    config = small_config(boards={"files": ["a.toml"]}, players=[2])
    with pytest.raises(ValueError, match="boards: hidden_card takes no board file"):
        PpoRun(tmp_path, PpoConfig.model_validate(config), 1, hidden_card())
