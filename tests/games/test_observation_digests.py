"""Observations of random games, entry by entry as they have always been.

Policies that were learned look at these numbers. A digest that differs is a new version of the
game, unless the games themselves were changed.
"""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from pixies_env import BatchEnv, make_game

GAMES, STEPS, EVERY = 8, 240, 7

DIGESTS = {
    ("pixie_queen", "recall"): "c84008864db61635",
    ("pixie_queen", "screens"): "f4bf3aa0a38b106c",
    ("havresac", "open"): "0e118cca6a70c97f",
    ("taverns", "known"): "d086623084eba550",
}


def observed(name: str, observation_mode: str) -> str:
    """Digest of observations that the movers of random games get, with each number of players."""
    game = make_game(name)
    digest = hashlib.sha256()
    for players in game.players:
        env = BatchEnv(
            game, GAMES, players, 3, autoreset=True, observation_mode=observation_mode, threads=1
        )
        rng = np.random.default_rng(players)
        shown = env.reset()
        for step in range(STEPS):
            if step % EVERY == 0:
                digest.update(shown.observations.tobytes())
            draws = rng.random(shown.action_masks.shape, np.float32)
            shown = env.step((draws * shown.action_masks).argmax(axis=1))
    return digest.hexdigest()[:16]


@pytest.mark.parametrize(("name", "observation_mode"), DIGESTS)
def test_observations_are_as_they_were(name: str, observation_mode: str) -> None:
    assert observed(name, observation_mode) == DIGESTS[name, observation_mode]
