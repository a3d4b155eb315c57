"""The last round: the king's call, and how a turn and a game end."""

from __future__ import annotations

from typing import Any

import pytest

from pixies_env.core.states.state import State
from tests.taverns.rules.table import (
    altered,
    asked,
    at,
    last_turn,
    options,
    play,
    record,
    seat,
)


def called(number: int = 7, **situation: Any) -> State:
    """An active plain minion far from the City that carries something."""
    own = {"plain": {"zone": "maple", "carried": "PE"}, "booted": {"carried": "M"}}
    own |= situation.pop("seat", {})
    return at(2, own, **{"active": "plain", "round_number": number, **situation})


def test_in_round_7_all_that_the_active_minion_carries_is_stored_wherever_it_stands() -> None:
    state = called()
    assert options(state)[-2:] == ["end_turn", "king_call"]
    play(state, "king_call")
    assert (seat(state).reserve, seat(state).plain.carried) == ("PE", "")
    assert seat(state).booted.carried == "M"


def test_the_king_calls_and_the_turn_ends() -> None:
    state = play(called(), "king_call")
    assert asked(state) == (1, "open") and record(state)["active"] == -1


def test_nobody_has_to_follow_the_call() -> None:
    state = play(called(), "end_turn")
    assert seat(state).plain.carried == "PE" and asked(state) == (1, "open")


@pytest.mark.parametrize("number", range(1, 7))
def test_the_king_calls_in_the_last_round_only(number: int) -> None:
    assert options(called(number), "king_call") == []


def test_the_last_round_is_that_of_the_file() -> None:
    game = altered({"game.rounds": 3})
    assert options(called(3, game=game), "king_call") == ["king_call"]


def test_the_call_is_for_an_active_minion_that_carries_something() -> None:
    assert options(called(seat={"plain": {"zone": "maple"}}), "king_call") == []
    assert options(called(active="sturdy"), "king_call") == []
    idle = at(2, {"plain": {"carried": "P"}}, round_number=7, main_done=1)
    assert options(idle, "king_call") == []


def test_the_call_is_for_the_minion_activated_last() -> None:
    own = {"items": {"talisman": 1}, "sturdy": {"zone": "wild_a", "carried": "S", "die": 1}}
    state = play(called(seat=own), "use(talisman)", "again(sturdy)", "die(1)", "king_call")
    assert (seat(state).reserve, seat(state).plain.carried) == ("S", "PE")


def test_nobody_is_called_before_the_main_action() -> None:
    own = {"items": {"talisman": 1}, "sturdy": {"zone": "wild_a", "carried": "S", "die": 1}}
    state = at(2, own, round_number=7)
    play(state, "use(talisman)", "again(sturdy)", "die(1)")
    assert options(state, "king_call", "end_turn") == []


def test_after_round_7_the_game_is_over_and_nothing_comes_back() -> None:
    state = play(last_turn(7, {"plain": {"zone": "maple", "die": 3, "carried": "P"}}), "end_turn")
    assert state.is_over and seat(state).plain.die == 3


def test_the_game_has_as_many_rounds_as_the_file_says() -> None:
    shorter = altered({"game.rounds": 2})
    assert play(last_turn(2, game=shorter), "end_turn").is_over
    assert not play(last_turn(1, game=shorter), "end_turn").is_over


def test_what_was_done_in_a_turn_is_over_with_it() -> None:
    things = {"met": 1, "bought": 1, "hunted": 1, "has_collected": 1, "cooked_now": 1}
    state = play(called(1, visited="runes", **things), "end_turn")
    there = record(state)
    assert [int(there[name]) for name in (*things, "visited", "main_done", "may_collect")] == [
        0
    ] * 8
