"""Section 2.I: scout; round order."""

from pixies_env.core.states.state import State
from tests.havresac.rules.table import GAME, altered, cards, play, seat, there


def test_creatures_come_to_the_named_cell_of_every_board() -> None:
    state = cards(State(GAME, 3, chance="manual"), ["1", "2", "3", "A", "E", "4"])
    for number in range(3):
        found = seat(state, number)["creatures"]
        assert found["r0c3"] == "fox" and found["r0c1"] == "pig" and found["r4c8"] == "fairy"


def scouting(tent: str) -> State:
    """The fifth card of round 2 is to be turned; player 0 has a Tent there, and one on S."""
    return State.from_dict(
        GAME,
        {
            "players": 2,
            "phase": "scout",
            "round": 2,
            "turned": 4,
            "cards_left": list("ABCDEFGHIJKLMN7P"),
            "seats": [
                {
                    "tents": [tent, "r6c8"],
                    "gains": {"fox": 1},
                    "bag": {"guide": 2, "warrior": 2, "thief": 1, "priestess": 1},
                },
                {},
            ],
        },
        chance="manual",
    )


def test_a_creature_on_an_own_tent_goes_into_the_gains_zone() -> None:
    state = scouting("r0c3")
    cards(state, ["A"])
    assert there(seat(state)["gains"]) == {"fox": 2}
    assert "r0c3" not in seat(state)["creatures"]
    assert seat(state, 1)["creatures"]["r0c3"] == "fox"


def test_a_fairy_on_an_own_tent_counts_as_captured_too() -> None:
    state = scouting("r7c8")
    cards(state, ["7"])
    assert there(seat(state)["gains"]) == {"fox": 1, "fairy": 1}
    assert seat(state, 1)["creatures"]["r7c8"] == "fairy"


def test_a_tent_elsewhere_catches_nothing() -> None:
    state = scouting("r0c4")
    cards(state, ["A"])
    assert seat(state)["creatures"]["r0c3"] == "fox"


def test_round_r_begins_at_seat_r() -> None:
    state = cards(State(GAME, 3, chance="manual"), list("123ABCDE"))
    assert state.question == "draw" and state.player == 0
    for number, first in ((1, 0), (2, 1), (3, 2), (4, 0), (5, 1)):
        position = {"players": 3, "phase": "scout", "round": number}
        begun = State.from_dict(GAME, position, chance="manual")
        while begun.question == "card":
            begun.draw()
        assert begun.player == first


def test_everybody_empties_the_bag_before_the_next_begins() -> None:
    guides = {"total": 12, "bag": 1}
    none = {"total": 24, "bag": 0}
    state = State.from_dict(
        altered(
            guardians__guide=guides,
            guardians__warrior=none,
            guardians__thief=none,
            guardians__priestess=none,
        ),
        {
            "players": 3,
            "round": 2,
            "turn": 0,
            "played": {"guardian": "guide"},
            "seats": [{}, {"bag": {"thief": 1}}, {}],
        },
        chance="manual",
    )
    order = []
    while state.as_dict()["phase"] == "adventure":
        order.append((state.player, state.question))
        if state.waiting == "chance":
            state.draw()
        else:
            play(state, state.legal_names()[0] if state.question == "move" else "done")
    assert [entry for entry in order if entry[1] == "move"] == [
        (1, "move"),
        (1, "move"),
        (2, "move"),
        (0, "move"),
    ]
