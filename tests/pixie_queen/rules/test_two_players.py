"""What differs in a game begun with two players."""

from tests.pixie_queen.rules.table import (
    SAFE,
    asked,
    at,
    of_seats,
    offering,
    options,
    pixies,
    play,
    promoting,
)

ALL = {"apple": 3, "honey": 3, "bread": 3, "silver": 3, "gold": 3}


def lifting(hands=None, players: int = 2, seats=None, **rest):
    """The position when all promotions are done."""
    given = {number: {**SAFE, **(seats or {}).get(number, {})} for number in range(players)}
    rest.setdefault("player", rest.get("big_order", [0, 1])[-1])
    return play(promoting(players, given, hands=hands or {}, **rest), "stop")


def test_five_pixies_of_a_third_virtual_colour():
    assert at(2).as_dict()["virtual_mine"] == 5 and at(3).as_dict()["virtual_mine"] == 0


def test_each_player_has_two_hands():
    state = offering(2, {0: {"goods": ALL}})
    play(state, "offer(apple,2)")
    assert asked(state) == (0, "offer") and "offer(gold,3)" in options(state)
    assert asked(play(state, "offer(silver,1)")) == (1, "offer")


def test_the_second_hand_is_a_right_not_a_duty():
    state = play(offering(2, {0: {"goods": ALL}}), "offer(apple,2)", "done")
    assert asked(state) == (1, "offer") and of_seats(state, "punishment") == [0, 0]


def test_three_hands_with_the_tile():
    own = {"goods": ALL, "one_use_tile": "double_offering"}
    state = offering(2, {0: own}, announced=[0])
    play(state, "offer(apple,1)", "offer(silver,1)")
    assert options(state) == ["offer(gold,1)", "offer(gold,2)", "offer(gold,3)", "done"]
    assert asked(play(state, "offer(gold,2)")) == (1, "offer")


def test_the_favourite_lifts_one_virtual_pixie_one_level():
    state = lifting({1: "virtual", 7: "virtual", 13: "virtual"})
    assert asked(state) == (0, "lift")
    assert options(state) == [
        *[f"lift(mine,{hand})" for hand in (2, 3, 4, 5)],
        *[f"lift(1,{hand})" for hand in (6, 8, 9)],
        *[f"lift(7,{hand})" for hand in (10, 11, 12)],
    ]
    play(state, "lift(7,11)")
    assert pixies(state) == {1: "virtual", 11: "virtual", 13: "virtual"}
    assert asked(state) == (0, "turn")


def test_from_the_mine():
    state = play(lifting(), "lift(mine,3)")
    assert pixies(state) == {3: "virtual"} and state.as_dict()["virtual_mine"] == 4


def test_from_a_hand_alone_when_no_virtual_pixie_is_in_the_mine():
    state = lifting(dict.fromkeys((1, 2, 3, 4, 12), "virtual"))
    assert {name.split("(")[1].split(",")[0] for name in options(state)} == set("1234") | {"12"}


def test_the_favourite_is_the_first_big_cube():
    state = lifting(big_order=[1, 0], small_order=[0, 1])
    assert asked(state) == (1, "lift")


def test_it_is_not_optional():
    assert all(name.startswith("lift(") for name in options(lifting()))


def test_only_to_a_free_hand_apples_do_not_help():
    hands = {1: 0, 2: 0, 3: 1, 4: 1}
    state = lifting(hands, seats={0: {"goods": {"apple": 9}}})
    assert options(state) == ["lift(mine,5)"]


def test_never_to_the_servant_space():
    state = lifting({14: "virtual", 1: 0, 2: 0, 3: 1, 4: 1})
    assert options(state) == ["lift(mine,5)"]


def test_skipped_if_impossible():
    hands = {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 13: "virtual", 14: "virtual"}
    state = lifting(hands)
    assert asked(state) == (0, "turn")
    full = {13: "virtual", 14: "virtual", 10: "virtual", 11: "virtual", 12: "virtual"}
    assert asked(lifting(full)) == (0, "turn")


def test_after_the_promotions_free_ones_too_before_the_punishments():
    seats = {0: {"skill": "free_promotion"}}
    state = lifting(seats=seats)
    assert asked(state) == (0, "promotion")
    play(state, "promote(mine,1)")
    assert asked(state) == (0, "lift") and of_seats(state, "punishment") == [0, 0]


def test_not_when_phase_iv_is_skipped():
    state = play(offering(2), "offer(silver,1)", "done", "offer(silver,1)", "done")
    assert asked(state) == (0, "turn") and state.as_dict()["virtual_mine"] == 5


def test_with_three_players_nobody_lifts():
    state = promoting(3, dict.fromkeys(range(3), SAFE), player=2)
    assert asked(play(state, "stop")) == (0, "turn")


def test_the_virtual_pixies_are_not_demoted_by_the_fury():
    state = play(
        offering(2, hands={1: "virtual"}), "offer(silver,1)", "done", "offer(silver,1)", "done"
    )
    assert asked(state) == (0, "turn") and pixies(state) == {1: "virtual"}
