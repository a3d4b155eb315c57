"""The examples for other learners run: one short round of each, where its library is installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from pixies_env import make_game
from pixies_env.core.specs import make_agent

torch = pytest.importorskip("torch", reason="torch is not installed: extra `train`")

GAME = make_game("pixie_queen")

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
NEEDED = {"torchrl_ppo": "torchrl", "tianshou_dqn": "tianshou", "rllib_ppo": "ray.rllib"}


def loaded(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(NEEDED))
def test_an_example_trains_a_network_that_can_be_seated(name: str) -> None:
    library = NEEDED[name]
    try:
        importlib.import_module(library)
    except ImportError as error:
        pytest.skip(f"{library} cannot be imported ({error}): extra `examples`")
    threads = torch.get_num_threads()
    try:
        network = loaded(name).main(0.0, 1, 128)
        share = loaded("play").wins_against_random(network, 2, games=4)
    finally:
        torch.set_num_threads(threads)
    assert 0.0 <= share <= 1.0
    assert all(torch.isfinite(parameter).all() for parameter in network.parameters())


def test_wins_are_counted_on_the_seat_that_the_network_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Among players who nearly always lose to it, an agent in the network's place wins."""
    play = loaded("play")
    monkeypatch.setattr(play, "TorchAgent", lambda network: make_agent("greedy", GAME))
    assert play.wins_against_random(torch.nn.Identity(), 3, games=30) > 0.8
