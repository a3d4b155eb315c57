"""Section 2.III: announcing, demand, offers, refusing, the Queen's fury."""

from fractions import Fraction

import pytest

from tests.pixie_queen.rules.table import (
    SAFE,
    altered,
    asked,
    at,
    last_disc,
    of_seats,
    offering,
    options,
    owned,
    pixies,
    play,
    probabilities,
    seat,
)

ALL = {"apple": 3, "honey": 3, "bread": 3, "silver": 3, "gold": 3}
DOUBLE = {"one_use_tile": "double_offering", "goods": ALL}


# Announcing


def test_each_holder_of_double_offering_says_before_the_demand_whether_it_is_used_now():
    state = play(last_disc(3, {1: DOUBLE}), "place(21)")
    assert asked(state) == (1, "announce")
    assert options(state) == ["announce(yes)", "announce(no)"]
    assert asked(play(state, "announce(yes)")) == (-1, "demand")
    assert state.as_dict()["announced"] == [1] and state.as_dict()["demand"] is None


def test_without_the_tile_nobody_is_asked():
    assert asked(play(last_disc(3), "place(21)")) == (-1, "demand")


def test_double_offering_on_the_extra_slot():
    own = {"skill": "extra_slot", "one_use_tile": "mercy", "goods": ALL}
    state = play(last_disc(3, {2: own}, extra_slot_tile="double_offering"), "place(21)")
    assert asked(state) == (2, "announce")
    play(state, "announce(yes)", "demand(apple)", "refuse", "refuse", "offer(apple,1)")
    assert options(state, "offer") and asked(state) == (2, "offer")
    play(state, "done")
    assert state.as_dict()["extra_slot_tile"] is None
    assert "double_offering" in state.as_dict()["one_use_on_board"]


def test_a_used_tile_goes_back_when_the_offers_are_revealed():
    state = play(last_disc(3, {1: DOUBLE}), "place(21)", "announce(yes)", "demand(apple)")
    assert seat(state, 1)["one_use_tile"] == "double_offering"
    play(state, "offer(apple,1)", "offer(silver,1)", "done")
    assert seat(state, 1)["one_use_tile"] == "double_offering"
    play(state, "offer(silver,1)")
    assert seat(state, 1)["one_use_tile"] is None and asked(state) == (0, "promotion")


def test_an_unused_tile_stays():
    state = play(last_disc(3, {1: DOUBLE}), "place(21)", "announce(no)", "demand(apple)")
    play(state, *["offer(apple,1)"] * 3)
    assert seat(state, 1)["one_use_tile"] == "double_offering"


# Demand


def test_the_demand_is_drawn_from_all_tokens_not_yet_turned():
    state = play(last_disc(3), "place(21)")
    assert set(probabilities(state).values()) == {Fraction(1, 3)}
    left = {"apple": 2, "honey": 0, "bread": 1}
    state = play(last_disc(3, round=7, demands_left=left), "place(21)")
    assert probabilities(state) == {
        "demand(apple)": Fraction(2, 3),
        "demand(bread)": Fraction(1, 3),
    }
    play(state, "demand(bread)")
    assert state.as_dict()["demands_left"] == {"apple": 2, "honey": 0, "bread": 0}
    assert state.as_dict()["demand"] == "bread"


# Offers


def test_allowed_are_the_demanded_food_silver_and_gold_any_amount_from_1_to_what_is_owned():
    goods = {"apple": 9, "honey": 2, "bread": 4, "silver": 3, "gold": 1}
    state = offering(3, {0: {"goods": goods}}, demand="honey")
    assert options(state) == [
        "offer(honey,1)",
        "offer(honey,2)",
        "offer(silver,1)",
        "offer(silver,2)",
        "offer(silver,3)",
        "offer(gold,1)",
        "refuse",
    ]


def test_without_anything_to_offer_only_refuse():
    assert options(offering(3, {0: {"goods": {"bread": 5}}})) == ["refuse"]


def test_a_player_has_one_hand():
    state = offering(3, {0: {"goods": ALL}})
    assert asked(play(state, "offer(apple,2)")) == (1, "offer")


def test_with_the_tile_one_more_each_hand_of_another_and_later_kind():
    state = offering(3, {0: DOUBLE}, announced=[0])
    play(state, "offer(apple,2)")
    assert asked(state) == (0, "offer")
    assert options(state) == [
        *[f"offer(silver,{number})" for number in (1, 2, 3)],
        *[f"offer(gold,{number})" for number in (1, 2, 3)],
        "done",
    ]
    assert asked(play(state, "offer(gold,1)")) == (1, "offer")
    assert state.as_dict()["offers"][0] == [2, 0, 1]


def test_silver_first_leaves_only_gold():
    state = play(offering(3, {0: DOUBLE}, announced=[0]), "offer(silver,1)")
    assert options(state) == ["offer(gold,1)", "offer(gold,2)", "offer(gold,3)", "done"]


def test_done_is_asked_whenever_a_hand_is_empty():
    state = play(offering(3, {0: DOUBLE}, announced=[0]), "offer(gold,1)")
    assert options(state) == ["done"]
    state = offering(3, {0: {**DOUBLE, "goods": {"apple": 1}}}, announced=[0])
    assert options(play(state, "offer(apple,1)")) == ["done"]


def test_refuse_is_possible_as_the_first_answer_only_and_done_only_after_an_offer():
    state = offering(3, {0: DOUBLE}, announced=[0])
    assert "refuse" in options(state) and "done" not in options(state)
    play(state, "offer(apple,1)")
    assert "done" in options(state) and "refuse" not in options(state)


def test_nothing_moves_before_the_reveal_in_big_cube_order():
    state = offering(3, {0: {"goods": ALL}, 1: {"goods": ALL}}, big_order=[1, 0, 2], player=1)
    assert asked(state) == (1, "offer")
    play(state, "offer(apple,3)")
    assert asked(state) == (0, "offer") and owned(state, 1) == ALL
    play(state, "refuse")
    assert asked(state) == (2, "offer") and of_seats(state, "punishment") == [0, 0, 0]


def test_what_is_offered_goes_to_the_stock():
    goods = {0: {"goods": {"apple": 4}}, 1: {"goods": {"silver": 3}}, 2: {"goods": {"gold": 3}}}
    state = offering(3, goods)
    before = state.as_dict()["stock"]
    play(state, "offer(apple,4)", "offer(silver,2)", "offer(gold,1)")
    after = state.as_dict()["stock"]
    assert {good: after[good] - before[good] for good in ("apple", "silver", "gold")} == {
        "apple": 4,
        "silver": 2,
        "gold": 1,
    }
    assert (owned(state, 0), owned(state, 1), owned(state, 2)) == ({}, {"silver": 1}, {"gold": 2})


def test_silver_and_gold_can_be_offered_at_the_end_of_their_track():
    ends = {"silver_space": 6, "gold_space": 6, "goods": {"silver": 1, "gold": 1}}
    state = offering(3, {0: ends})
    assert options(state) == ["offer(silver,1)", "offer(gold,1)", "refuse"]


# Refusing


def test_who_refused_gets_five_points_in_big_cube_order_with_the_demotions():
    seats = {1: {"punishment": 5}, 2: {"punishment": 5}}
    state = offering(3, seats, hands={1: 1, 2: 2}, big_order=[0, 2, 1])
    play(state, "offer(apple,1)", "refuse", "refuse")
    assert asked(state) == (2, "demote") and of_seats(state, "punishment") == [0, 5, 10]
    play(state, "demote(2)")
    assert asked(state) == (1, "demote") and of_seats(state, "punishment") == [0, 10, 10]
    assert asked(play(state, "demote(1)")) == (0, "promotion")


def test_the_offers_are_in_the_stock_before_the_points_for_refusing():
    state = offering(3, {0: {"goods": {"apple": 1}}, 1: {"punishment": 5}}, hands={1: 1})
    play(state, "offer(apple,1)", "refuse", "refuse")
    assert asked(state) == (1, "demote") and owned(state, 0) == {}


def test_the_price_of_refusing_comes_from_the_board():
    state = offering(3, game=altered(penalties__refuse=3))
    play(state, "offer(apple,1)", "refuse", "refuse")
    assert of_seats(state, "punishment") == [0, 3, 3]


# Nobody offered the demanded food


def silver_only(seats=None, players: int = 3, **rest):
    given = {number: {**SAFE, **(seats or {}).get(number, {})} for number in range(players)}
    return play(offering(players, given, **rest), *["offer(silver,1)"] * players)


def test_the_last_in_big_cube_order_must_demote_an_active_pixie_of_own_choice():
    state = silver_only(hands={1: 2, 13: 2, 2: 1})
    assert asked(state) == (2, "demote") and options(state) == ["demote(1)", "demote(13)"]
    play(state, "demote(13)")
    assert pixies(state) == {1: 2, 2: 1} and seat(state, 2)["mine"] == 4


def test_the_last_of_the_big_cubes_not_of_the_small_ones():
    state = silver_only(hands={1: 1, 2: 2}, big_order=[0, 2, 1])
    assert asked(state) == (1, "demote")


def test_phase_iv_is_skipped():
    state = silver_only({0: {"silver_space": 1}, 1: {"skill": "free_promotion"}}, hands={1: 2})
    play(state, "demote(1)")
    assert asked(state) == (0, "turn") and state.as_dict()["round"] == 2
    assert seat(state, 0)["silver_space"] == 1 and of_seats(state, "punishment") == [6, 2, 2]


def test_who_has_no_active_pixie_is_skipped_and_the_next_one_up_the_order_must():
    assert asked(silver_only(hands={1: 1, 2: 0})) == (1, "demote")


def test_who_hands_back_mercy_is_skipped_too():
    state = silver_only({2: {"one_use_tile": "mercy"}}, hands={1: 2, 2: 1})
    assert options(state) == ["demote(1)", "mercy"]
    play(state, "mercy")
    assert asked(state) == (1, "demote") and pixies(state) == {1: 2, 2: 1}
    play(state, "demote(2)")
    assert asked(state) == (0, "turn") and pixies(state) == {1: 2}


def test_handed_back_by_the_second_from_the_top_the_step_is_over():
    state = silver_only({1: {"one_use_tile": "mercy"}}, hands={1: 0, 2: 1})
    assert asked(state) == (1, "demote")
    assert asked(play(state, "mercy")) == (0, "turn") and pixies(state) == {1: 0, 2: 1}


def test_only_one_player_demotes():
    state = silver_only(hands={1: 2, 2: 1})
    assert asked(play(state, "demote(1)")) == (0, "turn") and pixies(state) == {2: 1}


def test_the_favourite_never_has_to():
    state = silver_only(hands={1: 0})
    assert asked(state) == (0, "turn") and pixies(state) == {1: 0}


def test_a_demotion_for_refusing_does_not_satisfy_this_step():
    state = offering(3, {2: {**SAFE, "punishment": 5}}, hands={1: 2, 2: 2, 3: 1})
    play(state, "offer(silver,1)", "offer(silver,1)", "refuse")
    assert asked(state) == (2, "demote")
    play(state, "demote(1)")
    assert asked(state) == (2, "demote") and options(state) == ["demote(2)"]
    play(state, "demote(2)")
    assert pixies(state) == {3: 1}


def test_mercy_handed_back_for_refusing_is_not_there_for_the_fury():
    state = offering(3, {2: {"one_use_tile": "mercy", "punishment": 5}}, hands={1: 2})
    play(state, "offer(silver,1)", "offer(silver,1)", "refuse", "mercy")
    assert asked(state) == (2, "demote") and options(state) == ["demote(1)"]


def test_it_is_asked_of_the_players_still_in():
    seats = {3: {"punishment": 55}}
    state = offering(4, seats, hands={1: 3, 2: 2})
    play(state, *["offer(silver,1)"] * 3, "refuse")
    assert seat(state, 3)["out"] == 1 and asked(state) == (2, "demote")


def test_when_the_favourite_goes_out_by_refusing_the_next_has_not_to():
    seats = {0: {"punishment": 55}, 2: {"goods": {"silver": 1}}}
    state = offering(3, seats, hands={1: 1})
    play(state, "refuse", "offer(silver,1)", "offer(silver,1)")
    assert asked(state) == (1, "turn") and pixies(state) == {1: 1}


@pytest.mark.parametrize("food", ["apple", "honey", "bread"])
def test_all_silver_and_gold_is_given_all_the_same(food):
    state = offering(3, {0: {"goods": ALL}, 1: {"goods": ALL}, 2: {"goods": ALL}}, demand=food)
    play(state, "offer(silver,3)", "offer(gold,2)", "offer(gold,1)")
    assert seat(state, 0)["goods"]["silver"] == 0
    assert [seat(state, number)["goods"]["gold"] for number in (1, 2)] == [1, 2]


def test_offers_of_other_foods_are_no_separate_choice():
    state = at(3)
    assert not any("demanded" in name for name in options(state))
    assert options(offering(3, {0: {"goods": {"honey": 1, "bread": 1}}})) == ["refuse"]
