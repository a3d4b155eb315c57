"""What decisions and chance are called in plain sentences."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.states.state import State
from pixies_env.core.words import (
    action_words,
    outcome_words,
    question_words,
    reason_words,
    rules_page,
)
from pixies_env.pixie_queen import words
from pixies_env.pixie_queen.names import ChanceKind, Question, Reason, Space
from pixies_env.registry import make_game

GAME = make_game("pixie_queen")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_decision_has_words_of_its_own(players):
    random = np.random.default_rng(players)
    for seed in range(3):
        state = State(GAME, players, seed, chance="manual")
        while not state.is_over:
            assert question_words(GAME, state.array)
            if state.waiting == "chance":
                outcomes = state.chance_outcomes()
                told = {outcome_words(GAME, state.array, each.id) for each in outcomes}
                assert len(told) == len(outcomes)
                state.draw()
                continue
            legal = [int(entry) for entry in state.legal_actions()]
            told = {action_words(GAME, state.array, entry) for entry in legal}
            assert len(told) == len(legal) and all(told)
            state.apply(int(random.choice(legal)))
        assert question_words(GAME, state.array) == ""
        assert reason_words(GAME, state.array) in set(words._REASONS.values())


def test_every_family_of_the_catalogues_has_words():
    known = {*words._WORDS, *words._PLAIN, "draft"}
    assert {family.verb for family in GAME.actions.families} == known
    assert {family.verb for family in GAME.outcomes.families} == set(words._OUTCOMES)
    assert set(words._QUESTIONS) == set(Question)
    assert set(words._CHANCES) == set(ChanceKind)
    assert set(words._REASONS) == set(Reason) - {Reason.NOT_OVER}
    assert set(words.SPACE_EFFECTS) == set(Space)


def test_words_say_how_many_discs_a_space_costs():
    state = State(GAME, 2, 1).skip_forced()
    while state.question != "turn":
        state.apply(int(state.legal_actions()[0]))
    first = action_words(GAME, state.array, state.action_id("place(1)"))
    last = action_words(GAME, state.array, state.action_id("place(21)"))
    assert first == "1. Steal food: two of one food (2 discs)" and last.endswith("(all discs left)")


def test_the_rules_are_a_page():
    assert rules_page(GAME).startswith("# Pixie Queen in short")


def test_no_punishment_has_no_sign_in_the_text_view():
    state = State(GAME, 2, 1).skip_forced()
    assert "points 0   +0" in str(state) and "-0" not in str(state)
