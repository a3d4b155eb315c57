"""Tuning: it goes on where it stopped, and its result says where it comes from."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import pickle
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from pixies_agents.heuristics.pixie_queen.weights import TABLE
from pixies_env.core.errors import DamagedDataError
from pixies_env.registry import make_game
from pixies_experiments.cli.app import app
from pixies_experiments.folder_lock import only_run
from pixies_experiments.tuning import PROGRESS, Plan, Progress, Tuning

GAME = make_game("pixie_queen")
PLAN = Plan("greedy", seed=5, games=20, candidates=4, rivals=("careful",))


def go_on(folder: Path, generations: int, plan: Plan = PLAN) -> Tuning:
    run = Tuning(folder, plan, GAME)
    run.run(60.0, generations, 1, lambda progress, mean: None)
    return run


def test_a_run_in_two_stretches_finds_what_one_in_one_finds(tmp_path: Path) -> None:
    whole = go_on(tmp_path / "whole", 3)
    go_on(tmp_path / "parts", 1)
    parts = go_on(tmp_path / "parts", 3)
    assert parts.progress.generation == 3
    assert parts.progress.games == 3 * 4 * 20
    assert np.array_equal(whole.numbers(), parts.numbers())


def test_a_stop_within_a_generation_loses_only_that(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(progress: Progress, mean: float) -> None:
        if progress.generation == 2:
            raise StoppedError

    run = Tuning(tmp_path, PLAN, GAME)
    with pytest.raises(StoppedError):
        run.run(60.0, None, 1, stop)
    assert Tuning(tmp_path, PLAN, GAME).progress.generation == 2
    assert np.array_equal(go_on(tmp_path, 3).numbers(), go_on(tmp_path / "whole", 3).numbers())


def test_another_plan_is_refused(tmp_path: Path) -> None:
    go_on(tmp_path, 0)
    with pytest.raises(ValueError, match="another configuration: seed was 5, is 6"):
        Tuning(tmp_path, dataclasses.replace(PLAN, seed=6), GAME)


def test_weights_keep_to_their_bounds(tmp_path: Path) -> None:
    run = go_on(tmp_path, 1)
    assert np.isfinite(run.numbers()).all()
    assert not np.array_equal(run.numbers(), TABLE.load(TABLE.shipped("start")).numbers)


def test_held_weights_stay_and_the_others_move(tmp_path: Path) -> None:
    plan = Plan("greedy:style=rings", seed=5, games=20, candidates=4, hold=(("ring_points", 2.5),))
    numbers = dict(zip(TABLE.names, go_on(tmp_path, 2, plan).numbers(), strict=True))
    start = dict(zip(TABLE.names, TABLE.load(TABLE.shipped("start")).numbers, strict=True))
    assert numbers["ring_points"] == 2.5
    assert numbers["sharpness"] == start["sharpness"]
    assert numbers["steps"] != start["steps"]


@pytest.mark.parametrize(
    ("hold", "words"), [("ring_point", "ring_points"), ("ring_points", "0.3 to 3, not 9")]
)
def test_what_cannot_be_held_is_told(hold: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=words):
        Tuning(tmp_path, Plan("greedy", seed=5, games=20, hold=((hold, 9.0),)), GAME)
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_file_that_says_how_it_was_made(tmp_path: Path) -> None:
    words = "tune greedy --games 12 --candidates 4 --generations 1 --test-games 20 --threads 1"
    told = CliRunner().invoke(app, [*words.split(), "--folder", str(tmp_path), "--json"])
    assert told.exit_code == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["generations"] == 1
    assert found["against_before"]["4"]["games"] == 20
    weights = TABLE.load(found["file"])
    assert weights.origin["command"].startswith("pixies tune greedy --games 12 --candidates 4")
    assert weights.origin["seed"] == "0"
    assert "4 players" in weights.origin["result"]


def test_a_style_is_tuned_into_a_file_of_its_name(tmp_path: Path) -> None:
    words = "tune greedy:style=rings --games 8 --candidates 4 --generations 0 --test-games 20"
    words += " --rivals careful,greedy:style=nasty --threads 1 --json"
    told = CliRunner().invoke(app, [*words.split(), "--folder", str(tmp_path)])
    assert told.exit_code == 0, told.stderr
    found = json.loads(told.stdout)
    assert (found["agent"], found["file"]) == ("greedy:style=rings", str(tmp_path / "rings.toml"))
    command = TABLE.load(found["file"]).origin["command"]
    assert command.startswith("pixies tune greedy:style=rings ")
    assert "--rivals careful,greedy:style=nasty" in command


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("careful", "careful is no heuristic with shipped weights, such as greedy"),
        ("greedy:temperature=1", "shipped weights as it is meant here: leave out temperature"),
        ("greedy:worlds=2,trust=3", "as it is meant here: leave out worlds and trust"),
        ("greedy:style=ring", "pixie_queen has no style 'ring' of greedy"),
    ],
)
def test_only_heuristics_and_their_styles_are_tuned(agent: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=said):
        Tuning(tmp_path, Plan(agent, seed=5, games=20), GAME)
    assert list(tmp_path.iterdir()) == []


def test_bad_input_is_told(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["tune", "gredy", "--folder", str(tmp_path)])
    assert told.exit_code == 2
    assert "gredy" in told.stderr
    assert told.stdout == ""


def test_the_search_is_kept_whole(tmp_path: Path) -> None:
    """A version of the library that remembers more would not go on as if never stopped."""
    run = go_on(tmp_path, 3)
    kept, again = (vars(each.progress.optimiser) for each in (run, Tuning(tmp_path, PLAN, GAME)))
    # Every generation has a generator of its own, and the last two are for stopping early.
    for name in kept.keys() - {"_rng", "_funhist_values", "_funhist_term"}:
        np.testing.assert_array_equal(kept[name], again[name], err_msg=name)
    for name in ("start", "generation", "games", "seconds"):
        np.testing.assert_array_equal(
            getattr(run.progress, name), getattr(Tuning(tmp_path, PLAN, GAME).progress, name)
        )


def test_code_that_somebody_put_into_a_folder_is_not_run(tmp_path: Path) -> None:
    class Planted:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, (str(tmp_path / "run by a pickle"),)

    folder = tmp_path / "run"
    go_on(folder, 0)
    (folder / PROGRESS).write_bytes(pickle.dumps(Planted()))
    with pytest.raises(DamagedDataError, match="not the progress of a tuning"):
        Tuning(folder, PLAN, GAME)
    (folder / PROGRESS).rename(folder / "progress.pickle")
    with pytest.raises(ValueError, match="holds a run of an earlier version, which cannot go on"):
        Tuning(folder, PLAN, GAME)
    assert (folder / "progress.pickle").exists()
    assert not (tmp_path / "run by a pickle").exists()


def test_a_folder_in_use_or_damaged_is_told_in_one_line(tmp_path: Path) -> None:
    words = ["tune", "greedy", "--folder", str(tmp_path)]
    with only_run(tmp_path):
        told = CliRunner().invoke(app, words)
    assert told.exit_code == 2
    assert told.stderr == f"pixies: {tmp_path} is in use by another run; wait for its end\n"
    (tmp_path / "plan.json").write_text("{")
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 2
    assert "plan.json: not JSON" in told.stderr and told.stderr.count("\n") == 1


def test_a_run_goes_on_without_the_file_that_it_began_with(tmp_path: Path) -> None:
    start = tmp_path / "start.toml"
    shutil.copy(TABLE.shipped("rings"), start)
    plan = dataclasses.replace(PLAN, start=str(start))
    go_on(tmp_path / "run", 1, plan)
    start.unlink()
    assert go_on(tmp_path / "run", 2, plan).progress.generation == 2


def test_a_full_disk_is_told_in_one_line(tmp_path: Path, monkeypatch: Any) -> None:
    def full(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path / PROGRESS))

    monkeypatch.setattr("pixies_experiments.tuning.write_arrays", full)
    told = CliRunner().invoke(app, ["tune", "greedy", "--folder", str(tmp_path)])
    assert told.exit_code == 1
    assert told.stderr.splitlines()[-1] == (
        f"pixies: {tmp_path / PROGRESS}: No space left on device; the run stopped"
    )


def test_a_plan_with_a_long_name_is_told_in_one_line(tmp_path: Path) -> None:
    go_on(tmp_path, 0)
    plan = json.loads((tmp_path / "plan.json").read_bytes())
    (tmp_path / "plan.json").write_text(json.dumps({**plan, "two\nlines" * 900: 1}))
    with pytest.raises(ValueError, match="holds a run of another configuration") as refused:
        Tuning(tmp_path, PLAN, GAME)
    assert len(str(refused.value)) < 2100 and "\n" not in str(refused.value)
