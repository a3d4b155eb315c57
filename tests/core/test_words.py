"""Words of a game that has none of its own."""

from __future__ import annotations

from pixies_env.core.state import State
from pixies_env.core.words import action_words, outcome_words, question_words, rules_page
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
