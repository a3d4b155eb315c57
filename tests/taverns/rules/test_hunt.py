"""Section 3: the hunt."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pixies_env.core.states.state import State
from tests.taverns.rules.places import effect
from tests.taverns.rules.table import (
    BOARD,
    altered,
    asked,
    at,
    marks,
    options,
    play,
    probabilities,
    record,
    seat,
)

FACES = {"S": "sword", "B": "bow", "C": "claw", "F": "flame"}


def facing(seat: dict[str, Any] | None = None, zone: str = "wild_b", **rest: Any) -> State:
    """An active plain minion at the dragon `ember`; 5 energy."""
    own = dict(seat or {})
    own["plain"] = {"zone": zone, **own.get("plain", {})}
    return at(2, {"energy": 5, **own}, **{"active": "plain", "dragon": "ember", **rest})


def hunting(dice: str, seat: dict[str, Any] | None = None, **rest: Any) -> State:
    """The attack point of a hunt with some dice."""
    state = play(facing(seat, **rest), f"hunt({len(dice)})")
    return play(state, *(f"hunt_die({FACES[face]})" for face in dice))


def with_dragon(**changes: Any) -> Any:
    """The game with another board of `ember`."""
    board = {**BOARD["dragons"]["boards"][0], **changes}
    return altered({"dragons.boards.0": board})


# Who hunts


@pytest.mark.parametrize(("zone", "hunts"), [("wild_a", 3), ("wild_c", 3), ("maple", 0)])
def test_the_active_minion_stands_in_a_zone_adjacent_to_the_site_of_the_dragon(
    zone: str, hunts: int
) -> None:
    assert len(options(facing(zone=zone), "hunt")) == hunts


def test_without_a_dragon_nobody_hunts() -> None:
    assert options(at(2, {"plain": {"zone": "wild_b"}, "energy": 5}, active="plain"), "hunt") == []


@pytest.mark.parametrize(("energy", "most"), [(0, 0), (1, 1), (2, 2), (5, 3)])
def test_1_2_or_3_energy_are_paid_for_as_many_dice(energy: int, most: int) -> None:
    state = facing({"energy": energy})
    assert options(state, "hunt") == [f"hunt({n})" for n in range(1, most + 1)]
    if most:
        play(state, f"hunt({most})")
        assert seat(state).energy == energy - most
        for _ in range(most):
            assert asked(state) == (0, "hunt_die")
            play(state, "hunt_die(bow)")
        assert asked(state) == (0, "attack")


def test_a_minion_hunts_once_per_activation() -> None:
    state = play(hunting("C"), "strike")
    assert seat(state).energy == 4 and options(state, "hunt") == []


def test_a_second_activation_renews_the_hunt() -> None:
    own = {"items": {"talisman": 1}, "plain": {"zone": "wild_a", "die": 2}}
    state = play(hunting("C", own), "strike", "use(talisman)", "again(plain)", "die(1)")
    assert seat(state).plain.zone == "wild_b" and len(options(state, "hunt")) == 3


def test_each_hunting_die_shows_its_faces_by_their_shares() -> None:
    assert probabilities(play(facing(), "hunt(1)")) == {
        "hunt_die(sword)": Fraction(1, 3),
        "hunt_die(bow)": Fraction(1, 3),
        "hunt_die(claw)": Fraction(1, 6),
        "hunt_die(flame)": Fraction(1, 6),
    }


def test_the_file_says_what_the_hunting_dice_show() -> None:
    game = altered({"dice.hunting": ["sword", "claw", "claw"]})
    found = probabilities(play(facing(game=game), "hunt(1)"))
    assert found == {"hunt_die(sword)": Fraction(1, 3), "hunt_die(claw)": Fraction(2, 3)}


# Attack points


def test_a_rune_rolls_a_hunting_die_again_which_shows_its_old_face_until_then() -> None:
    state = hunting("CB", {"runes": 1})
    assert options(state, "rethrow") == ["rethrow(bow)", "rethrow(claw)"]
    play(state, "rethrow(claw)")
    assert list(record(state)["hunt_dice"]) == [0, 1, 1, 0] and seat(state).runes == 0
    play(state, "hunt_die(sword)")
    assert list(record(state)["hunt_dice"]) == [1, 1, 0, 0]
    assert options(state) == ["strike"]


def test_at_an_attack_point_there_is_what_can_help_the_hunt_only() -> None:
    own = {
        "runes": 1,
        "gold": 3,
        "energy": 5,
        "heroes": "guardian owl_master scout archer",
        "items": {"potion": 1, "talisman": 1, "boots": 1, "hourglass": 1, "glaive": 1},
        "sturdy": {"wounds": 1, "carried": "P"},
        "exhausted": "guardian",
        "tavern": "tavern_1",
        "marker": 2,
    }
    state = hunting("B", own, hero_row="swordsman treasurer")
    assert options(state) == [
        "rethrow(bow)",
        "hire(swordsman)",
        "ability(archer)",
        "bonus(guardian)",
        "bonus(owl_master)",
        "bonus(scout)",
        "use(potion)",
        "use(hourglass)",
        "use(glaive)",
        "track(1)",
        "track(2)",
        "strike",
    ]


def test_a_hero_hired_in_a_hunt_helps_at_once() -> None:
    state = hunting("C", {"gold": 3}, hero_row="swordsman")
    play(state, "hire(swordsman)", "hero(scout)")
    assert asked(state) == (0, "attack") and "ability(swordsman)" in options(state)
    play(state, "ability(swordsman)", "strike")
    assert options(state) == ["mark(sword,1)", "mark(sword,2)", "mark(sword,3)"]


# The forge


def test_all_forge_tokens_of_the_player_are_used_by_themselves_and_return_to_the_tile() -> None:
    state = hunting("C", {"forge": {"sword": 1, "bow": 2, "no_claws": 1}})
    assert list(record(state)["added"]) == [1, 2] and seat(state).forge != {}
    play(state, "strike", "mark(sword,1)", "mark(bow,1)", "mark(bow,2)")
    assert marks(state) == ["SB", "B", ""] and seat(state).plain.wounds == 0
    assert seat(state).forge == {} and list(record(state)["forge_left"]) == [2, 2, 1]


def test_no_claws_cancels_the_claws_of_this_hunt_only() -> None:
    state = hunting("CC", {"forge": {"no_claws": 1}})
    assert seat(play(state, "strike")).plain.wounds == 0
    assert record(state)["no_claws"] == 0
    assert seat(play(hunting("CC"), "strike")).plain.wounds == 2


def test_no_claws_does_not_stop_the_special_attack() -> None:
    state = play(hunting("F", {"forge": {"no_claws": 1}}), "strike")
    assert seat(state).plain.wounds == 1


# Damage


def test_every_sword_then_every_bow_marks_a_free_space_in_a_row_of_choice() -> None:
    state = play(hunting("SB"), "strike")
    assert asked(state) == (0, "mark")
    assert options(state) == ["mark(sword,1)", "mark(sword,2)", "mark(sword,3)"]
    play(state, "mark(sword,3)")
    assert options(state) == ["mark(bow,1)", "mark(bow,2)", "mark(bow,3)"]
    assert marks(play(state, "mark(bow,2)")) == ["", "B", "S"]
    assert asked(state) == (0, "open")


def test_symbols_must_match_a_free_space() -> None:
    state = play(hunting("S", marks=["SS", "S", ""]), "strike")
    assert options(state) == ["mark(sword,3)"]


def test_a_symbol_that_finds_no_space_is_wasted() -> None:
    state = play(hunting("SSB", marks=["SS", "S", ""]), "strike", "mark(sword,3)")
    assert options(state) == ["mark(bow,1)", "mark(bow,2)", "mark(bow,3)"]
    state = play(hunting("S", marks=["SS", "S", "S"]), "strike")
    assert asked(state) == (0, "open") and marks(state) == ["SS", "S", "S"]


def test_damage_stays_for_later_hunts_of_anybody() -> None:
    state = play(hunting("S"), "strike", "mark(sword,1)", "end_turn")
    assert marks(state) == ["S", "", ""]


# Counter-attack


def test_one_wound_per_claw_one_after_the_other() -> None:
    state = play(hunting("CC", {"plain": {"carried": "PM"}}), "strike")
    assert asked(state) == (0, "drop")
    play(state, "drop(plant)")
    assert options(state) == ["drop(mushroom)"] and seat(state).plain.wounds == 1
    play(state, "drop(mushroom)")
    assert seat(state).plain.wounds == 2 and asked(state) == (0, "open")


def test_the_counter_attack_follows_even_if_no_free_space_is_left() -> None:
    state = hunting("BC", marks=["SSB", "SBB", "SB"])
    play(state, "strike", "mark(bow,3)")
    assert asked(state) == (0, "trophy") and seat(state).plain.wounds == 1


def test_the_special_attack_comes_once_however_many_flames_there_are() -> None:
    assert seat(play(hunting("FFF"), "strike")).plain.wounds == 1


def test_without_a_flame_there_is_no_special_attack() -> None:
    assert seat(play(hunting("S"), "strike", "mark(sword,1)")).plain.wounds == 0


def test_the_special_attack_follows_the_claws() -> None:
    game = with_dragon(special=effect("gold", n=-2))
    state = hunting("CF", {"gold": 5, "plain": {"carried": "PM"}}, game=game)
    assert seat(play(state, "strike")).gold == 5
    assert seat(play(state, "drop(plant)")).gold == 3


def test_the_special_attack_hits_this_player_only() -> None:
    game = with_dragon(special=effect("energy", n=-2))
    state = play(hunting("F", others={1: {"energy": 3}}, game=game), "strike")
    assert (seat(state).energy, seat(state, 1).energy) == (2, 3)


# Rewards


def test_each_row_completed_in_this_hunt_pays_its_reward_top_row_first() -> None:
    state = hunting("BBS", marks=["SS", "SB", ""])
    play(state, "strike", "mark(sword,3)", "mark(bow,1)", "mark(bow,2)")
    own = seat(state)
    assert (own.gold, own.prestige, own.plain.carried) == (2, 1, "V")


def test_rows_completed_before_pay_nothing() -> None:
    state = play(hunting("S", marks=["SSB", "", ""]), "strike", "mark(sword,2)")
    assert seat(state).gold == 0


def test_a_row_pays_the_hunter_who_completes_it() -> None:
    state = play(hunting("B", marks=["SS", "", ""]), "strike", "mark(bow,1)")
    assert (seat(state).gold, seat(state, 1).gold) == (2, 0)


def test_the_energy_of_a_row_is_paid_up_to_the_limit() -> None:
    rewards = [{"energy": 4}, {}, {}]
    state = hunting("B", marks=["SS", "", ""], game=with_dragon(rewards=rewards))
    assert seat(play(state, "strike", "mark(bow,1)")).energy == 5


def test_meat_goes_into_free_pockets_or_is_lost() -> None:
    for plain, carried in (({}, "VV"), ({"carried": "P"}, "PV"), ({"wounds": 2}, "")):
        game = with_dragon(rewards=[{"meat": 3}, {}, {}])
        state = hunting("B", {"plain": plain}, marks=["SS", "", ""], game=game)
        play(state, "strike", "mark(bow,1)")
        assert seat(state).plain.carried == carried and asked(state) == (0, "open")


def test_wounds_come_before_meat() -> None:
    state = hunting("BCC", marks=["SSB", "SB", ""])
    play(state, "strike", "mark(bow,2)")
    own = seat(state)
    assert (own.plain.wounds, own.plain.carried, own.prestige) == (2, "", 1)


# The end of the dragon


def beaten() -> State:
    state = hunting("B", marks=["SSB", "SBB", "SB"])
    return play(state, "strike", "mark(bow,3)")


def test_who_leaves_no_free_space_draws_a_trophy() -> None:
    state = beaten()
    third = Fraction(1, 3)
    assert probabilities(state) == {f"trophy({prestige})": third for prestige in (3, 4, 5)}
    assert seat(play(state, "trophy(5)")).trophies == [5]
    assert seat(state).prestige == 3


def test_trophies_are_drawn_from_those_that_nobody_has() -> None:
    others = {1: {"trophies": [3, 3, 5]}}
    state = hunting("B", marks=["SSB", "SBB", "SB"], others=others)
    play(state, "strike", "mark(bow,3)")
    assert probabilities(state) == {"trophy(4)": Fraction(2, 3), "trophy(5)": Fraction(1, 3)}


def test_dragon_and_board_leave_and_the_location_is_open_at_once() -> None:
    state = beaten()
    assert "visit(campfire)" not in options(state)
    play(state, "trophy(3)")
    assert record(state)["dragon"] == -1 and marks(state) == ["", "", ""]
    assert "visit(campfire)" in options(state) and options(state, "hunt") == []


def test_a_hunt_that_is_over_leaves_nothing_for_the_next_one() -> None:
    own = {"heroes": "swordsman paladin", "forge": {"bow": 1, "no_claws": 1}}
    state = hunting("FCS", own)
    play(state, "ability(swordsman)", "ability(paladin)", "strike")
    play(state, "mark(sword,1)", "mark(sword,1)", "mark(bow,2)")
    there = record(state)
    assert list(there["hunt_dice"]) == [0] * 4 and list(there["added"]) == [0, 0]
    assert there["no_wounds"] == there["no_claws"] == there["rows_before"] == 0
