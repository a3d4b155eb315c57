"""Section 2, punishment points at any time: mine symbols, demotions, immunity, mercy."""

import pytest

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    of_seats,
    options,
    pixies,
    play,
    seat,
)


def rolled(seats, *assigned: int, hands=None, players: int = 3, **rest):
    """Player 0 rolls the die on hand 10 and gives the points to these seats."""
    state = at(players, seats, hands=hands or {}, **rest)
    return play(
        state,
        "place(10)",
        f"punishment_die({len(assigned)})",
        *[f"assign({number})" for number in assigned],
    )


def test_a_marker_that_reaches_a_symbol_demotes_one_active_pixie_of_choice_to_the_mine():
    state = rolled({1: {"punishment": 9}}, 1, hands={1: 1, 13: 1})
    assert asked(state) == (1, "demote") and options(state) == ["demote(1)", "demote(13)"]
    play(state, "demote(13)")
    assert pixies(state) == {1: 1} and seat(state, 1)["mine"] == 4
    assert asked(state) == (1, "turn")


def test_a_marker_that_passes_a_symbol_does_too_and_short_of_it_does_not():
    assert asked(rolled({1: {"punishment": 8}}, 1, 1, 1, hands={1: 1})) == (1, "demote")
    assert asked(rolled({1: {"punishment": 8}}, 1, hands={1: 1})) == (1, "turn")
    assert asked(rolled({1: {"punishment": 10}}, 1, hands={1: 1})) == (1, "turn")


@pytest.mark.parametrize("symbol", [10, 20, 30, 40, 50])
def test_every_symbol_of_the_score_track(symbol):
    assert asked(rolled({1: {"punishment": symbol - 1}}, 1, hands={1: 1})) == (1, "demote")


def test_one_demotion_for_each_symbol():
    game = altered(score__mine_symbols=[2, 3, 4])
    state = rolled({}, 1, 1, 1, hands={1: 1, 2: 1, 3: 1, 4: 1}, game=game)
    play(state, "demote(2)", "demote(1)")
    assert asked(state) == (1, "turn") and pixies(state) == {3: 1, 4: 1}


def test_not_without_an_active_pixie():
    assert asked(rolled({1: {"punishment": 9}}, 1)) == (1, "turn")
    game = altered(score__mine_symbols=[2, 3, 4])
    state = rolled({}, 1, 1, 1, hands={1: 1}, game=game)
    assert asked(play(state, "demote(1)")) == (1, "turn")


def test_not_with_pixies_of_others():
    assert asked(rolled({1: {"punishment": 9}}, 1, hands={1: 0, 2: 2})) == (1, "turn")


def test_symbols_crossed_during_anothers_action():
    state = rolled({1: {"punishment": 9}, 2: {"punishment": 9}}, 1, 2, hands={1: 1, 2: 2})
    assert asked(state) == (1, "demote")
    assert asked(play(state, "demote(1)")) == (2, "demote")
    assert asked(play(state, "demote(2)")) == (1, "turn")


def test_a_pass_and_a_demotion_by_the_own_points():
    state = play(at(3, {1: {"punishment": 5}}, player=1, hands={6: 1}), "pass")
    assert asked(state) == (1, "demote")
    assert asked(play(state, "demote(6)")) == (2, "turn")


def test_symbols_come_from_the_board():
    game = altered(score__mine_symbols=[5])
    assert asked(rolled({1: {"punishment": 9}}, 1, hands={1: 1}, game=game)) == (1, "turn")
    assert asked(rolled({1: {"punishment": 4}}, 1, hands={1: 1}, game=game)) == (1, "demote")


# The favourite


def test_the_favourite_never_demotes():
    state = play(at(3, {0: {"punishment": 9}}, hands={1: 0}), "pass")
    assert asked(state) == (1, "turn") and pixies(state) == {1: 0}
    state = rolled({1: {"punishment": 9}}, 1, hands={1: 1}, big_order=[1, 0, 2], player=0)
    assert asked(state) == (2, "turn") and pixies(state) == {1: 1}


def test_the_favourite_is_the_first_big_cube_not_the_first_small_one():
    order = {"big_order": [0, 1, 2], "small_order": [1, 0, 2]}
    assert asked(rolled({1: {"punishment": 9}}, 1, hands={1: 1}, **order)) == (1, "demote")


def test_the_immunity_is_judged_anew_when_the_old_favourite_goes_out():
    """The points of the old favourite come first; the next in order is at once the favourite."""
    seats = {1: {"punishment": 59}, 2: {"punishment": 9}}
    state = rolled(seats, 1, 2, hands={1: 2}, big_order=[1, 2, 0], player=0)
    assert seat(state, 1)["out"] == 1 and of_seats(state, "punishment")[2] == 10
    assert pixies(state) == {1: 2} and asked(state) == (2, "turn")


def test_when_the_favourite_has_gone_out_the_next_never_demotes():
    seats = {0: {"punishment": 55}, 1: {"punishment": 9}, 2: {"punishment": 9}}
    state = play(at(3, seats, hands={1: 1, 2: 2}), "pass")
    assert seat(state, 0)["out"] == 1
    assert asked(play(state, "pass")) == (2, "turn")
    assert asked(play(state, "pass")) == (2, "demote")


# Mercy


def test_mercy_handed_back_prevents_the_demotion_by_choice():
    state = rolled({1: {"punishment": 9, "one_use_tile": "mercy"}}, 1, hands={1: 1})
    assert options(state) == ["demote(1)", "mercy"]
    play(state, "mercy")
    assert pixies(state) == {1: 1} and seat(state, 1)["one_use_tile"] is None
    assert "mercy" in state.as_dict()["one_use_on_board"] and asked(state) == (1, "turn")


def test_mercy_may_be_kept():
    state = rolled({1: {"punishment": 9, "one_use_tile": "mercy"}}, 1, hands={1: 1})
    play(state, "demote(1)")
    assert seat(state, 1)["one_use_tile"] == "mercy"


def test_mercy_prevents_one_demotion_only():
    game = altered(score__mine_symbols=[2, 3])
    state = rolled({1: {"one_use_tile": "mercy"}}, 1, 1, 1, hands={1: 1, 2: 1}, game=game)
    assert options(play(state, "mercy")) == ["demote(1)", "demote(2)"]


def test_mercy_on_the_extra_slot():
    own = {"punishment": 9, "skill": "extra_slot", "one_use_tile": "double_offering"}
    state = rolled({1: own}, 1, hands={1: 1}, extra_slot_tile="mercy")
    play(state, "mercy")
    assert state.as_dict()["extra_slot_tile"] is None
    assert seat(state, 1)["one_use_tile"] == "double_offering"


def test_mercy_of_another_player_does_not_help():
    seats = {1: {"punishment": 9}, 2: {"one_use_tile": "mercy"}}
    assert options(rolled(seats, 1, hands={1: 1})) == ["demote(1)"]
    seats = {1: {"punishment": 9}, 2: {"skill": "extra_slot"}}
    assert options(rolled(seats, 1, hands={1: 1}, extra_slot_tile="mercy")) == ["demote(1)"]


def test_without_an_active_pixie_mercy_is_not_asked_for():
    state = rolled({1: {"punishment": 9, "one_use_tile": "mercy"}}, 1)
    assert asked(state) == (1, "turn") and seat(state, 1)["one_use_tile"] == "mercy"


def test_servants_are_never_demoted():
    seats = {1: {"punishment": 9, "servants": 2, "first_servant": 1}}
    assert asked(rolled(seats, 1)) == (1, "turn")
    assert seat(rolled(seats, 1), 1)["servants"] == 2


def test_a_demoted_pixie_can_leave_the_mine_again():
    state = rolled({1: {"punishment": 9, "goods": {}}}, 1, hands={6: 1})
    play(state, "demote(6)", "place(3)")
    assert "promote(mine,1)" in options(state)
