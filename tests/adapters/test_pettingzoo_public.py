"""PettingZoo's own tests, on the bare and the wrapped environment, for each number of players."""

from __future__ import annotations

import warnings
from functools import partial
from pathlib import Path
from typing import Any

import pettingzoo.test
import pytest
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.test.state_test import state_test

from pixies_env.adapters import aec, raster
from pixies_env.core.game import Game


def make(game: Game, players: int, kind: str, **options: Any) -> Any:
    bare = aec.RawEnv(game, players, **options)
    if kind == "raw":
        return bare
    wrapped = aec.wrapped(bare, -1.0)
    return aec.parallel(wrapped) if kind == "parallel" else wrapped


@pytest.mark.parametrize("kind", ["raw", "wrapped"])
def test_api(every_seating: tuple[Game, int], kind: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", module="pettingzoo.test.*")
        # A dictionary is what an observation with a mask has to be.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        # Terminated agents have nothing to choose any more.
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        pettingzoo.test.api_test(make(*every_seating, kind), num_cycles=150)


@pytest.mark.parametrize("kind", ["raw", "wrapped"])
def test_api_with_forced_decisions_skipped(seating: tuple[Game, int], kind: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo.test.api_test(make(*seating, kind, skip_forced=True), num_cycles=150)


@pytest.mark.parametrize("kind", ["raw", "wrapped"])
def test_seed(seating: tuple[Game, int], kind: str) -> None:
    pettingzoo.test.seed_test(partial(make, *seating, kind), num_cycles=100)


def test_parallel_api(seating: tuple[Game, int]) -> None:
    pettingzoo.test.parallel_api_test(make(*seating, "parallel"), num_cycles=1500)


def test_parallel_seed(seating: tuple[Game, int]) -> None:
    parallel_seed_test(partial(make, *seating, "parallel"), num_cycles=100)


def test_render(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pictures, shown at once in a window that nobody sees; drawings have their own tests.

    The wrappers hand on what the bare environment shows.
    """
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(raster, "WIDE", 120)

    def quick(**options: Any) -> Any:
        env = make(game, game.players[-1], "wrapped", **options)
        env.metadata["render_fps"] = 1000
        return env

    pettingzoo.test.render_test(quick)


@pytest.mark.parametrize("kind", ["raw", "wrapped"])
def test_saved_observations(
    seating: tuple[Game, int], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pettingzoo.test.test_save_obs(make(*seating, kind))


def test_state(seating: tuple[Game, int]) -> None:
    env = make(*seating, "wrapped")
    state_test(env, make(*seating, "parallel"))
