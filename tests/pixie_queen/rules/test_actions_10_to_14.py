"""Section 3, actions 10 to 14."""

from fractions import Fraction

import pytest

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    of_seats,
    options,
    owned,
    pixies,
    play,
    probabilities,
    seat,
    spaces,
)

# 10


def test_10_the_punishment_die_has_one_outcome_per_different_result():
    state = play(at(3), "place(10)")
    assert asked(state) == (0, "punishment_die")
    assert probabilities(state) == {
        "punishment_die(1)": Fraction(1, 6),
        "punishment_die(2)": Fraction(1, 3),
        "punishment_die(3)": Fraction(1, 3),
        "punishment_die(4)": Fraction(1, 6),
    }


def test_10_the_points_are_shared_among_the_opponents_as_the_roller_likes():
    state = play(at(4), "place(10)", "punishment_die(3)")
    assert asked(state) == (0, "assign")
    assert options(state) == ["assign(1)", "assign(2)", "assign(3)"]
    play(state, "assign(2)", "assign(1)", "assign(2)")
    assert of_seats(state, "punishment") == [0, 1, 2, 0] and asked(state) == (1, "turn")


def test_10_only_opponents_still_in():
    state = at(4, {2: {"out": 1, "punishment": 60}}, player=1)
    play(state, "place(10)", "punishment_die(1)")
    assert set(options(state)) == {"assign(3)", "assign(0)"}


def test_10_all_points_are_assigned_before_any_is_received():
    state = play(at(3, {1: {"punishment": 9}}, hands={1: 1}), "place(10)", "punishment_die(2)")
    play(state, "assign(1)")
    assert asked(state) == (0, "assign") and of_seats(state, "punishment") == [0, 9, 0]


def test_10_each_opponent_receives_the_sum_in_big_cube_order_with_its_demotions():
    seats = {1: {"punishment": 8}, 2: {"punishment": 8}}
    state = at(3, seats, hands={1: 1, 2: 2}, big_order=[0, 2, 1])
    play(state, "place(10)", "punishment_die(4)", *["assign(1)", "assign(2)"] * 2)
    assert asked(state) == (2, "demote") and of_seats(state, "punishment") == [0, 8, 10]
    play(state, "demote(2)")
    assert asked(state) == (1, "demote") and of_seats(state, "punishment") == [0, 10, 10]
    play(state, "demote(1)")
    assert pixies(state) == {} and asked(state) == (2, "turn")


def test_10_is_always_possible():
    assert 10 in spaces(at(3, {0: {"goods": {}}}))


def test_10_faces_come_from_the_board():
    game = altered(dice__punishment=[7, 7, 1])
    state = play(at(3, game=game), "place(10)")
    assert probabilities(state)["punishment_die(7)"] == Fraction(2, 3)
    play(state, "punishment_die(7)", *["assign(2)"] * 7)
    assert of_seats(state, "punishment") == [0, 0, 7]


# 11


def test_11_pay_one_silver_or_one_gold_for_one_step_on_that_track():
    own = {"goods": {"silver": 2, "gold": 2}, "silver_space": 2, "gold_space": 3}
    state = play(at(3, {0: own}), "place(11)")
    assert asked(state) == (0, "track") and options(state) == ["track(silver)", "track(gold)"]
    silver = play(state.clone(), "track(silver)")
    assert owned(silver, 0) == {"silver": 1, "gold": 2}
    assert (seat(silver, 0)["silver_space"], seat(silver, 0)["gold_space"]) == (3, 3)
    gold = play(state, "track(gold)")
    assert owned(gold, 0) == {"silver": 2, "gold": 1}
    assert (seat(gold, 0)["silver_space"], seat(gold, 0)["gold_space"]) == (2, 4)


def test_11_not_at_the_end_of_that_track():
    goods = {"silver": 1, "gold": 1}
    state = play(at(3, {0: {"goods": goods, "silver_space": 6}}), "place(11)")
    assert options(state) == ["track(gold)"]
    state = play(at(3, {0: {"goods": goods, "gold_space": 6}}), "place(11)")
    assert options(state) == ["track(silver)"]
    ends = {"goods": goods, "silver_space": 6, "gold_space": 6}
    assert 11 not in spaces(at(3, {0: ends}))


def test_11_needs_what_it_costs():
    assert 11 not in spaces(at(3, {0: {"goods": {"apple": 5}}}))
    assert options(play(at(3, {0: {"goods": {"gold": 1}}}), "place(11)")) == ["track(gold)"]
    assert 11 not in spaces(at(3, {0: {"goods": {"gold": 1}, "gold_space": 6}}))


# 12


def test_12_the_casino_die_has_one_outcome_per_different_result():
    state = play(at(3), "place(12)")
    assert asked(state) == (0, "casino_die")
    third = Fraction(1, 3)
    assert probabilities(state) == {
        "casino_die(apple,honey,bread)": third,
        "casino_die(silver,silver)": third,
        "casino_die(gold)": third,
    }


@pytest.mark.parametrize(
    ("face", "goods"),
    [
        ("apple,honey,bread", {"apple": 1, "honey": 1, "bread": 1}),
        ("silver,silver", {"silver": 2}),
        ("gold", {"gold": 1}),
    ],
)
def test_12_receive_what_the_die_shows(face, goods):
    state = play(at(3, {0: {"goods": {}}}), "place(12)", f"casino_die({face})")
    assert owned(state, 0) == goods and asked(state) == (1, "turn")


def test_12_as_far_as_the_stock_has_it_and_always_possible():
    hoard = {"apple": 39, "honey": 38, "bread": 39, "silver": 28, "gold": 20}
    state = at(3, {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": hoard}})
    play(state, "place(12)")
    assert owned(play(state.clone(), "casino_die(silver,silver)"), 0) == {"silver": 1}
    assert owned(play(state.clone(), "casino_die(apple,honey,bread)"), 0) == {"honey": 1}
    assert owned(play(state, "casino_die(gold)"), 0) == {}


# 13


@pytest.mark.parametrize(("space", "price"), [*enumerate([5, 4, 3, 2, 1, 1], start=1)])
def test_13_forge_a_ring_for_gold_by_the_own_place_on_the_gold_track(space, price):
    own = {"goods": {"gold": price}, "gold_space": space}
    state = play(at(3, {0: own}), "place(13)")
    assert owned(state, 0) == {} and asked(state) == (1, "turn")
    assert 13 not in spaces(at(3, {0: {**own, "goods": {"gold": price - 1}}}))


def test_13_takes_the_best_ring_tile_left():
    own = {"goods": {"gold": 9}}
    state = play(at(3, {0: own, 1: {**own, "tiles_won": {"gold_ring": 1}}}), "place(13)")
    assert seat(state, 0)["points_from"]["gold_ring"] == 8
    assert seat(state, 0)["tiles_won"]["gold_ring"] == 1
    assert state.as_dict()["rewards_taken"]["gold_ring"] == 2


def test_13_ring_bonus_adds_two_points():
    own = {"goods": {"gold": 9}, "skill": "ring_bonus"}
    assert seat(play(at(3, {0: own}), "place(13)"), 0)["points_from"]["gold_ring"] == 11


def test_13_not_without_a_ring_tile_left():
    own = {"goods": {"gold": 9}}
    assert 13 in spaces(at(3, {0: own, 1: {"tiles_won": {"gold_ring": 6}}}))
    assert 13 not in spaces(at(3, {0: own, 1: {"tiles_won": {"gold_ring": 7}}}))


def test_13_prices_and_values_come_from_the_board():
    game = altered(
        tracks__gold_per_ring=[2, 1, 1, 1, 1, 1],
        rewards__gold_ring=[20, 9, 8, 7, 6, 5, 4],
        rewards__skill_bonus=5,
    )
    own = {"goods": {"gold": 3}, "skill": "ring_bonus"}
    state = play(at(3, {0: own}, game=game), "place(13)")
    assert owned(state, 0) == {"gold": 1} and seat(state, 0)["points_from"]["gold_ring"] == 25


# 14


def test_14_choose_a_hand_with_an_opponents_pixie_and_its_owner_hands_over_the_icons():
    rich = {"goods": {"apple": 5, "honey": 5, "bread": 5, "silver": 5}}
    state = at(3, {0: {"goods": {}}, 1: rich, 2: rich}, hands={1: 0, 13: 1, 5: 2})
    play(state, "place(14)")
    assert asked(state) == (0, "rob") and options(state) == ["rob(5)", "rob(13)"]
    play(state, "rob(13)")
    assert owned(state, 0) == {"apple": 1, "honey": 1, "bread": 2}
    assert owned(state, 1) == {"apple": 4, "honey": 4, "bread": 3, "silver": 5}
    assert pixies(state)[13] == 1


def test_14_as_far_as_owned_possibly_nothing():
    seats = {0: {"goods": {}}, 1: {"goods": {"bread": 1, "gold": 3}}, 2: {"goods": {}}}
    state = play(at(3, seats, hands={13: 1, 5: 2}), "place(14)")
    assert owned(play(state.clone(), "rob(13)"), 0) == {"bread": 1}
    assert owned(play(state, "rob(5)"), 0) == {}


def test_14_not_the_virtual_pixie():
    state = at(2, hands={1: "virtual", 2: 0})
    assert 14 not in spaces(state)
    state = play(at(2, hands={1: "virtual", 2: 1}), "place(14)")
    assert options(state) == ["rob(2)"]


def test_14_needs_an_opponents_pixie_on_a_hand():
    assert 14 not in spaces(at(3, hands={1: 0}))
    assert 14 in spaces(at(3, hands={1: 2}))
