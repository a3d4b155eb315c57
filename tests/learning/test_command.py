"""`pixies train` and `pixies bench learning`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from learning.conftest import small_config
from sb3_contrib.common.maskable.utils import get_action_masks
from typer.testing import CliRunner

from pixies_env.adapters.sb3_vec import SeatVecEnv
from pixies_env.core.game import Game
from pixies_experiments.benchmarks.idle_env import IdleVecEnv
from pixies_experiments.benchmarks.learning import network_to_play, policy_rate
from pixies_experiments.benchmarks.timing import Budget
from pixies_experiments.cli.app import app
from pixies_experiments.training import precision
from pixies_experiments.training.ppo import PpoRun
from tests.hostile.alterations import toml_of

RUNNER = CliRunner()


def test_a_run_is_taken_up_by_the_same_command(tmp_path: Path) -> None:
    file, folder = tmp_path / "config.toml", tmp_path / "run"
    file.write_text(toml_of(small_config(total_steps=256)))
    words = ["train", "ppo", "--config", str(file), "--folder", str(folder), "--threads", "1"]
    stopped = RUNNER.invoke(app, [*words, "--minutes", "0", "--json"])
    assert stopped.exit_code == 0, stopped.output
    assert json.loads(stopped.stdout)["over"] is False
    done = RUNNER.invoke(app, [*words, "--json"])
    told = json.loads(done.stdout)
    assert done.exit_code == 0 and told["over"] and told["steps"] == 256
    assert {row["players"] for row in told["curve"]} == {2, 4}
    again = RUNNER.invoke(app, words)
    assert "256 steps" in again.stdout and "over" in again.stdout
    assert any((folder / "tensorboard").iterdir())


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ppo", small_config()),
        ("expert", {"network": {"trunk": [16]}, "evaluation": {"opponents": []}}),
        ("league", {"network": {"policy": [16], "value": [16]}}),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_a_seed_of_the_command_stands_in_place_of_that_of_the_configuration(
    tmp_path: Path, kind: str, fields: dict[str, Any]
) -> None:
    file, folder = tmp_path / "config.toml", tmp_path / "run"
    words = ["train", kind, "--config", str(file), "--folder", str(folder), "--minutes", "0"]
    file.write_text(toml_of(fields | {"seed": 1}))
    begun = RUNNER.invoke(app, [*words, "--seed", "2"])
    assert begun.exit_code == 0, begun.output
    other = RUNNER.invoke(app, [*words, "--seed", "3"])
    said = " ".join(other.stderr.split())
    assert other.exit_code == 2
    assert "seed was 2, is 3" in said or "seed is 2, not 3" in said
    # What the folder keeps is the configuration with that seed.
    file.write_text(toml_of(fields | {"seed": 2}))
    assert RUNNER.invoke(app, words).exit_code == 0


def test_an_interrupted_run_says_what_is_kept_and_where_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = tmp_path / "config.toml", tmp_path / "run"
    file.write_text(toml_of(small_config(total_steps=256, checkpoint_minutes=0.0)))
    words = ["train", "ppo", "--config", str(file), "--folder", str(folder), "--threads", "1"]
    update = PpoRun._update

    def interrupted(run: PpoRun) -> dict[str, Any]:
        if run.progress.updates:
            raise KeyboardInterrupt
        return update(run)

    monkeypatch.setattr(PpoRun, "_update", interrupted)
    stopped = RUNNER.invoke(app, words)
    assert stopped.exit_code == 130
    assert f"checkpoint is kept in {folder}" in " ".join(stopped.stderr.split())
    assert "goes on at" not in stopped.stderr
    again = RUNNER.invoke(app, words)
    assert again.exit_code == 130
    assert f"{folder} goes on at step 128" in " ".join(again.stderr.split())


def test_a_wrong_configuration_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("total_step = 3\n[ppo]\nn_epochs = 0")
    words = ["train", "ppo", "--config", str(file), "--folder", str(tmp_path / "run"), "--json"]
    found = RUNNER.invoke(app, words)
    told = json.loads(found.stdout)
    assert found.exit_code == 2
    assert [problem.split(":")[0] for problem in told["problems"]] == ["ppo.n_epochs", "total_step"]
    assert not (tmp_path / "run").exists()


def _slower(monkeypatch: pytest.MonkeyPatch, times: float) -> None:
    """Products in bfloat16 take so many times as long as in float32."""

    def seconds(dtype: torch.dtype) -> float:
        return times if dtype == torch.bfloat16 else 1.0

    monkeypatch.setattr(precision, "_product_seconds", seconds)


@pytest.mark.parametrize(("times", "told"), [(3.0, True), (0.6, False), (1.1, False)])
def test_a_precision_that_is_clearly_slower_here_is_named(
    monkeypatch: pytest.MonkeyPatch, times: float, told: bool
) -> None:
    _slower(monkeypatch, times)
    note = precision.precision_note("bfloat16")
    assert (note is not None and "3.0 times as long" in note) == told
    assert precision.precision_note("float32") is None


@pytest.mark.parametrize("kind", ["ppo", "league"])
def test_a_run_says_that_bfloat16_is_slower_on_this_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    _slower(monkeypatch, 3.0)
    fields = small_config() if kind == "ppo" else {"ppo": small_config()["ppo"]}
    file, folder = tmp_path / "config.toml", tmp_path / "run"
    file.write_text(toml_of(fields | {"ppo": fields["ppo"] | {"precision": "bfloat16"}}))
    words = ["train", kind, "--config", str(file), "--folder", str(folder), "--minutes", "0"]
    begun = RUNNER.invoke(app, words)
    assert begun.exit_code == 0, begun.output
    assert "3.0 times as long" in begun.stderr


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_products_of_matrices_take_time(dtype: torch.dtype) -> None:
    assert 0.0 < precision._product_seconds(dtype) < 60.0


def test_the_soak_of_training_tells_what_it_did() -> None:
    found = RUNNER.invoke(app, ["train", "soak", "--steps", "1", "--threads", "1", "--json"])
    told = json.loads(found.stdout)
    assert told["steps"] == 128 * 32 and told["actions"] > 500


def test_the_rate_of_a_policy_is_measured_without_forced_decisions(pixie_queen: Game) -> None:
    network = network_to_play(pixie_queen, "", 1)
    found = policy_rate(pixie_queen, network, 2, 1, Budget(0.0))
    assert found.value is not None and found.value > 0
    assert found.context["options_per_decision"] >= 2.0
    assert found.context["multiplications"] == network.multiplications


def test_the_idle_environment_has_the_shapes_of_the_real_one(pixie_queen: Game) -> None:
    real = SeatVecEnv(pixie_queen, 6, 4, seed=2)
    idle = IdleVecEnv(SeatVecEnv(pixie_queen, 6, 4, seed=2))
    np.testing.assert_array_equal(real.reset(), idle.reset())
    masks = get_action_masks(idle)
    np.testing.assert_array_equal(get_action_masks(real), masks)
    for one, other in zip(
        real.step(np.argmax(masks, axis=1)), idle.step(np.argmax(masks, axis=1)), strict=True
    ):
        assert np.shape(one) == np.shape(other)
        if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
            assert one.dtype == other.dtype
