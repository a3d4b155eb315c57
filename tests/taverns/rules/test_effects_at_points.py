"""Section 3, effects: those only at an open point (†) or only at an attack point (‡)."""

import pytest

from tests.taverns.rules.places import DUE, FREE, about, carried_out, effect, is_offered
from tests.taverns.rules.table import (
    asked,
    options,
    play,
    record,
    seat,
    spaces_used,
    tokens,
)

AT_OPEN_POINTS = [
    effect(name)
    for name in ("visit_any", "visit_free", "owl", "duplicate", "step", "collect_again")
]
IN_HUNTS = [
    effect("symbol", symbol="sword"),
    effect("any_symbol"),
    effect("face", symbol="bow"),
    effect("extra_die"),
    effect("no_wounds"),
]
BUSY = {
    "active": "plain",
    "collected": 1,
    "locations": "runes forge portal caravan",
    "tokens": {"wild_a": "egg"},
}
HERE = {"plain": {"zone": "wild_a", "carried": "P"}, "energy": 4}
"""A situation in which each effect of an open point could do something."""
HUNT = {"active": "plain", "dragon": "ember", "hunt": "C"}


def _name(given: dict[str, str]) -> str:
    return given["effect"]


at_open_points = pytest.mark.parametrize("place", [*FREE, "encounter"])
as_free_action = pytest.mark.parametrize("place", FREE)


@as_free_action
@pytest.mark.parametrize("given", AT_OPEN_POINTS, ids=_name)
def test_effects_of_an_open_point_need_an_active_minion(place: str, given: dict[str, str]) -> None:
    assert is_offered(place, given, seat=HERE, **BUSY)
    idle = {key: value for key, value in BUSY.items() if key != "active"}
    assert not is_offered(place, given, seat=HERE, **idle)


@as_free_action
@pytest.mark.parametrize("given", AT_OPEN_POINTS, ids=_name)
def test_effects_of_an_open_point_are_none_in_a_hunt(place: str, given: dict[str, str]) -> None:
    assert not is_offered(place, given, seat=HERE, **BUSY, dragon="storm", hunt="C")


@as_free_action
@pytest.mark.parametrize("given", IN_HUNTS, ids=_name)
def test_effects_of_a_hunt_are_free_actions_at_an_attack_point_only(
    place: str, given: dict[str, str]
) -> None:
    assert is_offered(place, given, seat=HERE, **HUNT)
    assert not is_offered(place, given, seat=HERE, active="plain", dragon="ember")


AT_BOTH = [
    effect("gold", n=1),
    effect("prestige", n=1),
    effect("energy", n=1),
    effect("rune", n=1),
    effect("cooked", n=1),
    effect("reserve", kind="egg"),
    *(
        effect(name)
        for name in (
            "energy_per_hero",
            "ready",
            "exhaust",
            "heal",
            "heal_active",
            "store_one",
            "raise_dice",
            "set_die",
        )
    ),
]


@as_free_action
@pytest.mark.parametrize("given", AT_BOTH, ids=_name)
def test_the_other_effects_are_free_actions_at_both_kinds_of_points(
    place: str, given: dict[str, str]
) -> None:
    own = {
        "energy": 1,
        "heroes": "archer scout",
        "exhausted": "archer",
        "plain": {"zone": "wild_b", "carried": "P", "wounds": 1},
    }
    around = {"active": "plain", "dragon": "ember", "cooked_now": 1}
    assert is_offered(place, given, seat=own, **around)
    assert is_offered(place, given, seat=own, **around, hunt="C")


@pytest.mark.parametrize("place", ["special", "good", "bad", "appears"])
@pytest.mark.parametrize("given", AT_OPEN_POINTS + IN_HUNTS, ids=_name)
def test_where_point_or_minion_is_missing_nothing_happens(
    place: str, given: dict[str, str]
) -> None:
    own = {"plain": {"zone": "wild_b", "carried": "P"}, "energy": 4}
    state = carried_out(place, given, seat=own, locations="campfire runes forge portal")
    assert state.waiting == "chance" or asked(state) == (0, "open")
    assert state.question in ("open", "die", "token")
    assert (seat(state).plain.zone, seat(state).plain.carried) == ("wild_b", "P")
    assert not record(state)["hunting"] and not record(state)["no_wounds"]


@pytest.mark.parametrize("given", IN_HUNTS, ids=_name)
def test_in_an_encounter_effects_of_a_hunt_do_nothing(given: dict[str, str]) -> None:
    state = carried_out("encounter", given, dragon="ember")
    assert asked(state) == (0, "open") and list(record(state)["added"]) == [0, 0]


# visit_any, visit_free


@at_open_points
def test_visit_any_visits_a_location_adjacent_or_not_at_its_cost(place: str) -> None:
    own = {"plain": {"zone": "wild_b"}, "energy": 3}
    rest = {"active": "plain", "locations": "forge campfire runes caravan"}
    state = carried_out(place, effect("visit_any"), seat=own, **rest)
    assert asked(state) == (0, "visit")
    assert options(state) == ["visit(campfire)", "visit(runes)", "visit(forge)"]
    play(state, "visit(runes)")
    assert (seat(state).energy, seat(state).runes) == (2, 1)
    assert spaces_used(state) == [0, 0, 1, 0] and asked(state) == (0, "open")


@as_free_action
def test_visit_any_follows_all_other_rules(place: str) -> None:
    sites = {"active": "plain", "locations": "runes forge library caravan"}
    assert is_offered(place, effect("visit_any"), seat={"energy": 1}, **sites)
    assert not is_offered(place, effect("visit_any"), seat={"energy": 0}, **sites)
    full = {"energy": 1, "runes": 3}
    assert not is_offered(place, effect("visit_any"), seat=full, **sites, spaces_used=[0, 1, 0, 0])
    assert not is_offered(place, effect("visit_any"), seat=full, **sites, visited="forge")
    assert not is_offered(place, effect("visit_any"), seat=full, **sites, dragon="moss")


@at_open_points
def test_visit_free_visits_an_adjacent_location_without_its_energy_cost(place: str) -> None:
    own = {"plain": {"zone": "wild_b"}}
    rest = {"active": "plain", "locations": "campfire runes forge caravan"}
    state = carried_out(place, effect("visit_free"), seat=own, **rest)
    assert options(state) == ["visit(campfire)"]
    play(state, "visit(campfire)", "die(1)", "path(wild_c)")
    assert seat(state).energy == 0 and spaces_used(state) == [1, 0, 0, 0]
    assert seat(state).plain.zone == "wild_c"


@as_free_action
def test_visit_free_follows_all_other_rules(place: str) -> None:
    given = effect("visit_free")
    own = {"plain": {"zone": "wild_b"}}
    sites = {"active": "plain", "locations": "runes campfire forge caravan"}
    assert is_offered(place, given, seat=own, **sites)
    assert not is_offered(place, given, seat={**own, "runes": 3}, **sites)
    assert not is_offered(place, given, seat=own, **sites, spaces_used=[1, 0, 0, 0])
    assert not is_offered(place, given, seat=own, **sites, visited="runes")
    assert not is_offered(place, given, seat=own, **sites, dragon="ember")
    assert not is_offered(place, given, seat={"plain": {"zone": "city"}}, **sites)


def test_a_free_visit_does_not_waive_the_gold_of_the_market_or_the_spice_of_the_library() -> None:
    given, own = effect("visit_free"), {"plain": {"zone": "wild_c", "carried": "S"}, "gold": 1}
    rest = {"active": "plain", "locations": "market library forge caravan"}
    state = carried_out("ability", given, seat=own, **rest)
    play(state, "visit(market)", "market(plant)")
    assert seat(state).gold == 0
    state = play(carried_out("ability", given, seat=own, **rest), "visit(library)")
    assert (seat(state).gold, seat(state).plain.carried) == (3, "")
    poor = {"plain": {"zone": "wild_a"}}
    assert not is_offered("ability", given, seat=poor, **rest)


# owl


@at_open_points
def test_the_owl_brings_one_ingredient_of_the_zone_straight_into_the_reserve(place: str) -> None:
    own = {"plain": {"zone": "wild_a", "carried": "PP"}}
    laid = {"wild_a": "egg"}
    if place == "encounter":
        own, laid = {"plain": {"zone": "wild_c"}}, {"wild_c": "egg encounter", "wild_b": ""}
    state = carried_out(place, effect("owl"), seat=own, active="plain", tokens=laid)
    assert asked(state) == (0, "owl")
    assert options(state) == ["collect(egg)", *(["gather(plant)"] if place in FREE else [])]
    play(state, "collect(egg)")
    assert seat(state).reserve == "E" and "egg" not in tokens(state, "wild_a")
    assert seat(state).plain.carried == own["plain"].get("carried", "")


def test_the_owl_brings_a_printed_ingredient() -> None:
    state = carried_out(
        "ability", effect("owl"), seat={"plain": {"zone": "wild_d"}}, active="plain"
    )
    assert options(state) == ["gather(mushroom)"]
    assert seat(play(state, "gather(mushroom)")).reserve == "M"


def test_what_the_owl_brings_is_not_the_collection_of_this_activation() -> None:
    own = {"plain": {"zone": "wild_a"}}
    state = play(carried_out("ability", effect("owl"), seat=own, active="plain"), "gather(plant)")
    assert options(state, "gather") == ["gather(plant)"]
    assert not record(state)["has_collected"]


@as_free_action
def test_the_owl_needs_an_ingredient_in_the_zone(place: str) -> None:
    own = {"plain": {"zone": "wild_b"}}
    laid = {"wild_b": "encounter", "wild_a": "egg"}
    assert not is_offered(place, effect("owl"), seat=own, active="plain", tokens=laid)


# duplicate


@at_open_points
def test_duplicate_doubles_a_carried_ingredient_out_of_the_supply(place: str) -> None:
    own = {"sturdy": {"zone": "wild_b", "carried": "PE"}}
    state = carried_out(place, effect("duplicate"), seat=own, active="sturdy")
    assert asked(state) == (0, "copy") and options(state) == ["copy(plant)", "copy(egg)"]
    assert seat(play(state, "copy(egg)")).sturdy.carried == "PEE"


@as_free_action
def test_duplicate_needs_a_free_pocket_and_something_carried(place: str) -> None:
    for plain in ({}, {"carried": "PE"}, {"carried": "P", "wounds": 1}):
        assert not is_offered(place, effect("duplicate"), seat={"plain": plain}, active="plain")


def test_in_an_encounter_duplicate_without_a_pocket_does_nothing() -> None:
    state = carried_out("encounter", effect("duplicate"), seat={"plain": {"carried": "PE"}})
    assert asked(state) == (0, "open")


# step


@at_open_points
def test_step_walks_one_more_zone_in_the_same_activation(place: str) -> None:
    own = {"plain": {"zone": "wild_b"}}
    state = carried_out(place, effect("step"), seat=own, active="plain", collected=1, hunted=1)
    assert options(state) == ["path(wild_c)", "path(wild_d)"]
    play(state, "path(wild_d)")
    assert seat(state).plain.zone == "wild_d"
    assert options(state, "gather") == [] and record(state)["hunted"]


def test_a_step_into_the_maple_gives_a_rune() -> None:
    state = carried_out(
        "ability", effect("step"), seat={"plain": {"zone": "wild_c"}}, active="plain"
    )
    assert seat(state).runes == 1


# collect_again


@at_open_points
def test_collect_again_gives_one_more_collection(place: str) -> None:
    zone = "wild_a" if place in FREE else "wild_c"
    laid = {zone: "egg encounter", "wild_b": ""} if place not in FREE else {zone: "egg"}
    own = {"plain": {"zone": zone}}
    state = about(
        place, effect("collect_again"), seat=own, active="plain", tokens=laid, collected=1
    )
    assert options(state, "collect", "gather") == []
    play(state, *DUE[place])
    assert "collect(egg)" in options(state)
    play(state, "collect(egg)")
    assert options(state, "collect", "gather") == []


@as_free_action
def test_collect_again_needs_a_collection_and_does_not_add_up(place: str) -> None:
    given = effect("collect_again")
    assert not is_offered(place, given, active="plain")
    assert is_offered(place, given, active="plain", collected=1)
    assert not is_offered(place, given, active="plain", may_collect=1, has_collected=1)


# Symbols


@as_free_action
def test_a_symbol_is_added_to_this_hunt(place: str) -> None:
    state = carried_out(place, effect("symbol", symbol="bow"), **HUNT)
    assert asked(state) == (0, "attack") and list(record(state)["added"]) == [0, 1]
    assert options(play(state, "strike"))[0] == "mark(bow,1)"


@as_free_action
def test_any_symbol_adds_one_of_choice(place: str) -> None:
    state = carried_out(place, effect("any_symbol"), **HUNT)
    assert asked(state) == (0, "symbol") and options(state) == ["symbol(sword)", "symbol(bow)"]
    assert list(record(play(state, "symbol(sword)"))["added"]) == [1, 0]


@as_free_action
def test_face_turns_one_hunting_die(place: str) -> None:
    given = effect("face", symbol="sword")
    state = carried_out(place, given, **{**HUNT, "hunt": "SCF"})
    assert asked(state) == (0, "turn") and options(state) == ["turn(claw)", "turn(flame)"]
    assert list(record(play(state, "turn(claw)"))["hunt_dice"]) == [2, 0, 0, 1]


@as_free_action
def test_face_needs_a_die_that_shows_another_face(place: str) -> None:
    assert not is_offered(place, effect("face", symbol="sword"), **{**HUNT, "hunt": "SS"})


@as_free_action
def test_extra_die_rolls_one_more_up_to_3(place: str) -> None:
    state = carried_out(place, effect("extra_die"), **{**HUNT, "hunt": "CC"})
    assert asked(state) == (0, "hunt_die")
    assert list(record(play(state, "hunt_die(bow)"))["hunt_dice"]) == [0, 1, 2, 0]
    assert not is_offered(place, effect("extra_die"), **{**HUNT, "hunt": "CCC"})


@as_free_action
def test_no_wounds_stops_claws(place: str) -> None:
    state = play(carried_out(place, effect("no_wounds"), **{**HUNT, "hunt": "CC"}), "strike")
    assert seat(state).plain.wounds == 0
    assert not is_offered(place, effect("no_wounds"), **HUNT, no_wounds=1)


@pytest.mark.parametrize("name", ["wound_active", "wound", "wound_adjacent"])
def test_no_wounds_stops_the_wounds_of_the_special_attack(name: str) -> None:
    own = {"sturdy": {"zone": "wild_a"}}
    state = carried_out("special", effect(name), seat=own, no_wounds=1)
    assert asked(state) == (0, "open")
    assert seat(state).plain.wounds == seat(state).sturdy.wounds == 0


def test_no_wounds_stops_nothing_else_of_the_special_attack() -> None:
    state = carried_out("special", effect("gold", n=-2), seat={"gold": 3}, no_wounds=1)
    assert seat(state).gold == 1


def test_no_wounds_holds_for_this_hunt_only() -> None:
    state = carried_out("special", effect("gold", n=1), no_wounds=1)
    assert record(state)["no_wounds"] == 0
