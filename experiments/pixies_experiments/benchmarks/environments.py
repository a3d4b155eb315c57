"""Agent steps per second through the PettingZoo AEC interface."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from pixies_env.adapters.aec import RawEnv, wrapped
from pixies_env.core.game import Game
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, rates, seconds_of, spread


def play_aec(env: Any, draws: random.Random) -> int:
    """Play the next game with uniformly random legal actions; returns the agent steps."""
    env.reset()
    steps = 0
    for _ in env.agent_iter():
        observation, _reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[int(draws.random() * len(legal))]))
        steps += 1
    return steps


def aec_rate(name: str, env: Any, seed: int, budget: Budget) -> Measured:
    """Agent steps per second of the loop that users write; resets are included."""
    draws = random.Random(seed)
    games, steps = 0, 0
    first_call = seconds_of(lambda: env.reset(seed=seed))

    def play() -> float:
        nonlocal games, steps
        taken = play_aec(env, draws)
        games, steps = games + 1, steps + taken
        return float(taken)

    found = spread(rates(play, budget))
    context = {
        "players": len(env.possible_agents),
        "decisions_per_game": steps / games,
        "games_per_s": found["median"] * games / steps,
        "batch": 1,
        "threads": 1,
        "first_call_s": first_call,
        **found,
    }
    return Measured(name, found["median"], context)


def aec_raw(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """The bare environment."""
    return aec_rate("aec_raw", RawEnv(game, players), seed, budget)


def aec_wrapped(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """The environment in PettingZoo's wrappers, as `env()` returns it."""
    env = wrapped(RawEnv(game, players), game.utility_bounds(players)[0])
    return aec_rate("aec_wrapped", env, seed, budget)
