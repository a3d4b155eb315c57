"""Section 2.V: slaves, silver track, gold track."""

import pytest

from tests.pixie_queen.rules.table import (
    SAFE,
    altered,
    asked,
    before_punishment,
    of_seats,
    pixies,
    play,
    seat,
)


def away(player: int, slaves: int, pixies: int = 5) -> dict[int, int]:
    """Hands for the pixies of a player that are no slaves."""
    first = 1 + 5 * (player == 1)
    return dict.fromkeys(range(first, first + pixies - slaves), player)


def punished(seats=None, players: int = 3, **rest):
    """The position after the promotions of the last player, markers on safe spaces by default."""
    given = {number: {**SAFE, **(seats or {}).get(number, {})} for number in range(players)}
    return play(before_punishment(players, given, **rest), "stop")


@pytest.mark.parametrize(("slaves", "points"), [(0, 0), (1, 1), (2, 2), (3, 2), (5, 2)])
def test_slaves_cost_0_1_or_2_points_for_0_1_or_2_or_more(slaves, points):
    assert of_seats(punished(hands=away(0, slaves)), "punishment") == [points, 2, 2]


@pytest.mark.parametrize(("slaves", "points"), [(0, 0), (1, 1), (2, 1), (5, 1)])
def test_with_slave_mercy_at_most_1(slaves, points):
    state = punished({0: {"skill": "slave_mercy"}}, hands=away(0, slaves))
    assert of_seats(state, "punishment") == [points, 2, 2]


@pytest.mark.parametrize(("space", "points"), [*enumerate([4, 3, 2, 1, 0, 0], start=1)])
@pytest.mark.parametrize("track", ["silver_space", "gold_space"])
def test_each_track_costs_the_number_at_the_markers_space(track, space, points):
    state = punished({1: {track: space}})
    assert of_seats(state, "punishment") == [2, 2 + points, 2]


def test_both_tracks_are_added():
    state = punished({1: {"silver_space": 1, "gold_space": 2}})
    assert of_seats(state, "punishment") == [2, 9, 2]


def test_the_last_space_of_a_track_pays_1_reward_point_instead():
    state = punished({0: {"silver_space": 6}, 1: {"silver_space": 6, "gold_space": 6}})
    assert of_seats(state, "punishment") == [2, 2, 2]
    assert [own["other"] for own in of_seats(state, "points_from")] == [1, 2, 0]
    assert of_seats(state, "reward_points") == [1, 2, 0]


def test_bonus_points_are_plain_points_however_many():
    own = {"silver_space": 6, "gold_space": 6, "points_from": {"other": 150}}
    assert of_seats(punished({0: own}), "reward_points") == [152, 0, 0]


def test_first_the_slaves_of_every_player_then_the_silver_track_then_the_gold_track():
    """Each step makes one player demote, so the order shows."""
    seats = {
        1: {"punishment": 4, "gold_space": 1},
        2: {"punishment": 8, "silver_space": 2},
        3: {"punishment": 6, "silver_space": 3},
    }
    hands = {1: 1, 2: 2, 3: 3}
    state = punished(seats, players=4, hands=hands)
    assert asked(state) == (2, "demote") and of_seats(state, "punishment") == [2, 6, 10, 6]
    play(state, "demote(2)")
    assert asked(state) == (3, "demote") and of_seats(state, "punishment") == [2, 6, 13, 10]
    play(state, "demote(3)")
    assert asked(state) == (1, "demote") and of_seats(state, "punishment") == [2, 10, 13, 10]
    assert asked(play(state, "demote(1)")) == (0, "turn")


def test_in_big_cube_order_with_the_demotions_at_once():
    seats = {1: {"punishment": 8}, 2: {"punishment": 8}}
    state = punished(seats, hands={1: 1, 2: 2}, big_order=[0, 2, 1])
    assert asked(state) == (2, "demote") and of_seats(state, "punishment") == [2, 8, 10]
    play(state, "demote(2)")
    assert asked(state) == (1, "demote") and of_seats(state, "punishment") == [2, 10, 10]


def test_a_pixie_demoted_within_this_phase_adds_nothing_in_the_same_phase():
    # One slave costs a point and makes a second slave of the only active pixie.
    own = {"punishment": 9, "servants": 3, "first_servant": 1}
    state = punished({1: own}, hands={1: 1})
    play(state, "demote(1)")
    assert seat(state, 1)["punishment"] == 10 and seat(state, 1)["mine"] == 2


def test_mercy_in_the_punishment_phase():
    own = {"punishment": 8, "one_use_tile": "mercy"}
    state = punished({1: own}, hands={1: 1})
    play(state, "mercy")
    assert pixies(state) == {1: 1} and "mercy" in state.as_dict()["one_use_on_board"]


def test_the_favourite_is_punished_without_demotion():
    state = punished({0: {"punishment": 9}}, hands={1: 0})
    assert asked(state) == (0, "turn") and pixies(state) == {1: 0}


def test_temporary_priority_protects_until_the_next_steal_phase():
    seats = {2: {"punishment": 9}, 1: {"punishment": 9}}
    rest = {"big_order": [2, 0, 1], "small_order": [0, 1, 2]}
    state = punished(seats, hands={1: 2, 2: 1}, **rest)
    assert asked(state) == (1, "demote")


def test_virtual_slaves_are_nobodys():
    state = punished(players=2, hands={1: 0})
    assert state.question == "lift"
    play(state, "lift(mine,2)")
    assert of_seats(state, "punishment") == [2, 2]


def test_numbers_come_from_the_board():
    game = altered(
        penalties__slaves=[1, 3, 6],
        tracks__punishment=[7, 5, 0],
        tracks__silver_per_gold=[1, 1, 1],
        tracks__gold_per_ring=[1, 1, 1],
        tracks__last_space_reward=4,
    )
    spaces = {"silver_space": 1, "gold_space": 2}
    seats = {0: {**spaces}, 1: {"silver_space": 3, "gold_space": 3}, 2: {"skill": "slave_mercy"}}
    seats[2] |= {"silver_space": 3, "gold_space": 3}
    state = play(before_punishment(3, seats, game=game), "stop")
    assert of_seats(state, "punishment") == [6 + 7 + 5, 6, 1]
    assert of_seats(state, "reward_points") == [0, 8, 8]
