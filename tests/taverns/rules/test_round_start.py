"""Section 2: the start of a round and the order of turns."""

from fractions import Fraction
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.taverns.names import NONE
from tests.taverns.rules.laying import ZONES
from tests.taverns.rules.table import (
    ALL_OFF,
    DICE,
    QUIET,
    altered,
    asked,
    at,
    game,
    last_turn,
    options,
    play,
    probabilities,
    record,
    seat,
    until,
)

PLAIN = game(**ALL_OFF)


def rolling(players: int = 2) -> State:
    return until(State(PLAIN, players, chance="manual"), "die")


def roll(state: State, *hands: str) -> State:
    """Five dice of each player in turn."""
    return play(state, *(f"die({value})" for hand in hands for value in hand))


def next_round(number: int, first: int = 0, players: int = 2, **rest: Any) -> State:
    """The first roll of the round after one that ends."""
    given = {"game": altered(QUIET, **ALL_OFF), "first_player": first, **rest}
    state = play(last_turn(number, players=players, **given), "end_turn")
    return until(state, "die")


def test_every_player_rolls_five_dice_seat_by_seat() -> None:
    state = rolling(3)
    for player in (0, 1, 2):
        for _ in range(5):
            assert asked(state) == (player, "die")
            play(state, f"die({player + 2})")
    assert [seat(state, player).dice for player in range(3)] == ["22222", "33333", "44444"]


def test_the_values_1_to_4_are_equally_likely() -> None:
    found = probabilities(rolling())
    assert found == {f"die({value})": Fraction(1, 4) for value in (1, 2, 3, 4)}


def test_the_file_says_how_often_a_value_comes() -> None:
    dice = altered({"dice.player": [1, 2, 2, 3, 3, 4]}, **ALL_OFF)
    found = probabilities(until(State(dice, 2, chance="manual"), "die"))
    sixth = Fraction(1, 6)
    assert list(found.values()) == [sixth, 2 * sixth, 2 * sixth, sixth]


def test_the_lowest_sum_is_first_player() -> None:
    state = roll(rolling(3), "44444", "11112", "44443")
    assert asked(state) == (1, "open")


def test_tied_players_of_round_1_are_drawn_by_lot() -> None:
    state = roll(rolling(3), "22222", "33333", "22222")
    assert probabilities(state) == {"first(0)": Fraction(1, 2), "first(2)": Fraction(1, 2)}
    assert asked(play(state, "first(2)")) == (2, "open")


@pytest.mark.parametrize(
    ("former", "hands", "first"),
    [
        (1, ("22222", "22222", "22222"), 1),
        (1, ("22222", "33333", "22222"), 2),
        (2, ("22222", "22222", "33333"), 0),
        (0, ("33333", "33333", "22222"), 2),
    ],
)
def test_later_ties_go_clockwise_from_the_former_first_player_who_is_nearest(
    former: int, hands: tuple[str, ...], first: int
) -> None:
    assert asked(roll(next_round(2, former, 3), *hands)) == (first, "open")


def test_a_sum_below_10_earns_1_gold_for_the_first_player_too() -> None:
    state = roll(rolling(4), "11111", "11124", "22222", "44444")
    assert [seat(state, player).gold for player in range(4)] == [2, 2, 1, 1]


def test_the_file_says_what_is_compensated() -> None:
    changes = {"game.compensation_below": 20, "game.compensation_gold": 3}
    state = until(State(altered(changes, **ALL_OFF), 2, chance="manual"), "die")
    roll(state, "44444", "44443")
    assert [seat(state, player).gold for player in (0, 1)] == [1, 4]


def test_the_compensation_comes_after_the_lot() -> None:
    state = roll(rolling(), "11111", "11111")
    assert seat(state).gold == 1
    assert seat(play(state, "first(1)")).gold == 2


def test_everybody_takes_five_turns_clockwise_from_the_first_player_with_a_die_each() -> None:
    state = roll(rolling(3), "44444", "11111", "44444")
    order = []
    while state.question == "open":
        player = state.player
        before = len(seat(state, player).dice)
        play(state, options(state, "energy", "activate", "bank", "lose")[0])
        until(state, "open")
        assert state.player == player and len(seat(state, player).dice) == before - 1
        order.append(player)
        play(state, "end_turn")
    assert order == [1, 2, 0] * 5


def goblin_rolls(number: int, players: int = 2, **rest: Any) -> State:
    quiet = altered(QUIET, **{**ALL_OFF, "goblin": True})
    return until(play(last_turn(number, players=players, game=quiet, **rest), "end_turn"), "die")


@pytest.mark.parametrize("number", [2, 4, 6])
def test_the_goblin_comes_in_odd_rounds_with_an_item_for_each_player(number: int) -> None:
    state = goblin_rolls(number, 3)
    assert asked(state) == (-1, "die")
    play(state, "die(2)", "die(4)")
    assert ZONES[record(state)["goblin_zone"]] == "wild_e" and record(state)["stack"] == 3
    assert asked(state) == (0, "die")


def test_the_goblin_comes_in_round_1_too() -> None:
    state = until(State(game(goblin=True), 2, chance="manual"), "die")
    assert asked(state) == (-1, "die")


@pytest.mark.parametrize("number", [1, 3, 5])
def test_in_even_rounds_there_is_no_goblin_and_unsold_items_are_gone(number: int) -> None:
    state = goblin_rolls(number, goblin="wild_a", stack=2)
    assert asked(state) == (0, "die")
    assert record(state)["goblin_zone"] == NONE and record(state)["stack"] == 0
    assert sum(record(state)["items_left"]) == 24


def test_the_goblin_stays_away_without_the_module() -> None:
    assert asked(rolling()) == (0, "die")
    assert asked(next_round(2)) == (0, "die")


def test_the_stack_is_what_is_left_in_the_box_where_that_is_less() -> None:
    twenty = {"cube": 4, "potion": 4, "talisman": 4, "boots": 4, "hourglass": 4, "glaive": 0}
    few = altered({**QUIET, "goblin.items": twenty}, **{**ALL_OFF, "goblin": True})
    for number, stack in ((2, 5), (6, 5)):
        state = until(play(last_turn(number, players=5, game=few), "end_turn"), "die")
        assert record(play(state, "die(1)", "die(1)"))["stack"] == stack
    long = altered(
        {**QUIET, "goblin.items": twenty, "game.rounds": 12}, **{**ALL_OFF, "goblin": True}
    )
    for number, stack in ((8, 0), (10, 0)):
        state = until(play(last_turn(number, players=5, game=long), "end_turn"), "die")
        assert record(play(state, "die(1)", "die(1)"))["stack"] == stack


def test_dice_stay_available_until_they_are_placed() -> None:
    state = at()
    assert seat(state).dice == DICE
    assert seat(play(state, "activate(3,plain)")).dice == "1224"
