"""Section 2.II: turns, discs, hands and the end of the action phase; section 1, the spaces."""

import pytest

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    last_disc,
    of_seats,
    options,
    pixies,
    play,
    seat,
    spaces,
)

RICH = {"apple": 5, "honey": 5, "bread": 5, "silver": 8, "gold": 3}


def test_players_take_one_turn_each_in_big_cube_order_again_and_again():
    state = at(3, big_order=[2, 0, 1], small_order=[0, 1, 2])
    seen = []
    for _ in range(6):
        seen.append(state.player)
        play(state, "place(17)" if state.as_dict()["single_spaces"]["goods"] < 3 else "place(15)")
        while state.question != "turn":
            play(state, "take(apple)" if state.question == "goods" else "cube(silver)")
    assert seen == [2, 0, 1, 2, 0, 1]


def test_who_has_no_discs_or_has_passed_is_left_out():
    state = at(4, {0: {"discs": 2}, 1: {"discs": 0}, 2: {"passed": True}, 3: {"discs": 1}})
    play(state, "place(12)", "casino_die(gold)")
    assert asked(state) == (3, "turn")
    state = at(4, {0: {"discs": 4}, 1: {"discs": 0}, 2: {"passed": True}, 3: {"discs": 0}})
    play(state, "place(12)", "casino_die(gold)")
    assert asked(state) == (0, "turn")


def test_a_double_space_without_a_pixie_costs_two_discs_and_these_cover_the_hand():
    state = play(at(3), "place(2)")
    assert seat(state, 0)["discs"] == 2 and state.as_dict()["discs_on"]["2"] == 2


@pytest.mark.parametrize("colour", [0, 1, 2])
def test_help_of_a_pixie_of_any_colour_costs_one_disc(colour):
    state = play(at(3, hands={2: colour}), "place(2)")
    assert seat(state, 0)["discs"] == 3 and state.as_dict()["discs_on"]["2"] == 1


def test_help_of_a_virtual_pixie():
    state = play(at(2, hands={2: "virtual"}), "place(2)")
    assert seat(state, 0)["discs"] == 3 and state.as_dict()["discs_on"]["2"] == 1


def test_with_one_disc_left_only_helped_double_spaces_can_be_used():
    state = last_disc(3, {0: {"goods": RICH}}, hands={2: 1, 12: 0})
    assert {space for space in spaces(state) if space <= 14} == {2, 12}


def test_a_double_space_with_a_disc_on_it_is_used():
    state = at(3, {0: {"goods": RICH}}, hands={1: 0, 2: 1}, discs_on={1: 1, 2: 1, 4: 2})
    assert not spaces(state) & {1, 2, 4} and spaces(state) >= {5, 10, 11, 12}


def test_a_used_space_stays_used_when_the_pixie_that_helped_leaves():
    state = at(3, {0: {"goods": RICH}}, hands={1: 0, 3: 2})
    play(state, "place(1)", "food(apple)")
    play(state, "place(15)", "cube(gold)", *["cube(silver)"] * 4)
    play(state, "place(15)", "cube(gold)", *["cube(silver)"] * 3)
    play(state, "place(3)", "promote(1,6)")
    assert pixies(state) == {3: 2, 6: 0} and state.as_dict()["discs_on"]["1"] == 1
    assert 1 not in spaces(state)


def test_a_hand_freed_that_way_can_be_entered_by_another_pixie():
    state = at(3, {0: {"goods": RICH}}, hands={3: 2, 6: 0}, discs_on={1: 1}, player=0)
    play(state, "place(3)", "promote(mine,1)")
    assert pixies(state)[1] == 0 and 1 not in spaces(state)


@pytest.mark.parametrize("space", [15, 16, 17, 18, 19, 20])
def test_a_single_space_costs_one_disc(space):
    state = at(
        3,
        {0: {"goods": RICH, "food_tile": 2, "skill": "copy_unused"}},
        small_order=[1, 0, 2],
        big_order=[0, 1, 2],
    )
    play(state, f"place({space})")
    assert seat(state, 0)["discs"] == 3


def test_temporary_priority_takes_all_remaining_discs():
    assert seat(play(at(3), "place(21)"), 0)["discs"] == 0
    assert seat(play(last_disc(3, {1: {"discs": 2}}), "place(21)"), 0)["discs"] == 0


@pytest.mark.parametrize(("space", "key"), [(15, "mine"), (16, "exchange_tiles"), (18, "copy")])
def test_spaces_15_16_and_18_are_one_per_player(space, key):
    given = {"goods": RICH, "food_tile": 2}
    state = at(
        3,
        {0: given, 1: {"goods": RICH, "food_tile": 4, "skill": "copy_unused"}},
        single_spaces={key: [0]},
        discs_on={12: 2},
    )
    assert space not in spaces(state)
    others = at(
        3,
        {0: given, 1: {"goods": RICH, "food_tile": 4, "skill": "copy_unused"}},
        single_spaces={key: [0]},
        player=1,
    )
    assert space in spaces(others)


def test_space_17_is_three_shared_places_and_one_player_may_use_several():
    state = at(3, {0: {"discs": 4}, 1: {"discs": 0}, 2: {"discs": 0}})
    for _ in range(3):
        play(state, "place(17)", "take(apple)")
    assert asked(state) == (0, "turn") and 17 not in spaces(state)
    assert state.as_dict()["single_spaces"]["goods"] == 3
    state = at(3, single_spaces={"goods": 2}, player=1)
    assert 17 in spaces(state)


@pytest.mark.parametrize(
    ("space", "used"),
    [
        (19, {"special_offering": True}),
        (20, {"turn_order": True}),
        (21, {"temporary_priority": 2}),
    ],
)
def test_spaces_19_20_and_21_are_one_each_shared(space, used):
    seats = {1: {"goods": RICH}, 2: {"tiles_won": {"special_offering": 1}}}
    assert space in spaces(at(3, seats, player=1))
    assert space not in spaces(at(3, seats, player=1, single_spaces=used))


def test_a_single_space_of_several_copies_is_one_option():
    assert options(at(3), "place").count("place(17)") == 1


def test_an_action_may_be_chosen_only_if_it_can_be_carried_out_now():
    hoard = {"apple": 39, "honey": 39, "bread": 39, "silver": 29, "gold": 20}
    state = at(3, {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": hoard}})
    # No stock, no goods, no pixie to rob: what is left needs nothing.
    assert spaces(state) == {3, 6, 7, 8, 9, 10, 12, 15, 21}


def test_pass_is_always_an_option_and_the_only_one_if_nothing_can_be_placed():
    assert "pass" in options(at(3))
    hoard = {"apple": 39, "honey": 39, "bread": 39}
    state = last_disc(
        3,
        {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": hoard}},
        single_spaces={"temporary_priority": 1, "mine": [0]},
    )
    assert options(state) == ["pass"]


def test_but_for_unchain_pass_is_the_only_one_if_nothing_can_be_placed():
    state = last_disc(
        3,
        {0: {"goods": {"bread": 1}, "stones": [1]}},
        single_spaces={"temporary_priority": 1, "mine": [0], "goods": 3},
    )
    assert options(state) == ["unchain(0)", "pass"]
    assert options(play(state, "unchain(0)")) == ["pass"]


def test_a_pass_costs_five_points_once_and_ends_the_own_action_phase_discs_left_or_not():
    state = play(at(3, {1: {"discs": 1}, 2: {"discs": 0}}), "pass")
    assert of_seats(state, "punishment") == [5, 0, 0] and seat(state, 0)["discs"] == 4
    assert asked(state) == (1, "turn")
    play(state, "pass")
    assert asked(state) == (-1, "demand")
    assert of_seats(state, "punishment") == [5, 5, 0]


def test_the_price_of_a_pass_comes_from_the_board():
    state = play(at(3, game=altered(penalties__pass=7)), "pass")
    assert of_seats(state, "punishment") == [7, 0, 0]


def test_no_stone_is_removed_inside_an_action():
    stones = {"stones": [1, 1], "goods": RICH, "food_tile": 2}
    state = at(3, {0: stones}, hands={10: 1}, small_order=[1, 0, 2], big_order=[0, 1, 2])
    for space in (1, 3, 4, 5, 11, 14, 16, 17, 19, 20):
        inside = play(state.clone(), f"place({space})")
        assert inside.player == 0 and inside.question != "turn"
        assert options(inside, "unchain") == []


def test_no_stone_is_removed_inside_a_demotion():
    own = {"stones": [1], "goods": RICH, "punishment": 8}
    state = play(at(3, {2: own}, hands={1: 2}, player=2), "pass")
    assert asked(state) == (2, "demote") and options(state) == ["demote(1)"]


def test_the_phase_ends_when_nobody_can_act_and_all_discs_come_back():
    state = last_disc(
        3,
        {1: {"passed": True, "discs": 2}},
        discs_on={1: 2, 4: 2, 9: 1},
        hands={9: 1},
        single_spaces={"goods": 1, "mine": [1]},
    )
    play(state, "place(17)", "take(apple)")
    assert asked(state) == (-1, "demand")
    position = state.as_dict()
    assert [own["discs"] for own in position["seats"]] == [4, 4, 4]
    assert not any(own["passed"] for own in position["seats"])
    assert set(position["discs_on"].values()) == {0}
    used = position["single_spaces"]
    assert (used["goods"], used["mine"], used["exchange_tiles"], used["copy"]) == (0, [], [], [])


def test_the_number_of_discs_comes_from_the_board():
    state = at(
        3, game=altered(setup__discs=2), seats={1: {"discs": 0}, 2: {"discs": 0}, 0: {"discs": 2}}
    )
    play(state, "place(2)")
    assert asked(state) == (-1, "demand") and of_seats(state, "discs") == [2, 2, 2]
