"""Section 3, actions 1, 2 and 4 to 9 (3 is with the promotions) and the slots."""

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

# 1 and 2


def test_1_steal_two_of_one_food():
    state = play(at(3, {0: {"goods": {}}}), "place(1)")
    assert asked(state) == (0, "food")
    assert options(state) == ["food(apple)", "food(honey)", "food(bread)"]
    assert owned(play(state, "food(honey)"), 0) == {"honey": 2}


def test_1_takes_what_the_stock_has_but_at_least_one():
    hoard = {"apple": 38, "honey": 39, "bread": 30}
    state = play(at(3, {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": hoard}}), "place(1)")
    assert options(state) == ["food(apple)", "food(bread)"]
    assert owned(play(state, "food(apple)"), 0) == {"apple": 1}


def test_1_needs_a_food_in_the_stock():
    hoard = {"apple": 39, "honey": 39, "bread": 39}
    assert 1 not in spaces(at(3, {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": hoard}}))


def test_2_steal_two_silver():
    state = play(at(3, {0: {"goods": {}}}), "place(2)")
    assert asked(state) == (1, "turn") and owned(state, 0) == {"silver": 2}


def test_2_takes_what_the_stock_has_but_at_least_one():
    def stock(silver: int):
        return at(3, {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": {"silver": 29 - silver}}})

    assert owned(play(stock(1), "place(2)"), 0) == {"silver": 1}
    assert 2 not in spaces(stock(0))


# 4


def test_4_exchange_one_to_seven_units_of_one_good_for_as_many_of_another():
    state = play(at(3, {0: {"goods": {"honey": 9, "gold": 2}}}), "place(4)")
    assert asked(state) == (0, "exchange")
    assert options(state) == [
        f"exchange(honey,{get},{number})"
        for get in ("apple", "bread", "silver")
        for number in range(1, 8)
    ]
    play(state, "exchange(honey,silver,7)")
    assert owned(state, 0) == {"honey": 2, "silver": 7, "gold": 2}


def test_4_every_two_of_the_four_goods_but_never_gold():
    goods = {"apple": 1, "honey": 1, "bread": 1, "silver": 1, "gold": 5}
    state = play(at(3, {0: {"goods": goods}}), "place(4)")
    four = ("apple", "honey", "bread", "silver")
    assert options(state) == [
        f"exchange({give},{get},1)" for give in four for get in four if give != get
    ]
    play(state, "exchange(bread,apple,1)")
    assert owned(state, 0) == {"apple": 2, "honey": 1, "silver": 1, "gold": 5}


def test_4_as_far_as_the_stock_goes():
    hoard = {"apple": 37, "bread": 39, "silver": 29}
    state = at(3, {0: {"goods": {"honey": 5}}, 1: {"goods": {}}, 2: {"goods": hoard}})
    play(state, "place(4)")
    assert options(state) == ["exchange(honey,apple,1)", "exchange(honey,apple,2)"]


def test_4_needs_one_of_the_four_and_a_stock_of_another():
    assert 4 not in spaces(at(3, {0: {"goods": {"gold": 9}}}))
    hoard = {"apple": 39, "bread": 39, "silver": 29}
    seats = {0: {"goods": {"honey": 5}}, 1: {"goods": {}}, 2: {"goods": hoard}}
    assert 4 not in spaces(at(3, seats))


# 5


@pytest.mark.parametrize(("space", "price"), [*enumerate([5, 4, 3, 2, 1, 1], start=1)])
def test_5_convert_silver_into_gold_at_the_price_of_the_own_place(space, price):
    own = {"goods": {"silver": 2 * price}, "silver_space": space}
    state = play(at(3, {0: own}), "place(5)")
    assert asked(state) == (0, "convert")
    assert options(state) == ["convert(1)", "convert(2)"]
    assert owned(play(state, "convert(2)"), 0) == {"gold": 2}


def test_5_the_gold_track_does_not_matter():
    own = {"goods": {"silver": 4}, "gold_space": 6}
    assert 5 not in spaces(at(3, {0: own}))


@pytest.mark.parametrize(("space", "price"), [*enumerate([4, 3, 2, 1, 1, 1], start=1)])
def test_5_cheap_gold_costs_one_less_but_at_least_one(space, price):
    own = {"goods": {"silver": price}, "silver_space": space, "skill": "cheap_gold"}
    state = play(at(3, {0: own}), "place(5)")
    assert options(state) == ["convert(1)"]
    assert owned(play(state, "convert(1)"), 0) == {"gold": 1}
    own = {**own, "goods": {"silver": price - 1}}
    assert 5 not in spaces(at(3, {0: own}))


def test_5_as_far_as_the_stock_has_gold():
    seats = {
        0: {"goods": {"silver": 9}, "silver_space": 6},
        1: {"goods": {"gold": 18}},
        2: {"goods": {}},
    }
    assert options(play(at(3, seats), "place(5)")) == ["convert(1)", "convert(2)"]
    seats[1] = {"goods": {"gold": 20}}
    assert 5 not in spaces(at(3, seats))


def test_5_prices_come_from_the_board():
    game = altered(tracks__silver_per_gold=[7, 4, 3, 2, 1, 1])
    state = play(at(3, {0: {"goods": {"silver": 7}}}, game=game), "place(5)", "convert(1)")
    assert owned(state, 0) == {"gold": 1}


# 6


def test_6_take_the_top_food_tile():
    state = play(at(3), "place(6)")
    assert asked(state) == (1, "turn") and seat(state, 0)["food_tile"] == 2
    assert state.as_dict()["food_pile"] == [3, 4, 4]


def test_6_needs_a_tile_in_the_pile():
    game = altered(setup__food_tiles=[[2], [2, 4], [2], [2]])
    seats = {1: {"food_tile": 2}, 2: {"out": 1, "punishment": 60}}
    assert 6 in spaces(at(3, seats, food_pile=[4], game=game))
    assert 6 not in spaces(at(3, seats, food_pile=[], game=game))


def test_one_food_tile_for_each_player_no_free_slot_no_such_tile():
    assert 6 not in spaces(at(3, {0: {"food_tile": 2}}))
    assert 6 in spaces(at(3, {0: {"one_use_tile": "mercy"}}))


# 7 to 9


@pytest.mark.parametrize(
    ("action", "tile"), [(7, "double_offering"), (8, "look_in_the_bag"), (9, "mercy")]
)
def test_7_8_9_take_that_one_use_tile(action, tile):
    state = play(at(3), f"place({action})")
    assert asked(state) == (1, "turn") and seat(state, 0)["one_use_tile"] == tile
    assert tile not in state.as_dict()["one_use_on_board"]


@pytest.mark.parametrize(
    ("action", "tile"), [(7, "double_offering"), (8, "look_in_the_bag"), (9, "mercy")]
)
def test_7_8_9_only_if_it_is_there(action, tile):
    state = at(3, {1: {"one_use_tile": tile}})
    assert spaces(state) & {7, 8, 9} == {7, 8, 9} - {action}


def test_one_one_use_tile_for_each_player():
    assert not spaces(at(3, {0: {"one_use_tile": "mercy"}})) & {7, 8, 9}
    assert spaces(at(3, {0: {"food_tile": 3}})) >= {7, 8, 9}


# Slots


def test_extra_slot_gives_one_more_place_for_a_food_or_a_one_use_tile():
    own = {"skill": "extra_slot", "food_tile": 2, "one_use_tile": "mercy"}
    assert spaces(at(3, {0: own})) & {6, 7, 8, 9} == {6, 7, 8}
    assert not spaces(at(3, {0: own}, extra_slot_tile=3)) & {6, 7, 8, 9}
    assert not spaces(at(3, {0: own}, extra_slot_tile="double_offering")) & {6, 7, 8, 9}


def test_a_tile_is_laid_on_its_own_slot_if_that_is_free_else_on_the_extra_slot():
    state = play(at(3, {0: {"skill": "extra_slot"}}), "place(6)")
    assert seat(state, 0)["food_tile"] == 2 and state.as_dict()["extra_slot_tile"] is None
    state = play(at(3, {0: {"skill": "extra_slot", "food_tile": 2}}), "place(6)")
    assert seat(state, 0)["food_tile"] == 2 and state.as_dict()["extra_slot_tile"] == 3
    own = {"skill": "extra_slot", "one_use_tile": "mercy"}
    state = play(at(3, {0: own}), "place(7)")
    assert seat(state, 0)["one_use_tile"] == "mercy"
    assert state.as_dict()["extra_slot_tile"] == "double_offering"


def test_a_tile_on_the_extra_slot_stays_there_when_the_own_slot_becomes_free():
    own = {"skill": "extra_slot", "one_use_tile": "mercy", "punishment": 9}
    state = at(3, {1: own}, player=1, hands={1: 1}, extra_slot_tile="double_offering")
    play(state, "pass", "mercy")
    assert seat(state, 1)["one_use_tile"] is None
    assert state.as_dict()["extra_slot_tile"] == "double_offering"


def test_the_skill_is_needed_on_the_own_screen():
    seats = {0: {"food_tile": 2}, 1: {"skill": "extra_slot"}}
    assert 6 not in spaces(at(3, seats))
    assert 6 not in spaces(at(3, {0: {"food_tile": 2}}, skills_on_board=["extra_slot"]))
