"""Runs of `pixies train ppo` on many boards: drawn, or from files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.conftest import small_config

from pixies_agents.learned.network import seeing
from pixies_env.core.boards import draw_boards
from pixies_env.core.errors import ForeignGameError
from pixies_env.pixie_queen.board import load_board
from pixies_env.registry import make_game
from pixies_experiments.training.boards import boards_of, digests_of, judged_boards
from pixies_experiments.training.config import BoardList, PpoConfig
from pixies_experiments.training.named import network_named
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


def _check_resumed(folder: Path, whole: PpoRun, boards: dict[str, Any], **changes: Any) -> None:
    """A run that is cut after every update ends as one that is not."""
    _to_the_end(whole)
    while not (run := _run(folder, boards, **changes)).over:
        _stretch(run)
    for name, value in whole.model.policy.state_dict().items():
        np.testing.assert_array_equal(value, run.model.policy.state_dict()[name], err_msg=name)
    assert [row["wins"] for row in whole.progress.curve] == [
        row["wins"] for row in run.progress.curve
    ]


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
    _check_resumed(tmp_path / "parts", whole, boards, **changes)


SEEING = {"observation_mode": "recall+numbers", "players": [2, 3]}


def test_a_run_on_all_boards_is_resumed_bit_for_bit_and_judged_on_others(tmp_path: Path) -> None:
    boards = {"sample": "all", "drawn": 4, "seed": 7}
    whole = _run(tmp_path / "whole", boards, **SEEING)
    assert len({game.board_digest for game in whole.boards.games}) == 5
    assert set(digests_of(whole.boards.games)).isdisjoint(digests_of(whole.judged.games))
    _check_resumed(tmp_path / "parts", whole, boards, **SEEING)


def test_boards_of_all_have_options_of_their_own_but_for_those_of_the_run() -> None:
    plan = BoardList(sample="all", drawn=12)
    game = make_game("pixie_queen")
    found = boards_of(game, plan)
    assert {board.specification["skills"] for board in found.games} == {"drafted", "dealt"}
    assert boards_of(game, plan).digests.tolist() == found.digests.tolist()
    more = boards_of(game, BoardList(sample="all", drawn=14)).games
    assert digests_of(more)[:13] == digests_of(found.games)
    settled = boards_of(game, plan, settled={"skills"}).games
    assert {board.specification["skills"] for board in settled} == {"drafted"}
    taverns = boards_of(make_game("taverns"), BoardList(sample="all", drawn=3))
    taverns.check_observations("known+numbers")
    havresac = boards_of(make_game("havresac"), BoardList(sample="all", drawn=6)).games
    assert {board.specification["season"] for board in havresac} == {"summer", "winter"}


def test_the_given_board_counts_as_often_as_asked_and_judgements_do_without_it() -> None:
    game = make_game("pixie_queen")
    plan = BoardList(sample="all", drawn=2, given=3)
    found = boards_of(game, plan)
    assert digests_of(found.games)[:3] == [game.board_digest] * 3
    assert (
        digests_of(found.games)[3:]
        == digests_of(boards_of(game, BoardList(sample="all", drawn=2)).games)[1:]
    )
    assert game.board_digest not in digests_of(judged_boards(game, plan, found).games)


def test_all_boards_are_for_policies_that_see_the_numbers(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError,
        match=r"boards\.sample: .* must be 'recall\+numbers' or 'screens\+numbers', not 'recall'",
    ):
        _run(tmp_path / "run", {"sample": "all"})
    assert not (tmp_path / "run").exists()


def test_a_run_on_all_boards_begins_with_a_network_that_saw_no_numbers(tmp_path: Path) -> None:
    game = make_game("pixie_queen")
    start = network_named("ppo:league", game, {})
    with pytest.raises(ValueError, match=r"'recall' lacks \d+ of its entries, such as 'printed_"):
        seeing(seeing(start, game, "recall+numbers"), game, "recall")
    shape = {"policy": [256, 256], "value": [256, 256], "start": "ppo:league"}
    run = _run(tmp_path, {"sample": "all", "drawn": 2}, network=shape, **SEEING)
    rng = np.random.default_rng(5)
    wide = rng.random((7, game.observation_size("recall+numbers")), np.float32)
    shared = [entry.name for entry in game.features_of("recall")]
    names = [entry.name for entry in game.features_of("recall+numbers")]
    narrow = wide[:, [names.index(name) for name in shared]]
    for found, told in zip(run.network().forward(wide), start.forward(narrow), strict=True):
        np.testing.assert_allclose(found, told, atol=2e-3)


def test_a_run_begins_with_agents_that_have_a_network_and_with_no_others() -> None:
    game = make_game("pixie_queen")
    assert network_named("ppo", game, {}).policy
    for name in ("greedy", "mcts:network=default"):
        with pytest.raises(ValueError, match=f"network.start: the agent '{name}' has no network; "):
            network_named(name, game, {})
    with pytest.raises(FileNotFoundError):
        network_named("nobody", game, {})


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
    drawn = PpoConfig.model_validate(small_config(boards={"drawn": 1}, players=[2]))
    with pytest.raises(ValueError, match="no printed number of this board of hidden_card is ours"):
        PpoRun(tmp_path, drawn, 1, hidden_card())
    config = small_config(boards={"files": ["a.toml"]}, players=[2])
    with pytest.raises(ValueError, match="boards: hidden_card takes no board file"):
        PpoRun(tmp_path, PpoConfig.model_validate(config), 1, hidden_card())
