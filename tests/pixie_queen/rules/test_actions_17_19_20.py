"""Section 3, actions 17, 19 and 20."""

import pytest

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    options,
    owned,
    play,
    seat,
    spaces,
)

# 17


def test_17_take_one_food():
    state = play(at(3, {0: {"goods": {}}}), "place(17)")
    assert asked(state) == (0, "goods")
    assert options(state) == ["take(apple)", "take(honey)", "take(bread)"]
    play(state, "take(honey)")
    assert owned(state, 0) == {"honey": 1} and asked(state) == (1, "turn")


def test_17_or_exactly_three_own_goods_of_any_mix_to_the_stock_one_by_one():
    state = play(at(3, {0: {"goods": {"apple": 1, "gold": 3}}}), "place(17)")
    before = state.as_dict()["stock"]
    assert options(state, "discard") == ["discard(apple)", "discard(gold)"]
    play(state, "discard(apple)")
    assert options(state) == ["discard(gold)"]
    play(state, "discard(gold)")
    assert asked(state) == (0, "goods")
    play(state, "discard(gold)")
    assert asked(state) == (1, "turn") and owned(state, 0) == {"gold": 1}
    after = state.as_dict()["stock"]
    assert (after["apple"], after["gold"]) == (before["apple"] + 1, before["gold"] + 2)


def test_17_with_fewer_than_three_goods_only_food_is_taken():
    state = play(at(3, {0: {"goods": {"gold": 2}}}), "place(17)")
    assert options(state) == ["take(apple)", "take(honey)", "take(bread)"]


def test_17_without_food_in_the_stock_only_goods_are_given():
    hoard = {"apple": 39, "honey": 39, "bread": 39}
    seats = {1: {"goods": {}}, 2: {"goods": hoard}}
    assert 17 not in spaces(at(3, {0: {"goods": {"gold": 2}}, **seats}))
    state = play(at(3, {0: {"goods": {"gold": 3}}, **seats}), "place(17)")
    assert options(state) == ["discard(gold)"]
    # What has just been put back is not to be taken.
    seats[2] = {"goods": {**hoard, "apple": 38}}
    state = play(at(3, {0: {"goods": {"apple": 1, "gold": 2}}, **seats}), "place(17)")
    assert "discard(apple)" in options(play(state, "discard(gold)"))
    assert options(state, "take") == []


def test_17_only_food_that_the_stock_has():
    seats = {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": {"apple": 39, "bread": 39}}}
    assert options(play(at(3, seats), "place(17)")) == ["take(honey)"]


# 19

TRACK = {"apple": 1, "honey": 0, "bread": 0, "silver": 2, "gold": 0}


def test_19_pay_exactly_what_lies_on_the_track_then_add_one_good_then_take_the_lowest_tile():
    own = {"goods": {"apple": 1, "silver": 3, "gold": 1}}
    state = at(3, {0: own}, special_offering_track=TRACK)
    before = state.as_dict()["stock"]
    play(state, "place(19)")
    assert asked(state) == (0, "add") and options(state) == ["add(silver)", "add(gold)"]
    assert owned(state, 0) == {"silver": 1, "gold": 1}
    assert state.as_dict()["stock"]["silver"] == before["silver"] + 2
    play(state, "add(gold)")
    assert owned(state, 0) == {"silver": 1} and asked(state) == (1, "turn")
    assert state.as_dict()["special_offering_track"] == {**TRACK, "gold": 1}
    assert seat(state, 0)["points_from"]["special_offering"] == 3
    assert seat(state, 0)["tiles_won"]["special_offering"] == 1


def test_19_every_good_can_be_added():
    goods = {"apple": 2, "honey": 1, "bread": 1, "silver": 3, "gold": 1}
    state = play(at(3, {0: {"goods": goods}}, special_offering_track=TRACK), "place(19)")
    assert options(state) == [f"add({good})" for good in goods]


def test_19_a_good_to_add_must_be_left_after_paying():
    goods = {"apple": 1, "silver": 2}
    assert 19 not in spaces(at(3, {0: {"goods": goods}}, special_offering_track=TRACK))
    goods = {"apple": 1, "silver": 2, "bread": 1}
    assert 19 in spaces(at(3, {0: {"goods": goods}}, special_offering_track=TRACK))
    goods = {"silver": 2, "bread": 5}
    assert 19 not in spaces(at(3, {0: {"goods": goods}}, special_offering_track=TRACK))


def test_19_needs_a_tile():
    own = {"goods": {"apple": 9, "silver": 9}}
    taken = {0: own, 1: {"tiles_won": {"special_offering": 6}}}
    state = at(3, taken, special_offering_track=TRACK)
    play(state, "place(19)", "add(apple)")
    assert seat(state, 0)["points_from"]["special_offering"] == 9
    taken[1] = {"tiles_won": {"special_offering": 7}}
    assert 19 not in spaces(at(3, taken, special_offering_track=TRACK))


def test_19_an_empty_track_costs_nothing_but_the_good_to_add():
    empty = dict.fromkeys(TRACK, 0)
    state = at(3, {0: {"goods": {"gold": 1}}}, special_offering_track=empty)
    play(state, "place(19)", "add(gold)")
    assert owned(state, 0) == {} and state.as_dict()["special_offering_track"]["gold"] == 1
    assert 19 not in spaces(at(3, {0: {"goods": {}}}, special_offering_track=empty))


def test_19_values_come_from_the_board():
    game = altered(rewards__special_offering=[1, 10, 11, 12, 13, 14, 15])
    own = {"goods": {"apple": 9, "silver": 9}}
    seats = {0: own, 1: {"tiles_won": {"special_offering": 1}}}
    state = at(3, seats, special_offering_track=TRACK, game=game)
    play(state, "place(19)", "add(apple)")
    assert seat(state, 0)["points_from"]["special_offering"] == 10


# 20


def test_20_the_own_small_cube_moves_k_places_forward_those_passed_move_back():
    state = at(4, {0: {"goods": {"honey": 5}}}, small_order=[3, 1, 2, 0], big_order=[0, 1, 2, 3])
    play(state, "place(20)")
    assert asked(state) == (0, "advance")
    assert options(state) == ["advance(1)", "advance(2)", "advance(3)"]
    play(state, "advance(2)")
    assert state.as_dict()["small_order"] == [3, 0, 1, 2]
    assert state.as_dict()["big_order"] == [0, 1, 2, 3]
    assert owned(state, 0) == {"honey": 3}


def test_20_pays_one_honey_for_each_place():
    order = {"small_order": [3, 1, 2, 0], "big_order": [0, 1, 2, 3]}
    state = play(at(4, {0: {"goods": {"honey": 2}}}, **order), "place(20)")
    assert options(state) == ["advance(1)", "advance(2)"]
    assert 20 not in spaces(at(4, {0: {"goods": {"apple": 2}}}, **order))


def test_20_the_first_small_cube_cannot_move_forward():
    assert 20 not in spaces(at(3, {0: {"goods": {"honey": 5}}}))
    order = {"small_order": [1, 0, 2], "big_order": [0, 1, 2]}
    state = play(at(3, {0: {"goods": {"honey": 5}}}, **order), "place(20)")
    assert options(state) == ["advance(1)"]


def test_20_the_players_who_are_out_have_no_cube_to_pass():
    seats = {0: {"goods": {"honey": 9}}, 1: {"out": 1, "punishment": 60}}
    state = at(4, seats, small_order=[2, 3, 0], big_order=[0, 2, 3], player=0)
    assert options(play(state, "place(20)")) == ["advance(1)", "advance(2)"]


@pytest.mark.parametrize("number", [1, 2])
def test_20_takes_effect_in_the_next_steal_phase(number):
    order = {"small_order": [1, 2, 0], "big_order": [0, 1, 2]}
    state = play(at(3, {0: {"goods": {"honey": 9}}}, **order), "place(20)", f"advance({number})")
    assert asked(state) == (1, "turn")
    assert state.as_dict()["small_order"] == ([1, 0, 2] if number == 1 else [0, 1, 2])
