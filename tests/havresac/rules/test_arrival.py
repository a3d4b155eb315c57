"""Section 2.II, step 3: what happens on arrival."""

from fractions import Fraction

import pytest

from tests.havresac.rules.table import (
    arena,
    few_tokens,
    lying,
    options,
    play,
    playing,
    probabilities,
    seat,
    there,
)

LANE = arena("# v v $ .", night="priestess")


def test_a_monster_is_killed_and_goes_into_the_gains_zone() -> None:
    state = playing(arena("# . ."), "warrior", seat={"creatures": {"r0c1": "pig"}})
    play(state, "move(r0c1)")
    assert lying(state) == {}
    assert seat(state)["guardians"] == {"r0c1": "warrior"}
    assert there(seat(state)["gains"]) == {"pig": 1}


@pytest.mark.parametrize("guardian", ["guide", "warrior", "thief", "priestess"])
def test_a_fairy_is_captured_by_everybody(guardian: str) -> None:
    state = playing(arena("# . ."), guardian, seat={"creatures": {"r0c1": "fairy"}})
    play(state, "move(r0c1)")
    assert there(seat(state)["gains"]) == {"fairy": 1}


def test_ending_on_a_ruined_village_repairs_it_passing_does_not() -> None:
    state = play(playing(LANE, "guide"), "move(r0c2)")
    assert seat(state)["repaired"] == ["r0c2"]
    assert seat(state)["villages_left"] == 9


def test_a_repaired_village_takes_no_second_token() -> None:
    state = play(playing(LANE, "guide", seat={"repaired": ["r0c2"]}), "move(r0c2)")
    assert seat(state)["villages_left"] == 9


def test_without_a_token_nothing_is_repaired() -> None:
    game = few_tokens(0)
    state = playing(game, "guide", seat={"guardians": {"r4c4": "guide"}}, round=2)
    play(state, "move(r4c3)")
    assert seat(state)["repaired"] == [] and seat(state)["villages_left"] == 0


CHESTS = arena("# $ $ . .", objects={"boots": 1, "cup": 1})


@pytest.mark.parametrize("night", ["", "thief"])
def test_a_thief_opens_a_closed_chest_and_chance_tells_the_object(night: str) -> None:
    game = arena("# $ $ . .", objects={"boots": 1, "cup": 1}, night=night)
    state = play(playing(game, "thief"), "move(r0c1)")
    assert state.question == "chest" and state.player == 0
    assert probabilities(state) == {
        "chest(boots)": Fraction(1, 2),
        "chest(cup)": Fraction(1, 2),
    }
    play(state, "chest(boots)")
    assert seat(state)["opened"] == ["r0c1"]
    assert there(seat(state)["objects"]) == {"boots": 1}
    assert there(seat(state)["closed"]) == {"cup": 1}
    assert state.question == "after_move"


def test_one_object_left_is_a_chance_event_too() -> None:
    state = playing(CHESTS, "thief", seat={"objects": {"boots": 1}, "opened": ["r0c1"]})
    play(state, "move(r0c2)")
    assert probabilities(state) == {"chest(cup)": 1}


def test_an_opened_chest_is_not_opened_again() -> None:
    state = playing(CHESTS, "thief", seat={"objects": {"boots": 1}, "opened": ["r0c1"]})
    play(state, "move(r0c1)")
    assert state.question == "after_move"


@pytest.mark.parametrize("guardian", ["guide", "warrior", "priestess", "druid", "huntress"])
def test_nobody_else_opens_chests(guardian: str) -> None:
    state = play(playing(CHESTS, guardian), "move(r0c1)")
    assert seat(state)["opened"] == [] and state.question == "after_move"


def test_a_cup_is_kept_for_glory_and_is_no_object_at_hand() -> None:
    state = play(playing(CHESTS, "thief"), "move(r0c1)", "chest(cup)")
    assert seat(state)["cups"] == 1 and there(seat(state)["objects"]) == {}
    assert options(state) == ["done"]


def test_done_is_asked_even_alone() -> None:
    state = play(playing(arena("# . ."), "guide"), "move(r0c1)")
    assert options(state) == ["done"]
