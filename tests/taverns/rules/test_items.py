"""Section 3: the goblin and its items, each used once."""

from fractions import Fraction
from typing import Any

import pytest

from pixies_env.core.states.state import State
from tests.taverns.rules.table import (
    altered,
    asked,
    at,
    game,
    options,
    play,
    probabilities,
    record,
    seat,
)


def meeting_goblin(**rest: Any) -> State:
    own = {"plain": {"zone": "wild_b"}, "gold": 2, **rest.pop("seat", {})}
    return at(2, own, **{"active": "plain", "goblin": "wild_b", "stack": 2, **rest})


# Buying


def test_the_active_minion_buys_the_top_item_in_the_zone_of_the_goblin_for_1_gold() -> None:
    state = play(meeting_goblin(), "buy")
    assert seat(state).gold == 1 and asked(state) == (0, "item")
    sixth = Fraction(1, 6)
    assert set(probabilities(state).values()) == {sixth} and len(probabilities(state)) == 6
    play(state, "item(boots)")
    assert seat(state).items == {"boots": 1} and record(state)["stack"] == 1


def test_an_item_is_drawn_from_all_that_nobody_has_seen() -> None:
    own = {"items": {"cube": 1}, "items_used": {"cube": 1, "potion": 1}}
    state = play(meeting_goblin(seat=own, others={1: {"items": {"cube": 2}}}), "buy")
    found = probabilities(state)
    assert "item(cube)" not in found and found["item(potion)"] == Fraction(3, 19)


def test_the_goblin_sells_once_per_activation() -> None:
    own = {"items": {"talisman": 1}, "plain": {"zone": "wild_a", "die": 1}}
    state = meeting_goblin(seat=own, bought=1)
    assert options(state, "buy") == []
    play(state, "use(talisman)", "again(plain)", "die(1)")
    assert options(state, "buy") == ["buy"]


def test_after_a_purchase_nothing_is_bought_again_in_this_activation() -> None:
    assert options(play(meeting_goblin(), "buy", "item(cube)"), "buy") == []


@pytest.mark.parametrize(
    "situation",
    [{"stack": 0}, {"goblin": "wild_c"}, {"seat": {"gold": 0}}],
    ids=["no item is left", "the goblin is elsewhere", "there is no gold"],
)
def test_nothing_is_bought_if(situation: dict[str, Any]) -> None:
    assert options(meeting_goblin(**situation), "buy") == []


def test_the_goblin_sells_to_an_active_minion_only() -> None:
    own = {"plain": {"zone": "wild_b"}, "gold": 2}
    assert options(at(2, own, goblin="wild_b", stack=2), "buy") == []
    assert options(at(2, own, goblin="wild_b", stack=2, active="booted"), "buy") == []


def test_the_file_says_what_an_item_costs() -> None:
    dear = altered({"game.item_price": 2})
    assert seat(play(meeting_goblin(game=dear), "buy")).gold == 0
    assert options(meeting_goblin(game=dear, seat={"gold": 1}), "buy") == []


def test_a_bought_item_is_used_at_once_or_later() -> None:
    state = meeting_goblin(seat={"plain": {"zone": "wild_b", "wounds": 1}})
    play(state, "buy", "item(potion)")
    assert "use(potion)" in options(state)


# Items


def test_each_item_is_used_once() -> None:
    state = at(2, {"items": {"potion": 2}, "sturdy": {"zone": "maple", "wounds": 1}})
    play(state, "use(potion)")
    assert seat(state).items == {"potion": 1} and seat(state).items_used == {"potion": 1}
    play(state, "treat(sturdy)")
    assert options(state, "use") == []


def test_the_potion_heals_all_wounds_of_any_own_minion() -> None:
    own = {"plain": {"wounds": 1}, "sturdy": {"zone": "maple", "wounds": 3}}
    state = play(at(2, {"items": {"potion": 1}, **own}), "use(potion)")
    assert asked(state) == (0, "treat")
    assert options(state) == ["treat(plain)", "treat(sturdy)"]
    play(state, "treat(sturdy)")
    assert (seat(state).sturdy.wounds, seat(state).plain.wounds) == (0, 1)


def test_the_potion_needs_a_wound() -> None:
    others = {1: {"plain": {"wounds": 1}}}
    assert options(at(2, {"items": {"potion": 1}}, others=others), "use") == []


def test_the_hourglass_readies_an_exhausted_hero_whatever_its_ability() -> None:
    own = {"items": {"hourglass": 1}, "heroes": "archer bard", "exhausted": "archer bard"}
    state = play(at(2, own), "use(hourglass)")
    assert asked(state) == (0, "ready") and options(state) == ["ready(archer)", "ready(bard)"]
    assert seat(play(state, "ready(bard)")).exhausted == "archer"


def test_the_hourglass_needs_an_exhausted_hero() -> None:
    assert options(at(2, {"items": {"hourglass": 1}, "heroes": "archer"}), "use") == []


def test_the_glaive_adds_a_symbol_of_choice_at_an_attack_point_only() -> None:
    own = {"items": {"glaive": 1}, "plain": {"zone": "wild_b"}}
    assert options(at(2, own, active="plain", dragon="ember"), "use") == []
    state = at(2, own, active="plain", dragon="ember", hunt="C")
    play(state, "use(glaive)")
    assert asked(state) == (0, "symbol") and options(state) == ["symbol(sword)", "symbol(bow)"]
    play(state, "symbol(bow)", "strike")
    assert options(state) == ["mark(bow,1)", "mark(bow,2)", "mark(bow,3)"]


def test_the_boots_move_the_active_minion_to_any_other_zone() -> None:
    own = {"items": {"boots": 1}, "plain": {"zone": "wild_b"}}
    assert options(at(2, own), "use") == []
    state = play(at(2, own, active="plain"), "use(boots)")
    assert asked(state) == (0, "warp") and len(options(state)) == 8
    assert "warp(wild_b)" not in options(state)
    assert seat(play(state, "warp(city)")).plain.zone == "city"


def test_the_talisman_rolls_the_die_of_any_own_minion_and_activates_it_again() -> None:
    own = {
        "items": {"talisman": 1},
        "plain": {"zone": "wild_b", "die": 2},
        "booted": {"zone": "wild_d", "die": 4},
    }
    state = play(at(2, own, active="plain"), "use(talisman)")
    assert asked(state) == (0, "again") and options(state) == ["again(plain)", "again(booted)"]
    play(state, "again(booted)")
    assert asked(state) == (0, "die") and seat(state).booted.die == 4
    play(state, "die(1)", "path(wild_g)")
    assert seat(state).booted.zone == "wild_g" and seat(state).booted.die == 1
    assert record(state)["active"] == 2


def test_the_talisman_works_before_the_main_action_and_is_none() -> None:
    own = {"items": {"talisman": 1}, "plain": {"zone": "city", "die": 2}}
    state = play(at(2, own), "use(talisman)", "again(plain)", "die(2)")
    assert options(state, "energy") != [] and "end_turn" not in options(state)
    assert record(state)["active"] == 0


def test_the_talisman_needs_a_die_on_a_die_place() -> None:
    assert options(at(2, {"items": {"talisman": 1}}), "use") == []


def test_a_later_activation_makes_another_minion_the_active_one() -> None:
    own = {"items": {"talisman": 1}, "plain": {"zone": "wild_a", "die": 1}}
    state = play(at(2, own), "use(talisman)", "again(plain)", "die(1)", "activate(1,sturdy)")
    assert record(state)["active"] == 1
    assert options(state, "gather") == ["gather(plant)"]


def test_without_the_module_there_is_no_item() -> None:
    off = game(goblin=False)
    assert sum(record(at(game=off))["items_left"]) == 0
