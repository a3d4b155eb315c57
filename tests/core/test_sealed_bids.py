"""A card game made of the kit: hidden hands, a deck, bids made at once, derived positions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from pixies_env.core.states.state import State
from pixies_env.testing import check_game
from tests.games.sealed_bids import COPIES, Card, make

GAME = make()
CARDS = len(Card)


def played(seed: int, players: int, events: int) -> State:
    """A game that random players have played so far, or to its end."""
    rng = np.random.default_rng(seed)
    state = State(GAME, players, seed=seed, chance="manual")
    for _ in range(events):
        if state.is_over:
            break
        if state.waiting == "chance":
            state.draw()
        else:
            state.apply(int(rng.choice(state.legal_actions())))
    return state


positions = st.builds(played, st.integers(0, 999), st.integers(2, 4), st.integers(0, 40))


def whole(state: State) -> np.ndarray:
    """Cards of each value, wherever they are; of those face down nothing is known."""
    record = state.array[0]
    cards = record.deck[:CARDS] + record.hand[:, :CARDS].sum(axis=0) + record.open_cards
    for card in record.bids[record.bids >= 0]:
        cards[card] += 1
    return cards


def test_the_game_conforms() -> None:
    check_game(GAME, games=3)


@given(positions)
def test_cards_are_kept(state: State) -> None:
    assert (whole(state) == COPIES).all()


@given(positions, st.integers(0, 2**64 - 1), st.data())
def test_what_is_imagined_looks_the_same_to_the_seat_and_lacks_no_card(
    state: State, bits: int, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, state.num_players - 1))
    world = state.resampled(seat, bits)
    assert (whole(world) == COPIES).all()
    assert world.hidden_from(seat) == state.hidden_from(seat)
    assert (world.array["hand"].sum(axis=2) == state.array["hand"].sum(axis=2)).all()
    assert State.from_dict(GAME, world.as_dict(), chance="manual") == world


@given(positions)
def test_what_a_position_says_of_itself_is_the_position(state: State) -> None:
    assert State.from_dict(GAME, state.as_dict(), chance="manual") == state


def test_draws_have_exact_chances() -> None:
    state = played(3, 3, 4)
    deck = state.array["deck"][0][:CARDS]
    outcomes = {outcome.name: outcome.probability for outcome in state.chance_outcomes()}
    assert outcomes == {
        f"card({card.name.lower()})": Fraction(int(deck[card]), int(deck.sum()))
        for card in Card
        if deck[card]
    }


def test_each_consistent_world_is_imagined_as_often_as_any_other() -> None:
    """Two players, the last prize: what the other one holds, has bid and what is in the deck."""
    state = State(GAME, 2, seed=5, chance="manual")
    while not (state.question == "bid" and state.player == 1):
        state.draw() if state.waiting == "chance" else state.apply(int(state.legal_actions()[0]))
    assert state.array["bids"][0, 0] >= 0
    unseen = np.full(CARDS, COPIES) - state.array["hand"][0, 1, :CARDS]
    found: Counter[int] = Counter()
    worlds = 4000
    rng = np.random.default_rng(11)
    for _ in range(worlds):
        found[int(state.resampled(1, rng).array["bids"][0, 0])] += 1
    expected = worlds * unseen / unseen.sum()
    distance = sum((found[card] - expected[card]) ** 2 / expected[card] for card in range(CARDS))
    assert chi2.sf(distance, CARDS - 1) > 1e-6


def test_bids_made_at_once_are_seen_when_the_last_has_bid() -> None:
    state = State(GAME, 3, seed=2)
    first = state.legal_names()[0]
    state.apply(first)
    assert state.hidden_from(1).as_dict()["bids"][0] == "face_down"
    assert state.hidden_from(0).as_dict()["bids"][0] == first[len("bid(") : -1]
    state.apply(0 if 0 in state.legal_actions() else int(state.legal_actions()[0]))
    state.apply(int(state.legal_actions()[0]))
    assert state.hidden_from(2).as_dict()["bids"] == [None] * 4
    cards = [event for event in state.history if event.name.startswith("card(")]
    assert all(event.sees == (event.player,) for event in cards)


def test_a_tie_for_the_highest_card_takes_the_prize_out_of_the_game() -> None:
    told = State(GAME, 2, seed=2).as_dict()
    hand = {"one": 1, "five": 1, "three": 1}
    cards = {"one": 1, "two": 3, "three": 1, "four": 3, "five": 1}
    told |= {"deck": cards, "seats": [{"hand": hand}, {"hand": hand}]}
    state = State.from_dict(GAME, told, chance="manual")
    prize = next(name for name, place in told["prize_at"].items() if place == "table")
    state.apply("bid(five)").apply("bid(five)")
    assert state.as_dict()["prize_at"][prize] == "gone"
    assert state.as_dict()["open_cards"]["five"] == 2
    assert state.waiting == "chance" and state.player == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"prize_at": {"copper": "deck", "silver": "lost", "gold": 0}}, "prize_at.silver: must be"),
        ({"prize_at": {"copper": "deck", "silver": 2, "gold": 4}}, "prize_at.gold: must be one of"),
        ({"deck": {"six": 1}}, "deck.six: must be one of one, two"),
        ({"deck": {"one": -1}}, "deck.one: Input should be greater than or equal to 0, not -1"),
        ({"deck": {"one": "1"}}, "deck.one: Input should be a valid integer, not '1'"),
        ({"phase": "war"}, "phase: must be one of dealing, auction, not 'war'"),
        ({"hands": []}, "hands: is no key of a position"),
        ({"bids": ["one"]}, "bids: List should have at least 4 items"),
        ({"seats": [{"hand": {}}]}, "seats: one entry per seat, 2 in all, not 1"),
        ({"seats": [{"hand": {}, "gold": 1}, {}]}, "seats.0.gold: is no key of a position"),
        ({"players": 7}, "players: this game is for 2, 3, 4, not 7"),
        ({"effects": [["draw", 0, 0, 0]]}, "effects.0: must be one of refill, then a seat"),
        ({"effects": [["refill", 0, 0, 40000]]}, "effects.0: the numbers must be whole"),
        ({"effects": [["refill", 0, 0, 0]] * 5}, "effects: at most 4, not 5"),
        ({"effects": [["refill", 1, 0, 0]]}, "effects: players draw after an auction only"),
        ({"waiting": {"for": "chance", "question": "bid"}}, "waiting.question: 'bid' is no chance"),
        (
            {"waiting": {"for": "decision", "question": "bid", "player": 2}},
            "waiting.player: must be a seat, 0 to 1, not 2",
        ),
        (
            {"waiting": {"for": "nothing", "question": "bid"}},
            "waiting: a game that waits for nothing asks nobody nothing",
        ),
        ({"deck": {"one": 3}}, "deck, hand, bids, open_cards: the cards are not those that"),
    ],
)
def test_an_impossible_position_is_refused_by_the_name_of_its_key(
    change: dict[str, object], said: str
) -> None:
    told = State(GAME, 2, seed=2).as_dict()
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        State.from_dict(GAME, told | change)


def test_what_is_left_out_is_as_at_the_set_up() -> None:
    state = State.from_dict(GAME, {"players": 3}, chance="manual")
    assert state == State(GAME, 3, chance="manual")
