"""Section 1, components and set-up."""

from fractions import Fraction
from itertools import permutations
from math import comb, factorial

import pytest

from pixies_env.core.states.state import State
from pixies_env.pixie_queen.names import SKILLS
from pixies_env.registry import make_game
from tests.pixie_queen.rules.table import (
    GAME,
    altered,
    asked,
    of_seats,
    options,
    play,
    probabilities,
    with_options,
)

LAID_OUT = "skills(cheap_gold,servant_bonus,ring_bonus,silver_income,free_promotion,extra_slot)"


def begun(players: int, *events: str, game=GAME) -> State:
    return play(State(game, players, chance="manual"), *events)


def ordered(players: int) -> str:
    return f"start_order({','.join(map(str, reversed(range(players))))})"


@pytest.mark.parametrize(
    ("players", "pixies", "tiles", "bag"),
    [
        (2, 5, [2, 3, 4], [30, 10, 10]),
        (3, 5, [2, 3, 4, 4], [30, 10, 15]),
        (4, 4, [2, 3, 3, 4, 4], [30, 10, 20]),
        (5, 3, [2, 2, 3, 3, 4, 4], [30, 10, 20]),
    ],
)
def test_components_by_number_of_players(players, pixies, tiles, bag):
    position = begun(players).as_dict()
    assert [own["mine"] for own in position["seats"]] == [pixies] * players
    assert position["food_pile"] == tiles
    assert list(position["bag"].values()) == bag
    assert position["reserve_stones"] == 20 - bag[2]
    assert position["virtual_mine"] == (5 if players == 2 else 0)
    assert set(position["hands"].values()) == {None}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_goods_and_the_stock_is_what_lies_nowhere_else(players):
    position = begun(players, ordered(players)).as_dict()
    supply = {"apple": 40, "honey": 40, "bread": 40, "silver": 60, "gold": 30}
    for good, number in supply.items():
        lying = position["special_offering_track"][good] + position["bag"].get(good, 0)
        lying += sum(own["goods"][good] for own in position["seats"])
        assert position["stock"][good] == number - lying


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_each_player_begins_with(players):
    state = begun(players, ordered(players))
    favourite = state.as_dict()["big_order"][0]
    for number, own in enumerate(state.as_dict()["seats"]):
        honey = 0 if number == favourite else 2
        assert own["goods"] == {"apple": 2, "honey": honey, "bread": 2, "silver": 2, "gold": 2}
        assert (own["discs"], own["punishment"], own["reward_points"]) == (4, 0, 0)
        assert (own["silver_space"], own["gold_space"]) == (1, 1)
        assert own["stones"] == [0, 0] and own["servants"] == 0
        assert own["food_tile"] is own["one_use_tile"] is own["skill"] is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turn_order_is_random_in_one_event(players):
    state = begun(players)
    assert asked(state) == (-1, "start_order")
    names = {f"start_order({','.join(map(str, order))})" for order in permutations(range(players))}
    assert probabilities(state) == dict.fromkeys(names, Fraction(1, factorial(players)))


def test_small_and_big_cubes_start_in_the_same_order_and_the_first_is_the_favourite():
    position = begun(4, "start_order(2,0,3,1)").as_dict()
    assert position["small_order"] == position["big_order"] == [2, 0, 3, 1]
    assert [own["goods"]["honey"] for own in position["seats"]] == [2, 2, 0, 2]


def test_special_offering_track_and_one_use_tiles():
    position = begun(3).as_dict()
    track = {"apple": 1, "honey": 1, "bread": 1, "silver": 1, "gold": 0}
    assert position["special_offering_track"] == track
    assert position["one_use_on_board"] == ["double_offering", "look_in_the_bag", "mercy"]
    assert position["demands_left"] == {"apple": 3, "honey": 3, "bread": 3}
    assert set(position["rewards_taken"].values()) == {0}


def test_six_of_ten_skills_are_laid_out_in_one_event():
    state = begun(3, ordered(3))
    assert asked(state) == (-1, "skills")
    sets = probabilities(state)
    assert len(sets) == comb(10, 6) == 210 and set(sets.values()) == {Fraction(1, 210)}
    assert play(state, LAID_OUT).as_dict()["skills_on_board"] == [
        skill for skill in SKILLS if skill in LAID_OUT
    ]


def test_skills_are_drafted_in_reverse_turn_order_and_the_rest_stay_on_the_board():
    state = begun(3, "start_order(1,2,0)", LAID_OUT)
    assert asked(state) == (0, "draft") and len(options(state)) == 6
    play(state, "draft(extra_slot)")
    assert asked(state) == (2, "draft") and "draft(extra_slot)" not in options(state)
    play(state, "draft(cheap_gold)")
    assert asked(state) == (1, "draft") and len(options(state)) == 4
    play(state, "draft(ring_bonus)")
    assert asked(state) == (1, "turn") and state.as_dict()["round"] == 1
    assert of_seats(state, "skill") == ["extra_slot", "ring_bonus", "cheap_gold"]
    assert state.as_dict()["skills_on_board"] == [
        "servant_bonus",
        "silver_income",
        "free_promotion",
    ]


def test_option_skills_dealt_at_random():
    state = begun(3, "start_order(1,2,0)", LAID_OUT, game=with_options(skills="dealt"))
    assert asked(state) == (0, "deal")
    assert set(probabilities(state).values()) == {Fraction(1, 6)}
    play(state, "deal(extra_slot)")
    assert asked(state) == (2, "deal")
    assert len(probabilities(state)) == 5 and "deal(extra_slot)" not in probabilities(state)
    play(state, "deal(cheap_gold)", "deal(ring_bonus)")
    assert of_seats(state, "skill") == ["extra_slot", "ring_bonus", "cheap_gold"]


def test_option_skills_given_per_seat():
    given = ("extra_slot", "cheap_gold", "slave_mercy")
    state = begun(3, ordered(3), game=with_options(skills=given))
    sets = probabilities(state)
    assert len(sets) == comb(7, 3) and set(sets.values()) == {Fraction(1, 35)}
    assert all(skill in name for name in sets for skill in given)
    state.draw()
    assert asked(state) == (2, "turn")
    assert of_seats(state, "skill") == list(given)
    assert len(state.as_dict()["skills_on_board"]) == 3


def test_option_turn_order_given():
    game = with_options(order=(2, 0, 1))
    assert game.players == (3,)
    assert probabilities(begun(3, game=game)) == {"start_order(2,0,1)": 1}


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"skills": "bought"}, "drafted.*dealt.*bought"),
        ({"skills": ["cheap_gold", "luck"]}, "no skill 'luck'"),
        ({"skills": ["cheap_gold", "cheap_gold"]}, "once"),
        ({"order": [0, 2]}, "order must name each seat"),
        ({"order": [0]}, "no game for 1 players"),
        ({"order": [0, 1], "skills": ["cheap_gold", "extra_slot", "ring_bonus"]}, "3 skills.*2"),
    ],
)
def test_options_that_cannot_be_are_refused(chosen, message):
    with pytest.raises(ValueError, match=message):
        make_game("pixie_queen", **chosen)


def test_setup_numbers_come_from_the_board():
    game = altered(
        setup__discs=3,
        setup__goods={"apple": 1, "honey": 3, "bread": 0, "silver": 4, "gold": 3},
        setup__honey_of_favourite=1,
        setup__pixies=[6, 6, 6, 6],
        setup__food_tiles=[[1], [5, 6], [1], [1]],
        setup__special_offering_track={"apple": 0, "honey": 0, "bread": 2, "silver": 0, "gold": 1},
        setup__skills_laid_out=5,
    )
    state = begun(3, "start_order(1,2,0)", game=game)
    position = state.as_dict()
    assert [own["goods"]["honey"] for own in position["seats"]] == [3, 1, 3]
    assert position["seats"][0]["goods"]["gold"] == 3 and position["seats"][0]["discs"] == 3
    assert of_seats(state, "mine") == [6, 6, 6] and position["food_pile"] == [5, 6]
    assert position["special_offering_track"]["bread"] == 2
    assert len(probabilities(state)) == comb(10, 5)
