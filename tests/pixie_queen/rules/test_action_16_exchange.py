"""Section 3, action 16: the exchange of tiles."""

import pytest

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    of_seats,
    options,
    play,
    seat,
    spaces,
    with_options,
)


def swaps(state) -> list[str]:
    """Options after placing on 16."""
    return [name[5:-1] for name in options(play(state.clone(), "place(16)"))]


def exchanged(state, name: str):
    play(state, "place(16)", f"swap({name})")
    assert asked(state) == (1, "turn")
    return state


def test_needs_an_own_tile_and_one_of_the_same_kind():
    assert 16 not in spaces(at(3))
    assert 16 not in spaces(at(3, {1: {"food_tile": 2, "one_use_tile": "mercy"}}))
    assert 16 not in spaces(at(3, {0: {"skill": "cheap_gold"}}))
    assert 16 in spaces(at(3, {0: {"skill": "cheap_gold"}, 2: {"skill": "ring_bonus"}}))
    assert 16 in spaces(at(3, {0: {"skill": "cheap_gold"}}, skills_on_board=["ring_bonus"]))
    assert 16 in spaces(at(3, {0: {"food_tile": 2}}))
    assert 16 in spaces(at(3, {0: {"one_use_tile": "mercy"}}))


def test_food_needs_a_pile_or_an_opponents_tile():
    game = altered(setup__food_tiles=[[2], [2, 4], [2], [2]])
    out = {1: {"out": 1, "punishment": 60}}
    assert 16 not in spaces(at(3, {0: {"food_tile": 2}, **out}, food_pile=[], game=game))
    state = at(3, {0: {"food_tile": 2}, 2: {"food_tile": 4}}, game=game)
    assert swaps(state) == ["food,2,2,4"]


def test_food_of_the_board_is_the_top_of_the_pile_and_the_old_tile_goes_on_top():
    state = at(3, {0: {"food_tile": 4}})
    assert state.as_dict()["food_pile"] == [2, 3, 4]
    assert swaps(state) == ["food,4,board"]
    exchanged(state, "food,4,board")
    assert seat(state, 0)["food_tile"] == 2 and state.as_dict()["food_pile"] == [4, 3, 4]


def test_food_of_an_opponent():
    state = at(3, {0: {"food_tile": 2}, 1: {"food_tile": 4}, 2: {"food_tile": 3}})
    assert swaps(state) == ["food,2,board", "food,2,1,4", "food,2,2,3"]
    assert of_seats(exchanged(state, "food,2,2,3"), "food_tile") == [3, 4, 2]


def test_equal_tiles_may_be_exchanged():
    state = at(3, {0: {"food_tile": 4}, 1: {"food_tile": 4}}, food_pile=[2, 3])
    assert "food,4,1,4" in swaps(state)
    assert of_seats(exchanged(state, "food,4,1,4"), "food_tile") == [4, 4, None]
    state = at(4, {0: {"food_tile": 3}}, food_pile=[3, 2, 4, 4])
    exchanged(state, "food,3,board")
    assert seat(state, 0)["food_tile"] == 3 and state.as_dict()["food_pile"] == [3, 2, 4, 4]


def test_either_of_two_own_food_tiles():
    own = {"skill": "extra_slot", "food_tile": 2}
    state = at(3, {0: own, 1: {"food_tile": 4}}, extra_slot_tile=3)
    assert swaps(state) == ["food,2,board", "food,3,board", "food,2,1,4", "food,3,1,4"]
    exchanged(state, "food,3,1,4")
    assert state.as_dict()["extra_slot_tile"] == 4 and of_seats(state, "food_tile")[:2] == [2, 3]


def test_either_of_an_opponents_two_food_tiles_each_takes_the_others_place():
    other = {"skill": "extra_slot", "food_tile": 2}
    state = at(3, {0: {"food_tile": 4}, 1: other}, extra_slot_tile=3)
    assert swaps(state)[1:] == ["food,4,1,2", "food,4,1,3"]
    exchanged(state, "food,4,1,3")
    assert of_seats(state, "food_tile")[:2] == [3, 2] and state.as_dict()["extra_slot_tile"] == 4


def test_the_own_extra_tile_with_the_pile():
    state = at(3, {0: {"skill": "extra_slot", "food_tile": 2}}, extra_slot_tile=3)
    exchanged(state, "food,3,board")
    assert state.as_dict()["extra_slot_tile"] == 4 and state.as_dict()["food_pile"] == [3, 4]


def test_of_two_food_tiles_of_equal_value_the_one_on_the_own_slot_is_meant():
    own = {"skill": "extra_slot", "food_tile": 4}
    state = at(3, {0: own, 1: {"food_tile": 2}}, extra_slot_tile=4)
    assert swaps(state) == ["food,4,board", "food,4,1,2"]
    exchanged(state, "food,4,1,2")
    assert of_seats(state, "food_tile")[:2] == [2, 4] and state.as_dict()["extra_slot_tile"] == 4
    state = at(3, {0: {"food_tile": 2}, 1: own}, extra_slot_tile=4)
    assert swaps(state)[1:] == ["food,2,1,4"]
    exchanged(state, "food,2,1,4")
    assert of_seats(state, "food_tile")[:2] == [4, 2] and state.as_dict()["extra_slot_tile"] == 4
    state = exchanged(at(3, {0: own}, extra_slot_tile=4), "food,4,board")
    assert seat(state, 0)["food_tile"] == 2 and state.as_dict()["extra_slot_tile"] == 4


def test_one_use_any_there_and_the_old_tile_goes_to_its_own_space():
    state = at(3, {0: {"one_use_tile": "mercy"}})
    assert swaps(state) == ["one_use,mercy,double_offering", "one_use,mercy,look_in_the_bag"]
    exchanged(state, "one_use,mercy,look_in_the_bag")
    assert seat(state, 0)["one_use_tile"] == "look_in_the_bag"
    assert state.as_dict()["one_use_on_board"] == ["double_offering", "mercy"]


def test_one_use_of_an_opponent():
    state = at(3, {0: {"one_use_tile": "mercy"}, 1: {"one_use_tile": "double_offering"}})
    exchanged(state, "one_use,mercy,double_offering")
    assert of_seats(state, "one_use_tile") == ["double_offering", "mercy", None]


def test_one_use_tiles_on_extra_slots_take_each_others_place():
    own = {"skill": "extra_slot", "one_use_tile": "mercy"}
    state = at(3, {0: own}, extra_slot_tile="double_offering")
    assert swaps(state) == [
        "one_use,double_offering,look_in_the_bag",
        "one_use,mercy,look_in_the_bag",
    ]
    exchanged(state, "one_use,double_offering,look_in_the_bag")
    assert state.as_dict()["extra_slot_tile"] == "look_in_the_bag"
    other = {"skill": "extra_slot"}
    state = at(3, {0: {"one_use_tile": "mercy"}, 1: other}, extra_slot_tile="look_in_the_bag")
    exchanged(state, "one_use,mercy,look_in_the_bag")
    assert seat(state, 0)["one_use_tile"] == "look_in_the_bag"
    assert state.as_dict()["extra_slot_tile"] == "mercy"


def test_a_tile_with_the_skill_on_the_board_can_be_had_only_with_it():
    seats = {0: {"one_use_tile": "mercy", "food_tile": 2, "skill": "cheap_gold"}}
    board = {"skills_on_board": ["extra_slot"]}
    state = at(3, seats, extra_slot_tile="look_in_the_bag", **board)
    assert swaps(state) == [
        "food,2,board",
        "one_use,mercy,double_offering",
        "skill,cheap_gold,extra_slot",
    ]
    state = at(3, seats, extra_slot_tile=4, **board)
    assert swaps(state)[0] == "food,2,board" and "food,2,1,4" not in swaps(state)
    assert 8 not in spaces(at(3, extra_slot_tile="look_in_the_bag", **board))


def test_alone_with_a_one_use_tile_and_the_others_out_of_reach():
    seats = {0: {"one_use_tile": "mercy"}}
    assert 16 in spaces(at(3, seats, skills_on_board=["extra_slot"], extra_slot_tile=2))
    state = at(3, {**seats, 1: {"one_use_tile": "double_offering"}})
    assert swaps(state) == ["one_use,mercy,double_offering", "one_use,mercy,look_in_the_bag"]


def test_skill_any_on_the_board_and_the_old_one_takes_its_place():
    state = at(3, {0: {"skill": "cheap_gold"}}, skills_on_board=["ring_bonus", "free_chains"])
    assert swaps(state) == ["skill,cheap_gold,ring_bonus", "skill,cheap_gold,free_chains"]
    exchanged(state, "skill,cheap_gold,free_chains")
    assert seat(state, 0)["skill"] == "free_chains"
    assert state.as_dict()["skills_on_board"] == ["cheap_gold", "ring_bonus"]


def test_skill_of_an_opponent():
    state = at(3, {0: {"skill": "cheap_gold"}, 2: {"skill": "slave_mercy"}})
    exchanged(state, "skill,cheap_gold,slave_mercy")
    assert of_seats(state, "skill") == ["slave_mercy", None, "cheap_gold"]


def test_skills_in_the_box_cannot_be_had():
    assert swaps(at(3, {0: {"skill": "cheap_gold"}, 1: {"skill": "ring_bonus"}})) == [
        "skill,cheap_gold,ring_bonus"
    ]


@pytest.mark.parametrize("tile", [3, "mercy", None])
def test_what_lies_on_an_exchanged_extra_slot_goes_along(tile):
    seats = {0: {"skill": "cheap_gold"}, 1: {"skill": "extra_slot"}}
    state = exchanged(at(3, seats, extra_slot_tile=tile), "skill,cheap_gold,extra_slot")
    assert of_seats(state, "skill")[:2] == ["extra_slot", "cheap_gold"]
    assert state.as_dict()["extra_slot_tile"] == tile
    seats = {0: {"skill": "extra_slot"}}
    state = at(3, seats, extra_slot_tile=tile, skills_on_board=["cheap_gold"])
    exchanged(state, "skill,extra_slot,cheap_gold")
    assert state.as_dict()["extra_slot_tile"] == tile
    assert state.as_dict()["skills_on_board"] == ["extra_slot"]


def test_a_tile_gained_with_the_extra_slot_is_used_like_any_other():
    seats = {0: {"skill": "cheap_gold", "one_use_tile": "double_offering"}}
    state = at(3, seats, extra_slot_tile="mercy", skills_on_board=["extra_slot"])
    play(state, "place(16)", "swap(skill,cheap_gold,extra_slot)")
    assert not spaces(play(state, "pass", "pass")) & {7, 8, 9}
    assert "one_use,mercy,look_in_the_bag" in swaps(
        at(3, {0: {"skill": "extra_slot"}}, extra_slot_tile="mercy")
    )


def test_the_opponent_cannot_refuse_and_the_disc_is_spent():
    state = at(3, {0: {"food_tile": 2}, 1: {"food_tile": 4}})
    exchanged(state, "food,2,1,4")
    assert seat(state, 0)["discs"] == 3 and 0 in state.as_dict()["single_spaces"]["exchange_tiles"]


def test_without_exchange_of_skills_only_the_other_tiles_are_swapped():
    kept = with_options(skill_exchange=False)
    seats = {0: {"skill": "cheap_gold", "food_tile": 2}, 1: {"food_tile": 4, "skill": "ring_bonus"}}
    assert any(swap.startswith("skill") for swap in swaps(at(3, seats)))
    assert not any(swap.startswith("skill") for swap in swaps(at(3, seats, game=kept)))
    assert "food,2,1,4" in swaps(at(3, seats, game=kept))
    skills = {seat: {"skill": skill} for seat, skill in enumerate(["cheap_gold", "ring_bonus"])}
    assert 16 in spaces(at(2, skills))
    assert 16 not in spaces(at(2, skills, game=kept))
