"""Configurations that cannot be carried out leave no run behind; the board is an option, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from learning.conftest import small_config
from learning.test_expert import config as expert_config
from typer.testing import CliRunner

from pixies_env.core.errors import ForeignGameError
from pixies_env.pixie_queen.board import load_board
from pixies_env.registry import make_game
from pixies_experiments.cli.app import app
from pixies_experiments.games import open_game
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.expert import ExpertRun
from pixies_experiments.training.expert_config import ExpertConfig
from pixies_experiments.training.ppo import PpoRun
from tests.hostile.alterations import toml_of

RUNNER = CliRunner()
BAD_STYLE = "greedy:style=zz"


def ppo_fields(**changes: Any) -> dict[str, Any]:
    return small_config(total_steps=64, players=[2], **changes)


def expert_fields(**changes: Any) -> dict[str, Any]:
    config = expert_config(game="pixie_queen", iterations=1, **changes)
    # TOML has no null.
    return config.model_dump(mode="json", exclude_none=True)


def ppo_run(folder: Path, **changes: Any) -> PpoRun:
    return PpoRun(folder, PpoConfig.model_validate(ppo_fields(**changes)), 1)


def expert_run(folder: Path, **changes: Any) -> ExpertRun:
    changes["self_play"] = {"games": 1, "simulations": 2}
    return ExpertRun(folder, ExpertConfig.model_validate(expert_fields(**changes)), 1)


Begin = Callable[..., PpoRun | ExpertRun]
KINDS: dict[str, Begin] = {"ppo": ppo_run, "expert": expert_run}


def refused(kind: str, folder: Path, fields: dict[str, Any]) -> str:
    """The error of the command, which has left nothing; with code 2."""
    file, run = folder / "config.toml", folder / "runs" / "first"
    file.write_text(toml_of(fields))
    words = ["train", kind, "--config", str(file), "--folder", str(run), "--threads", "1"]
    found = RUNNER.invoke(app, [*words, "--json"])
    assert found.exit_code == 2, found.output
    assert list(folder.iterdir()) == [file]
    return str(json.loads(found.stdout)["error"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"evaluation": {"opponents": ["random", "nosuch"]}}, "evaluation.opponents.1"),
        ({"evaluation": {"opponents": [BAD_STYLE]}}, "evaluation.opponents.0"),
        ({"opponents": {"rivals": [{"agent": "nosuch"}]}}, "opponents.rivals.0.agent"),
        ({"imitation": {"teacher": BAD_STYLE}}, "imitation.teacher"),
        ({"imitation": {"teacher": "greedy", "line_up": ["nosuch"]}}, "imitation.line_up.0"),
        ({"shaping": {"agent": "nosuch"}}, "shaping.agent"),
    ],
)
def test_an_agent_that_a_run_of_ppo_cannot_make_is_told_by_its_field(
    tmp_path: Path, changes: dict[str, Any], field: str
) -> None:
    said = refused("ppo", tmp_path, ppo_fields(**changes))
    assert said.startswith(f"{field}: ") and ("there is no agent 'nosuch'" in said or "zz" in said)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"evaluation": {"opponents": ["random", BAD_STYLE]}}, "evaluation.opponents.1"),
        ({"teacher": {"agent": "nosuch", "iterations": 0}}, "teacher.agent"),
        ({"self_play": {"value_share": 0.5, "rollout": "nosuch"}}, "self_play.rollout"),
    ],
)
def test_an_agent_that_an_expert_run_cannot_make_is_told_by_its_field(
    tmp_path: Path, changes: dict[str, Any], field: str
) -> None:
    said = refused("expert", tmp_path, expert_fields(**changes))
    assert said.startswith(f"{field}: ") and ("there is no agent 'nosuch'" in said or "zz" in said)


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_players_that_the_game_is_not_for_leave_no_run(
    tmp_path: Path, kind: str
) -> None:
    fields = {"ppo": ppo_fields, "expert": expert_fields}[kind]
    said = refused(kind, tmp_path, fields() | {"players": [2, 7]})
    assert said == "players: pixie_queen is for 2, 3, 4, 5 players, not 7"
    said = refused(kind, tmp_path, fields(evaluation={"players": [7], "opponents": ["random"]}))
    assert said.startswith("evaluation.players: pixie_queen is for ")


def test_what_is_found_out_late_leaves_no_run_either(tmp_path: Path) -> None:
    # The agent can be made, but values no positions; the file is no network; too many at once.
    said = refused("ppo", tmp_path, ppo_fields(shaping={"agent": "random"}))
    assert said == "shaping: the agent 'random' values no positions"
    missing = str(tmp_path / "none.npz")
    assert missing in refused("ppo", tmp_path, ppo_fields(network={"start": missing}))
    assert missing in refused("expert", tmp_path, expert_fields(network={"start": missing}))
    said = refused("expert", tmp_path, expert_fields(self_play={"batch": 20_000}))
    assert said == "self_play: batch must be 1 to 10000, not 20000"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"players": []}, "players"),
        ({"network": {"policy": [10**9]}}, "network.policy.0"),
        ({"network": {"value": [8] * 8}}, "network.value"),
        ({"network": {"prior": "greedy", "prior_weight": 1e38}}, "network.prior_weight"),
    ],
)
def test_sizes_that_nothing_could_play_are_told_by_their_field(
    tmp_path: Path, changes: dict[str, Any], field: str
) -> None:
    assert f"config.toml: {field}: " in refused("ppo", tmp_path, ppo_fields() | changes)


def test_no_weight_is_infinite(tmp_path: Path) -> None:
    file, folder = tmp_path / "config.toml", tmp_path / "run"
    file.write_text("[opponents]\nlatest = inf\n[ppo]\nlearning_rate = inf\n")
    words = ["train", "ppo", "--config", str(file), "--folder", str(folder), "--json"]
    told = json.loads(RUNNER.invoke(app, words).stdout)
    assert [each.split(":")[0] for each in told["problems"]] == [
        "ppo.learning_rate",
        "opponents.latest",
    ]


def board_file(path: Path, reward: int) -> Path:
    board = load_board().to_mapping()
    board["rewards"]["skill_bonus"] = reward
    path.write_text(toml_of(board))
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_is_an_option_of_the_game_which_a_run_keeps(tmp_path: Path, kind: str) -> None:
    begin, folder = KINDS[kind], tmp_path / "run"
    file, other = board_file(tmp_path / "mine.toml", 4), board_file(tmp_path / "other.toml", 5)
    digests = [make_game("pixie_queen", each).board_digest for each in (file, other)]
    run = begin(folder, options={"board": str(file)})
    assert run.game.board_digest == digests[0] != digests[1]
    run.run(None, lambda run, shown: None)
    with pytest.raises(ValueError, match=r"options\.board was .*mine\.toml', is .*other\.toml"):
        begin(folder, options={"board": str(other)})
    board_file(file, 5)
    with pytest.raises(ForeignGameError, match=f"its board is '{digests[0]}', .*{digests[1]}"):
        begin(folder, options={"board": str(file)})
    board_file(file, 4)
    assert begin(folder, options={"board": str(file)}).over


def test_a_board_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    file = board_file(tmp_path / "mine.toml", 4)
    with pytest.raises(TypeError, match="the board is given twice"):
        open_game("pixie_queen", file, {"board": str(file)})


def test_matchups_must_fit_the_tables_of_the_run() -> None:
    def of(*tables: tuple[int, int], **more: Any) -> None:
        met = [{"agent": "random", "players": n, "copies": k} for n, k in tables]
        fields = {"players": [2, 3], "opponents": {"past": 0.0, "matchups": met} | more}
        PpoConfig.model_validate(fields)

    of((2, 1), (3, 2), (3, 1))
    with pytest.raises(ValueError, match="players of the run; not so for 3, 4"):
        of((2, 1), (4, 1))
    with pytest.raises(ValueError, match="3 copies leave no seat of 3 to the agent"):
        of((2, 1), (3, 3))
    with pytest.raises(ValueError, match="beside matchups, past must be 0 and rivals empty"):
        of((2, 1), (3, 1), past=1.0)
