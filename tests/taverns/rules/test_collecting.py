"""Section 3: the secondary actions collect and gather."""

from typing import Any

from pixies_env.core.states.state import State
from tests.taverns.rules.table import (
    at,
    options,
    play,
    seat,
    tokens,
)

HERE = {"zone": "wild_d"}


def standing(tokens: str = "spice", **rest: Any) -> State:
    """An active plain minion where mushrooms are printed."""
    own = {"plain": {**HERE, **rest.pop("plain", {})}, **rest.pop("seat", {})}
    return at(2, own, active="plain", tokens={"wild_d": tokens}, **rest)


def test_before_an_activation_there_is_no_active_minion_and_nothing_to_collect() -> None:
    state = at(2, {"plain": HERE}, tokens={"wild_d": "spice"})
    assert options(state, "collect", "gather", "visit", "hunt", "meet", "buy") == []


def test_a_token_of_the_zone_goes_into_a_free_pocket() -> None:
    state = play(standing(), "collect(spice)")
    assert seat(state).plain.carried == "S" and tokens(state, "wild_d") == []


def test_a_printed_ingredient_never_runs_out() -> None:
    state = play(standing(), "gather(mushroom)")
    assert seat(state).plain.carried == "M" and tokens(state, "wild_d") == ["spice"]
    again = standing("", plain={"carried": "M"})
    assert options(again, "gather") == ["gather(mushroom)"]


def test_one_of_the_two_once_per_activation() -> None:
    assert options(standing(), "collect", "gather") == ["collect(spice)", "gather(mushroom)"]
    for action in ("collect(spice)", "gather(mushroom)"):
        assert options(play(standing(), action), "collect", "gather") == []


def test_equal_tokens_are_one_option_and_one_of_them_leaves() -> None:
    own = {"plain": {"zone": "wild_c"}}
    state = at(2, own, active="plain", tokens={"wild_c": "plant plant"})
    assert options(state, "collect") == ["collect(plant)"]
    assert tokens(play(state, "collect(plant)"), "wild_c") == ["plant"]


def test_tokens_of_other_zones_are_not_offered() -> None:
    state = at(2, {"plain": HERE}, active="plain", tokens={"wild_c": "egg", "wild_e": "plant"})
    assert options(state, "collect", "gather") == ["gather(mushroom)"]


def test_the_encounter_token_is_not_collected() -> None:
    assert options(standing("encounter"), "collect") == []


def test_nothing_is_collected_without_a_free_pocket() -> None:
    for full in ({"carried": "PP"}, {"wounds": 2}, {"carried": "E", "wounds": 1}):
        assert options(standing(plain=full), "collect", "gather") == []


def test_secondary_actions_come_in_any_order_before_or_after_free_actions() -> None:
    state = standing(locations="campfire runes library forge", seat={"energy": 5})
    play(state, "visit(runes)", "collect(spice)")
    assert "visit(library)" in options(state)
    play(state, "reroll(1)", "die(2)", "visit(library)")
    assert seat(state).gold == 2


def test_tokens_are_not_replaced_when_they_are_collected() -> None:
    state = play(standing(), "collect(spice)", "end_turn")
    assert tokens(state, "wild_d") == []


def test_a_second_activation_renews_collecting() -> None:
    state = standing("", seat={"items": {"talisman": 1}, "plain": {"zone": "maple"}}, collected=1)
    assert options(state, "collect", "gather") == []
    play(state, "use(talisman)", "again(plain)", "die(1)")
    assert options(state, "gather") == ["gather(mushroom)"]


def test_being_moved_does_not_renew_collecting() -> None:
    state = standing(seat={"items": {"boots": 1}})
    play(state, "gather(mushroom)", "use(boots)", "warp(wild_a)")
    assert seat(state).plain.zone == "wild_a" and options(state, "gather") == []


def test_a_minion_that_was_moved_before_collecting_may_collect_there() -> None:
    state = standing(seat={"items": {"boots": 1}})
    play(state, "use(boots)", "warp(wild_a)")
    assert options(state, "gather") == ["gather(plant)"]


def test_in_the_next_turn_another_activation_may_collect() -> None:
    state = standing()
    play(state, "gather(mushroom)", "end_turn", "energy(1)", "end_turn")
    assert options(state, "collect", "gather") == []
    play(state, "activate(1,sturdy)")
    assert options(state, "gather") == ["gather(plant)"]
