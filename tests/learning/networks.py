"""Networks that nobody trained."""

from __future__ import annotations

import numpy as np

from pixies_agents.learned.network import Dense, Network
from pixies_env.core.game import Game


def untrained(
    game: Game, *, values: int | None = None, width: int = 16, scale: float = 1.0, seed: int = 0
) -> Network:
    """A network of random weights; with ``scale=0`` it knows nothing and says so.

    Args:
        values: 1, or one per seat (None).
    """
    draw = np.random.default_rng(seed)
    features = game.observation_size(game.observation_modes[0])

    def dense(inputs: int, outputs: int) -> Dense:
        weight = scale * draw.normal(size=(inputs, outputs)) / np.sqrt(inputs)
        return Dense(weight.astype(np.float32), np.zeros(outputs, np.float32))

    return Network(
        trunk=(dense(features, width),),
        policy=(dense(width, len(game.actions)),),
        value=(dense(width, game.max_players if values is None else values),),
        observation_mode=game.observation_modes[0],
    )
