"""Small networks and runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pixies_agents.learned.network import Dense, Network
from pixies_env.core.game import Game
from pixies_env.registry import make_game

pytest.importorskip("torch")


@pytest.fixture(scope="session")
def pixie_queen() -> Game:
    return make_game("pixie_queen")


def random_network(game: Game, seed: int = 0, values: int = 1, shared: bool = False) -> Network:
    rng = np.random.default_rng(seed)
    observation_mode = game.observation_modes[0]

    def dense(inputs: int, outputs: int) -> Dense:
        weight = rng.standard_normal((inputs, outputs)) * np.sqrt(2.0 / inputs)
        return Dense(weight, rng.standard_normal(outputs) * 0.1)

    features, actions = game.observation_size(observation_mode), len(game.actions)
    if shared:
        trunk = (dense(features, 33), dense(33, 32))
        return Network(
            trunk, (dense(32, actions),), (dense(32, 16), dense(16, values)), observation_mode
        )
    policy = (dense(features, 48), dense(48, 32), dense(32, actions))
    return Network((), policy, (dense(features, 24), dense(24, values)), observation_mode)


def small_config(**changes: Any) -> dict[str, Any]:
    """Fields of a run that is over in a moment."""
    config: dict[str, Any] = {
        "players": [2, 4],
        "total_steps": 512,
        "seed": 5,
        "network": {"policy": [16], "value": [16]},
        "ppo": {"n_envs": 16, "n_steps": 8, "batch_size": 32, "warm_up_steps": 128},
        "opponents": {
            "rivals": [{"agent": "careful"}],
            "snapshot_steps": 128,
            "snapshots": 2,
        },
        "evaluation": {"every": 256, "games": 8, "opponents": ["random"]},
        "checkpoint_minutes": 0.0,
    }
    return config | changes
