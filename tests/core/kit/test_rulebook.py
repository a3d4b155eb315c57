"""Rules composed from phases: what they do, and what a rulebook that is not whole is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pixies_env.core.compilation.compile import kernel
from pixies_env.core.kit import rulebook
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from tests.core.kit import little
from tests.core.kit.little import ACTIONS, DRAW, PLAY, RULES, STATE, Decision, Phase, Question

legal, apply, chances, apply_chance = RULES
run_draw = little.run_draw


@kernel
def _begin(states: Any, board: Any) -> None:
    run_draw(states[0], board[0])


@kernel
def _legal(states: Any, board: Any, ids: Any) -> Any:
    return legal(states[0], board[0], ids)


@kernel
def _apply(states: Any, board: Any, action: Any) -> None:
    apply(states[0], board[0], action)


@kernel
def _chances(states: Any, board: Any, ids: Any, weights: Any) -> Any:
    return chances(states[0], board[0], ids, weights)


@kernel
def _apply_chance(states: Any, board: Any, outcome: Any) -> None:
    apply_chance(states[0], board[0], outcome)


BOARD = little.board()


def options(states: np.ndarray) -> list[str]:
    ids = np.zeros(8, np.int16)
    return [ACTIONS.role(entry) for entry in ids[: _legal(states, BOARD, ids)]]


def outcomes(states: np.ndarray) -> list[tuple[int, int]]:
    ids, weights = np.zeros(8, np.int16), np.zeros(8, np.int32)
    count = _chances(states, BOARD, ids, weights)
    return list(zip(ids[:count].tolist(), weights[:count].tolist(), strict=True))


def begun(*, out: int | None = None) -> np.ndarray:
    """The little game at its first question, with 301 stones."""
    states = np.zeros(1, STATE)
    if out is not None:
        states["out"][0, out] = 1
    _begin(states, BOARD)
    _apply_chance(states, BOARD, 1)
    return states


def test_composed_rules_play_the_game() -> None:
    states = np.zeros(1, STATE)
    _begin(states, BOARD)
    assert states["waiting"] == CHANCE and options(states) == []
    assert outcomes(states) == [(0, 1), (1, 2)]
    _apply_chance(states, BOARD, 1)
    assert states["waiting"] == DECISION and outcomes(states) == []
    assert options(states) == ["take(2)", "take(3)", "take(300)"]
    _apply(states, BOARD, 2)
    # The number of stones passed through a continuation.
    assert states["heap"] == 1 and states["taken"] == 300
    assert states["player"] == 1 and options(states) == ["take(2)", "leave"]


def test_a_family_is_answered_by_the_question_that_was_asked() -> None:
    states = begun()
    _apply(states, BOARD, 0)
    assert states["taken"] == 2
    _apply(states, BOARD, 0)
    assert states["taken"] == 2 + 20
    assert states["waiting"] == NOTHING and states["phase"] == Phase.OVER


def test_continuations_of_who_is_out_are_dropped() -> None:
    states = begun(out=0)
    _apply(states, BOARD, 1)
    assert states["taken"] == 0 and states["frame_count"] == 0
    _apply(states, BOARD, 0)
    assert states["taken"] == 20


def composed(*phases: rulebook.Phase) -> None:
    rulebook.compose(little.__name__, phases)


def test_a_rulebook_without_a_question_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no rules are said for <Question\.AGAIN: 1>"):
        composed(replace(PLAY, questions=PLAY.questions[:1]), DRAW)


def test_a_rulebook_that_leaves_decisions_unanswered_is_refused() -> None:
    first, second = PLAY.questions
    mute = rulebook.Question(second.kind, second.options, {Decision.TAKE: little.take})
    with pytest.raises(ValueError, match=r"no rules are said for <Decision\.LEAVE: 2>"):
        composed(replace(PLAY, questions=(first, mute)), DRAW)


def test_a_question_without_answers_is_refused() -> None:
    mute = replace(PLAY.questions[0], answers={})
    with pytest.raises(ValueError, match=r"<Question\.TAKE: 0> has no answers"):
        composed(replace(PLAY, questions=(mute, *PLAY.questions[1:])), DRAW)


def test_what_is_said_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"<Question\.TAKE: 0> is said twice"):
        composed(replace(PLAY, questions=(*PLAY.questions, PLAY.questions[0])), DRAW)
    with pytest.raises(ValueError, match=r"<Phase\.DRAW: 0> is said twice"):
        composed(PLAY, DRAW, rulebook.Phase(Phase.DRAW, little.run_draw))
    with pytest.raises(ValueError, match=r"<Frame\.LOSE: 1> is said twice"):
        composed(PLAY, DRAW, rulebook.Phase(continuations=PLAY.continuations))


def test_a_kind_of_another_vocabulary_is_refused() -> None:
    first, second = PLAY.questions
    foreign = rulebook.Question(Phase.OVER, second.options, second.answers)
    with pytest.raises(ValueError, match=r"<Phase\.OVER: 2> is not of the vocabulary of <Quest"):
        composed(replace(PLAY, questions=(first, foreign)), DRAW)
    assert isinstance(first.kind, Question)
