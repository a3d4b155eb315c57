"""Section 3, effects: those that give or take without a question, in each place."""

from typing import Any

import pytest

from tests.taverns.rules.places import (
    ELSEWHERE,
    FREE,
    PLACES,
    ROUND_ENDS,
    about,
    carried_out,
    effect,
    is_offered,
    printing,
)
from tests.taverns.rules.table import (
    asked,
    at,
    play,
    seat,
)

in_each_place = pytest.mark.parametrize("place", PLACES)
at_round_ends = pytest.mark.parametrize("place", ROUND_ENDS)
as_free_action = pytest.mark.parametrize("place", FREE)
elsewhere = pytest.mark.parametrize("place", ELSEWHERE)


# Gold and prestige


@in_each_place
@pytest.mark.parametrize("what", ["gold", "prestige"])
def test_gold_and_prestige_are_gained_or_lost(place: str, what: str) -> None:
    for n in (2, -2):
        state = carried_out(place, effect(what, n=n), seat={what: 3})
        assert vars(seat(state))[what] == 3 + n


@in_each_place
@pytest.mark.parametrize("what", ["gold", "prestige", "energy", "rune"])
def test_who_cannot_lose_all_loses_what_there_is(place: str, what: str) -> None:
    owned = {"rune": "runes"}.get(what, what)
    state = carried_out(place, effect(what, n=-3), seat={owned: 1})
    assert vars(seat(state))[owned] == 0


@as_free_action
@pytest.mark.parametrize("what", ["gold", "prestige"])
def test_a_loss_is_a_free_action_if_there_is_something_to_lose(place: str, what: str) -> None:
    assert is_offered(place, effect(what, n=-1), seat={what: 1})
    assert not is_offered(place, effect(what, n=-1))
    assert not is_offered(place, effect(what, n=0), seat={what: 1})


# Energy and runes


@in_each_place
@pytest.mark.parametrize(
    ("what", "owned", "limit"), [("energy", "energy", 5), ("rune", "runes", 3)]
)
def test_energy_and_runes_are_gained_up_to_the_limit_or_lost(
    place: str, what: str, owned: str, limit: int
) -> None:
    for n in (1, -1):
        assert vars(seat(carried_out(place, effect(what, n=n), seat={owned: 2})))[owned] == 2 + n
    assert vars(seat(carried_out(place, effect(what, n=9), seat={owned: 2})))[owned] == limit


@pytest.mark.parametrize("place", ["ability", "track"])
def test_energy_is_a_free_action_below_the_limit(place: str) -> None:
    assert is_offered(place, effect("energy", n=1), seat={"energy": 4})
    assert not is_offered(place, effect("energy", n=1), seat={"energy": 5})


def test_energy_of_a_bonus_is_below_the_limit_after_paying() -> None:
    # What `about` gives besides is the price.
    assert is_offered("bonus", effect("energy", n=1), seat={"energy": 4})


@as_free_action
def test_runes_are_a_free_action_below_the_limit(place: str) -> None:
    assert is_offered(place, effect("rune", n=1), seat={"runes": 2})
    assert not is_offered(place, effect("rune", n=1), seat={"runes": 3})


@as_free_action
def test_to_lose_energy_as_a_free_action_needs_some_and_to_be_below_the_limit(place: str) -> None:
    assert is_offered(place, effect("energy", n=-1), seat={"energy": 1})
    assert not is_offered(place, effect("energy", n=-1), seat={"energy": 0})
    if place != "bonus":
        assert not is_offered(place, effect("energy", n=-1), seat={"energy": 5})


@as_free_action
def test_to_lose_runes_as_a_free_action_needs_some_and_to_be_below_the_limit(place: str) -> None:
    for runes, offered in ((0, False), (1, True), (2, True), (3, False)):
        assert is_offered(place, effect("rune", n=-1), seat={"runes": runes}) == offered


@elsewhere
def test_elsewhere_energy_and_runes_happen_at_the_limit_too(place: str) -> None:
    own = {"energy": 4 if place == "encounter" else 5, "runes": 3}
    assert seat(carried_out(place, effect("rune", n=-1), seat=own)).runes == 2
    assert seat(carried_out(place, effect("energy", n=-1), seat=own)).energy == own["energy"] - 1


# Ingredients


@in_each_place
def test_reserve_stores_1_out_of_the_supply(place: str) -> None:
    state = carried_out(place, effect("reserve", kind="meat"), seat={"reserve": "PV"})
    assert seat(state).reserve == "PVV"


@as_free_action
def test_reserve_is_always_a_free_action(place: str) -> None:
    assert is_offered(place, effect("reserve", kind="egg"))
    assert is_offered(place, effect("reserve", kind="egg"), **HUNT)


HUNT = {"active": "plain", "dragon": "ember", "hunt": "C"}
"""An attack point."""


@pytest.mark.parametrize("place", ["encounter", "special"])
def test_carry_loads_the_active_minion(place: str) -> None:
    given = effect("carry", kind="spice")
    state = carried_out(place, given, seat={"plain": {"carried": "P"}})
    assert (seat(state).plain.carried, seat(state).reserve) == ("PS", "")


@pytest.mark.parametrize("place", ["encounter", "special"])
def test_what_finds_no_pocket_is_lost(place: str) -> None:
    state = carried_out(place, effect("carry", kind="spice"), seat={"plain": {"carried": "PP"}})
    assert seat(state).plain.carried == "PP" and asked(state) == (0, "open")


@at_round_ends
def test_without_an_active_minion_nothing_is_carried(place: str) -> None:
    own = seat(carried_out(place, effect("carry", kind="spice")))
    assert own.plain.carried + own.sturdy.carried + own.booted.carried == ""


NEVER_FREE = [
    effect("wound"),
    effect("wound_active"),
    effect("discard_reserve"),
    effect("lose_carried"),
    effect("carry", kind="egg"),
    effect("trade", gold=0, kind="egg"),
    effect("wound_adjacent"),
    effect("clear_adjacent"),
]


@as_free_action
@pytest.mark.parametrize("given", NEVER_FREE, ids=[given["effect"] for given in NEVER_FREE])
def test_some_effects_are_never_free_actions(place: str, given: dict[str, Any]) -> None:
    own = {"reserve": "P", "gold": 3, "plain": {"zone": "wild_b", "carried": "P"}}
    around = {"active": "plain", "dragon": "ember", "tokens": {"wild_b": "egg"}}
    assert not is_offered(place, given, seat=own, **around)
    assert not is_offered(place, given, seat=own, hunt="C", **around)


# Heroes


@in_each_place
def test_energy_per_hero_counts_exhausted_and_ready_heroes(place: str) -> None:
    heroes = "archer bard" if place in ("ability", "bonus") else "guardian archer bard"
    state = carried_out(
        place, effect("energy_per_hero"), seat={"heroes": heroes, "exhausted": "archer"}
    )
    assert seat(state).energy == 3


@as_free_action
def test_energy_per_hero_is_a_free_action_below_the_limit(place: str) -> None:
    given = effect("energy_per_hero")
    assert is_offered(place, given, seat={"energy": 4, "heroes": "archer"})
    if place != "bonus":
        assert not is_offered(place, given, seat={"energy": 5, "heroes": "archer"})
    if place == "track":
        assert not is_offered(place, given)


# Wounds of the active minion


@in_each_place
def test_heal_active_removes_all_wounds_of_the_active_minion(place: str) -> None:
    own = {"plain": {"zone": "wild_b", "wounds": 2}, "sturdy": {"wounds": 1}}
    rest = {} if place in ROUND_ENDS else {"active": "plain"}
    state = carried_out(place, effect("heal_active"), seat=own, **rest)
    assert seat(state).plain.wounds == (0 if rest else 2) and seat(state).sturdy.wounds == 1


@as_free_action
def test_heal_active_is_a_free_action_if_the_active_minion_has_a_wound(place: str) -> None:
    wounded = {"plain": {"wounds": 1}}
    assert is_offered(place, effect("heal_active"), seat=wounded, active="plain")
    assert not is_offered(place, effect("heal_active"), seat=wounded, active="sturdy")
    assert not is_offered(place, effect("heal_active"), seat=wounded)


@pytest.mark.parametrize("place", ["encounter", "special"])
def test_wound_active_wounds_the_active_minion(place: str) -> None:
    own = seat(carried_out(place, effect("wound_active")))
    assert (own.plain.wounds, own.sturdy.wounds, own.booted.wounds) == (1, 0, 0)


@at_round_ends
def test_without_an_active_minion_wound_active_does_nothing(place: str) -> None:
    own = seat(carried_out(place, effect("wound_active")))
    assert own.plain.wounds + own.sturdy.wounds + own.booted.wounds == 0


# Dice


@pytest.mark.parametrize("place", [*FREE, "encounter", "special"])
def test_all_own_available_dice_below_4_rise_by_1(place: str) -> None:
    state = carried_out(place, effect("raise_dice"), seat={"dice": "11234"})
    assert seat(state).dice == "22344"


@as_free_action
def test_raise_dice_needs_an_available_die_below_4(place: str) -> None:
    assert not is_offered(place, effect("raise_dice"), seat={"dice": "44"})
    assert is_offered(place, effect("raise_dice"), seat={"dice": "34"})
    assert is_offered(place, effect("raise_dice"), seat={"dice": "3"}, **HUNT)


@at_round_ends
def test_at_the_end_of_a_round_no_die_is_available_to_rise(place: str) -> None:
    assert seat(carried_out(place, effect("raise_dice"), seat={"dice": ""})).dice == ""


# Cooked


@as_free_action
def test_cooked_gives_prestige_if_the_player_has_cooked_in_this_turn(place: str) -> None:
    given = effect("cooked", n=3)
    assert not is_offered(place, given, seat={"cooked": "PP"})
    state = about(place, given, seat={"reserve": "MM"}, recipe_row=["MM", None, None, None])
    play(state, "cook(2,MM)", "recipe(PS)")
    before = seat(state).prestige
    verb = {"ability": "ability(guardian)", "bonus": "bonus(guardian)", "track": "track(1)"}[place]
    assert seat(play(state, verb)).prestige == before + 3


def test_cooked_counts_again_only_in_the_turn_of_the_cooking() -> None:
    game = printing(effect("cooked", n=3))
    own = {"reserve": "MM", "heroes": "guardian"}
    state = at(2, own, recipe_row=["MM", None, None, None], game=game)
    play(state, "cook(2,MM)", "recipe(PS)", "end_turn", "energy(1)", "end_turn")
    assert "ability(guardian)" not in state.legal_names()


@elsewhere
def test_elsewhere_cooked_gives_prestige_whether_or_not_the_player_has_cooked(place: str) -> None:
    assert seat(carried_out(place, effect("cooked", n=3))).prestige == 3


# Around the dragon


@pytest.mark.parametrize("place", ["encounter", "special", "good", "bad"])
def test_wound_adjacent_wounds_every_own_minion_beside_the_dragon_once(place: str) -> None:
    own = {
        "plain": {"zone": "wild_b"},
        "sturdy": {"zone": "wild_c"},
        "booted": {"zone": "maple"},
    }
    others = {1: {"plain": {"zone": "wild_a"}}}
    situation = {"seat": own, "others": others, "dragon": "ember"}
    state = carried_out(place, effect("wound_adjacent"), **situation)
    assert [vars(seat(state))[name].wounds for name in own] == [1, 1, 0]
    # Events happen to everybody.
    assert seat(state, 1).plain.wounds == (1 if place in ("good", "bad") else 0)


def test_wound_adjacent_as_an_appearance_hits_each_minion_of_each_player_once() -> None:
    own = {"plain": {"zone": "wild_a"}, "sturdy": {"zone": "wild_c"}}
    others = {1: {"plain": {"zone": "wild_b"}, "booted": {"zone": "wild_d"}}}
    state = carried_out("appears", effect("wound_adjacent"), seat=own, others=others)
    assert (seat(state).plain.wounds, seat(state).sturdy.wounds) == (1, 1)
    assert (seat(state, 1).plain.wounds, seat(state, 1).booted.wounds) == (1, 0)


def test_wound_adjacent_asks_players_and_minions_in_the_usual_order() -> None:
    full = {
        "plain": {"zone": "wild_a", "carried": "PP"},
        "booted": {"zone": "wild_b", "carried": "MM"},
    }
    others = {1: {"sturdy": {"zone": "wild_c", "carried": "SSS"}}}
    state = carried_out("appears", effect("wound_adjacent"), seat=full, others=others)
    order = []
    while state.question == "drop":
        (option,) = state.legal_names()
        order.append((state.player, option))
        play(state, option)
    assert order == [(0, "drop(plant)"), (0, "drop(mushroom)"), (1, "drop(spice)")]


@pytest.mark.parametrize("place", ["encounter", "good", "bad"])
@pytest.mark.parametrize("name", ["wound_adjacent", "clear_adjacent"])
def test_effects_around_the_dragon_do_nothing_without_one(place: str, name: str) -> None:
    state = about(place, effect(name), seat={"plain": {"zone": "wild_b"}}, tokens={"wild_c": "egg"})
    assert state.array[0]["dragon"] == -1
    state = carried_out(
        place, effect(name), seat={"plain": {"zone": "wild_b"}}, tokens={"wild_c": "egg"}
    )
    assert seat(state).plain.wounds == 0 and 3 in state.array[0]["token_at"]


@pytest.mark.parametrize("place", ["encounter", "special", "good", "bad", "appears"])
def test_clear_adjacent_takes_the_ingredient_tokens_beside_the_dragon_away(place: str) -> None:
    laid = {"wild_a": "egg", "wild_b": "encounter", "wild_c": "spice plant", "wild_d": "plant"}
    rest = {} if place == "appears" else {"dragon": "ember"}
    state = carried_out(place, effect("clear_adjacent"), tokens=laid, **rest)
    assert list(state.array[0]["token_at"][:5]) == [-1, 5, -1, -1, 0]
