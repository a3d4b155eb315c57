"""Section 3, action 21: temporary priority."""

from tests.pixie_queen.rules.table import (
    asked,
    at,
    last_disc,
    of_seats,
    pixies,
    play,
    promoting,
    seat,
    spaces,
)


def priority_of(player: int, **rest):
    """The last disc of the phase takes the priority."""
    return play(last_disc(3, player=player, **rest), "place(21)")


def test_it_ends_the_own_action_phase():
    state = play(at(3), "place(21)", "pass", "pass")
    assert asked(state) == (-1, "demand") and of_seats(state, "punishment") == [0, 5, 5]


def test_at_the_end_of_the_phase_the_own_big_cube_goes_first():
    state = play(at(4, {0: {"discs": 1}}), "pass", "pass", "place(21)")
    assert state.as_dict()["big_order"] == [0, 1, 2, 3]
    play(state, "pass")
    assert state.as_dict()["big_order"] == [2, 0, 1, 3]
    assert state.as_dict()["small_order"] == [0, 1, 2, 3]


def test_the_order_of_the_phase_goes_on_with_the_player_behind():
    assert asked(play(at(4, player=1), "place(21)")) == (2, "turn")


def test_until_then_the_old_favourite_is_the_favourite():
    seats = {0: {"punishment": 8}, 1: {"punishment": 8}}
    state = play(at(3, seats, hands={1: 0, 2: 1}, player=1), "place(21)", "place(10)")
    play(state, "punishment_die(4)", "assign(0)", "assign(0)", "assign(1)", "assign(1)")
    assert asked(state) == (1, "demote") and pixies(state) == {1: 0, 2: 1}


def test_then_the_user_is_the_favourite():
    state = priority_of(2, hands={1: 0, 2: 2})
    play(state, "demand(apple)", "offer(silver,1)", "offer(silver,1)", "offer(silver,1)")
    # Nobody offered apples: the last in order is player 1, who has no pixie, then player 0.
    assert asked(state) == (0, "demote")


def test_the_user_is_asked_first_for_offers_and_promotions():
    state = play(priority_of(2), "demand(apple)")
    assert asked(state) == (2, "offer")
    play(state, "offer(apple,1)", "offer(apple,1)", "offer(apple,1)")
    assert asked(state) == (2, "promotion")


def test_in_the_next_steal_phase_the_order_is_that_of_the_small_cubes():
    state = priority_of(2)
    play(state, "demand(apple)", "offer(apple,1)", "offer(silver,1)", "offer(silver,1)", "stop")
    assert state.as_dict()["big_order"] == [0, 1, 2] and asked(state) == (0, "turn")


def test_it_is_allowed_for_the_first_too():
    assert 21 in spaces(at(3))
    assert priority_of(0).as_dict()["big_order"] == [0, 1, 2]


def test_it_needs_one_disc_at_least_and_is_there_once_in_all():
    assert 21 in spaces(last_disc(3))
    assert 21 not in spaces(at(3, player=1, single_spaces={"temporary_priority": 0}))


def test_a_used_priority_of_a_player_who_is_out_has_no_effect_and_stays_used():
    seats = {0: {"punishment": 59}, 1: {"discs": 2}, 2: {"discs": 1}}
    state = play(at(3, seats, hands={10: 1}), "place(21)", "place(10)", "punishment_die(1)")
    play(state, "assign(0)")
    assert seat(state, 0)["out"] == 1 and asked(state) == (2, "turn")
    assert 21 not in spaces(state)
    play(state, "place(17)", "take(apple)")
    play(state, "place(17)", "take(apple)")
    assert asked(state) == (-1, "demand") and state.as_dict()["big_order"] == [1, 2]


def test_it_can_be_used_again_in_the_next_round():
    state = promoting(3, player=2, round=1)
    assert 21 in spaces(play(state, "stop"))
