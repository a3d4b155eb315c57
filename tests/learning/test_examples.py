"""The examples for other learners run, where their libraries are installed, and do learn."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from pixies_env import make_game
from pixies_env.core.specs import make_agent
from pixies_experiments.intervals import wilson

torch = pytest.importorskip("torch", reason="torch is not installed: extra `train`")

GAME = make_game("pixie_queen")

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
NEEDED = {"torchrl_ppo": "torchrl", "tianshou_dqn": "tianshou", "rllib_ppo": "ray.rllib"}
DECISIONS, BATCH = 5000, 1024
"""Few, and cut finely; each script plays four times as many by itself."""
GAMES = 200
UNTRAINED = 0.76
"""The most of 200 games that one of four networks won which had learned nothing."""


def loaded(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(NEEDED))
def test_an_example_ends_with_a_policy_above_random_and_above_one_that_learned_nothing(
    name: str,
) -> None:
    library = NEEDED[name]
    try:
        importlib.import_module(library)
    except ImportError as error:
        pytest.skip(f"{library} cannot be imported ({error}): extra `examples`")
    threads = torch.get_num_threads()
    try:
        network = loaded(name).main(DECISIONS, 1, BATCH)
        share = loaded("play").wins_against_random(network, 2, GAMES)
    finally:
        torch.set_num_threads(threads)
        if name == "rllib_ppo":
            # RLlib leaves Ray on, and a test that comes later would play on it.
            importlib.import_module("ray").shutdown()
    assert all(torch.isfinite(parameter).all() for parameter in network.parameters())
    low, _ = wilson(share, GAMES, 1.96)
    assert low > UNTRAINED


def test_wins_are_counted_on_the_seat_that_the_network_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Among players who nearly always lose to it, an agent in the network's place wins."""
    play = loaded("play")
    monkeypatch.setattr(play, "TorchAgent", lambda network: make_agent("greedy", GAME))
    assert play.wins_against_random(torch.nn.Identity(), 3, games=30) > 0.8
