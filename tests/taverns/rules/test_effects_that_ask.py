"""Section 3, effects: those with a parameter, in each place they can stand in."""

import pytest

from pixies_env.core.states.state import State
from tests.taverns.rules.places import (
    DUE,
    ELSEWHERE,
    FREE,
    PLACES,
    ROUND_ENDS,
    about,
    carried_out,
    effect,
    is_offered,
)
from tests.taverns.rules.table import (
    asked,
    options,
    play,
    seat,
)

in_each_place = pytest.mark.parametrize("place", PLACES)
at_round_ends = pytest.mark.parametrize("place", ROUND_ENDS)
as_free_action = pytest.mark.parametrize("place", FREE)
elsewhere = pytest.mark.parametrize("place", ELSEWHERE)


def goes_on(state: State) -> bool:
    """Whether nobody is asked for the effect: chance, or the next open point."""
    return state.waiting == "chance" or state.question == "open"


# Heroes


@in_each_place
def test_ready_readies_an_exhausted_own_hero(place: str) -> None:
    own = {"heroes": "archer scout", "exhausted": "archer"}
    state = carried_out(place, effect("ready"), seat=own, others={1: OTHERS})
    assert asked(state) == (0, "ready") and options(state) == ["ready(archer)"]
    play(state, "ready(archer)")
    assert "archer" not in seat(state).exhausted


OTHERS = {"heroes": "knight", "exhausted": "knight"}


@as_free_action
def test_ready_is_a_free_action_if_there_is_an_exhausted_hero(place: str) -> None:
    assert not is_offered(place, effect("ready"), seat={"heroes": "archer"})
    assert is_offered(place, effect("ready"), seat={"heroes": "archer", "exhausted": "archer"})


def test_the_ability_ready_never_readies_a_hero_with_this_ability() -> None:
    own = {"heroes": "archer bard", "exhausted": "bard"}
    assert not is_offered("ability", effect("ready"), seat=own)
    own = {"heroes": "archer bard", "exhausted": "archer bard"}
    assert options(carried_out("ability", effect("ready"), seat=own)) == ["ready(archer)"]


@pytest.mark.parametrize("place", [place for place in PLACES if place != "ability"])
def test_elsewhere_a_hero_that_readies_others_becomes_ready_too(place: str) -> None:
    state = carried_out(place, effect("ready"), seat={"heroes": "bard", "exhausted": "bard"})
    assert options(state) == ["ready(bard)"]


@in_each_place
def test_exhaust_exhausts_a_ready_own_hero(place: str) -> None:
    own = {"heroes": "archer scout knight", "exhausted": "scout"}
    state = carried_out(place, effect("exhaust"), seat=own)
    assert asked(state) == (0, "exhaust")
    offered = ["exhaust(archer)", "exhaust(knight)"]
    assert options(state) == (["exhaust(guardian)", *offered] if place == "bonus" else offered)
    play(state, "exhaust(knight)")
    assert "knight" in seat(state).exhausted


def test_the_ability_exhaust_needs_a_ready_hero_besides_this_one() -> None:
    assert not is_offered("ability", effect("exhaust"))
    assert is_offered("ability", effect("exhaust"), seat={"heroes": "archer"})
    assert is_offered("bonus", effect("exhaust"))
    assert not is_offered("bonus", effect("exhaust"), seat={"exhausted": "guardian"})
    assert not is_offered("track", effect("exhaust"))


# Minions


@in_each_place
def test_heal_removes_all_wounds_of_any_one_own_minion(place: str) -> None:
    own = {"plain": {"wounds": 1}, "booted": {"zone": "maple", "wounds": 2}}
    state = carried_out(place, effect("heal"), seat=own)
    assert asked(state) == (0, "treat") and options(state) == ["treat(plain)", "treat(booted)"]
    play(state, "treat(booted)")
    assert (seat(state).plain.wounds, seat(state).booted.wounds) == (1, 0)


@as_free_action
def test_heal_is_a_free_action_if_there_is_a_wound(place: str) -> None:
    assert not is_offered(place, effect("heal"))
    assert is_offered(place, effect("heal"), seat={"sturdy": {"wounds": 1}})


@elsewhere
def test_wound_hits_any_own_minion_that_is_not_full_of_wounds(place: str) -> None:
    own = {"sturdy": {"wounds": 3}, "booted": {"carried": "PM"}}
    state = carried_out(place, effect("wound"), seat=own)
    assert asked(state) == (0, "hurt") and options(state) == ["hurt(plain)", "hurt(booted)"]
    play(state, "hurt(booted)")
    assert asked(state) == (0, "drop") and options(state) == ["drop(plant)", "drop(mushroom)"]
    play(state, "drop(plant)")
    assert (seat(state).booted.wounds, seat(state).booted.carried) == (1, "M")


@elsewhere
def test_wound_finds_nobody_where_all_minions_are_full_of_wounds(place: str) -> None:
    full = {"plain": {"wounds": 2}, "sturdy": {"wounds": 3}, "booted": {"wounds": 2}}
    state = carried_out(place, effect("wound"), seat=full, others={1: full})
    assert goes_on(state)


@in_each_place
def test_store_one_stores_an_ingredient_that_any_own_minion_carries(place: str) -> None:
    own = {"plain": {"carried": "PE"}, "booted": {"zone": "maple", "carried": "E"}}
    state = carried_out(place, effect("store_one"), seat=own)
    assert asked(state) == (0, "unload")
    assert options(state) == ["unload(plain,plant)", "unload(plain,egg)", "unload(booted,egg)"]
    play(state, "unload(booted,egg)")
    assert (seat(state).reserve, seat(state).booted.carried) == ("E", "")
    assert seat(state).plain.carried == "PE"


@as_free_action
def test_store_one_is_a_free_action_if_something_is_carried(place: str) -> None:
    assert not is_offered(place, effect("store_one"), seat={"reserve": "P"})
    assert is_offered(place, effect("store_one"), seat={"sturdy": {"carried": "P"}})


# Losses


@elsewhere
def test_discard_reserve_takes_one_stored_ingredient_of_choice(place: str) -> None:
    own = {"reserve": "PPE", "plain": {"carried": "S"}}
    state = carried_out(place, effect("discard_reserve"), seat=own)
    assert asked(state) == (0, "discard") and options(state) == ["discard(plant)", "discard(egg)"]
    assert seat(play(state, "discard(plant)")).reserve == "PE"


@pytest.mark.parametrize("place", ["encounter", "special"])
def test_lose_carried_takes_one_ingredient_of_the_active_minion(place: str) -> None:
    own = {"plain": {"carried": "PE"}, "sturdy": {"carried": "S"}, "reserve": "M"}
    state = carried_out(place, effect("lose_carried"), seat=own)
    assert asked(state) == (0, "drop") and options(state) == ["drop(plant)", "drop(egg)"]
    play(state, "drop(egg)")
    assert (seat(state).plain.carried, seat(state).plain.wounds) == ("P", 0)


@at_round_ends
def test_without_an_active_minion_lose_carried_does_nothing(place: str) -> None:
    state = carried_out(place, effect("lose_carried"), seat={"plain": {"carried": "PE"}})
    assert goes_on(state)


NOTHING_TO_CHOOSE = ["ready", "exhaust", "heal", "store_one", "discard_reserve", "lose_carried"]


@elsewhere
@pytest.mark.parametrize("name", NOTHING_TO_CHOOSE)
def test_elsewhere_a_choice_without_an_option_is_left_out(place: str, name: str) -> None:
    assert goes_on(carried_out(place, effect(name)))


# Trade


@elsewhere
def test_a_trade_is_accepted_or_declined(place: str) -> None:
    given = effect("trade", gold=2, kind="egg")
    state = carried_out(place, given, seat={"gold": 3})
    assert asked(state) == (0, "trade") and options(state) == ["accept", "decline"]
    play(state, "accept")
    assert (seat(state).gold, seat(state).reserve) == (1, "E")
    state = play(carried_out(place, given, seat={"gold": 3}), "decline")
    assert (seat(state).gold, seat(state).reserve) == (3, "")


@elsewhere
def test_without_the_gold_there_is_no_trade(place: str) -> None:
    assert goes_on(carried_out(place, effect("trade", gold=2, kind="egg"), seat={"gold": 1}))


# Dice


@pytest.mark.parametrize("place", [*FREE, "encounter", "special"])
def test_set_die_sets_an_available_die_to_another_value(place: str) -> None:
    state = carried_out(place, effect("set_die"), seat={"dice": "13"})
    assert asked(state) == (0, "set_die")
    pairs = ("1,2", "1,3", "1,4", "3,1", "3,2", "3,4")
    assert options(state) == [f"set_die({pair})" for pair in pairs]
    assert seat(play(state, "set_die(3,1)")).dice == "11"


def test_a_die_is_set_to_a_higher_or_a_lower_value() -> None:
    for new in (1, 2, 4):
        state = carried_out("ability", effect("set_die"), seat={"dice": "3"})
        assert seat(play(state, f"set_die(3,{new})")).dice == str(new)


@as_free_action
def test_set_die_is_a_free_action_if_a_die_is_available(place: str) -> None:
    assert not is_offered(place, effect("set_die"), seat={"dice": ""}, main_done=1)


@at_round_ends
def test_at_the_end_of_a_round_no_die_is_available_to_be_set(place: str) -> None:
    assert goes_on(carried_out(place, effect("set_die")))


# The usual order of everything


def test_one_player_resolves_the_whole_half_before_the_next() -> None:
    gold = effect("gold", n=1)
    own = {"heroes": "archer", "exhausted": "archer"}
    state = about("good", effect("ready"), gold, seat=own, others={1: {**OTHERS, "gold": 0}})
    play(state, *DUE["good"])
    assert (asked(state), seat(state).gold) == ((0, "ready"), 0)
    play(state, "ready(archer)")
    assert (asked(state), seat(state).gold, seat(state, 1).gold) == ((1, "ready"), 1, 0)
    play(state, "ready(knight)")
    assert seat(state, 1).gold == 1 and state.waiting == "chance"
