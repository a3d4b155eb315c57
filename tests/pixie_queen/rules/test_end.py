"""Section 4: when the game ends, the final score, ranks and what they pay."""

import pytest

from tests.pixie_queen.rules.table import (
    SAFE,
    altered,
    asked,
    at,
    before_punishment,
    of_seats,
    options,
    owned,
    play,
    seat,
)

EVEN = {"apple": 1, "honey": 1, "bread": 1, "silver": 1, "gold": 1}
"""If all own as much all lose alike."""


def final(players: int, seats=None, **rest):
    """The final scoring after round 7."""
    given = {"phase": "final", "round": 7, **rest}
    return at(players, seats, **given)


def scored(*seats, **rest):
    """The finished game of these seats."""
    given = {number: {"goods": EVEN, **own} for number, own in enumerate(seats)}
    state = final(len(seats), given, **rest)
    return play(state, *["stop"] * len([own for own in seats if not own.get("out")]))


def before_the_end(seats=None, **rest):
    given = {number: {**SAFE, **(seats or {}).get(number, {})} for number in range(3)}
    return before_punishment(3, given, **rest)


# When


def test_the_game_ends_after_round_7():
    assert asked(play(before_the_end(round=6), "stop")) == (0, "turn")
    state = play(before_the_end(round=7), "stop")
    assert asked(state) == (0, "final") and of_seats(state, "punishment") == [2, 2, 2]
    play(state, "stop", "stop", "stop")
    assert state.is_over and state.result()["reason"] == "rounds"
    assert state.result()["rounds"] == 7


def test_or_after_the_round_in_which_the_last_gold_numbered_tile_was_taken():
    won = {"special_offering": 5, "gold_ring": 5, "faithful_servant": 4}
    seats = {0: {"tiles_won": won, "first_servant": 1}}
    assert asked(play(before_the_end(seats, round=3), "stop")) == (0, "turn")
    seats[0] = {"tiles_won": {**won, "faithful_servant": 5}, "first_servant": 1}
    state = play(before_the_end(seats, round=3), "stop")
    assert asked(state) == (0, "final") and of_seats(state, "punishment") == [0, 2, 2]
    play(state, "stop", "stop", "stop")
    assert state.result()["reason"] == "gold_numbers" and state.result()["rounds"] == 3


def test_the_fifteenth_tile_can_be_that_of_the_servant_made_in_this_round():
    won = {"special_offering": 5, "gold_ring": 5, "faithful_servant": 4}
    seats = {0: {"tiles_won": won, "first_servant": 1}, 2: {"goods": {}}}
    state = play(before_the_end(seats, round=3, hands={13: 2}), "promote(13,servant)", "stop")
    assert asked(state) == (0, "final")


def test_every_series_must_have_lost_its_five_gold_numbers():
    seats = {0: {"tiles_won": {"special_offering": 7, "gold_ring": 7}}}
    assert asked(play(before_the_end(seats, round=3), "stop")) == (0, "turn")


def test_the_round_is_played_on_when_the_last_gold_number_is_taken():
    seats = {
        0: {"goods": {"gold": 9}, "discs": 2},
        1: {"tiles_won": {"special_offering": 5, "gold_ring": 4, "faithful_servant": 5}},
    }
    seats[1] |= {"first_servant": 1}
    assert asked(play(at(3, seats), "place(13)")) == (1, "turn")


def test_rounds_and_gold_numbers_come_from_the_board():
    game = altered(setup__rounds=2)
    assert asked(play(before_the_end(round=2, game=game), "stop")) == (0, "final")
    game = altered(rewards__gold_numbers=1)
    tiles = {"special_offering": 1, "gold_ring": 1, "faithful_servant": 1}
    seats = {1: {"tiles_won": tiles, "first_servant": 1}}
    assert asked(play(before_the_end(seats, round=2, game=game), "stop")) == (0, "final")


# Stones


def test_in_big_cube_order_every_player_still_in_is_asked_until_stop_stones_or_not():
    seats = {0: {"goods": {"bread": 2}, "stones": [1, 2]}, 1: {"out": 1, "punishment": 60}}
    state = final(3, seats, big_order=[2, 0], small_order=[0, 2], player=2)
    assert options(state) == ["stop"]
    play(state, "stop")
    assert asked(state) == (0, "final") and options(state) == ["unchain(0)", "unchain(1)", "stop"]
    play(state, "unchain(1)")
    assert asked(state) == (0, "final")
    play(state, "unchain(0)")
    assert asked(state) == (0, "final") and options(state) == ["stop"]
    play(state, "stop")
    assert state.is_over and seat(state, 0)["stones"] == [0, 1] and owned(state, 0) == {}


def test_who_went_out_in_the_last_round_is_not_asked():
    state = play(before_the_end({1: {"punishment": 59}}, round=7), "stop")
    assert asked(state) == (0, "final")
    assert asked(play(state, "stop")) == (2, "final")
    assert play(state, "stop").is_over and state.result()["reason"] == "rounds"


def test_each_stone_left_on_an_own_slave_costs_1_point():
    state = scored({"stones": [3, 2]}, {}, {"stones": [0, 1]})
    assert state.result()["scores"] == [-15 - 5, -15, -15 - 1]


# Final score


def test_reward_points_less_punishment_points():
    state = scored({"reward_points": 12, "punishment": 20}, {"reward_points": 4}, {"punishment": 7})
    assert state.result()["scores"] == [12 - 20 - 15, 4 - 15, -7 - 15]


@pytest.mark.parametrize("good", ["apple", "honey", "bread", "silver", "gold"])
def test_3_points_less_for_each_good_of_which_a_player_owns_the_most(good):
    seats = [{"goods": {good: number}} for number in (2, 5, 1)]
    assert scored(*seats).result()["scores"] == [0, -3, 0]


def test_ties_for_the_most_all_of_them_if_they_own_at_least_1():
    goods = [{"apple": 2}, {"apple": 2, "gold": 1}, {"apple": 1}]
    state = scored(*[{"goods": own} for own in goods])
    assert state.result()["scores"] == [-3, -6, 0]
    assert state.result()["seats"][1]["most_of"] == ["apple", "gold"]


def test_numbers_of_the_score_come_from_the_board():
    game = altered(penalties__most_of_a_good=10, penalties__stone_left=2)
    state = scored({"goods": {"gold": 1}, "stones": [2]}, {"goods": {}}, game=game)
    assert state.result()["scores"] == [-14, 0]


def test_final_scoring_puts_nobody_out():
    state = scored({"punishment": 59, "stones": [3, 3]}, {})
    assert state.result()["scores"] == [-59 - 6 - 15, -15]
    assert of_seats(state, "out") == [None, None]


def test_the_breakdown_adds_up_to_the_score():
    own = {"punishment": 9, "stones": [2], "tiles_won": {"gold_ring": 1}, "servants": 0}
    state = scored({**own, "points_from": {"gold_ring": 11, "other": 2}}, {"goods": {}})
    parts = state.result()["seats"][0]
    assert parts["reward_points"] == {
        "special_offering": 0,
        "faithful_servant": 0,
        "gold_ring": 11,
        "other": 2,
    }
    assert (parts["punishment"], parts["stones"], parts["most_of_a_good"]) == (-9, -2, -15)
    assert state.result()["scores"][0] == 13 - 9 - 2 - 15


# Ranks


def servants(number: int, first: int, **rest):
    return {"servants": number, "first_servant": first, **rest}


def test_the_highest_final_score_wins_and_orders_all_ranks():
    state = scored({"punishment": 9}, {"reward_points": 3}, {"punishment": 4}, {})
    assert state.result()["ranks"] == [4, 1, 3, 2]


def test_tie_more_servants():
    state = scored({}, servants(2, 2), servants(1, 1), {"punishment": 1})
    assert state.result()["ranks"] == [3, 1, 2, 4]


def test_then_who_first_made_one():
    state = scored(servants(1, 3), servants(1, 1), servants(1, 2))
    assert state.result()["ranks"] == [3, 1, 2]


def test_else_shared():
    state = scored({}, {"punishment": 2}, {}, {"punishment": 2})
    assert state.result()["ranks"] == [1, 3, 1, 3]


def test_who_is_out_ranks_below_everyone_still_in():
    state = scored(
        {"out": 1, "punishment": 60, "goods": {}},
        {"punishment": 59, "stones": [3, 3]},
        {"out": 2, "punishment": 62, "goods": {}},
        {},
    )
    assert state.result()["ranks"] == [4, 2, 3, 1]
    assert state.result()["scores"] == [None, -59 - 6 - 15, None, -15]


# What ranks pay


def test_utilities_by_rank_are_spread_from_1_to_minus_1_and_ties_share():
    state = scored({"punishment": 9}, {"reward_points": 3}, {"punishment": 4})
    assert list(state.returns()) == [-1, 1, 0]
    assert list(scored({}, {"punishment": 2}, {}).returns()) == [0.5, -1, 0.5]
    assert list(scored({}, {}).returns()) == [0, 0]
    state = scored({}, {}, {}, {"punishment": 1}, {"reward_points": 1})
    assert list(state.returns()) == [0, 0, 0, -1, 1]


def test_utilities_of_winning_are_shared_among_the_winners():
    assert list(scored({}, {"punishment": 2}, {}).returns("win")) == [0.5, 0, 0.5]
    assert list(scored({}, {"punishment": 2}).returns("win")) == [1, 0]


def test_utilities_of_the_score_and_of_who_is_out():
    state = scored({"reward_points": 20}, {"out": 1, "punishment": 63, "goods": {}}, {})
    assert list(state.returns("score")) == [5, -63, -15]


def test_a_game_that_goes_on_pays_nothing_yet():
    with pytest.raises(RuntimeError, match="waits for a decision"):
        at(3).returns()
