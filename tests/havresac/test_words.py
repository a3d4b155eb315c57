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
from pixies_env.havresac.names import CHANCE_KINDS, QUESTIONS
from pixies_env.registry import make_game

GAME = make_game("havresac", "easy", faces="day")
NAMES = ("move(", "recall(", "use(", "power(", "aim(", "buy(", "card(", "draw(", "chest(", "r0c")


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {"faces": "random"}), (3, {"faces": "night", "season": "winter"}), (4, {})],
)
def test_every_legal_decision_has_words_of_its_own(players, options):
    game = make_game("havresac", **{"faces": "day", **options})
    random = np.random.default_rng(players)
    for seed in range(2):
        state = State(game, players, seed, chance="manual")
        while not state.is_over:
            told = [question_words(game, state.array)]
            if state.waiting == "chance":
                outcomes = state.chance_outcomes()
                told += [outcome_words(game, state.array, each.id) for each in outcomes]
            else:
                legal = [int(entry) for entry in state.legal_actions()]
                told += [action_words(game, state.array, entry) for entry in legal]
            assert len(set(told)) == len(told) and all(told)
            assert not any(name in each for each in told for name in NAMES)
            if state.waiting == "chance":
                state.draw()
            else:
                state.apply(int(random.choice(legal)))
        assert question_words(game, state.array) == ""
        assert reason_words(game, state.array) == "all rounds have been played"


def test_every_family_of_the_catalogues_has_words():
    from pixies_env.havresac import words

    for family in GAME.actions.families:
        assert hasattr(words.Words, f"_{family.verb}")
    for family in GAME.outcomes.families:
        assert hasattr(words.Words, f"_turned_{family.verb}")
    assert set(words._QUESTIONS) == set(QUESTIONS) and set(words._CHANCES) == set(CHANCE_KINDS)


def drawn(guardian: str) -> State:
    """A game for one in which a Guardian has been drawn first."""
    state = State(GAME, 1, 1, chance="manual")
    while state.question != "draw":
        state.draw()
    return state.apply_chance(f"draw({guardian})")


def test_words_say_where_a_guardian_goes_and_what_happens_there():
    state = drawn("priestess")
    assert question_words(GAME, state.array) == "Which cell does the priestess move to?"
    told = {
        name: action_words(GAME, state.array, state.action_id(name)) for name in state.legal_names()
    }
    assert told["move(r4c4)"] == "Priestess to row 4, column 4"
    assert told["move(r4c3)"] == "Priestess to row 4, column 3: repair the village"
    assert told["move(r4c5)"] == "Priestess to row 4, column 5: the castle"
    assert told["move(r5c4)"] == "Priestess to row 5, column 4: hut K"


def test_only_a_thief_opens_a_chest():
    said = {}
    for guardian in ("thief", "guide"):
        state = drawn(guardian)
        assert "move(r2c6)" in state.legal_names()
        said[guardian] = action_words(GAME, state.array, state.action_id("move(r2c6)"))
    assert said["thief"] == "Thief to row 2, column 6: open the chest"
    assert said["guide"] == "Guide to row 2, column 6: a closed chest"


def test_words_tell_a_creature_that_is_met():
    state = drawn("warrior")
    (cell,) = [
        cell
        for cell in state.as_dict()["seats"][0]["creatures"]
        if f"move({cell})" in state.legal_names()
    ][:1]
    creature = state.as_dict()["seats"][0]["creatures"][cell]
    said = action_words(GAME, state.array, state.action_id(f"move({cell})"))
    assert said.endswith(f"{'capture' if creature == 'fairy' else 'kill'} the {creature.title()}")


def test_the_first_cards_go_to_set_up_spaces():
    state = State(GAME, 1, 1, chance="manual")
    for number in (1, 2, 3):
        first = state.chance_outcomes()[0]
        assert outcome_words(GAME, state.array, first.id).endswith(f"set-up space {number}")
        state.draw()
    first = state.chance_outcomes()[0]
    assert ", column " in outcome_words(GAME, state.array, first.id)


def test_the_rules_are_a_page():
    assert rules_page(GAME).startswith("# Les Gardiens de Havresac in short")
