"""Random games in compiled code, with what must hold checked in every state."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel, rule
from pixies_env.core.compilation.streams import below, draw_chance, draw_choice, start_stream
from pixies_env.core.lanes import Scratch
from pixies_env.core.seam import DECISION, NOTHING, Reward
from pixies_env.core.settling import pick_outcome
from pixies_env.testing.supervision import (
    BAD_RETURNS,
    FINE,
    TOO_LONG,
    Supervised,
    options,
    state_problem,
)

LANE, EVENT, PROBLEM, GAMES, DECISIONS, CHANCES = range(6)
"""Places of a report."""

_RANK = int(Reward.RANK)


class Worker(NamedTuple):
    """What a thread works with."""

    scratch: Scratch
    rewards: np.ndarray
    """float64 ``(max_players,)``."""
    report: np.ndarray
    """int64 ``(6,)``: lane, event and problem of a violation, and the games, decisions and chance
    events so far."""


@rule
def bad_returns(game: Supervised, state: Any, low: Any, high: Any, rewards: Any) -> Any:
    """Whether the rank rewards of a finished game are wrong: out of bounds, or no zero sum.

    A game played alone pays its score.
    """
    seam.returns(game.table, state, game.board[0], _RANK, rewards)
    total = 0.0
    for seat in range(rewards.shape[0]):
        if not (low <= rewards[seat] <= high):
            return True
        total += rewards[seat]
    return state.players > 1 and abs(total) > 1e-9


@rule
def play_supervised(
    game: Supervised, state: Any, stream: Any, players: Any, low: Any, high: Any, worker: Worker
) -> Any:
    """Play a uniformly random game on a blank state; returns 0, or a problem's number."""
    table, board = game.table, game.board[0]
    scratch, report = worker.scratch, worker.report
    start_stream(stream, stream.seed, stream.lane, stream.episode)
    seam.setup(table, state, board, players)
    decisions = 0
    report[EVENT] = 0
    while True:
        problem = state_problem(game, state, players)
        if problem != FINE:
            return problem
        if state.waiting == NOTHING:
            return BAD_RETURNS if bad_returns(game, state, low, high, worker.rewards) else FINE
        count = options(game, state, scratch)
        if count < 0:
            return count
        player = int(state.player)
        if state.waiting == DECISION:
            if decisions == game.limits.decisions:
                return TOO_LONG
            bits = draw_choice(stream, player)
            seam.apply(table, state, board, int(scratch.ids[below(bits, count)]))
            decisions += 1
            report[DECISIONS] += 1
        else:
            bits = draw_chance(stream, int(state.question), player)
            outcome = pick_outcome(scratch.outcomes, scratch.weights, count, bits)
            seam.apply_chance(table, state, board, outcome)
            report[CHANCES] += 1
        report[EVENT] += 1


@kernel
def soak_lanes(
    game: Supervised,
    states: Any,
    streams: Any,
    players: Any,
    low: Any,
    high: Any,
    worker: Worker,
    first: Any,
    last: Any,
) -> Any:
    """Play uniformly random games and check each state; returns 0, or a problem's number.

    ``low`` and ``high`` bound the utilities with so many players. The worker's report is written.
    """
    report = worker.report
    for lane in range(first, last):
        states[lane] = worker.scratch.blank[0]
        problem = play_supervised(game, states[lane], streams[lane], players, low, high, worker)
        if problem != FINE:
            report[LANE] = lane
            report[PROBLEM] = problem
            return problem
        report[GAMES] += 1
    return FINE
