"""Folders of training: numbers only, whole or refused, one run at a time."""

from __future__ import annotations

import os
import pickle
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.conftest import small_config
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from typer.testing import CliRunner

from pixies_env.adapters.opponents import Pool
from pixies_env.adapters.sb3_all import AllSeatsVecEnv
from pixies_env.adapters.sb3_vec import SeatVecEnv
from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.files.arrays import opened_arrays
from pixies_env.core.files.sealed import BLANK, seal
from pixies_experiments.cli.app import app
from pixies_experiments.folder_lock import FolderInUseError, only_run
from pixies_experiments.training import expert, ppo
from pixies_experiments.training.checkpoint import CHECKPOINT, EARLIER, VERSION
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.curves import EVENTS
from pixies_experiments.training.expert import ExpertRun
from pixies_experiments.training.ppo import PpoRun
from tests.games.extensive import extensive_game
from tests.hostile.alterations import accepted, bytes_altered, damaged, in_arrays, toml_of
from tests.learning.test_expert import config as expert_config
from tests.learning.test_expert import puzzle

DOCUMENTED = (DamagedDataError, ForeignGameError)
PUZZLE = extensive_game(puzzle(), 2)
SMALL: dict[str, Any] = {
    "total_steps": 192,
    "imitation": {"teacher": "careful", "decisions": 150, "block": 1},
    "ppo": {"n_envs": 6, "n_steps": 8, "batch_size": 24, "n_epochs": 1},
}

Run = PpoRun | ExpertRun


def ppo_run(folder: Path, **changes: Any) -> PpoRun:
    return PpoRun(folder, PpoConfig.model_validate(small_config(**{**SMALL, **changes})), 1)


def all_seats_run(folder: Path) -> PpoRun:
    # Steps are those of seats: 2 + 4 in each two games.
    ppo = SMALL["ppo"] | {"precision": "bfloat16"}
    return ppo_run(folder, seats="all", total_steps=4 * 18 * 8, ppo=ppo)


def expert_run(folder: Path) -> ExpertRun:
    return ExpertRun(folder, expert_config(learning={"passes": 1}), threads=1, game=PUZZLE)


def to_the_end(run: Run) -> Run:
    run.run(None, lambda run, shown: None)
    return run


KINDS: dict[str, Callable[[Path], Run]] = {
    "ppo": ppo_run,
    "ppo, all seats, bfloat16": all_seats_run,
    "expert": expert_run,
}


@pytest.fixture(scope="module", params=KINDS)
def finished(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Run]:
    """A run at its end; the file of its checkpoint stays as it is."""
    run = to_the_end(KINDS[request.param](tmp_path_factory.mktemp("run")))
    content = (run.folder / CHECKPOINT).read_bytes()
    yield run
    assert (run.folder / CHECKPOINT).read_bytes() == content


def restore(run: Run, path: Path) -> bool:
    """Take a checkpoint up in a run that is there: faster than to make one."""
    module = ppo if isinstance(run, PpoRun) else expert
    with opened_arrays(path, module._WHAT, module.FORMAT, VERSION, sealed=True) as stored:
        run.restore(stored)
    return True


# ---- numbers only


def test_a_checkpoint_holds_no_pickle(finished: Run) -> None:
    with zipfile.ZipFile(finished.folder / CHECKPOINT) as archive:
        for info in archive.infolist():
            assert info.filename.endswith(".npy")
            np.load(archive.open(info), allow_pickle=False)


def test_code_that_somebody_put_into_a_folder_is_not_run(tmp_path: Path) -> None:
    class Planted:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, (str(tmp_path / "run by a pickle"),)

    folder = tmp_path / "run"
    to_the_end(expert_run(folder))
    (folder / CHECKPOINT).write_bytes(pickle.dumps(Planted()))
    with pytest.raises(DamagedDataError, match="not a checkpoint of a run of expert iteration"):
        expert_run(folder)
    np.savez(folder / CHECKPOINT, metadata=np.array(Planted(), object))
    with zipfile.ZipFile(folder / CHECKPOINT, "a") as archive:
        archive.comment = BLANK.encode()
    seal(folder / CHECKPOINT)
    with pytest.raises(DamagedDataError, match="metadata"):
        expert_run(folder)
    assert not (tmp_path / "run by a pickle").exists()


@pytest.mark.parametrize("kind", ["ppo", "expert"])
def test_a_run_of_an_earlier_version_is_refused_and_kept(tmp_path: Path, kind: str) -> None:
    (tmp_path / EARLIER).write_bytes(b"a pickle")
    with pytest.raises(ValueError, match="holds a run of an earlier version, which cannot go on"):
        KINDS[kind](tmp_path)
    assert (tmp_path / EARLIER).read_bytes() == b"a pickle"
    assert not (tmp_path / "config.json").exists()


# ---- damage


def test_nothing_damaged_is_taken_up(finished: Run, tmp_path: Path) -> None:
    content = (finished.folder / CHECKPOINT).read_bytes()
    path = tmp_path / "changed.npz"
    contents = [*damaged(bytes_altered, content, 60), *damaged(in_arrays(), content, 10)]
    assert not list(accepted(contents, path, lambda: restore(finished, path), *DOCUMENTED))
    path.write_bytes(content)
    assert restore(finished, path)


def test_other_contents_are_refused_or_fit(finished: Run, tmp_path: Path) -> None:
    """Whoever makes up a checkpoint, digest included, is told or has numbers for a run."""
    content = (finished.folder / CHECKPOINT).read_bytes()
    path = tmp_path / "changed.npz"
    contents = list(damaged(in_arrays(sealed=True), content, 80))
    found = list(accepted(contents, path, lambda: restore(finished, path), *DOCUMENTED))
    assert 0 < len(found) < len(contents) / 2
    path.write_bytes(content)
    assert restore(finished, path)


def test_a_checkpoint_of_another_configuration_is_refused(tmp_path: Path) -> None:
    ppo_run(tmp_path / "one").save()
    ppo_run(tmp_path / "other", seed=6).save()
    (tmp_path / "one" / CHECKPOINT).replace(tmp_path / "other" / CHECKPOINT)
    with pytest.raises(ForeignGameError, match="its configuration is"):
        ppo_run(tmp_path / "other", seed=6)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "config.json: not JSON"),
        (b"\xff", "config.json: not JSON"),
        (b"[" * 100_000, "config.json: not JSON of ours: nested too deeply"),
        (b"[]", "another configuration: .* was \\[\\]"),
    ],
)
def test_a_damaged_configuration_is_told(tmp_path: Path, content: bytes, words: str) -> None:
    expert_run(tmp_path)
    (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(ValueError, match=words):
        expert_run(tmp_path)


GAMES = "games/iteration_000002.npz"


def test_damaged_games_of_the_present_iteration_are_played_again(tmp_path: Path) -> None:
    whole = to_the_end(expert_run(tmp_path / "whole"))
    run = expert_run(tmp_path / "cut")
    with pytest.raises(KeyError):
        run.run(None, _stop_at("iterations", 2))
    (tmp_path / "cut" / GAMES).write_bytes(b"damaged")
    again = to_the_end(expert_run(tmp_path / "cut"))
    for mine, yours in zip(again.network().value, whole.network().value, strict=True):
        np.testing.assert_array_equal(mine.weight, yours.weight)
    assert (tmp_path / "cut" / GAMES).with_suffix(".damaged").read_bytes() == b"damaged"


def test_games_that_were_learned_from_are_not_replaced(tmp_path: Path) -> None:
    """Nobody could play them again: the network that did is gone."""
    folder = tmp_path / "run"
    run = expert_run(folder)
    with pytest.raises(KeyError):
        run.run(None, _stop_at("iterations", 2))
    file = folder / "games" / "iteration_000001.npz"
    content = file.read_bytes()
    for changed in (*damaged(bytes_altered, content, 20), *damaged(in_arrays(), content, 20)):
        file.write_bytes(changed)
        run = expert_run(folder)
        with pytest.raises(DOCUMENTED, match=str(file)):
            run._rows(1)
    file.write_bytes(content)
    assert len(expert_run(folder)._rows(1).players)
    for changed in damaged(in_arrays(sealed=True), content, 30):
        file.write_bytes(changed)
        with suppress(*DOCUMENTED):
            rows = run._rows(1)
            assert np.isfinite(rows.returns).all() and rows.masks.any(axis=1).all()
    file.unlink()
    with pytest.raises(DamagedDataError, match="games that are still learned from are missing"):
        to_the_end(expert_run(folder))


# ---- positions, which compiled code trusts


@pytest.mark.parametrize("kind", ["one", "all"])
def test_positions_that_cannot_be_are_not_restored(kind: str) -> None:
    def make() -> SeatVecEnv | AllSeatsVecEnv:
        if kind == "one":
            pool = Pool(["random", "careful"], [1, 1])
            return SeatVecEnv("pixie_queen", 4, [2, 4], opponents=pool, seed=8)
        return AllSeatsVecEnv("pixie_queen", 3, [2, 4], seed=8)

    draw = np.random.default_rng(1)
    env, twin = make(), make()
    env.reset()
    for _ in range(30):
        env.step(_random_actions(env, draw))
    kept, refused = env.arrays(), 0
    for _ in range(80):
        states = kept["states"].copy()
        place = draw.integers(len(states)), draw.integers(states.shape[1])
        states[place] ^= np.uint8(1 << draw.integers(8))
        try:
            twin.restore(kept | {"states": states})
        except DamagedDataError:
            refused += 1
            continue
        # Another position of the game: it goes on like any other.
        for _ in range(5):
            twin.step(_random_actions(twin, draw))
    assert refused > 60
    twin.restore(kept)
    actions = _random_actions(env, draw)
    np.testing.assert_array_equal(env.step(actions)[0], twin.step(actions)[0])


def _random_actions(env: Any, draw: np.random.Generator) -> np.ndarray:
    return np.array([draw.choice(np.flatnonzero(mask)) for mask in env.action_masks()])


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("agents", lambda array: np.where(array < 0, array, 5), "there is no agent of some number"),
        ("agents", lambda array: array * 0, "an agent has the seat of the learner"),
        ("learners", lambda array: array + 9, "a learner has no seat"),
        ("learners", lambda array: 1 - array, "has the seat of|without asking the learner"),
        ("terminated", lambda array: ~array, "a game is over and goes on"),
        ("illegal", lambda array: ~array, "a game goes on after an illegal action"),
        ("started", lambda array: np.array(False), "the games were never begun"),
        ("streams", lambda array: array ^ 1, "its random stream is of another game"),
        ("returns", lambda array: array * np.nan, "returns is not finite"),
        ("rewards", lambda array: array[:1], "another game or number of games"),
    ],
)
def test_seats_and_streams_that_cannot_be_are_not_restored(
    name: str, change: Callable[[np.ndarray], np.ndarray], words: str
) -> None:
    env = SeatVecEnv("pixie_queen", 3, 2, opponents=Pool(["random"], [1]), seed=8)
    before = env.reset()
    kept = env.arrays()
    with pytest.raises(DamagedDataError, match=words):
        env.restore(kept | {name: change(kept[name])})
    np.testing.assert_array_equal(env.view.observations, before)


# ---- events of TensorBoard


def _points(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """All points of all curves; without those that tell times."""
    found = EventAccumulator(str(folder), size_guidance={"scalars": 0}).Reload()
    return {
        tag: [(event.step, event.value) for event in found.Scalars(tag)]
        for tag in found.Tags()["scalars"]
        if not tag.startswith("time/")
    }


def _stop_at(field: str, value: int) -> Callable[[Any, Any], None]:
    def stop(run: Any, shown: Any) -> None:
        if getattr(run.progress, field) >= value:
            raise KeyError("stopped")

    return stop


@pytest.mark.parametrize("kind", KINDS)
def test_a_resumed_run_has_exactly_the_points_of_an_uninterrupted_one(
    tmp_path: Path, kind: str
) -> None:
    make = KINDS[kind]
    to_the_end(make(tmp_path / "whole"))
    # Stretches end in time, or after something that no checkpoint holds.
    stops = [("updates", 1), ("updates", 2)] if kind != "expert" else [("iterations", 2)]
    make(tmp_path / "cut").run(0.0, lambda run, shown: None)
    for field, value in stops:
        with pytest.raises(KeyError):
            make(tmp_path / "cut").run(None, _stop_at(field, value))
    to_the_end(make(tmp_path / "cut"))
    parts = ["", ppo._IMITATION] if kind != "expert" else [""]
    for part in parts:
        whole, cut = (_points(tmp_path / name / EVENTS / part) for name in ("whole", "cut"))
        assert whole and cut == whole


# ---- one run at a time, and what a killed one leaves


@pytest.mark.parametrize("kind", ["ppo", "expert"])
def test_a_folder_in_use_is_refused(tmp_path: Path, kind: str) -> None:
    run = KINDS[kind](tmp_path)
    with only_run(tmp_path):
        with pytest.raises(FolderInUseError, match="in use by another run"):
            KINDS[kind](tmp_path)
        with pytest.raises(FolderInUseError, match="in use by another run"):
            to_the_end(run)


def test_a_run_that_was_overtaken_does_not_go_on(tmp_path: Path) -> None:
    first, second = expert_run(tmp_path), expert_run(tmp_path)
    to_the_end(second)
    content = (tmp_path / CHECKPOINT).read_bytes()
    with pytest.raises(FolderInUseError, match="another run went on here since"):
        to_the_end(first)
    assert (tmp_path / CHECKPOINT).read_bytes() == content


def test_what_a_killed_write_left_is_removed(tmp_path: Path) -> None:
    to_the_end(expert_run(tmp_path))
    left = [
        tmp_path / ".checkpoint.npz-abc_1234",
        tmp_path / ".config.json-abcd1234",
        tmp_path / "games" / ".iteration_000000.npz-abcd1234",
    ]
    for path in left:
        path.touch()
        os.utime(path, (time.time() - 60,) * 2)
    (tmp_path / ".mine-abcd1234").touch()
    os.utime(tmp_path / ".mine-abcd1234", (time.time() - 60,) * 2)
    expert_run(tmp_path)
    assert not any(path.exists() for path in left)
    assert (tmp_path / ".mine-abcd1234").exists()


def _command(tmp_path: Path, **changes: Any) -> list[str]:
    file = tmp_path / "config.toml"
    file.write_text(toml_of(small_config(**changes)))
    words = ["train", "ppo", "--config", str(file), "--folder", str(tmp_path / "run")]
    return [*words, "--threads", "1"]


def test_the_command_tells_a_damaged_checkpoint_and_a_folder_in_use_in_one_line(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    words = _command(tmp_path)
    folder.mkdir()
    with only_run(folder):
        told = CliRunner().invoke(app, words)
    assert told.exit_code == 2
    assert told.stderr == f"pixies: {folder} is in use by another run; wait for its end\n"
    (folder / CHECKPOINT).write_bytes(bytes(range(256)))
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 2
    assert told.stderr.endswith(
        "not a checkpoint of a run of PPO: not whole: it carries no digest\n"
    )
    assert told.stderr.count("\n") == 1
