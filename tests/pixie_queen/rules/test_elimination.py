"""Section 2, punishment points at any time: who is out, what is left behind, the last player."""

import pytest

from tests.pixie_queen.rules.table import (
    SAFE,
    altered,
    asked,
    at,
    before_punishment,
    of_seats,
    offering,
    options,
    owned,
    pixies,
    play,
    seat,
    spaces,
)

DYING = {"punishment": 59}


def rolled(seats, *assigned: int, players: int = 4, **rest):
    state = at(players, seats, **rest)
    return play(
        state,
        "place(10)",
        f"punishment_die({len(assigned)})",
        *[f"assign({number})" for number in assigned],
    )


def test_at_60_punishment_points_a_player_is_out():
    assert seat(rolled({1: {"punishment": 58}}, 1), 1)["out"] is None
    state = rolled({1: {"punishment": 58}}, 1, 1, 1, 1)
    assert seat(state, 1)["out"] == 1 and seat(state, 1)["punishment"] == 62


def test_the_number_comes_from_the_board():
    game = altered(score__out_at=30, score__mine_symbols=[10, 20])
    assert seat(rolled({1: {"punishment": 29}}, 1, game=game), 1)["out"] == 1


def test_pixies_discs_and_cubes_are_removed():
    state = rolled({1: DYING}, 1, hands={1: 1, 13: 1, 2: 2})
    assert pixies(state) == {2: 2}
    assert (seat(state, 1)["mine"], seat(state, 1)["discs"]) == (0, 0)
    assert state.as_dict()["big_order"] == state.as_dict()["small_order"] == [0, 2, 3]
    assert asked(state) == (2, "turn")


def test_goods_go_to_the_stock():
    goods = {"apple": 3, "honey": 1, "bread": 2, "silver": 4, "gold": 5}
    state = at(4, {1: {**DYING, "goods": goods}})
    before = state.as_dict()["stock"]
    play(state, "place(10)", "punishment_die(1)", "assign(1)")
    after = state.as_dict()["stock"]
    assert {good: after[good] - before[good] for good in goods} == goods
    assert owned(state, 1) == {}


def test_one_use_tiles_go_to_their_spaces_the_rest_to_the_box():
    own = {**DYING, "one_use_tile": "mercy", "food_tile": 2, "skill": "extra_slot"}
    state = rolled({1: own}, 1, extra_slot_tile="look_in_the_bag")
    position = state.as_dict()
    tiles = ["double_offering", "look_in_the_bag", "mercy"]
    assert position["one_use_on_board"] == tiles and position["extra_slot_tile"] is None
    assert position["food_pile"] == [3, 3, 4, 4] and position["skills_on_board"] == []
    gone = position["seats"][1]
    assert gone["skill"] is gone["food_tile"] is gone["one_use_tile"] is None
    own = {**DYING, "skill": "extra_slot"}
    assert rolled({1: own}, 1, extra_slot_tile=4).as_dict()["food_pile"] == [2, 3, 3, 4]


def test_an_extra_slot_of_another_player_is_left_alone():
    seats = {1: DYING, 2: {"skill": "extra_slot"}}
    state = rolled(seats, 1, extra_slot_tile="mercy")
    assert state.as_dict()["extra_slot_tile"] == "mercy"


def test_stones_go_to_the_reserve():
    state = rolled({1: {**DYING, "stones": [3, 1]}}, 1, reserve_stones=0, bag={"stone": 16})
    assert state.as_dict()["reserve_stones"] == 4 and seat(state, 1)["stones"] == [0, 0]


def test_reward_tiles_taken_stay_taken():
    own = {**DYING, "tiles_won": {"gold_ring": 2}}
    state = rolled({1: own, 2: {"goods": {"gold": 9}}}, 1)
    assert state.as_dict()["rewards_taken"]["gold_ring"] == 2
    play(state, "place(13)")
    assert seat(state, 2)["points_from"]["gold_ring"] == 7


def test_points_that_bring_a_player_to_60_cause_no_demotions():
    game = altered(score__mine_symbols=[10, 59, 60])
    state = rolled(
        {2: {"punishment": 57, "one_use_tile": "mercy"}}, 2, 2, 2, hands={1: 2}, game=game
    )
    assert asked(state) == (1, "turn") and seat(state, 2)["out"] == 1


def test_the_own_turn_ends_there():
    state = play(at(3, {1: {"punishment": 55}}, player=1), "pass")
    assert seat(state, 1)["out"] == 1 and asked(state) == (2, "turn")


def test_other_players_points_of_the_same_action_are_still_applied():
    seats = {1: DYING, 2: {"punishment": 9}, 3: DYING}
    state = rolled(seats, 1, 2, 3, hands={1: 2, 2: 2}, big_order=[0, 1, 2, 3])
    # Player 1 is out; player 2 is asked before player 3 goes out.
    assert asked(state) == (2, "demote") and of_seats(state, "out") == [None, 1, None, None]
    play(state, "demote(1)")
    assert of_seats(state, "out") == [None, 1, None, 2] and asked(state) == (2, "turn")


def test_spaces_that_the_player_used_stay_used_and_covered_hands_stay_covered():
    state = at(
        4,
        {1: {**DYING, "discs": 0, "tiles_won": {"special_offering": 1}}, 0: {"goods": {}}},
        discs_on={1: 2},
        single_spaces={"special_offering": True, "copy": [1]},
        hands={3: 1, 10: 2},
    )
    play(state, "place(10)", "punishment_die(1)", "assign(1)")
    assert state.as_dict()["discs_on"]["1"] == 2
    assert not spaces(state) & {1, 19}
    play(state, "place(3)")
    assert "promote(mine,1)" not in options(state) and "promote(mine,2)" in options(state)
    assert state.as_dict()["copies"] == 1


def test_covered_until_discs_come_back():
    seats = {0: {"discs": 1}, 1: DYING, 2: {"discs": 0}, 3: {"discs": 0}}
    state = rolled(seats, 1, hands={10: 2}, discs_on={1: 2})
    assert asked(state) == (-1, "demand")
    assert set(state.as_dict()["discs_on"].values()) == {0}
    assert of_seats(state, "discs") == [4, 0, 4, 4]


def test_the_next_in_big_cube_order_is_at_once_the_favourite():
    seats = {0: {"punishment": 55}, 1: {"punishment": 9}}
    state = play(at(3, seats, hands={1: 1}), "pass", "pass")
    assert asked(state) == (2, "turn") and pixies(state) == {1: 1}


def test_who_is_out_is_left_out_of_every_later_phase():
    seats = {0: SAFE, 1: {"out": 1, "punishment": 60}, 2: SAFE, 3: {**SAFE, "food_tile": 2}}
    state = play(before_punishment(4, seats), "stop")
    assert of_seats(state, "punishment") == [2, 60, 2, 2]
    play(state, "tile_food(apple)", "tile_food(apple)")
    for player in (0, 2, 3):
        assert asked(state) == (player, "turn")
        play(state, "pass")
    play(state, state.chance_outcomes()[0].name)
    for player in (0, 2, 3):
        assert asked(state) == (player, "offer")
        play(state, "offer(silver,1)")


def test_a_player_who_is_out_makes_no_offer():
    state = offering(4, {1: {"out": 1, "punishment": 60}})
    assert asked(play(state, "offer(apple,1)")) == (2, "offer")


def test_who_goes_out_by_refusing_leaves_the_phase_going_on():
    state = offering(3, {1: {"punishment": 55}, 2: {"punishment": 0}})
    play(state, "offer(apple,1)", "refuse", "refuse")
    assert of_seats(state, "out") == [None, 1, None]
    assert of_seats(state, "punishment") == [0, 60, 5] and asked(state) == (0, "promotion")


def test_who_goes_out_is_ranked_below_everyone_still_in_the_earlier_the_lower():
    state = rolled({1: DYING, 2: DYING, 3: DYING}, 1, 2, 3, big_order=[0, 3, 1, 2])
    assert state.is_over and of_seats(state, "out") == [None, 2, 3, 1]
    assert state.result()["ranks"] == [1, 3, 2, 4]


def test_if_one_player_is_left_the_game_ends_at_once_and_that_player_wins():
    own = {"punishment": 40, "stones": [2], "goods": {"bread": 3}, "reward_points": 7}
    state = play(at(2, {0: own, 1: DYING}), "place(10)")
    play(state, "punishment_die(3)", *["assign(1)"] * 3)
    assert state.is_over and state.as_dict()["phase"] == "over"
    result = state.result()
    assert result["reason"] == "last_player" and result["ranks"] == [1, 2]


def test_the_final_score_is_counted_without_further_decisions():
    own = {"punishment": 40, "stones": [2], "goods": {"bread": 3}, "reward_points": 7}
    state = at(2, {0: own, 1: {**DYING, "goods": {"bread": 9}}})
    play(state, "place(10)", "punishment_die(1)", "assign(1)")
    # Two stones stay though there is bread; of those still in this player has most bread.
    assert state.result()["scores"] == [7 - 40 - 2 - 3, None]


def test_players_who_are_out_have_no_score_only_their_points_and_the_order():
    state = rolled({1: DYING, 2: DYING, 3: {"punishment": 58}}, 1, 2, 3, 3)
    result = state.result()
    assert result["scores"][1:] == [None] * 3
    assert result["seats"][1:] == [
        {"out": 1, "punishment": -60},
        {"out": 2, "punishment": -60},
        {"out": 3, "punishment": -60},
    ]


def test_what_is_under_way_is_dropped_when_the_game_ends():
    seats = {1: DYING, 2: DYING}
    state = at(3, seats, hands={1: 0})
    play(state, "place(10)", "punishment_die(2)", "assign(1)", "assign(2)")
    assert state.is_over and state.as_dict()["pending"]["effects"] == []
    assert state.waiting == "nothing" and state.legal_names() == []


def test_the_last_player_left_wins_by_an_opponents_own_points_too():
    state = play(at(2, {0: {"punishment": 55}}), "pass")
    assert state.is_over and state.result()["ranks"] == [2, 1]


def test_a_two_player_game_is_one_that_was_begun_with_two_players():
    seats = {1: {"out": 1, "punishment": 60}}
    state = offering(3, seats)
    # One hand each, though two players are left.
    assert asked(play(state, "offer(silver,1)")) == (2, "offer")


@pytest.mark.parametrize("phase_points", ["slaves", "silver_space", "gold_space"])
def test_going_out_in_the_punishment_phase(phase_points):
    own = dict(SAFE, punishment=59)
    if phase_points != "slaves":
        own[phase_points] = 4
    hands = {} if phase_points == "slaves" else dict.fromkeys(range(1, 6), 1)
    seats = {0: SAFE, 1: own, 2: SAFE}
    state = play(before_punishment(3, seats, hands=hands), "stop")
    assert seat(state, 1)["out"] == 1 and asked(state) == (0, "turn")
    assert state.as_dict()["big_order"] == [0, 2]
