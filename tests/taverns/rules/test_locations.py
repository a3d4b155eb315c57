"""Section 3: visits, and the locations one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.taverns.names import LOCATIONS
from tests.taverns.rules.table import (
    GAME,
    altered,
    asked,
    at,
    game,
    options,
    play,
    probabilities,
    record,
    seat,
    spaces_used,
)


def beside(location: str, players: int = 2, zone: str = "wild_a", **situation: Any) -> State:
    """An active plain minion beside site 1, where a location lies; 5 energy."""
    own = dict(situation.pop("seat", {}))
    own["plain"] = {"zone": zone, **own.get("plain", {})}
    rest = [name for name in LOCATIONS if name != location][:3]
    situation = {"active": "plain", "locations": " ".join([location, *rest]), **situation}
    return at(players, {"energy": 5, **own}, **situation)


def can_visit(state: State, location: str) -> bool:
    return f"visit({location})" in options(state)


# Visits


def test_a_location_is_visited_from_an_adjacent_zone() -> None:
    assert options(beside("runes"), "visit") == ["visit(runes)"]
    assert not can_visit(beside("runes", zone="wild_e"), "runes")
    assert options(beside("runes", zone="city"), "visit") == []


def test_a_zone_may_touch_several_sites() -> None:
    sites = "runes campfire portal forge"
    state = beside("runes", zone="wild_c", locations=sites)
    assert options(state, "visit") == ["visit(campfire)", "visit(runes)"]


def test_the_energy_of_the_location_is_paid() -> None:
    costs = {"campfire": 2, "portal": 2, "runes": 1, "dungeon": 1, "forge": 1}
    for location, cost in costs.items():
        assert not can_visit(beside(location, seat={"energy": cost - 1}), location)
        state = play(beside(location), f"visit({location})")
        assert seat(state).energy == 5 - cost


def test_a_visit_without_cost_needs_no_energy() -> None:
    state = beside("library", seat={"energy": 0, "plain": {"carried": "S"}})
    assert can_visit(state, "library")


def test_the_file_says_what_a_location_costs() -> None:
    dear = altered({"locations.runes": {"cost": 4, "gives_runes": 2}})
    assert not can_visit(beside("runes", game=dear, seat={"energy": 3}), "runes")
    state = play(beside("runes", game=dear), "visit(runes)")
    assert seat(state).energy == 1 and seat(state).runes == 2


def test_a_visit_occupies_an_activation_space_with_2_players_the_only_one() -> None:
    state = play(beside("runes"), "visit(runes)")
    assert spaces_used(state) == [1, 0, 0, 0]
    assert not can_visit(beside("runes", spaces_used=[1, 0, 0, 0]), "runes")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_with_more_players_there_are_2_activation_spaces(players: int) -> None:
    assert can_visit(beside("runes", players, spaces_used=[1, 0, 0, 0]), "runes")
    assert not can_visit(beside("runes", players, spaces_used=[2, 0, 0, 0]), "runes")


def test_each_location_is_visited_once_per_turn() -> None:
    state = play(beside("runes", 3), "visit(runes)")
    assert not can_visit(state, "runes") and spaces_used(state)[0] == 1


def test_different_locations_are_visited_in_one_turn() -> None:
    state = beside("runes", zone="wild_c", locations="runes forge portal library")
    play(state, "visit(runes)")
    assert options(state, "visit") == ["visit(forge)"]


def test_a_second_activation_does_not_renew_a_visit() -> None:
    own = {"items": {"talisman": 1}, "sturdy": {"zone": "city", "die": 2}}
    state = beside("runes", 3, seat=own)
    play(state, "visit(runes)", "use(talisman)", "again(sturdy)", "die(1)")
    assert seat(state).sturdy.zone == "wild_a" and not can_visit(state, "runes")


def test_the_same_location_is_visited_again_in_the_next_turn() -> None:
    state = play(beside("runes", 3), "visit(runes)", "end_turn")
    play(state, "energy(1)", "end_turn", "energy(1)", "end_turn", "activate(1,sturdy)")
    assert can_visit(state, "runes")


def test_a_location_with_a_dragon_is_not_visited() -> None:
    assert not can_visit(beside("runes", dragon="ember"), "runes")
    assert can_visit(beside("runes", dragon="moss"), "runes")


# Campfire


def test_the_campfire_rolls_the_die_of_the_minion_and_it_walks_again() -> None:
    state = beside("campfire", seat={"plain": {"die": 2}})
    play(state, "visit(campfire)")
    assert asked(state) == (0, "die") and seat(state).plain.die == 2
    play(state, "die(1)")
    assert seat(state).plain.die == 1 and seat(state).plain.zone == "wild_b"


def test_at_the_campfire_the_booted_minion_walks_one_more() -> None:
    own = {"booted": {"zone": "wild_c"}, "plain": {"zone": "city"}}
    state = play(beside("campfire", seat=own, active="booted"), "visit(campfire)", "die(2)")
    assert seat(state).booted.zone == "wild_e"


def test_the_campfire_renews_what_is_once_per_activation() -> None:
    state = beside("campfire", zone="wild_c", collected=1, dragon="moss", hunted=1)
    assert options(state, "collect", "gather", "hunt") == []
    play(state, "visit(campfire)", "die(1)")
    assert seat(state).plain.zone == "maple" and len(options(state, "hunt")) == 3
    assert record(state)["may_collect"] == 1


# Portal


def test_the_portal_moves_the_minion_to_any_other_zone() -> None:
    state = play(beside("portal"), "visit(portal)")
    assert asked(state) == (0, "warp") and len(options(state)) == 8
    assert "warp(wild_a)" not in options(state)
    assert seat(play(state, "warp(wild_f)")).plain.zone == "wild_f"


def test_the_portal_renews_nothing() -> None:
    state = play(beside("portal", collected=1), "visit(portal)", "warp(wild_d)")
    assert options(state, "gather") == []


# Runes


def test_the_runes_give_1_rune_to_who_has_fewer_than_3() -> None:
    assert seat(play(beside("runes", seat={"runes": 2}), "visit(runes)")).runes == 3
    assert not can_visit(beside("runes", seat={"runes": 3}), "runes")


def test_runes_that_give_none_are_not_visited() -> None:
    none = altered({"locations.runes": {"cost": 1, "gives_runes": 0}})
    assert not can_visit(beside("runes", game=none), "runes")


# Caravan


def test_the_caravan_stores_all_that_the_minion_carries_and_wounds_stay() -> None:
    own = {"plain": {"carried": "E", "wounds": 1}, "sturdy": {"carried": "P"}}
    state = play(beside("caravan", seat=own), "visit(caravan)")
    own_now = seat(state)
    assert (own_now.reserve, own_now.plain.carried, own_now.plain.wounds) == ("E", "", 1)
    assert own_now.sturdy.carried == "P"


def test_the_caravan_is_for_a_minion_that_carries_something() -> None:
    assert not can_visit(beside("caravan", seat={"sturdy": {"carried": "P"}}), "caravan")


# Dungeon


def test_in_the_dungeon_a_token_is_turned_at_random() -> None:
    state = play(beside("dungeon"), "visit(dungeon)")
    assert probabilities(state) == {
        "dungeon(gold_1)": Fraction(1, 5),
        "dungeon(gold_2)": Fraction(1, 5),
        "dungeon(prestige_2)": Fraction(1, 5),
        "dungeon(wound)": Fraction(2, 5),
    }


def test_in_the_dungeon_gold_and_prestige_are_kept_and_the_player_may_search_on_or_leave() -> None:
    state = play(beside("dungeon"), "visit(dungeon)", "dungeon(gold_2)")
    assert seat(state).gold == 2 and asked(state) == (0, "dungeon")
    assert options(state) == ["search", "leave"]
    play(state, "search")
    assert probabilities(state)["dungeon(wound)"] == Fraction(1, 2)
    assert "dungeon(gold_2)" not in probabilities(state)
    play(state, "dungeon(prestige_2)", "leave")
    assert seat(state).prestige == 2 and asked(state) == (0, "open")


def test_in_the_dungeon_a_wound_hits_the_minion_and_ends_the_search() -> None:
    state = play(beside("dungeon"), "visit(dungeon)", "dungeon(gold_1)", "search", "dungeon(wound)")
    own = seat(state)
    assert (own.gold, own.plain.wounds) == (1, 1) and asked(state) == (0, "open")


def test_a_wound_in_the_dungeon_takes_the_pocket_of_an_ingredient() -> None:
    state = beside("dungeon", seat={"plain": {"carried": "PM"}})
    play(state, "visit(dungeon)", "dungeon(wound)")
    assert options(state) == ["drop(plant)", "drop(mushroom)"]
    assert sum(record(play(state, "drop(plant)"))["dungeon_left"]) == 5


@pytest.mark.parametrize("end", [("dungeon(gold_1)", "leave"), ("dungeon(wound)",)])
def test_after_a_search_all_tokens_of_the_dungeon_are_mixed_again(end: tuple[str, ...]) -> None:
    state = play(beside("dungeon"), "visit(dungeon)", "dungeon(prestige_2)", "search", *end)
    assert list(record(state)["dungeon_left"][:4]) == [1, 1, 1, 2]


def test_after_the_last_token_of_the_dungeon_leave_is_the_only_option() -> None:
    tokens = ["gold_1", "prestige_2"]
    safe = altered({"locations.dungeon": {"cost": 1, "tokens": tokens}})
    state = play(beside("dungeon", game=safe), "visit(dungeon)", "dungeon(gold_1)", "search")
    assert options(play(state, "dungeon(prestige_2)")) == ["leave"]


# Forge


def test_at_the_forge_a_token_is_drawn_and_kept() -> None:
    state = play(beside("forge"), "visit(forge)")
    assert probabilities(state) == {
        "forge(sword)": Fraction(2, 5),
        "forge(bow)": Fraction(2, 5),
        "forge(no_claws)": Fraction(1, 5),
    }
    play(state, "forge(bow)")
    assert seat(state).forge == {"bow": 1} and list(record(state)["forge_left"]) == [2, 1, 1]


def test_several_tokens_of_the_forge_may_be_held_and_the_chances_are_those_on_the_tile() -> None:
    own = {"forge": {"bow": 1}}
    state = beside("forge", seat=own, others={1: {"forge": {"no_claws": 1}}})
    play(state, "visit(forge)")
    assert probabilities(state) == {"forge(sword)": Fraction(2, 3), "forge(bow)": Fraction(1, 3)}
    assert seat(play(state, "forge(sword)")).forge == {"sword": 1, "bow": 1}


def test_a_forge_without_tokens_is_not_visited() -> None:
    own = {"forge": {"sword": 2, "bow": 1}}
    state = beside("forge", seat=own, others={1: {"forge": {"bow": 1, "no_claws": 1}}})
    assert not can_visit(state, "forge")


# Library


def test_the_library_takes_1_carried_spice_and_gives_2_gold() -> None:
    state = play(beside("library", seat={"plain": {"carried": "SS"}}), "visit(library)")
    assert seat(state).gold == 2 and seat(state).plain.carried == "S"


def test_the_library_is_for_a_minion_that_carries_a_spice() -> None:
    own = {"plain": {"carried": "P"}, "sturdy": {"carried": "S"}, "reserve": "S"}
    assert not can_visit(beside("library", seat=own), "library")


# Market


def test_the_market_stores_one_ingredient_out_of_the_supply() -> None:
    state = play(beside("market", seat={"gold": 2}), "visit(market)")
    assert seat(state).gold == 2 and asked(state) == (0, "market")
    kinds = ("plant", "mushroom", "spice", "egg")
    assert options(state) == [f"market({kind})" for kind in kinds]
    play(state, "market(egg)")
    assert (seat(state).gold, seat(state).reserve) == (0, "E") and asked(state) == (0, "open")


def test_plant_and_mushroom_cost_1_gold_spice_and_egg_2() -> None:
    state = play(beside("market", seat={"gold": 1}), "visit(market)")
    assert options(state) == ["market(plant)", "market(mushroom)"]
    assert seat(play(state, "market(mushroom)")).gold == 0


def test_the_market_needs_gold() -> None:
    assert not can_visit(beside("market"), "market")


def test_with_the_switch_the_market_stores_what_the_minion_carries() -> None:
    stored = game(market="store")
    own = {"gold": 2, "plain": {"carried": "PE"}, "sturdy": {"carried": "S"}}
    state = play(beside("market", seat=own, game=stored), "visit(market)")
    assert options(state) == ["market(plant)", "market(egg)"]
    play(state, "market(egg)")
    assert (seat(state).reserve, seat(state).plain.carried, seat(state).gold) == ("E", "P", 0)
    for carried, gold in (("", 9), ("V", 9), ("S", 1)):
        own = {"gold": gold, "plain": {"carried": carried}}
        assert not can_visit(beside("market", seat=own, game=stored), "market")


def test_the_file_says_which_market_it_is_and_the_option_goes_before_it() -> None:
    file = {"switches.market": "store"}
    own = {"gold": 2}
    assert not can_visit(beside("market", seat=own, game=altered(file)), "market")
    assert can_visit(beside("market", seat=own, game=altered(file, market="buy")), "market")
    assert can_visit(beside("market", seat=own, game=GAME), "market")


# Cost and effect


def test_gold_of_the_market_is_paid_after_the_kind_is_chosen_and_the_energy_before() -> None:
    price = {"plant": 1, "mushroom": 1, "spice": 2, "egg": 2}
    dear = altered({"locations.market": {"cost": 3, "price": price}})
    state = play(beside("market", seat={"gold": 4}, game=dear), "visit(market)")
    assert (seat(state).energy, seat(state).gold, spaces_used(state)[0]) == (2, 4, 1)


def test_nothing_interrupts_a_visit() -> None:
    own = {"runes": 1, "heroes": "alchemist", "energy": 2}
    state = play(beside("dungeon", seat=own), "visit(dungeon)", "dungeon(gold_1)")
    assert options(state) == ["search", "leave"]


def test_with_one_zone_there_is_nowhere_to_be_moved() -> None:
    alone = {"name": "z", "goblin": 2, "token_spaces": 10, "printed": [], "sites": [1, 2, 3, 4]}
    changes = {
        "dice.player": [1],
        "map.city": "z",
        "map.maple": "z",
        "map.shortcuts": [],
        "map.zones": [alone],
    }
    names = ["portal", "runes", "caravan", "library"]
    state = State(altered(changes, locations=names), 2, seed=1)
    while state.as_dict()["phase"] != "turns":
        state.apply(state.legal_names()[0])
    state.apply("activate(1,plain)")
    assert "visit(portal)" not in state.legal_names() and "visit(runes)" in state.legal_names()
