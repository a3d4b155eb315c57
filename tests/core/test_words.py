"""Words of a game that has none of its own."""

from __future__ import annotations

from pixies_env.core.states.state import State
from pixies_env.core.words import (
    action_words,
    count_players,
    outcome_words,
    question_words,
    reason_words,
    rules_page,
)
from tests.games import hidden_card


def test_names_and_meanings_stand_in_for_words():
    game = hidden_card.game()
    state = State(game, 3, 1, chance="manual")
    assert question_words(game, state.array) == state.question
    for each in state.chance_outcomes():
        assert outcome_words(game, state.array, each.id).startswith(each.name)
    state.settle()
    for entry in state.legal_actions():
        words = action_words(game, state.array, int(entry))
        assert words.startswith(state.action_name(int(entry)))
        assert game.actions.family(int(entry)).meaning in words


def test_the_catalogue_stands_in_for_a_page_of_rules():
    game = hidden_card.game()
    page = rules_page(game)
    assert page.startswith(f"# {game.title}")
    assert all(f"`{family.verb}`" in page for family in game.actions.families)


def test_the_reason_of_the_result_stands_in_for_words():
    game = hidden_card.game()
    state = State(game, 2, 1)
    assert reason_words(game, state.array) == ""
    while not state.is_over:
        state.apply(int(state.legal_actions()[0]))
    reason = state.result().get("reason", "")
    assert reason_words(game, state.array) == reason.replace("_", " ")


def test_one_player_is_no_players():
    assert (count_players(1), count_players(3)) == ("1 player", "3 players")
