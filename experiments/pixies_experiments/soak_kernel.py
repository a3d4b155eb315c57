"""Random games in compiled code, with what must hold checked in every state."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import call, kernel, rule
from pixies_env.core.compilation.streams import below, draw_chance, draw_choice, start_stream
from pixies_env.core.loops import pick_outcome
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING, Reward

BAD_HEADER, NO_DECISION, BAD_IDS, NO_OUTCOME, TOO_LONG, BAD_RETURNS = -1, -2, -3, -4, -5, -6
MESSAGES = {
    BAD_HEADER: "the header names no possible event: players, waiting, player or question",
    NO_DECISION: "a player is asked and has no legal decision",
    BAD_IDS: "the legal ids are not rising or not in the catalogue",
    NO_OUTCOME: "a chance event has no outcome of positive weight, or one of negative weight",
    TOO_LONG: "the game has more decisions than max_decisions allows",
    BAD_RETURNS: "the utilities do not sum to zero or leave the declared range",
}

LANE, EVENT, PROBLEM, GAMES, DECISIONS, CHANCES = range(6)
"""Places of a report."""

_RANK = int(Reward.RANK)


@rule
def rising(ids: Any, count: Any, size: Any) -> Any:
    """Whether ids rise and lie in a catalogue of that size."""
    before = -1
    for index in range(count):
        if int(ids[index]) <= before or int(ids[index]) >= size:
            return False
        before = int(ids[index])
    return True


@rule
def bad_returns(table: Any, state: Any, board: Any, low: Any, high: Any, rewards: Any) -> Any:
    """Whether the rank rewards of a finished game are wrong: out of bounds, or no zero sum.

    A game played alone pays its score.
    """
    seam.returns(table, state, board, _RANK, rewards)
    total = 0.0
    for seat in range(rewards.shape[0]):
        if not (low <= rewards[seat] <= high):
            return True
        total += rewards[seat]
    return state.players > 1 and abs(total) > 1e-9


class Limits(NamedTuple):
    """Sizes that a state must not go beyond."""

    actions: int
    outcomes: int
    questions: int
    chance_kinds: int
    decisions: int


class Supervised(NamedTuple):
    """A game and what must hold in it, the same for all threads."""

    table: np.ndarray
    check: np.ndarray
    """A table with the address of the game's own check, or empty."""
    board: np.ndarray
    limits: Limits


class Worker(NamedTuple):
    """What a thread works with."""

    scratch: Any
    """See :func:`pixies_env.core.loops.make_scratch`."""
    rewards: np.ndarray
    """float64 ``(max_players,)``."""
    report: np.ndarray
    """int64: lane, event and problem of a violation, and the games, decisions and chance events."""


@kernel
def soak_lanes(
    game: Any,
    states: Any,
    streams: Any,
    players: Any,
    low: Any,
    high: Any,
    worker: Any,
    first: Any,
    last: Any,
) -> Any:
    """Play uniformly random games and check each state; returns 0, or a problem's number.

    ``low`` and ``high`` bound the utilities with so many players. See :class:`Supervised` and
    :class:`Worker`, whose report is written.
    """
    table, check, board, limits = game.table, game.check, game.board, game.limits
    scratch, rewards, report = worker.scratch, worker.rewards, worker.report
    for lane in range(first, last):
        stream = streams[lane]
        start_stream(stream, stream.seed, stream.lane, stream.episode)
        states[lane] = scratch.blank[0]
        state = states[lane]
        seam.setup(table, state, board[0], players)
        taken = 0
        event = 0
        problem = 0
        while True:
            player, question = int(state.player), int(state.question)
            if int(state.players) != players or player < NOBODY or player >= players:
                problem = BAD_HEADER
            if check.shape[0] > 0 and problem == 0:
                problem = call(check[0], state, board[0])
            if problem != 0:
                break
            if state.waiting == DECISION:
                if player == NOBODY or question >= limits.questions:
                    problem = BAD_HEADER
                    break
                count = seam.legal(table, state, board[0], scratch.ids)
                if count < 1:
                    problem = NO_DECISION
                elif not rising(scratch.ids, count, limits.actions):
                    problem = BAD_IDS
                elif taken == limits.decisions:
                    problem = TOO_LONG
                if problem != 0:
                    break
                bits = draw_choice(stream, player)
                seam.apply(table, state, board[0], int(scratch.ids[below(bits, count)]))
                taken += 1
            elif state.waiting == CHANCE:
                if question >= limits.chance_kinds:
                    problem = BAD_HEADER
                    break
                outcomes, weights = scratch.outcomes, scratch.weights
                count = seam.chances(table, state, board[0], outcomes, weights)
                total = 0
                for index in range(count):
                    if int(weights[index]) < 0:
                        problem = NO_OUTCOME
                    total += int(weights[index])
                if total < 1:
                    problem = NO_OUTCOME
                elif not rising(outcomes, count, limits.outcomes):
                    problem = BAD_IDS
                if problem != 0:
                    break
                bits = draw_chance(stream, question, player)
                outcome = pick_outcome(outcomes, weights, count, bits)
                seam.apply_chance(table, state, board[0], outcome)
                report[CHANCES] += 1
            else:
                if state.waiting != NOTHING:
                    problem = BAD_HEADER
                elif bad_returns(table, state, board[0], low, high, rewards):
                    problem = BAD_RETURNS
                break
            event += 1
        report[DECISIONS] += taken
        if problem != 0:
            report[LANE] = lane
            report[EVENT] = event
            report[PROBLEM] = problem
            return problem
        report[GAMES] += 1
    return 0
