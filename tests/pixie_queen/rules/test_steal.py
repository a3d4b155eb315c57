"""Section 2.I: the steal phase."""

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    before_steal,
    options,
    owned,
    play,
    seat,
    with_options,
)
from tests.pixie_queen.rules.test_setup import begun

NOTHING = {"goods": {}}


def test_the_big_cubes_take_the_order_of_the_small_ones():
    state = before_steal(3, small_order=[2, 1, 0], big_order=[0, 1, 2])
    play(state, "stop")
    assert state.as_dict()["big_order"] == [2, 1, 0]
    assert asked(state) == (2, "turn") and state.as_dict()["round"] == 2


def test_each_player_receives_the_printed_icons_of_every_hand_where_an_own_pixie_stands():
    hands = {1: 0, 6: 0, 13: 0, 10: 1, 9: 2}
    state = play(before_steal(3, {0: NOTHING, 1: NOTHING, 2: NOTHING}, hands=hands), "stop")
    # 1: apple; 6: apple, bread; 13: apple, honey, two breads
    assert owned(state, 0) == {"apple": 3, "honey": 1, "bread": 3}
    assert owned(state, 1) == {"apple": 1, "honey": 1, "bread": 1}
    assert owned(state, 2) == {"honey": 1, "bread": 1}


def test_slaves_and_virtual_pixies_receive_nothing():
    state = before_steal(2, {0: NOTHING, 1: NOTHING}, hands={13: "virtual"})
    play(state, "stop", *options(state.clone().apply("stop"), "lift")[:1])
    assert owned(state, 0) == owned(state, 1) == {}


def test_a_food_tile_gives_its_number_of_foods_of_the_owners_choice_one_by_one():
    state = before_steal(3, {1: {"food_tile": 3, "goods": {}}})
    play(state, "stop")
    for food in ("apple", "honey", "apple"):
        assert asked(state) == (1, "tile_food")
        assert options(state) == ["tile_food(apple)", "tile_food(honey)", "tile_food(bread)"]
        play(state, f"tile_food({food})")
    assert asked(state) == (0, "turn") and owned(state, 1) == {"apple": 2, "honey": 1}


def test_the_units_of_several_food_tiles_are_one_series():
    own = {"food_tile": 2, "skill": "extra_slot", "goods": {}}
    state = play(before_steal(3, {0: own}, extra_slot_tile=4), "stop")
    play(state, *["tile_food(bread)"] * 6)
    assert asked(state) == (0, "turn") and owned(state, 0) == {"bread": 6}


def test_silver_income_comes_last_and_all_of_it_before_the_next_player():
    own = {"food_tile": 2, "skill": "silver_income", "goods": {}}
    state = before_steal(3, {0: own, 1: NOTHING}, hands={1: 0, 2: 1})
    play(state, "stop", "tile_food(honey)")
    assert owned(state, 0) == {"apple": 1, "honey": 1} and owned(state, 1) == {}
    play(state, "tile_food(honey)")
    assert owned(state, 0) == {"apple": 1, "honey": 2, "silver": 1}
    assert owned(state, 1) == {"bread": 1}


def test_in_round_1_only_silver_income_pays():
    game = with_options(skills=("cheap_gold", "silver_income", "extra_slot"), order=(0, 1, 2))
    state = begun(3, "start_order(0,1,2)", game=game)
    state.draw()
    assert asked(state) == (0, "turn")
    assert [seat(state, number)["goods"]["silver"] for number in range(3)] == [2, 3, 2]


def test_what_the_stock_lacks_is_lost_in_big_cube_order():
    # One apple is left: the first in order receives it, the second none.
    seats = {0: NOTHING, 1: NOTHING, 2: {"goods": {"apple": 38}}}
    state = before_steal(3, seats, hands={1: 0, 4: 1}, small_order=[1, 0, 2], demand="honey")
    play(state, "stop")
    assert owned(state, 1) == {"apple": 1} and owned(state, 0) == {}


def test_silver_income_is_lost_without_silver_in_the_stock():
    seats = {0: {**NOTHING, "skill": "silver_income"}, 2: {"goods": {"silver": 27}}}
    state = play(before_steal(3, seats), "stop")
    assert owned(state, 0) == {}


def test_a_food_tile_offers_what_the_stock_has_and_the_rest_is_lost():
    seats = {
        0: {"food_tile": 4, "goods": {}},
        1: NOTHING,
        2: {"goods": {"apple": 39, "honey": 37, "bread": 39}},
    }
    state = play(before_steal(3, seats, demand="honey"), "stop")
    assert options(state) == ["tile_food(honey)"]
    play(state, "tile_food(honey)", "tile_food(honey)")
    assert asked(state) == (0, "turn") and owned(state, 0) == {"honey": 2}


def test_a_new_food_tile_pays_from_the_next_steal_phase_on():
    state = at(3, {0: NOTHING})
    play(state, "place(6)")
    assert seat(state, 0)["food_tile"] == 2 and owned(state, 0) == {}


def test_icons_come_from_the_board():
    icons = {str(hand): ["bread"] for hand in range(1, 6)}
    icons |= {str(hand): ["bread"] * 2 for hand in range(6, 10)}
    icons |= {str(hand): ["bread"] * 3 for hand in range(10, 13)}
    icons |= {str(hand): ["bread"] * 4 for hand in range(13, 15)}
    game = altered(pyramid__icons=icons)
    state = before_steal(3, {0: NOTHING}, hands={1: 0, 14: 0}, game=game)
    assert owned(play(state, "stop"), 0) == {"bread": 5}
