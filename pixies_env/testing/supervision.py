"""What must hold at each event of any game, as rules of compiled code.

A problem is a number: below 0 those of this module, above those of the game's own check.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import address_table, rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.record_types import StateRecord
from pixies_env.core.game import Game
from pixies_env.core.lanes import Scratch
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING, compile_check

FINE = 0
BAD_HEADER, NO_DECISION, BAD_IDS, NO_OUTCOME, TOO_LONG = -1, -2, -3, -4, -5
BAD_RETURNS, BAD_CHOICE, BAD_OUTCOMES = -6, -7, -8
_MESSAGES = {
    BAD_HEADER: "the header names no possible event: players, waiting, player or question",
    NO_DECISION: "a player is asked and has no legal decision",
    BAD_IDS: "the legal ids are not rising or not in the catalogue",
    NO_OUTCOME: "a chance event has no outcome of positive weight, or one of negative weight",
    TOO_LONG: "the game has more decisions than max_decisions allows",
    BAD_RETURNS: "the utilities do not sum to zero or leave the declared range",
    BAD_CHOICE: "the agent chose what is not legal",
    BAD_OUTCOMES: "chance outcomes are listed twice or not in the catalogue",
}


def message_of(game: Game, problem: int) -> str:
    """What a problem's number means."""
    if problem in _MESSAGES:
        return _MESSAGES[problem]
    return game.invariant_messages.get(problem, f"invariant {problem} is broken")


class Limits(NamedTuple):
    """Sizes that a state must not go beyond, each at least 1."""

    actions: int
    outcomes: int
    questions: int
    chance_kinds: int
    decisions: int
    """The most that a game has."""


class Supervised(NamedTuple):
    """A game and what must hold in it, the same for all threads."""

    table: np.ndarray
    """``(11,)``: addresses of the game's functions, see :mod:`pixies_env.core.seam`."""
    check: np.ndarray
    """``(1,)``: address of the game's own check; ``(0,)`` for none."""
    board: np.ndarray
    """``(1,)``: the board record."""
    limits: Limits


def supervised(game: Game, own: bool = True) -> Supervised:
    """A game as the rules take it; ``own`` False leaves its own invariants out."""
    check = game.invariants if own else None
    records = game.state_dtype, game.board.dtype
    return Supervised(
        game.table,
        address_table([] if check is None else [compile_check(check, *records)]),
        game.board,
        Limits(
            actions=len(game.actions),
            outcomes=len(game.outcomes),
            questions=len(game.questions),
            chance_kinds=len(game.chance_kinds),
            decisions=game.max_decisions,
        ),
    )


@rule
def header_problem(limits: Limits, state: StateRecord, players: Any) -> Any:
    """Whether the header names a possible event of a game with so many players."""
    player, question = int(state.player), int(state.question)
    if int(state.players) != players or player < NOBODY or player >= players or question < 0:
        return BAD_HEADER
    if state.waiting == DECISION:
        return BAD_HEADER if player == NOBODY or question >= limits.questions else FINE
    if state.waiting == CHANCE:
        return BAD_HEADER if question >= limits.chance_kinds else FINE
    return FINE if state.waiting == NOTHING else BAD_HEADER


@rule
def state_problem(game: Supervised, state: StateRecord, players: Any) -> Any:
    """Whether a state of a game with so many players can be: its header and the game's check."""
    problem = header_problem(game.limits, state, players)
    if problem == FINE and game.check.shape[0] > 0:
        problem = call(game.check[0], state, game.board[0])
    return problem


@rule
def _ids_problem(ids: Any, count: Any, limits: Limits) -> Any:
    """Whether a player who is asked has decisions, and they rise within the catalogue."""
    if count < 1:
        return NO_DECISION
    before = -1
    for index in range(count):
        action = int(ids[index])
        if action <= before or action >= limits.actions:
            return BAD_IDS
        before = action
    return FINE


@rule
def _outcomes_problem(outcomes: Any, weights: Any, count: Any, limits: Limits) -> Any:
    """Whether a chance event has outcomes of the catalogue, each once, and one can be drawn."""
    total = 0
    for index in range(count):
        if int(weights[index]) < 0:
            return NO_OUTCOME
        total += int(weights[index])
        outcome = int(outcomes[index])
        if outcome < 0 or outcome >= limits.outcomes:
            return BAD_OUTCOMES
        for other in range(index):
            if int(outcomes[other]) == outcome:
                return BAD_OUTCOMES
    return FINE if total > 0 else NO_OUTCOME


@rule
def options(game: Supervised, state: StateRecord, scratch: Scratch) -> Any:
    """Write the decisions or the weighted outcomes of the event that is due.

    Returns their number, or that of a problem: below 0. :func:`state_problem` must have found
    none.
    """
    if state.waiting == DECISION:
        count = seam.legal(game.table, state, game.board[0], scratch.ids)
        problem = _ids_problem(scratch.ids, count, game.limits)
    else:
        outcomes, weights = scratch.outcomes, scratch.weights
        count = seam.chances(game.table, state, game.board[0], outcomes, weights)
        problem = _outcomes_problem(outcomes, weights, count, game.limits)
    return count if problem == FINE else problem
