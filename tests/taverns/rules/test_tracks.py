"""Section 3: the tracks of the asymmetric tavern boards."""

from typing import Any

from pixies_env.core.states.state import State
from tests.taverns.rules.places import effect
from tests.taverns.rules.table import (
    altered,
    asked,
    at,
    options,
    play,
    seat,
)


def with_marker(space: int, tavern: str = "tavern_1", **seat: Any) -> State:
    return at(2, {"tavern": tavern, "marker": space, **seat})


def test_the_bonus_of_any_space_up_to_the_marker_is_taken() -> None:
    assert options(with_marker(0), "track") == []
    assert options(with_marker(3), "track") == ["track(1)", "track(2)", "track(3)"]


def test_then_the_marker_goes_back_to_0() -> None:
    state = play(with_marker(3), "track(2)")
    assert (seat(state).runes, seat(state).marker) == (1, 0) and options(state, "track") == []


def test_a_space_whose_bonus_changes_nothing_is_not_offered() -> None:
    assert options(with_marker(3, energy=5, runes=3), "track") == ["track(3)"]


def test_two_spaces_with_the_same_effect_stay_two_options() -> None:
    gold = effect("gold", n=1)
    game = altered({"asymmetric.tavern_1": [gold, gold]})
    state = at(2, {"tavern": "tavern_1", "marker": 2}, game=game)
    assert options(state, "track") == ["track(1)", "track(2)"]


def test_each_tavern_has_a_track_of_its_own() -> None:
    assert seat(play(with_marker(1, "tavern_2"), "track(1)")).gold == 1
    assert seat(play(with_marker(3, "tavern_4"), "track(3)")).reserve == "M"


def test_the_marker_goes_back_last_after_all_questions() -> None:
    state = with_marker(2, "tavern_3", plain={"zone": "maple", "carried": "PE"})
    play(state, "track(2)")
    assert asked(state) == (0, "unload") and seat(state).marker == 2
    play(state, "unload(plain,egg)")
    assert seat(state).marker == 0 and seat(state).reserve == "E"


def test_the_marker_goes_back_after_a_walk_too() -> None:
    game = altered({"asymmetric.tavern_1": [effect("step")]})
    own = {"tavern": "tavern_1", "marker": 1, "plain": {"zone": "wild_b"}}
    state = play(at(2, own, active="plain", game=game), "track(1)")
    assert asked(state) == (0, "path") and seat(state).marker == 1
    assert seat(play(state, "path(wild_c)")).marker == 0


def test_the_track_is_used_at_an_attack_point() -> None:
    own = {"tavern": "tavern_2", "marker": 1, "plain": {"zone": "wild_b"}}
    state = at(2, own, active="plain", dragon="ember", hunt="C")
    play(state, "track(1)")
    assert asked(state) == (0, "attack") and seat(state).gold == 1 and seat(state).marker == 0


def test_a_marker_that_went_back_moves_on_again() -> None:
    state = play(with_marker(4), "track(4)", "energy(1)")
    assert (seat(state).prestige, seat(state).marker) == (3, 1)
