"""`BatchEnv.step` as Python calls it, with uniformly random legal actions."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.compilation.compile import kernel
from pixies_env.core.compilation.streams import below, keyed
from pixies_env.core.game import Game
from pixies_experiments.benchmarks.core_loops import Tables
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, rate, repeat, seconds_of, spread

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


class _Stepped:
    """A batch that is stepped; ``env`` is it, ``moves`` and ``ended`` count steps and games."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.env = BatchEnv(game, GAMES, players, seed, autoreset=True)
        self.moves, self.ended = 0, 0
        self._actions, self._seed = np.zeros(GAMES, np.int64), seed
        self._shown = self.env.reset()

    def step(self, number: int) -> float:
        """Step so often; decisions per second of `step` alone."""
        seconds = 0.0
        for _ in range(number):
            self.moves += 1
            bits = np.uint64(self._seed + self.moves)
            choose_randomly(self._shown.action_masks, bits, self._actions)
            started = time.perf_counter()
            self._shown = self.env.step(self._actions)
            seconds += time.perf_counter() - started
            self.ended += int(self._shown.terminated.sum())
        return number * GAMES / seconds


def batch_step(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Decisions per second of `step` alone; choosing the actions is not counted."""
    stepped = _Stepped(game, players, seed)
    first_call = seconds_of(lambda: stepped.step(1))
    stepped.step(MIXING_STEPS)
    moves, ended = stepped.moves, stepped.ended
    found = spread(repeat(lambda: stepped.step(STEPS), budget))
    moves, ended = stepped.moves - moves, stepped.ended - ended
    per_game = moves * GAMES / ended if ended else None
    context = {
        "players": players,
        "batch": GAMES,
        "threads": stepped.env.threads,
        "decisions_per_game": per_game,
        "games_per_s": found["median"] / per_game if per_game else None,
        "first_call_s": first_call,
        **found,
    }
    return Measured("batch_step", found["median"], context)


def batch_ratio(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Rate of `step` on all cores over that of the bare loop on one, measured in turn."""
    tables, stepped = Tables(game, players, seed), _Stepped(game, players, seed)
    stepped.step(MIXING_STEPS)
    pairs = repeat(lambda: (rate(tables.play), stepped.step(STEPS)), budget)
    ratios = spread([stepping / bare for bare, stepping in pairs])
    context = {"players": players, "batch": GAMES, "threads": stepped.env.threads, **ratios}
    return Measured("batch_ratio", ratios["median"], context)
