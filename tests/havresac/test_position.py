"""Positions from dictionaries: exact round trips, minimal ones, refusals that name the key."""

import json
import random
import re
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.havresac.boards import random_board

GAME = make_game("havresac", "easy", faces="day")
OTHERS = [
    GAME,
    make_game("havresac", season="winter", faces="random"),
    make_game("havresac", faces="night", night_druid_repairs=4),
    make_game("havresac", board=random_board(random.Random(3)), faces="random"),
]

Mapping = dict[str, Any]


def same_again(state: State) -> None:
    described = state.as_dict()
    again = State.from_dict(state.game, json.loads(json.dumps(described)), chance="manual")
    assert again.position_bytes == state.position_bytes, described
    assert again.as_dict() == described
    assert again.legal_names() == state.legal_names()
    assert again.chance_outcomes() == state.chance_outcomes()


def test_random_positions_of_every_question_come_back_exactly() -> None:
    seen: dict[str, int] = {}
    draws = random.Random(5)
    for number in range(8):
        state = State(OTHERS[number % 4], 1 + number % 4, number, chance="manual")
        while not state.is_over:
            kind = state.question
            if seen.get(kind, 0) < 6 or draws.random() < 0.005:
                same_again(state)
                seen[kind] = seen.get(kind, 0) + 1
            if state.waiting == "chance":
                state.draw()
            else:
                state.apply(draws.choice(state.legal_names()))
        same_again(state)
    assert set(seen) == {*GAME.questions, *GAME.chance_kinds}
    assert min(seen.values()) >= 3, seen


def built(**position: Any) -> State:
    return State.from_dict(GAME, {"players": 2, **position}, chance="manual")


def test_the_number_of_players_is_enough() -> None:
    state = built()
    position = state.as_dict()
    assert position["round"] == 1 and position["phase"] == "adventure"
    assert (state.player, state.question) == (0, "draw")
    assert len(position["cards_left"]) == 20
    assert sum(sum(own["bag"].values()) for own in position["seats"]) == 10


def test_what_is_left_out_fits_what_is_there() -> None:
    state = built(
        round=2,
        turn=1,
        seats=[
            {
                "guardians": {"r4c4": "guide", "r0c10": "warrior", "r1c4": "thief"},
                "creatures": {"r0c1": "pig"},
                "objects": {"bow": 1},
            },
            {},
        ],
    )
    own = state.as_dict()["seats"][0]
    assert own["bag"]["warrior"] == own["bag"]["priestess"] == 1 and own["bag"]["guide"] == 0
    other = state.as_dict()["seats"][1]
    assert sum(other["bag"].values()) == 0 and sum(other["idle"].values()) == 5
    assert own["repaired"] == ["r0c10"] and own["villages_left"] == 9
    assert own["opened"] == ["r1c4"] and own["closed"]["bow"] == 0
    left = state.as_dict()["cards_left"]
    assert "E" not in left and len(left) == 15
    taken = own["gains"]["pig"] + own["hunted"]["pig"]
    assert taken + 1 == 4 - sum(label in left for label in "EJOR")
    # One Glory phase gives 3 Gold or more; the other has all creatures that came.
    assert own["gold"] == 3 and own["vp"] == 0
    assert len(other["creatures"]) == 13


@pytest.mark.parametrize(
    ("phase", "waits"),
    [
        ("setup", (-1, "card")),
        ("scout", (-1, "card")),
        ("recruitment", (0, "recruit")),
        ("over", (-1, "")),
    ],
)
def test_each_phase_waits_for_what_it_asks(phase: str, waits: tuple[int, str]) -> None:
    state = built(phase=phase)
    assert (state.player, state.question) == waits
    same_again(state)


REFUSED: dict[str, tuple[Mapping, str]] = {
    "no players": ({"players": None}, "players"),
    "five players": ({"players": 5}, "players: this game is for 1 to 4"),
    "an unknown key": ({"weather": "rain"}, "weather: is no key of a position"),
    "another season": ({"season": "winter"}, "season: this game is played in summer"),
    "a round too many": ({"round": 6}, "round: a game has 5 rounds"),
    "over too soon": ({"phase": "over", "round": 3}, "round: a game has 5 rounds, then it is over"),
    "an unknown phase": ({"phase": "lunch"}, "phase: must be one of setup"),
    "three seats": ({"seats": [{}, {}, {}]}, "seats: one entry per seat, 2 in all"),
    "a seat that is not there": (
        {"waiting": {"player": 3}},
        "waiting.player: there is no seat 3 with 2 players",
    ),
    "somebody stopped twice": (
        {"phase": "recruitment", "stopped": [1, 1]},
        "stopped: names a seat twice",
    ),
    "buying in the adventure": ({"stopped": [1]}, "nobody buys in phase 'adventure'"),
    "a cell off the map": (
        {"seats": [{"guardians": {"r9c0": "guide"}}, {}]},
        "seats.0.guardians: there is no cell 'r9c0'; cells are r0c0 to r8c10",
    ),
    "a ruin that is no village": (
        {"seats": [{}, {"repaired": ["r4c5"]}]},
        "seats.1.repaired: r4c5 is no village",
    ),
    "a chest that is none": (
        {"seats": [{"opened": ["r4c5"]}, {}]},
        "seats.0.opened: r4c5 is no chest",
    ),
    "a cell named twice": (
        {"seats": [{"tents": ["r0c0", "r0c0"]}, {}]},
        "seats.0.tents: names a cell twice",
    ),
    "two on one cell": (
        {"seats": [{"guardians": {"r0c1": "guide"}, "creatures": {"r0c1": "pig"}}, {}]},
        "seats.0.creatures: a Guardian stands on r0c1",
    ),
    "a card that is not there": ({"cards_left": ["Z"]}, "cards_left: there is no card 'Z'"),
    "too few cards turned": ({"cards_left": ["A"]}, "cards_left, turned, round"),
    "more creatures than cards": (
        {"seats": [{"gains": {"fox": 9}}, {}]},
        "too few for what is there",
    ),
    "monsters out of nowhere": (
        {
            "round": 2,
            "turn": 1,
            "seats": [{"gains": {}, "hunted": {"fox": 9}, "creatures": {}}, {}],
        },
        "seats.*.hunted, cards_left: a monster is not conserved",
    ),
    "more tokens than there are": (
        {"seats": [{"bag": {"druid": 11}}, {}]},
        "reserve: there are 10 of druid, players have 11",
    ),
    "a reserve that does not fit": (
        {"reserve": {"guide": 1}},
        "reserve, seats.*.bag, seats.*.idle: a token of a Guardian is not conserved",
    ),
    "too many village tokens": (
        {"seats": [{"villages_left": 11}, {}]},
        "seats.*.villages_left, seats.*.repaired",
    ),
    "chests that do not fit": (
        {"seats": [{"closed": {"boots": 2}, "opened": []}, {}]},
        "seats.*.closed, seats.*.objects, seats.*.cups, seats.*.opened",
    ),
    "a face that is not in play": ({"faces": {"guide": "night"}}, "faces: the faces of the tiles"),
    "a face nobody knows": ({"faces": {"guide": None}}, "faces: the faces of the tiles"),
    "a decision in the scout phase": (
        {"phase": "scout", "waiting": {"for": "decision"}},
        "waiting.for: the rest of the position asks for card",
    ),
    "another question": (
        {"phase": "recruitment", "waiting": {"question": "move"}},
        "waiting.question: the rest of the position asks for 'recruit'",
    ),
    "a question of another kind": (
        {"waiting": {"for": "chance", "question": "move"}},
        "waiting.question: 'move' is no chance",
    ),
    "the wrong player": ({"waiting": {"player": 1}}, "waiting, turn"),
    "somebody played in the scout phase": (
        {"phase": "scout", "played": {"guardian": "guide"}},
        "played: no Guardian is played in phase 'scout'",
    ),
    "played where nobody stands": (
        {"played": {"guardian": "guide", "cell": "r0c0"}},
        "played: the Guardian being played does not fit",
    ),
    "a draw from an empty bag": (
        {"seats": [{"bag": {}}, {}]},
        "seats.*.bag, turn: a token is to be drawn from an empty bag",
    ),
    "a negative purse": ({"seats": [{"gold": -1}, {}]}, "seats.0.gold"),
    "an order of one": (
        {"phase": "recruitment", "buying_order": [0]},
        "buying_order, stopped, seats.*.bag: the buying order",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_cannot_be_is_refused_with_its_key(name: str) -> None:
    position, words = REFUSED[name]
    with pytest.raises(ValueError, match=re.escape(words)):
        State.from_dict(GAME, {"players": 2, **position})
