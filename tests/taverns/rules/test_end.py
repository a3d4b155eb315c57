"""Section 4: the prestige of the end, missions and ranks."""

from __future__ import annotations

from typing import Any

import pytest

from pixies_env.taverns.names import CONDITIONS
from tests.taverns.rules.table import (
    ALL_OFF,
    BOARD,
    altered,
    game,
    last_turn,
    play,
)

PLAIN = game(**ALL_OFF)
NONE_KEPT = {"missions": ("heroes_5", "rare_2")}
"""A mission that is not fulfilled, and the one put away."""


def scores(*seats: dict[str, Any], **rest: Any) -> list[int]:
    """Final scores of players who have this."""
    found: list[int] = result(*seats, **rest)["scores"]
    return found


def result(*seats: dict[str, Any], **rest: Any) -> Any:
    others = dict(enumerate(seats[1:], start=1))
    situation = {"players": len(seats), "others": others, "game": PLAIN, **rest}
    return play(last_turn(7, seats[0], **situation), "end_turn").result()


def mission(name: str, kept: dict[str, Any], **rest: Any) -> int:
    """Prestige for a kept mission."""
    own = {**kept, "missions": (name, "heroes_5")}
    with_it = scores(own, NONE_KEPT, game=game(), common_mission="heroes_5", **rest)[0]
    return with_it - scores({**kept}, {}, **rest)[0]


# Prestige


def test_prestige_of_the_game_counts() -> None:
    assert scores({"prestige": 12}, {"prestige": 30}) == [12, 30]


def test_own_heroes_count_ready_or_exhausted() -> None:
    own = {"heroes": "archer knight guardian", "exhausted": "knight"}
    assert scores(own, {}) == [1 + 6 + 2, 0]


def test_trophies_count() -> None:
    assert scores({"trophies": [3, 5]}, {"trophies": [3]}) == [8, 3]


def test_each_stored_ingredient_counts_1_and_a_carried_one_nothing() -> None:
    assert scores({"reserve": "PPEV", "plain": {"carried": "PP"}}, {}) == [4, 0]


def test_the_file_says_what_stored_ingredients_count() -> None:
    assert scores({"reserve": "PPE"}, {}, game=altered({"game.left_over": 2}, **ALL_OFF)) == [6, 0]


def test_gold_energy_runes_and_items_count_nothing() -> None:
    own = {"gold": 9, "energy": 5, "runes": 3, "items": {"cube": 2}, "cooked": "MSE"}
    assert scores(own, {}) == [0, 0]


def test_the_common_mission_counts_for_everybody_who_fulfils_it() -> None:
    on = {"game": game(), "common_mission": "gold_5"}
    seats = ({"gold": 5, **NONE_KEPT}, {"gold": 4, "missions": ("heroes_5", "rare_2")})
    assert scores(*seats, **on) == [3, 0]


def test_the_own_mission_counts_and_the_one_put_away_does_not() -> None:
    on = {"game": game(), "common_mission": "rare_2"}
    seats = (
        {"gold": 5, "runes": 3, "missions": ("gold_5", "runes_3")},
        {"gold": 5, "missions": ("heroes_5", "healthy")},
    )
    assert scores(*seats, **on) == [3, 0]


# Missions


CASES: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    ("heroes_3", {"heroes": "archer bard scout"}, {"heroes": "archer bard"}, 3),
    ("recipes_4", {"cooked": "PP PM MM PS"}, {"cooked": "PP PM MM"}, 4),
    ("great_dish", {"cooked": "PPMS"}, {"cooked": "PPMM PP"}, 4),
    ("trophy", {"trophies": [3]}, {}, 4),
    ("healthy", {"plain": {"carried": "P"}}, {"booted": {"wounds": 1}}, 2),
    ("gold_5", {"gold": 5}, {"gold": 4}, 3),
    ("energy_5", {"energy": 5}, {"energy": 4}, 3),
    ("runes_3", {"runes": 3}, {"runes": 2}, 3),
    ("plants_4", {"cooked": "PPM PPS"}, {"cooked": "PPM PM"}, 3),
    ("spices_3", {"cooked": "MSS PS"}, {"cooked": "MSS MM"}, 4),
    ("rare_2", {"cooked": "MSEV"}, {"cooked": "PME"}, 5),
]


@pytest.mark.parametrize(("name", "fulfilled", "short", "prestige"), CASES)
def test_a_mission_asks_for_at_least_so_much(
    name: str, fulfilled: dict[str, Any], short: dict[str, Any], prestige: int
) -> None:
    assert mission(name, fulfilled) == prestige
    assert mission(name, short) == 0


def test_every_condition_is_tested() -> None:
    tested = {name for name, *_ in CASES}
    cards = BOARD["missions"]["cards"]
    assert {card["condition"] for card in cards if card["name"] in tested} == set(CONDITIONS)


def test_cooked_kinds_count_what_the_lists_say_whatever_was_paid() -> None:
    own = {"cooked": "PPM PPS", "items_used": {"cube": 4}}
    assert mission("plants_4", own) == 3


def test_a_wound_of_any_minion_counts_against_no_wound() -> None:
    for minion in ("plain", "sturdy", "booted"):
        assert mission("healthy", {minion: {"wounds": 1}}) == 0


# Ranks


def test_the_most_prestige_wins() -> None:
    assert result({"prestige": 3}, {"prestige": 9}, {"prestige": 5})["ranks"] == [3, 1, 2]


def test_a_tie_goes_to_the_highest_printed_prestige_of_one_cooked_recipe() -> None:
    seats = ({"prestige": 20, "cooked": "PPM MMS"}, {"prestige": 20, "cooked": "PPMM"})
    assert result(*seats)["ranks"] == [2, 1]


def test_who_has_cooked_nothing_has_0_in_a_tie() -> None:
    assert result({"prestige": 9}, {"prestige": 9, "cooked": "PP"})["ranks"] == [2, 1]


def test_else_the_rank_is_shared_and_two_winners_are_followed_by_rank_3() -> None:
    seats = ({"prestige": 9, "cooked": "PPM"}, {"prestige": 4}, {"prestige": 9, "cooked": "PMM PP"})
    changed = altered({"recipes.prestige.PMM": 6}, **ALL_OFF)
    assert result(*seats, game=changed)["ranks"] == [1, 3, 1]


def test_ties_are_of_the_final_prestige() -> None:
    seats = ({"prestige": 5, "reserve": "PP", "cooked": "PM"}, {"prestige": 7, "cooked": "PP"})
    assert result(*seats)["ranks"] == [1, 2]
