"""Section 3: the cube, which works only while cooking."""

from pixies_env.core.states.state import State
from tests.taverns.rules.table import (
    asked,
    at,
    options,
    play,
    recipe_row,
    seat,
)


def cooking(cubes: int, reserve: str, recipe: str, value: int = 2) -> State:
    own = {"items": {"cube": cubes}, "reserve": reserve}
    state = at(2, own, recipe_row=[recipe, None, None, None])
    return play(state, f"cook({value},{recipe})")


def test_unused_cubes_count_as_any_ingredient() -> None:
    own = {"items": {"cube": 2}, "reserve": "P"}
    state = at(2, own, recipe_row=["PPS", "MSE", "PP", None])
    assert {name.partition(",")[2] for name in options(state, "cook")} == {"PPS)", "PP)"}


def test_a_used_cube_counts_for_nothing() -> None:
    state = at(2, {"items_used": {"cube": 2}, "reserve": "P"}, recipe_row=["PP", None, None, None])
    assert options(state, "cook") == []


def test_without_an_unused_cube_nothing_is_asked() -> None:
    state = at(2, {"reserve": "PP"}, recipe_row=["PP", None, None, None])
    assert asked(play(state, "cook(2,PP)"))[1] == "recipe"


def test_a_cube_replaces_one_ingredient_owned_or_not() -> None:
    state = cooking(1, "PPS", "PPS")
    assert asked(state) == (0, "cook")
    assert options(state) == ["substitute(plant)", "substitute(spice)", "pay"]
    play(state, "substitute(plant)", "recipe(MM)")
    own = seat(state)
    assert (own.reserve, own.items, own.items_used) == ("P", {}, {"cube": 1})
    assert (own.prestige, own.cooked) == (9, "PPS")


def test_only_what_lets_the_rest_be_paid_is_replaced() -> None:
    state = cooking(1, "PS", "PPS")
    assert options(state) == ["substitute(plant)"]
    state = cooking(2, "PM", "PPS")
    assert options(state) == ["substitute(plant)", "substitute(spice)"]
    play(state, "substitute(plant)")
    assert options(state) == ["substitute(spice)"]


def test_pay_needs_all_that_is_left_in_the_reserve() -> None:
    state = cooking(2, "PPM", "PPS")
    assert "pay" not in options(state)
    play(state, "substitute(spice)")
    assert options(state) == ["substitute(plant)", "pay"]
    assert seat(play(state, "pay")).reserve == "M"


def test_it_is_asked_also_when_the_list_is_empty_as_long_as_a_cube_is_left() -> None:
    state = play(cooking(3, "", "PM"), "substitute(mushroom)", "substitute(plant)")
    assert asked(state) == (0, "cook") and options(state) == ["pay"]
    play(state, "pay", "recipe(MM)")
    assert seat(state).items == {"cube": 1} and seat(state).cooked == "PM"


def test_a_cube_is_used_at_once_and_the_rest_after_the_last_question() -> None:
    state = play(cooking(2, "PPS", "PPS"), "substitute(plant)")
    own = seat(state)
    assert own.items == {"cube": 1} and own.items_used == {"cube": 1}
    assert (own.reserve, own.prestige, own.cooked, own.dice) == ("PPS", 0, "", "1234")
    assert recipe_row(state) == ["PPS", None, None, None]


def test_a_cube_replaces_meat_too() -> None:
    state = cooking(1, "PM", "PMV")
    assert options(state) == ["substitute(meat)"]


def test_a_cube_is_not_used_as_a_free_action() -> None:
    assert options(at(2, {"items": {"cube": 1}, "reserve": "PP"}), "use") == []
