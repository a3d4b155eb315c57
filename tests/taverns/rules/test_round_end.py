"""Section 2: the end of rounds 1 to 6: what comes back, the recipes, the round track."""

from __future__ import annotations

from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.taverns.names import NOBODY
from tests.taverns.rules.table import (
    ALL_OFF,
    BOARD,
    QUIET,
    altered,
    asked,
    game,
    last_turn,
    options,
    play,
    probabilities,
    recipe_row,
    record,
    seat,
    spaces_used,
    tokens,
    until,
)


def track(*icons: str, **options: Any) -> Any:
    """The game in which the marker passes these icons after round 1."""
    return altered({"round_track": {"standing": "made up", "1": list(icons)}}, **options)


def ended(state: State) -> State:
    """The turn and with it the round end; a recipe comes."""
    play(state, "end_turn")
    return play(state, "recipe(MM)") if state.question == "recipe" else state


# Dice, spaces, recipes


def test_all_dice_come_back() -> None:
    own = {
        "plain": {"zone": "maple", "die": 3},
        "energy_die": 2,
        "cooking_dice": 1,
        "lost_dice": 1,
    }
    state = ended(last_turn(1, own, game=altered(QUIET), bank={"blank": 0, "3": 1}))
    there = record(state)
    assert seat(state).plain.die == 0 and seat(state).plain.zone == "maple"
    assert there["energy_die"][0] == there["cooking_dice"][0] == there["lost_dice"][0] == 0
    assert list(there["bank_seat"]) == [NOBODY] * 5 and there["blank_value"] == 0


def test_all_activation_spaces_are_empty() -> None:
    state = ended(last_turn(1, game=altered(QUIET), spaces_used=[1, 0, 1, 1]))
    assert spaces_used(state) == [0, 0, 0, 0]


def test_the_tokens_of_dungeon_and_forge_stay() -> None:
    own = {"forge": {"sword": 1}}
    state = ended(last_turn(1, own, game=altered(QUIET)))
    assert seat(state).forge == {"sword": 1} and list(record(state)["forge_left"]) == [1, 2, 1]
    assert sum(record(state)["dungeon_left"]) == 5


def test_what_players_have_stays() -> None:
    own = {
        "gold": 3,
        "energy": 2,
        "runes": 1,
        "reserve": "PE",
        "sturdy": {"zone": "wild_c", "carried": "M", "wounds": 1},
        "items": {"cube": 1},
        "marker": 2,
    }
    state = ended(last_turn(1, own, game=altered(QUIET)))
    found = vars(seat(state))
    assert found["sturdy"].carried == "M" and found["sturdy"].wounds == 1
    assert {key: found[key] for key in own if key != "sturdy"} == {
        key: value for key, value in own.items() if key != "sturdy"
    }


def test_every_recipe_moves_exactly_one_place_down_and_a_new_card_comes() -> None:
    state = last_turn(1, game=altered(QUIET), recipe_row=["PP", None, "PM", None])
    play(state, "end_turn")
    assert asked(state) == (NOBODY, "recipe")
    assert recipe_row(state) == [None, "PP", None, "PM"]
    assert recipe_row(play(state, "recipe(MSE)")) == ["MSE", "PP", None, "PM"]


def test_what_leaves_place_4_is_discarded_and_never_comes_again() -> None:
    row = ["PP", "PE", "PM", "PS"]
    state = play(last_turn(1, game=altered(QUIET), recipe_row=row), "end_turn")
    assert "recipe(PS)" not in probabilities(state)
    play(state, "recipe(MM)")
    assert recipe_row(state) == ["MM", "PP", "PE", "PM"]


def test_an_empty_deck_leaves_place_1_empty() -> None:
    row = ["PP", None, None, None]
    state = last_turn(1, game=altered(QUIET), recipe_row=row, recipes_left="")
    play(state, "end_turn")
    assert recipe_row(state) == [None, "PP", None, None] and state.question == "die"


# The track


def test_the_icons_are_resolved_from_left_to_right() -> None:
    for icons in (["dragon", "reset", "event_good"], ["event_bad", "reset", "dragon"]):
        state = ended(last_turn(1, game=track(*icons, goblin=False)))
        seen = [state.question]
        while state.question != "die":
            name = (
                state.chance_outcomes()[0].name if state.waiting == "chance" else options(state)[0]
            )
            play(state, name)
            seen += [state.question] if state.question != seen[-1] else []
        kinds = {"reset": "token"}
        due = [kinds.get(icon, icon.partition("_")[0]) for icon in icons]
        assert [kind for kind in seen if kind in due] == due


def test_a_round_without_an_icon_just_ends() -> None:
    state = ended(last_turn(1, game=altered(QUIET, **ALL_OFF)))
    assert asked(state) == (0, "die") and record(state)["round_number"] == 2


def test_a_full_track_of_icons_ends() -> None:
    state = ended(last_turn(1, game=track(*["heroes"] * 6, goblin=False)))
    assert asked(state) == (0, "die")


@pytest.mark.parametrize("number", range(1, 7))
def test_the_shipped_track_is_passed_after_each_round(number: int) -> None:
    state = ended(last_turn(number, {"heroes": "archer", "exhausted": "archer"}))
    due = BOARD["round_track"][str(number)]
    first = {"dragon": "dragon", "reset": "token", "event_good": "event", "event_bad": "event"}
    icons = [icon for icon in due if icon != "heroes"]
    assert state.question == first[icons[0]]
    assert (seat(state).exhausted == "") == ("heroes" in due)


# Heroes


def test_all_exhausted_heroes_become_ready() -> None:
    own = {"heroes": "archer bard", "exhausted": "archer bard", "bonus_used": "archer"}
    others = {1: {"heroes": "knight", "exhausted": "knight"}}
    state = ended(last_turn(1, own, others=others, game=track("heroes", goblin=False)))
    assert seat(state).exhausted == seat(state, 1).exhausted == ""
    assert record(state)["bonus_used"] != 0


def test_without_the_icon_heroes_stay_exhausted() -> None:
    own = {"heroes": "archer", "exhausted": "archer"}
    assert seat(ended(last_turn(1, own, game=altered(QUIET)))).exhausted == "archer"


# Reset


def test_at_a_reset_all_tokens_leave_the_map_and_are_laid_anew() -> None:
    laid = {"wild_a": "egg", "wild_c": "plant encounter"}
    state = ended(last_turn(1, game=track("reset"), tokens=laid))
    assert state.question == "token" and tokens(state, "wild_c") == []
    found = probabilities(state)
    assert [found[f"token({kind})"] * 10 for kind in ("plant", "mushroom", "spice", "egg")] == [
        3,
        3,
        2,
        1,
    ]
    assert found["token(encounter)"] * 10 == 1
    play(state, "token(spice)")
    assert tokens(state, "wild_a") == ["spice"]
    until(state, "die")
    assert sum(record(state)["token_at"] >= 0) == 10


def test_carried_and_stored_ingredients_stay_at_a_reset() -> None:
    own = {"reserve": "P", "plain": {"zone": "maple", "carried": "E"}}
    state = ended(last_turn(1, own, game=track("reset")))
    assert seat(state).reserve == "P" and seat(state).plain.carried == "E"


# Dragons


def test_a_dragon_is_drawn_of_the_boards_not_used_before() -> None:
    state = ended(last_turn(1, game=track("dragon"), dragon="moss"))
    assert asked(state) == (NOBODY, "dragon")
    assert set(probabilities(state)) == {"dragon(ember)", "dragon(storm)", "dragon(hoard)"}
    play(state, "dragon(storm)")
    assert record(state)["dragon"] == 2


def test_a_dragon_still_there_leaves_with_its_damage_for_no_reward() -> None:
    marks = ["SS", "SBB", ""]
    state = ended(last_turn(1, game=track("dragon"), dragon="moss", marks=marks))
    assert record(state)["dragon"] == -1 and not record(state)["marks"].any()
    assert seat(state).gold == seat(state, 1).gold == 0


def test_its_appearance_happens_to_every_player() -> None:
    state = last_turn(1, {"energy": 2}, others={1: {"energy": 1}}, game=track("dragon"))
    play(ended(state), "dragon(storm)")
    assert (seat(state).energy, seat(state, 1).energy) == (1, 0)


# Events


@pytest.mark.parametrize(("icon", "gold"), [("event_good", 3), ("event_bad", 1)])
def test_a_card_is_drawn_and_every_player_resolves_its_good_or_its_bad_half(
    icon: str, gold: int
) -> None:
    state = ended(last_turn(1, {"gold": 2}, others={1: {"gold": 2}}, game=track(icon)))
    assert asked(state) == (NOBODY, "event") and len(probabilities(state)) == 8
    play(state, "event(coin)")
    assert seat(state).gold == seat(state, 1).gold == gold


def test_an_event_does_not_come_again() -> None:
    state = ended(last_turn(1, game=track("event_good"), events_left="song health"))
    assert set(probabilities(state)) == {"event(song)", "event(health)"}
    assert record(play(state, "event(song)"))["events_left"] == 1 << 4


def test_an_empty_event_deck_gives_no_more_cards() -> None:
    state = ended(last_turn(1, game=track("event_good", goblin=False), events_left=""))
    assert asked(state) == (0, "die")


def test_without_the_module_events_are_passed_over() -> None:
    state = ended(last_turn(1, game=track("event_good", "event_bad", **ALL_OFF)))
    assert asked(state) == (0, "die")


def test_players_resolve_it_from_the_first_player_of_the_ended_round_clockwise() -> None:
    reserve = {"reserve": "P"}
    others = {1: reserve, 2: reserve}
    state = last_turn(1, reserve, players=3, others=others, game=track("event_bad"), first_player=1)
    play(ended(state), "event(harvest)")
    order = []
    while state.question == "discard":
        order.append(state.player)
        play(state, "discard(plant)")
    assert order == [1, 2, 0]


def test_a_round_ends_when_all_dice_are_used() -> None:
    state = last_turn(1, turn=8, first_player=1, game=game())
    assert asked(play(state, "end_turn")) == (0, "open")
