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
from pixies_env.registry import make_game
from pixies_env.taverns import words, words_of_cards
from pixies_env.taverns.board import load_board
from pixies_env.taverns.effects import SLOTS, ability_of, encounter_of, special_of
from pixies_env.taverns.names import (
    CHANCE_KINDS,
    CONDITIONS,
    EFFECTS,
    ITEMS,
    LOCATIONS,
    QUESTIONS,
    Effect,
    Ingredient,
    Symbol,
)
from tests.taverns.situations import attacking, play

GAME = make_game("taverns")
BOARD = load_board()


def waiting_for(question: str, players: int = 2, seed: int = 0, **options: object) -> State:
    """A game played at random until it waits for this."""
    game = make_game("taverns", **options)
    for lane in range(50):
        draw = np.random.default_rng([seed, lane])
        state = State(game, players, seed, lane=lane, chance="manual")
        while not state.is_over:
            if state.question == question:
                return state
            if state.waiting == "chance":
                state.draw()
            else:
                state.apply(int(draw.choice(state.legal_actions())))
    raise AssertionError(f"{question} never came")


def said(state: State) -> dict[str, str]:
    """Sentences of the legal decisions, by name."""
    names = state.legal_names()
    return {name: action_words(state.game, state.array, state.action_id(name)) for name in names}


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {"market": "store", "city_on_pass": True}), (5, {"goblin": False})],
)
def test_every_legal_decision_has_words_of_its_own(players, options):
    game = make_game("taverns", **options)
    random = np.random.default_rng(players)
    verbs = [f"{family.verb}(" for family in (*game.actions.families, *game.outcomes.families)]
    state = State(game, players, players, chance="manual")
    while not state.is_over:
        told = [question_words(game, state.array)]
        if state.waiting == "chance":
            ids = [outcome.id for outcome in state.chance_outcomes()]
            told += [outcome_words(game, state.array, each) for each in ids]
        else:
            ids = state.legal_actions().tolist()
            told += [action_words(game, state.array, each) for each in ids]
        assert len(set(told)) == len(told) and all(told)
        assert not any(verb in each for each in told for verb in verbs)
        assert not any("_" in each or "  " in each or "{" in each for each in told)
        if state.waiting == "chance":
            state.draw()
        else:
            state.apply(int(random.choice(ids)))
    assert question_words(game, state.array) == ""
    assert reason_words(game, state.array) == "all rounds have been played"


def test_every_family_of_the_catalogues_and_every_question_has_words():
    for family in GAME.actions.families:
        assert hasattr(words.Words, f"_{family.verb}")
    for family in GAME.outcomes.families:
        assert hasattr(words.Words, f"_turned_{family.verb}")
    assert set(words._QUESTIONS) == set(QUESTIONS) and set(words._CHANCES) == set(CHANCE_KINDS)


def test_every_effect_item_location_and_condition_has_words():
    printed = GAME.board.copy()
    told = []
    for effect in Effect:
        record = printed[0]
        record.effect[0], record.effect_amount[0], record.effect_argument[0] = effect, 2, 1
        told.append(words_of_cards.effect_words(record, 0))
    assert len(set(told)) == len(EFFECTS) and told[Effect.NONE] == "" and all(told[1:])
    assert len(words_of_cards.ITEM_EFFECTS) == len(ITEMS)
    assert len(words_of_cards.LOCATION_EFFECTS) == len(LOCATIONS)
    assert len(words_of_cards._CONDITIONS) == len(CONDITIONS)


def test_effects_say_how_much_and_of_what():
    record = GAME.board[0]
    heroes = {name: ability_of(place) for place, name in enumerate(BOARD.hero_names)}
    assert words_of_cards.effect_words(record, heroes["alchemist"]) == "gain 2 energy"
    assert words_of_cards.effect_words(record, heroes["runesmith"]) == "gain 1 rune"
    assert words_of_cards.effect_words(record, heroes["archer"]) == "add a bow to this hunt"
    storm = special_of(BOARD.dragon_names.index("storm"))
    assert words_of_cards.effect_words(record, storm) == "lose 2 energy"
    cards = {name: encounter_of(place) for place, name in enumerate(BOARD.encounter_names)}
    told = {name: words_of_cards.effects_words(record, slot) for name, slot in cards.items()}
    assert told["ambush"] == "the active minion is wounded; gain 3 prestige"
    assert told["egg_seller"] == "an egg for 1 gold if you like"
    assert told["spice_bag"] == "the active minion gets a spice"
    assert words_of_cards.effect_words(record, SLOTS - 1) == ""


def test_missions_say_what_they_ask_for():
    told = {
        name: words_of_cards.mission_words(GAME.board[0], place)
        for place, name in enumerate(BOARD.mission_names)
    }
    assert told["heroes_3"] == "have at least 3 heroes at the end, for 3 prestige"
    assert told["trophy"] == "have at least 1 trophy at the end, for 4 prestige"
    assert told["healthy"] == "have no wound at the end, for 2 prestige"
    assert told["rare_2"] == "have cooked 2 or more of egg and meat at the end, for 5 prestige"


def test_ingredients_are_counted():
    counts = [0] * len(Ingredient)
    assert words_of_cards.ingredients(counts) == "nothing"
    counts[Ingredient.PLANT], counts[Ingredient.EGG], counts[Ingredient.MEAT] = 2, 1, 2
    assert words_of_cards.ingredients(counts) == "2 plants, 1 egg, 2 meat"


def test_the_first_turn_is_told_with_prices_and_gains():
    state = waiting_for("open")
    assert question_words(GAME, state.array) == "Your turn: what do you do?"
    told = said(state)
    value = max(v for v in range(1, 5) if f"energy({v})" in told)
    gold = {1: 2, 2: 2, 3: 3, 4: 3}[value]
    bank = f"Bank: a die of {value} on slot {value}, {gold} gold"
    assert told[f"bank({value},{value})"] == bank
    assert told[f"bank({value},blank)"] == f"Bank: a die of {value} on the blank slot, 1 gold"
    assert told[f"energy({value})"] == f"Energy source: a die of {value}, {value} energy"
    walks = f"Activate with a die of {value}: the booted minion walks {value + 1} zones"
    assert told[f"activate({value},booted)"] == walks


@pytest.mark.parametrize(
    ("market", "wanted"),
    [
        ("buy", "Buy a plant for 1 gold"),
        ("store", "Pay 1 gold to store a plant that the active minion carries"),
    ],
)
def test_the_market_says_what_it_does(market, wanted):
    for seed in range(20):
        told = said(waiting_for("market", 5, seed, market=market))
        if "market(plant)" in told:
            assert told["market(plant)"] == wanted
            return
    raise AssertionError("nobody could store a plant")


def test_chance_says_whose_it_is():
    state = State(GAME, 3, 1, chance="manual")
    assert question_words(GAME, state.array) == "A location is laid on site 1"
    told = {}
    while state.question != "open":
        if state.waiting == "chance":
            told.setdefault(state.question, []).append(question_words(GAME, state.array))
            state.draw()
        else:
            state.apply(int(state.legal_actions()[0]))
    assert told["token"][-1] == "A token is laid on token space 10"
    missions = ["The common", *(f"Player {seat}'s" for seat in (0, 0, 1, 1, 2, 2))]
    assert told["mission"] == [f"{whose} mission is drawn" for whose in missions]
    dice = ["The goblin's dice are rolled"] * 2
    dice += [f"The dice of player {seat} are rolled" for seat in range(3) for _ in range(5)]
    assert told["die"] == dice


def test_a_symbol_is_marked_by_its_name():
    state = waiting_for("mark")
    symbol = Symbol.SWORD if state.array["added"][0, 0] > 0 else Symbol.BOW
    word = symbol.name.lower()
    question = f"In which row does the {word} hit the dragon?"
    assert question_words(GAME, state.array) == question
    for name, told in said(state).items():
        assert told == f"Mark a {word} in row {name[-2]}"


def test_the_rules_are_a_page():
    assert rules_page(GAME).startswith("# Taverns & Dragons in short")


def test_a_hunting_die_can_be_turned_to_a_face_that_is_no_symbol():
    board = BOARD.to_mapping()
    (archer,) = [card for card in board["heroes"]["cards"] if card["name"] == "archer"]
    archer["bonus"] = {"effect": "face", "symbol": "flame"}
    game = make_game("taverns", board=board)
    state = attacking("sword", own={"heroes": ["archer"]}, game=game)
    bonus = "Bonus of the archer, once, for 1 energy: turn a hunting die to a flame"
    assert said(state)["bonus(archer)"] == bonus
    turned = said(play(state, "bonus(archer)"))
    assert turned == {"turn(sword)": "Turn a die that shows a sword to a flame"}
