"""Section 3: free actions: runes, heroes, the City."""

from fractions import Fraction

import pytest

from pixies_env.taverns.names import NOBODY
from tests.taverns.rules.places import effect, printing
from tests.taverns.rules.table import (
    DICE,
    altered,
    asked,
    at,
    hero_row,
    options,
    play,
    probabilities,
    record,
    seat,
)

FREE = ("reroll", "hire", "ability", "bonus", "store", "heal", "use", "track")


def test_free_actions_come_before_and_after_the_main_action_in_any_number() -> None:
    own = {"heroes": "alchemist treasurer", "runes": 1}
    state = play(at(2, own), "ability(treasurer)", "energy(2)", "ability(alchemist)")
    rerolls = [f"reroll({value})" for value in (1, 2, 3, 4)]
    assert options(state, *FREE) == [*rerolls, "bonus(alchemist)", "bonus(treasurer)"]
    assert seat(state).gold == 2 and seat(state).energy == 4


def test_only_the_player_whose_turn_it_is_acts() -> None:
    state = at(2, others={1: {"heroes": "alchemist", "runes": 3, "gold": 9}}, hero_row="archer")
    assert options(state, *FREE) == []


# Runes


def test_a_rune_rolls_an_available_die_again() -> None:
    state = at(2, {"runes": 2})
    assert options(state, "reroll") == [f"reroll({value})" for value in (1, 2, 3, 4)]
    play(state, "reroll(2)")
    assert asked(state) == (0, "die") and seat(state).runes == 1
    assert seat(state).dice == DICE and probabilities(state)["die(2)"] == Fraction(1, 4)
    assert seat(play(state, "die(4)")).dice == "12344"


def test_without_a_rune_or_a_die_nothing_is_rolled_again() -> None:
    assert options(at(), "reroll") == []
    assert options(at(2, {"runes": 3, "dice": ""}, main_done=1), "reroll") == []


def test_a_placed_die_is_not_rolled_again() -> None:
    state = play(at(2, {"runes": 1, "dice": "1"}), "energy(1)")
    assert options(state, "reroll") == []


# Hiring


def test_a_hero_of_the_row_is_hired_for_its_cost() -> None:
    state = at(2, {"gold": 4}, hero_row="guardian champion archer knight")
    assert options(state, "hire") == ["hire(guardian)", "hire(archer)"]
    play(state, "hire(archer)")
    assert seat(state).gold == 2 and seat(state).heroes == "archer"


def test_a_hired_hero_is_ready() -> None:
    state = at(2, {"gold": 2}, hero_row="alchemist", heroes_left="bard")
    assert "ability(alchemist)" in options(play(state, "hire(alchemist)", "hero(bard)"))


def test_the_row_is_filled_from_the_deck_at_once() -> None:
    state = at(2, {"gold": 9}, hero_row="guardian archer", heroes_left="bard knight")
    play(state, "hire(archer)")
    assert asked(state) == (NOBODY, "hero") and hero_row(state) == "guardian"
    assert probabilities(state) == {"hero(bard)": Fraction(1, 2), "hero(knight)": Fraction(1, 2)}
    assert hero_row(play(state, "hero(knight)")) == "guardian knight"


def test_an_empty_hero_deck_gives_no_more_cards() -> None:
    state = play(at(2, {"gold": 2}, hero_row="archer", heroes_left=""), "hire(archer)")
    assert asked(state) == (0, "open") and hero_row(state) == ""


def test_any_number_of_heroes_is_hired() -> None:
    state = at(2, {"gold": 6}, hero_row="archer alchemist", heroes_left="swordsman")
    play(state, "hire(archer)", "hero(swordsman)", "hire(alchemist)")
    assert seat(state).heroes == "archer alchemist" and seat(state).gold == 2


# Abilities and bonuses


def test_an_ability_exhausts_its_hero() -> None:
    state = play(at(2, {"heroes": "treasurer"}), "ability(treasurer)")
    assert seat(state).exhausted == "treasurer" and options(state, "ability") == []


def test_a_bonus_costs_1_energy_once_per_hero_and_game() -> None:
    state = at(2, {"heroes": "treasurer runesmith", "energy": 5})
    play(state, "bonus(treasurer)")
    assert seat(state).energy == 4 and seat(state).gold == 1
    assert options(state, "bonus") == ["bonus(runesmith)"]
    assert record(state)["bonus_used"] == 1 << 14


def test_a_bonus_is_paid_for_ready_or_exhausted_heroes() -> None:
    state = at(2, {"heroes": "treasurer", "exhausted": "treasurer", "energy": 1})
    assert options(state, "ability", "bonus") == ["bonus(treasurer)"]


def test_without_energy_there_is_no_bonus() -> None:
    assert options(at(2, {"heroes": "treasurer"}), "bonus") == []


def test_the_file_says_what_a_bonus_costs() -> None:
    game = altered({"game.bonus_price": 3})
    assert options(at(2, {"heroes": "treasurer", "energy": 2}, game=game), "bonus") == []
    state = at(2, {"heroes": "treasurer", "energy": 3}, game=game)
    assert seat(play(state, "bonus(treasurer)")).energy == 0


def test_what_an_ability_does_counts_after_the_price_is_paid() -> None:
    game = printing(effect("energy", n=2))
    full = at(2, {"heroes": "guardian", "energy": 5}, game=game)
    assert options(full, "bonus") == ["bonus(guardian)"]
    assert seat(play(full, "bonus(guardian)")).energy == 5


def test_heroes_of_others_are_not_used() -> None:
    state = at(2, others={1: {"heroes": "treasurer"}})
    assert options(state, "ability", "bonus") == []


# The City


@pytest.mark.parametrize("minion", ["plain", "sturdy", "booted"])
def test_any_own_minion_in_the_city_stores_all_it_carries(minion: str) -> None:
    state = at(2, {minion: {"carried": "PS", "wounds": 1}})
    play(state, f"store({minion})")
    own = vars(seat(state))
    assert (own["reserve"], own[minion].carried, own[minion].wounds) == ("PS", "", 1)


@pytest.mark.parametrize("minion", ["plain", "sturdy", "booted"])
def test_any_own_minion_in_the_city_loses_all_its_wounds(minion: str) -> None:
    state = play(at(2, {minion: {"wounds": 2, "carried": ""}}), f"heal({minion})")
    assert vars(seat(state))[minion].wounds == 0


def test_only_what_changes_something_in_the_city_is_offered() -> None:
    own = {"plain": {"wounds": 1}, "sturdy": {"carried": "E"}}
    assert options(at(2, own), "store", "heal") == ["store(sturdy)", "heal(plain)"]


def test_outside_the_city_nothing_is_stored_or_healed() -> None:
    own = {"plain": {"zone": "maple", "carried": "P", "wounds": 1}}
    assert options(at(2, own, active="plain"), "store", "heal") == []


def test_minions_of_others_are_not_served() -> None:
    state = at(2, others={1: {"plain": {"carried": "P", "wounds": 1}}})
    assert options(state, "store", "heal") == []


# Limits


def test_what_exceeds_5_energy_or_3_runes_is_lost() -> None:
    state = play(at(2, {"energy": 4, "heroes": "alchemist"}), "ability(alchemist)")
    assert seat(state).energy == 5


def test_the_file_says_what_the_limits_are() -> None:
    game = altered({"game.max_energy": 7, "game.max_runes": 1})
    state = at(2, {"energy": 5, "heroes": "alchemist runesmith"}, game=game)
    play(state, "ability(alchemist)", "ability(runesmith)")
    assert (seat(state).energy, seat(state).runes) == (7, 1)
