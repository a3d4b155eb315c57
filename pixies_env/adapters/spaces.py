"""Spaces of a game in the terms of Gymnasium, the same for all adapters."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from pixies_env.core.game import Game
from pixies_env.core.seam import OBSERVATION

MASK = np.dtype(np.int8)
"""Of masks that are handed to other libraries."""


def observation_box(game: Game, observation_mode: str, seats: int = 1) -> spaces.Box:
    """Features of what ``seats`` players know, float32, shape ``(seats * features,)``."""
    size = seats * game.observation_size(observation_mode)
    return spaces.Box(-np.inf, np.inf, (size,), OBSERVATION.type)


def masked_observation(game: Game, observation_mode: str) -> spaces.Dict:
    """``observation`` float32 of shape ``(features,)``, ``action_mask`` int8 ``(actions,)``."""
    return spaces.Dict(
        {
            "observation": observation_box(game, observation_mode),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), MASK.type),
        }
    )


def seat_observation(game: Game, observation_mode: str, kind: str) -> spaces.Space[Any]:
    """``box``: the features alone; ``dict``: with the mask. ValueError for other kinds."""
    if kind == "box":
        return observation_box(game, observation_mode)
    if kind == "dict":
        return masked_observation(game, observation_mode)
    raise ValueError(f"observation_type must be 'box' or 'dict', not {kind!r}")


def action_choice(game: Game) -> spaces.Discrete:
    """Ids of all decisions."""
    return spaces.Discrete(len(game.actions))
