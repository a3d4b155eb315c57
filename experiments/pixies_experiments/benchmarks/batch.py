"""`BatchEnv.step` as Python calls it, with uniformly random legal actions."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.compilation.compile import kernel
from pixies_env.core.compilation.streams import below, keyed
from pixies_env.core.game import Game
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, repeat, seconds_of, spread

GAMES = 4096
STEPS = 16
"""Steps of one run."""
MIXING_STEPS = 300
"""Steps before the first run, after which the games are in all phases."""


@kernel
def choose_randomly(masks: Any, bits: Any, actions: Any) -> Any:
    """Write a uniformly random legal action for each game; keyed by ``bits`` and its lane."""
    for lane in range(masks.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[lane, action]
        left = below(keyed(bits, 0, 0, lane), count)
        for action in range(masks.shape[1]):
            if masks[lane, action]:
                if left == 0:
                    actions[lane] = action
                    break
                left -= 1
    return 0


def batch_step(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Decisions per second of `step` alone; choosing the actions is not counted."""
    env = BatchEnv(game, GAMES, players, seed, autoreset=True)
    actions = np.zeros(GAMES, np.int64)
    shown = env.reset()
    draws, ended = 0, 0

    def timed_steps(number: int) -> float:
        nonlocal shown, draws, ended
        seconds = 0.0
        for _ in range(number):
            draws += 1
            choose_randomly(shown.action_masks, np.uint64(seed + draws), actions)
            started = time.perf_counter()
            shown = env.step(actions)
            seconds += time.perf_counter() - started
            ended += int(shown.terminated.sum())
        return number * GAMES / seconds

    first_call = seconds_of(lambda: timed_steps(1))
    timed_steps(MIXING_STEPS)
    draws_before, ended = draws, 0
    found = spread(repeat(lambda: timed_steps(STEPS), budget))
    moves = draws - draws_before
    per_game = moves * GAMES / ended if ended else None
    context = {
        "players": players,
        "batch": GAMES,
        "threads": env.threads,
        "decisions_per_game": per_game,
        "games_per_s": found["median"] / per_game if per_game else None,
        "first_call_s": first_call,
        **found,
    }
    return Measured("batch_step", found["median"], context)
