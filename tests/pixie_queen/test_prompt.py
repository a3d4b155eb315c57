"""What a language model is told of Pixie Queen."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.states.state import State
from pixies_env.core.words import brief
from pixies_env.pixie_queen.board import load_board
from pixies_env.pixie_queen.names import MOST_EXCHANGED
from pixies_env.registry import make_game
from tests.tokens import most_tokens

GAME = make_game("pixie_queen")


def reached(question: str, players: int, legal: str = "") -> State:
    """The first position of random games that asks so, where a decision begins so."""
    random = np.random.default_rng(1)
    for seed in range(200):
        state = State(GAME, players, seed)
        while not state.is_over:
            names = state.legal_names()
            if state.question == question and any(name.startswith(legal) for name in names):
                return state
            state.apply(int(random.choice(state.legal_actions())))
    raise AssertionError(f"no game came to {question}")


def test_the_most_options_there_can_be_are_short_enough():
    position = reached("exchange", 5).as_dict()
    exchanged = ("apple", "honey", "bread", "silver")
    for seat in position["seats"]:
        seat["goods"] = dict.fromkeys(exchanged, 1) | {"gold": 1}
    own = position["seats"][position["waiting"]["player"]]
    own["goods"] = dict.fromkeys(exchanged, MOST_EXCHANGED) | {"gold": 4}
    track = position["special_offering_track"]
    for good, units in load_board().supply:
        if good in position["stock"]:
            held = sum(seat["goods"][good] for seat in position["seats"])
            cubes = position["bag"].get(good, 0)
            position["stock"][good] = units - held - track[good] - cubes
    state = State.from_dict(GAME, position)
    assert len(state.legal_actions()) == 4 * 3 * MOST_EXCHANGED
    assert most_tokens(state.prompt()) < 2000


def test_a_seat_is_told_its_own_offer_and_not_that_of_another():
    random = np.random.default_rng(2)
    for seed in range(50):
        state = State(GAME, 2, seed)
        while not state.is_over and state.question != "offer":
            state.apply(int(random.choice(state.legal_actions())))
        offers = [name for name in state.legal_names() if name.startswith("offer(")]
        if offers:
            break
    first = state.player
    state.apply(offers[-1])
    while state.question == "offer" and state.player == first:
        state.apply("done")
    assert state.player == 1 - first and state.question == "offer"
    assert "You offered" in state.prompt(first)
    assert "offered" not in state.prompt(1 - first).partition("POSITION")[2]


@pytest.mark.parametrize(
    ("table", "key", "value", "said"),
    [
        ("score", "out_at", 55, "At 55 punishment points you are out"),
        ("penalties", "pass", 4, "or pass (4 punishment"),
        ("dice", "punishment", [1, 1, 1, 1, 1, 6], "Dice: punishment 1 1 1 1 1 6;"),
    ],
)
def test_the_brief_has_the_numbers_of_the_board(table, key, value, said):
    board = load_board().to_mapping()
    board[table][key] = value
    assert said in brief(make_game("pixie_queen", board=board))
    assert said not in brief(GAME)


def test_the_own_skill_is_explained():
    state = reached("turn", 2)
    own = state.as_dict()["seats"][state.player]["skill"].replace("_", " ")
    assert f"skill {own} (" in state.prompt()
