"""Copying states inside compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import kernel
from pixies_env.core.game import Game
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, rates, spread

STATES = 32
"""Few enough for the cache nearest to the processor: the copy is measured, not the memory."""
ROUNDS = 20_000


@kernel
def copy_around(states: Any, rounds: Any) -> Any:
    """Copy each state over its neighbour, again and again; returns the number of copies."""
    count = states.shape[0]
    for _ in range(rounds):
        for index in range(count):
            states[(index + 1) % count] = states[index]
    return rounds * count


def copy_ns(game: Game, budget: Budget, rounds: int = ROUNDS) -> Measured:
    """Nanoseconds per copy."""
    states = np.zeros(STATES, game.state_dtype)
    found = rates(lambda: float(copy_around(states, rounds)), budget)
    times = [1e9 / rate for rate in found]
    return Measured("copy_ns", float(np.median(times)), {"states": STATES, **spread(times)})
