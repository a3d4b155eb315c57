"""Section 3, action 15: the mine; look in the bag; stones."""

from fractions import Fraction

import pytest

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    options,
    owned,
    play,
    probabilities,
    seat,
    spaces,
)

EMPTY = {"goods": {}}
LOOK = {"goods": {}, "one_use_tile": "look_in_the_bag"}


def bag(silver: int, gold: int, stone: int) -> dict[str, int]:
    return {"silver": silver, "gold": gold, "stone": stone}


def all_but(slaves: int, pixies: int = 5) -> dict[int, int]:
    """Hands for the pixies of seat 0 that are no slaves."""
    return dict.fromkeys(range(1, pixies - slaves + 1), 0)


@pytest.mark.parametrize(("slaves", "cubes"), [(5, 5), (3, 3), (1, 1), (0, 1)])
def test_draw_as_many_cubes_as_own_slaves_and_one_if_none(slaves, cubes):
    state = play(at(3, {0: EMPTY}, hands=all_but(slaves)), "place(15)")
    for _ in range(cubes):
        assert asked(state) == (0, "cube")
        play(state, "cube(silver)")
    assert asked(state) == (1, "turn") and owned(state, 0) == {"silver": cubes}


def test_cubes_are_drawn_from_the_contents_of_the_bag():
    state = play(at(3, bag=bag(2, 1, 5)), "place(15)")
    assert probabilities(state) == {
        "cube(silver)": Fraction(2, 8),
        "cube(gold)": Fraction(1, 8),
        "cube(stone)": Fraction(5, 8),
    }
    play(state, "cube(gold)")
    assert probabilities(state) == {"cube(silver)": Fraction(2, 7), "cube(stone)": Fraction(5, 7)}


def test_silver_and_gold_are_kept():
    state = play(at(3, {0: EMPTY}, hands=all_but(2)), "place(15)", "cube(gold)", "cube(silver)")
    assert owned(state, 0) == {"silver": 1, "gold": 1}
    assert state.as_dict()["bag"] == bag(29, 9, 15)


def test_until_the_bag_is_empty():
    state = play(at(3, {0: EMPTY}, bag=bag(2, 0, 0)), "place(15)", "cube(silver)", "cube(silver)")
    assert asked(state) == (1, "turn") and owned(state, 0) == {"silver": 2}


def test_not_with_an_empty_bag():
    assert 15 not in spaces(at(3, bag=bag(0, 0, 0)))
    assert 15 in spaces(at(3, bag=bag(0, 0, 1)))


def test_stones_are_laid_one_by_one_when_all_cubes_are_out():
    state = play(at(3, hands=all_but(3)), "place(15)", "cube(stone)", "cube(silver)")
    assert asked(state) == (0, "cube")
    play(state, "cube(stone)")
    assert asked(state) == (0, "chain") and state.as_dict()["pending"]["stones_drawn"] == 2
    play(state, "chain(1,0)")
    assert asked(state) == (0, "chain")
    play(state, "chain(1,0)")
    assert asked(state) == (1, "turn") and seat(state, 1)["stones"] == [2, 0]


def test_each_on_a_chainable_place_of_any_player_still_in_the_drawers_choice():
    state = play(at(3, hands=all_but(1)), "place(15)", "cube(stone)")
    places = ["chain(0,0)", "chain(1,0)", "chain(1,1)", "chain(2,0)", "chain(2,1)"]
    assert options(state) == places
    state = at(4, {2: {"out": 1, "punishment": 60}}, hands=all_but(1, 4), player=0)
    play(state, "place(15)", "cube(stone)")
    assert {name[6] for name in options(state)} == {"0", "1", "3"}


def test_who_alone_has_slaves_must_chain_the_own_ones():
    hands = dict.fromkeys(range(1, 6), 1) | dict.fromkeys(range(6, 11), 2)
    state = play(at(3, hands=hands), "place(15)", *["cube(stone)"] * 5)
    assert options(state) == ["chain(0,0)", "chain(0,1)"]


def test_when_there_is_no_place_the_rest_leaves_to_the_reserve():
    seats = {0: {"stones": [3, 2]}, 1: {"stones": [3, 3]}, 2: {"stones": [3, 3]}}
    state = at(3, seats, bag=bag(0, 0, 3), reserve_stones=0)
    play(state, "place(15)", *["cube(stone)"] * 3)
    assert options(state) == ["chain(0,1)"]
    play(state, "chain(0,1)")
    assert asked(state) == (1, "turn")
    assert state.as_dict()["reserve_stones"] == 2 and state.as_dict()["bag"] == bag(0, 0, 0)


def test_when_there_is_no_place_at_all_nobody_is_asked():
    hands = dict.fromkeys(range(1, 6), 0) | dict.fromkeys(range(6, 11), 1)
    hands |= dict.fromkeys(range(11, 15), 2)
    seats = {2: {"servants": 1, "first_servant": 1}}
    state = play(at(3, seats, hands=hands), "place(15)", "cube(stone)")
    assert asked(state) == (1, "turn") and state.as_dict()["reserve_stones"] == 6


def test_virtual_slaves_are_not_chained():
    state = play(at(2), "place(15)", *["cube(stone)"] * 5)
    assert options(state) == ["chain(0,0)", "chain(0,1)", "chain(1,0)", "chain(1,1)"]


# Look in the bag


def test_look_in_the_bag_is_asked_whenever_it_is_held():
    state = play(at(3, {0: LOOK}), "place(15)")
    assert asked(state) == (0, "peek") and options(state) == ["peek(yes)", "peek(no)"]
    state = play(at(3, {1: LOOK}), "place(15)")
    assert asked(state) == (0, "cube")


def test_no_keeps_the_tile_and_all_is_drawn():
    state = play(at(3, {0: LOOK}, hands=all_but(1)), "place(15)", "peek(no)", "cube(gold)")
    assert seat(state, 0)["one_use_tile"] == "look_in_the_bag" and asked(state) == (1, "turn")


def test_yes_gives_the_tile_back_at_once():
    state = play(at(3, {0: LOOK}), "place(15)", "peek(yes)")
    assert seat(state, 0)["one_use_tile"] is None
    assert "look_in_the_bag" in state.as_dict()["one_use_on_board"]


def test_two_cubes_are_picked_freely_one_by_one_then_the_rest_is_drawn():
    state = play(at(3, {0: LOOK}, hands=all_but(3)), "place(15)", "peek(yes)")
    assert asked(state) == (0, "pick")
    assert options(state) == ["pick(silver)", "pick(gold)", "pick(stone)"]
    play(state, "pick(gold)")
    assert asked(state) == (0, "pick")
    play(state, "pick(silver)")
    assert asked(state) == (0, "cube")
    play(state, "cube(gold)")
    assert owned(state, 0) == {"silver": 1, "gold": 2} and asked(state) == (1, "turn")


@pytest.mark.parametrize("slaves", [0, 1])
def test_with_one_cube_due_one_is_picked(slaves):
    state = at(3, {0: LOOK}, hands=all_but(slaves))
    play(state, "place(15)", "peek(yes)", "pick(gold)")
    assert asked(state) == (1, "turn")


def test_with_one_cube_in_the_bag_one_is_picked():
    state = play(at(3, {0: LOOK}, bag=bag(0, 1, 0)), "place(15)", "peek(yes)")
    assert options(state) == ["pick(gold)"]
    assert asked(play(state, "pick(gold)")) == (1, "turn")


def test_only_what_is_in_the_bag_can_be_picked():
    state = play(at(3, {0: LOOK}, bag=bag(0, 1, 3)), "place(15)", "peek(yes)")
    assert options(state) == ["pick(gold)", "pick(stone)"]
    assert options(play(state, "pick(gold)")) == ["pick(stone)"]


def test_a_picked_stone_is_laid_like_a_drawn_one():
    state = at(3, {0: LOOK}, hands=all_but(1))
    play(state, "place(15)", "peek(yes)", "pick(stone)", "chain(2,1)")
    assert seat(state, 2)["stones"] == [0, 1]


def test_look_in_the_bag_on_the_extra_slot():
    own = {"skill": "extra_slot", "one_use_tile": "mercy", "goods": {}}
    state = at(3, {0: own}, extra_slot_tile="look_in_the_bag", hands=all_but(1))
    play(state, "place(15)", "peek(yes)", "pick(gold)")
    assert state.as_dict()["extra_slot_tile"] is None
    assert seat(state, 0)["one_use_tile"] == "mercy"
    others = at(3, {1: {"skill": "extra_slot"}}, extra_slot_tile="look_in_the_bag")
    assert asked(play(others, "place(15)")) == (0, "cube")


def test_contents_of_the_bag_come_from_the_board():
    game = altered(setup__stones_in_bag=[1, 2, 3, 4], setup__silver_in_bag=5, setup__gold_in_bag=6)
    state = at(3, game=game, bag={})
    assert state.as_dict()["bag"] == bag(5, 6, 2)
