"""Section 3: the walk of a minion that is activated."""

from typing import Any

import pytest

from pixies_env.core.states.state import State
from tests.taverns.rules.table import (
    ALL_OFF,
    altered,
    asked,
    at,
    game,
    options,
    play,
    seat,
)

ON_PASS = game(city_on_pass=True)


@pytest.mark.parametrize(("value", "zone"), [(1, "wild_a"), (2, "wild_b")])
def test_a_minion_walks_as_many_zones_as_the_die_shows(value: int, zone: str) -> None:
    assert seat(play(at(), f"activate({value},plain)")).plain.zone == zone
    assert seat(play(at(), f"activate({value},sturdy)")).sturdy.zone == zone


def test_the_booted_minion_walks_one_zone_more() -> None:
    assert seat(play(at(), "activate(1,booted)")).booted.zone == "wild_b"


def test_the_file_says_how_much_farther_each_minion_walks() -> None:
    far = altered({"minions.plain": {"pockets": 2, "extra_steps": 2}})
    state = at(2, {"plain": {"zone": "wild_d"}}, game=far)
    assert options(play(state, "activate(2,plain)")) == ["path(wild_f)", "path(wild_g)"]
    play(state, "path(wild_g)")
    assert seat(state).plain.zone == "wild_a"


def test_where_an_arrow_starts_the_player_chooses_at_this_step() -> None:
    state = play(at(), "activate(3,plain)")
    assert asked(state) == (0, "path") and seat(state).plain.zone == "wild_b"
    assert options(state) == ["path(wild_c)", "path(wild_d)"]
    assert seat(play(state, "path(wild_d)")).plain.zone == "wild_d"


def test_the_end_of_an_arrow_is_one_step_like_the_next_zone() -> None:
    state = play(at(), "activate(4,plain)", "path(wild_d)")
    assert seat(state).plain.zone == "wild_e"
    state = play(at(), "activate(4,plain)", "path(wild_c)")
    assert seat(state).plain.zone == "maple"


def test_a_walk_that_ends_where_an_arrow_starts_asks_nothing() -> None:
    assert asked(play(at(), "activate(2,plain)")) == (0, "open")


def test_an_arrow_leads_one_way() -> None:
    state = play(at(2, {"plain": {"zone": "wild_d"}}), "activate(1,plain)")
    assert seat(state).plain.zone == "wild_e"


def test_an_arrow_to_the_next_zone_is_still_asked_about() -> None:
    arrows = altered({"map.shortcuts": [["city", "wild_a"]]}, **ALL_OFF)
    state = play(at(game=arrows), "activate(1,plain)")
    assert options(state) == ["path(wild_a)"]
    assert seat(play(state, "path(wild_a)")).plain.zone == "wild_a"


def test_the_path_is_closed() -> None:
    state = play(at(2, {"plain": {"zone": "wild_g"}}), "activate(2,plain)")
    assert seat(state).plain.zone == "wild_a"


def test_nothing_comes_between_a_die_and_its_walk_or_between_two_steps() -> None:
    state = at(2, {"runes": 2, "heroes": "alchemist"})
    assert options(play(state, "activate(4,plain)")) == ["path(wild_c)", "path(wild_d)"]


def test_any_number_of_minions_share_a_zone() -> None:
    own = {"sturdy": {"zone": "wild_a"}, "booted": {"zone": "wild_a"}}
    state = at(2, own, others={1: {"plain": {"zone": "wild_a"}}})
    assert seat(play(state, "activate(1,plain)")).plain.zone == "wild_a"


# The Maple


def test_a_minion_that_ends_in_the_maple_gets_a_rune() -> None:
    state = play(at(2, {"plain": {"zone": "wild_c"}}), "activate(1,plain)")
    assert seat(state).plain.zone == "maple" and seat(state).runes == 1


def test_a_minion_that_only_passes_the_maple_gets_a_rune() -> None:
    state = play(at(2, {"plain": {"zone": "wild_c"}}), "activate(2,plain)")
    assert seat(state).plain.zone == "wild_d" and seat(state).runes == 1


def test_a_minion_that_starts_in_the_maple_gets_no_rune() -> None:
    assert seat(play(at(2, {"plain": {"zone": "maple"}}), "activate(1,plain)")).runes == 0


def test_a_minion_that_goes_around_the_maple_gets_no_rune() -> None:
    state = play(at(), "activate(4,plain)", "path(wild_d)")
    assert seat(state).runes == 0


def test_each_entry_into_the_maple_gives_a_rune_up_to_the_limit() -> None:
    again = altered({"minions.plain": {"pockets": 2, "extra_steps": 9}, "map.shortcuts": []})
    state = play(at(2, {"plain": {"zone": "wild_c"}}, game=again), "activate(1,plain)")
    assert seat(state).plain.zone == "maple" and seat(state).runes == 2
    state = play(at(2, {"plain": {"zone": "wild_c"}, "runes": 3}), "activate(1,plain)")
    assert seat(state).runes == 3


@pytest.mark.parametrize(
    "events", [("visit(portal)", "warp(maple)"), ("use(boots)", "warp(maple)")]
)
def test_a_minion_that_is_moved_to_the_maple_gets_no_rune(events: tuple[str, ...]) -> None:
    own = {"plain": {"zone": "wild_a"}, "energy": 5, "items": {"boots": 1}}
    state = at(2, own, active="plain", locations="portal runes forge market")
    play(state, *events)
    assert seat(state).plain.zone == "maple" and seat(state).runes == 0


# Walking through the City


def walking(carried: str = "P", wounds: int = 1, **rest: Any) -> State:
    own = {
        "plain": {"zone": "wild_g", "carried": carried, "wounds": wounds},
        "sturdy": {"carried": "M", "wounds": 1},
    }
    return at(2, own, **{"game": ON_PASS, **rest})


def test_a_minion_that_only_walks_through_the_city_cannot_store_there() -> None:
    state = play(walking(game=game()), "activate(2,plain)")
    assert asked(state) == (0, "open") and seat(state).plain.carried == "P"


def test_with_the_switch_the_minion_that_walks_through_the_city_stores_and_heals() -> None:
    state = play(walking(), "activate(2,plain)")
    assert asked(state) == (0, "pass")
    assert options(state) == ["store(plain)", "heal(plain)", "walk_on"]
    play(state, "heal(plain)")
    assert options(state) == ["store(plain)", "walk_on"]
    play(state, "store(plain)")
    own = seat(state)
    assert (own.plain.zone, own.plain.carried, own.plain.wounds) == ("wild_a", "", 0)
    assert own.reserve == "P" and own.sturdy.carried == "M"


def test_with_the_switch_it_is_asked_again_as_long_as_there_is_something_to_do() -> None:
    state = play(walking(), "activate(2,plain)", "store(plain)")
    assert options(state) == ["heal(plain)", "walk_on"]
    assert asked(play(state, "heal(plain)")) == (0, "open")


def test_with_the_switch_it_may_walk_on_without() -> None:
    state = play(walking(), "activate(3,plain)", "walk_on")
    assert seat(state).plain.zone == "wild_b" and seat(state).plain.carried == "P"


def test_with_the_switch_nothing_is_asked_where_there_is_nothing_to_store_or_heal() -> None:
    assert asked(play(walking("", 0), "activate(2,plain)")) == (0, "open")


def test_with_the_switch_a_minion_that_starts_or_ends_in_the_city_walks_without_a_question() -> (
    None
):
    state = at(2, {"plain": {"carried": "P"}}, game=ON_PASS)
    assert asked(play(state, "activate(1,plain)")) == (0, "open")
    state = play(walking(), "activate(1,plain)")
    assert asked(state) == (0, "open") and "store(plain)" in options(state)


def test_with_the_switch_an_arrow_out_of_the_city_is_asked_after_that() -> None:
    arrows = altered({"map.shortcuts": [["city", "wild_c"]]}, city_on_pass=True)
    state = play(walking(game=arrows), "activate(2,plain)", "walk_on")
    assert options(state) == ["path(wild_a)", "path(wild_c)"]
    assert seat(play(state, "path(wild_c)")).plain.zone == "wild_c"


def test_with_the_switch_a_second_activation_walks_through_the_city_in_the_same_way() -> None:
    own = {"plain": {"zone": "wild_g", "carried": "P", "die": 2}, "items": {"talisman": 1}}
    state = play(at(2, own, game=ON_PASS), "use(talisman)", "again(plain)", "die(2)")
    assert asked(state) == (0, "pass") and options(state) == ["store(plain)", "walk_on"]
