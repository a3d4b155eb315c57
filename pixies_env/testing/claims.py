"""What is claimed of a game, and what is said if it does not hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from pixies_env.core import loops
from pixies_env.core.files.fields import plain
from pixies_env.core.states.state import State


class ConformanceError(AssertionError):
    """A game does not hold what the seam asks."""


def hold(condition: object, place: str, claim: str) -> None:
    """ConformanceError unless something holds."""
    if not condition:
        raise ConformanceError(f"{place}: {claim}")


@contextmanager
def refusals_are_faults(place: str, what: str) -> Iterator[None]:
    """ConformanceError where this block refuses what the game itself has made."""
    try:
        yield
    except ConformanceError:
        raise
    except ValueError as error:
        raise ConformanceError(f"{place}: {what} is refused: {error}") from error


def check_end_of_game(state: State, place: str) -> None:
    """Returns, result and statistics of a finished game."""
    game = state.game
    low, high = game.utility_bounds(state.num_players)
    rank = state.returns("rank")
    hold(rank.shape == (state.num_players,), place, "returns have the wrong shape")
    if state.num_players > 1:
        hold(abs(rank.sum()) < 1e-9, place, f"the rank reward is not zero-sum: {rank}")
    else:
        same = rank[0] == state.returns("score")[0]
        hold(same, place, f"who plays alone is paid {rank}, not the score")
    bounds = "utility_range" if state.num_players > 1 else "solo_range"
    inside = (rank >= low).all() and (rank <= high).all()
    hold(inside, place, f"{rank} leaves {bounds}, {low} to {high}")
    win = state.returns("win")
    hold(abs(win.sum() - 1) < 1e-9 and (win >= 0).all(), place, f"winners do not share 1: {win}")
    hold(np.isfinite(state.returns("score")).all(), place, "a score is not finite")
    paid = loops.utilities(game, 1)
    loops.pay_lanes(game.table, state._state, game.board, np.zeros(1, np.int64), 0, paid, 0, 1)
    hold((paid[0, state.num_players :] == 0).all(), place, "a seat not in the game is paid")
    json.dumps(state.result(), default=plain)
    for name, column in game.notation.statistics(state.array).items():
        shape = (1, game.max_players)
        hold(column.shape == shape, place, f"statistic {name!r} must have shape {shape}")
