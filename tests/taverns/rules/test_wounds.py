"""Section 3: wounds and pockets."""

from typing import Any

import pytest

from pixies_env.core.states.state import State
from tests.taverns.rules.places import about, carried_out, effect
from tests.taverns.rules.table import (
    altered,
    asked,
    at,
    options,
    play,
    seat,
)

WOUND = effect("wound_active")


def wounded(**minion: Any) -> State:
    """An encounter wounds the plain minion."""
    return carried_out("encounter", WOUND, seat={"plain": minion})


def test_a_wound_takes_a_free_pocket() -> None:
    own = seat(wounded(carried="P"))
    assert own.plain.wounds == 1 and own.plain.carried == "P"


def test_without_a_free_pocket_the_owner_chooses_an_ingredient_that_is_lost() -> None:
    state = wounded(carried="PS")
    assert asked(state) == (0, "drop") and options(state) == ["drop(plant)", "drop(spice)"]
    play(state, "drop(spice)")
    own = seat(state)
    assert (own.plain.carried, own.plain.wounds, own.reserve) == ("P", 1, "")


def test_a_pocket_that_holds_a_wound_is_not_free() -> None:
    assert options(wounded(carried="M", wounds=1)) == ["drop(mushroom)"]


def test_nothing_happens_if_all_pockets_hold_wounds() -> None:
    state = wounded(wounds=2)
    assert asked(state) == (0, "open") and seat(state).plain.wounds == 2


@pytest.mark.parametrize(("minion", "pockets"), [("plain", 2), ("sturdy", 3), ("booted", 2)])
def test_the_sturdy_minion_has_3_pockets_and_the_others_2(minion: str, pockets: int) -> None:
    place = {"zone": "wild_a", "carried": "P" * (pockets - 1)}
    state = at(2, {minion: place}, active=minion)
    assert options(state, "gather") == ["gather(plant)"]
    state = at(2, {minion: {**place, "carried": "P" * pockets}}, active=minion)
    assert options(state, "gather") == []


def test_the_file_says_how_many_pockets_a_minion_has() -> None:
    game = altered({"minions.booted": {"pockets": 4, "extra_steps": 0}})
    state = at(2, {"booted": {"zone": "wild_a", "carried": "PPP"}}, active="booted", game=game)
    assert options(state, "gather") == ["gather(plant)"]


def test_no_ingredient_is_thrown_away_by_choice() -> None:
    own = {"plain": {"zone": "wild_a", "carried": "PP"}}
    state = at(2, own, active="plain", tokens={"wild_a": "egg"})
    assert options(state, "collect", "gather", "drop", "discard") == []


def test_wounds_stay_until_they_are_healed_and_stop_nothing_else() -> None:
    state = at(2, {"plain": {"zone": "wild_a", "wounds": 2}})
    assert seat(play(state, "activate(1,plain)")).plain.wounds == 2


def test_a_wound_is_chosen_for_before_the_next_effect_of_the_card() -> None:
    gold = effect("gold", n=2)
    state = carried_out("encounter", WOUND, gold, seat={"plain": {"carried": "PM"}})
    assert seat(state).gold == 0
    assert seat(play(state, "drop(plant)")).gold == 2


def test_the_supply_has_no_end() -> None:
    state = about("ability", effect("reserve", kind="egg"), seat={"reserve": "E" * 40})
    assert seat(play(state, "ability(guardian)")).reserve == "E" * 41
