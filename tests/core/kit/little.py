"""A little game on the kit: draw a number of stones, then take or leave some, twice."""

from enum import IntEnum
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import continuation_fields, push
from pixies_env.core.kit.events import ask, await_chance, finish
from pixies_env.core.kit.numbering import number, numbering_fields, option, outcome
from pixies_env.core.kit.rulebook import compose
from pixies_env.core.seam import NOBODY, header_fields

MOST = 300
"""Stones, more than 8 bits hold."""


class Question(IntEnum):
    TAKE = 0
    AGAIN = 1


class Decision(IntEnum):
    TAKE = 0
    TAKE_MANY = 1
    LEAVE = 2


class ChanceKind(IntEnum):
    HEAP = 0


class Frame(IntEnum):
    LOSE = 1


class Phase(IntEnum):
    DRAW = 0
    PLAY = 1
    OVER = 2


STATE = record_dtype(
    [
        *header_fields(),
        ("phase", np.int8),
        *continuation_fields(2),
        ("heap", np.int16),
        ("taken", np.int16),
        ("asked", np.int8),
        ("out", np.int8, (2,)),
    ]
)
BOARD = record_dtype(numbering_fields(Decision, ChanceKind, 16))


@rule
def list_heaps(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    count = outcome(board, ChanceKind.HEAP, 0, 1, outcomes, weights, 0)
    return outcome(board, ChanceKind.HEAP, 1, 2, outcomes, weights, count)


@rule
def lay_heap(state: Any, board: Any, owner: Any, value: Any) -> None:
    state.heap = MOST + value
    state.phase = Phase.PLAY


@rule
def run_draw(state: Any, board: Any) -> None:
    await_chance(state, NOBODY, ChanceKind.HEAP)


@rule
def run_play(state: Any, board: Any) -> None:
    state.asked = int(state.asked) + 1
    if state.asked == 1:
        ask(state, 0, Question.TAKE)
    elif state.asked == 2:
        ask(state, 1, Question.AGAIN)
    else:
        finish(state)
        state.phase = Phase.OVER


@rule
def list_takes(state: Any, board: Any, player: Any, ids: Any) -> Any:
    count = 0
    for units in range(2, 4):
        count = option(board, Decision.TAKE, units, ids, count)
    return option(board, Decision.TAKE_MANY, MOST, ids, count)


@rule
def list_again(state: Any, board: Any, player: Any, ids: Any) -> Any:
    return option(board, Decision.LEAVE, 0, ids, option(board, Decision.TAKE, 2, ids, 0))


@rule
def take(state: Any, board: Any, player: Any, units: Any) -> None:
    push(state, Frame.LOSE, player, units, 0)


@rule
def take_again(state: Any, board: Any, player: Any, units: Any) -> None:
    push(state, Frame.LOSE, player, 10 * units, 0)


@rule
def leave(state: Any, board: Any, player: Any, value: Any) -> None:
    state.taken = -1


@rule
def lose(state: Any, board: Any, player: Any, units: Any, _: Any) -> None:
    state.heap = int(state.heap) - units
    state.taken = int(state.taken) + units


@rule
def is_out(state: Any, player: Any) -> Any:
    return state.out[player] != 0


DRAW = rulebook.Phase(
    Phase.DRAW, run_draw, chances=(rulebook.Chance(ChanceKind.HEAP, list_heaps, lay_heap),)
)
PLAY = rulebook.Phase(
    Phase.PLAY,
    run_play,
    questions=(
        rulebook.Question(
            Question.TAKE, list_takes, {Decision.TAKE: take, Decision.TAKE_MANY: take}
        ),
        rulebook.Question(
            Question.AGAIN, list_again, {Decision.TAKE: take_again, Decision.LEAVE: leave}
        ),
    ),
    continuations=(rulebook.Continuation(Frame.LOSE, lose),),
)

RULES = compose(__name__, [PLAY, DRAW], is_out=is_out)

ACTIONS = Catalogue.build(
    [
        ("take", [("2",), ("3",)], "take few"),
        ("take", [(str(MOST),)], "take many"),
        ("leave", [()], ""),
    ]
)
OUTCOMES = Catalogue.build([("heap", [("300",), ("301",)], "")])
LOWEST = {Decision.TAKE: 2, Decision.TAKE_MANY: MOST}


def board() -> np.ndarray:
    """One-element array of the board record."""
    printed = np.zeros(1, BOARD)
    number(printed[0], Decision, ACTIONS, OUTCOMES, LOWEST)
    return printed
