"""Drawing positions as SVG."""

from __future__ import annotations

from functools import partial

import numpy as np

from pixies_env.core.drawing import draw
from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, repeat, seconds_of, spread

POSITIONS = 8
"""Evenly spread over a random game."""


def svg_ms(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Milliseconds for the SVG of a position, with its legal actions on it."""
    draws = np.random.default_rng(seed)
    state = State(game, players, seed)
    course = [state.clone()]
    while not state.is_over:
        course.append(state.apply(int(draws.choice(state.legal_actions()))).clone())
    chosen = [course[int(at)] for at in np.linspace(0, len(course) - 1, POSITIONS)]
    positions = [(state.array, state.legal_names()) for state in chosen]

    def whole() -> list[float]:
        return [
            1e3 * seconds_of(partial(draw, game, array, actions=names))
            for array, names in positions
        ]

    times = [time for run in repeat(whole, budget) for time in run]
    size = float(np.mean([len(draw(game, array)) for array, _ in positions]))
    return Measured(
        "svg_ms",
        float(np.median(times)),
        {"players": players, "positions": POSITIONS, "bytes": size, **spread(times)},
    )
