"""Section 3: the main action, one available die that is placed."""

import pytest

from pixies_env.taverns.names import NOBODY
from tests.taverns.rules.table import (
    ALL_OFF,
    BOARD,
    altered,
    asked,
    at,
    game,
    last_turn,
    options,
    play,
    recipe_row,
    record,
    seat,
)

MAIN = ("cook", "bank", "energy", "activate", "lose")
EMPTY = [None] * 4
USED = {minion: {"die": 2} for minion in ("plain", "sturdy", "booted")}
"""No die place is empty."""


def test_a_turn_has_exactly_one_main_action_and_ends_only_after_it() -> None:
    state = at()
    assert "end_turn" not in options(state)
    play(state, "energy(2)")
    assert options(state, *MAIN) == [] and options(state) == ["end_turn"]
    assert asked(play(state, "end_turn")) == (1, "open")


# Cooking


def test_a_recipe_is_cooked_with_any_die_out_of_stored_ingredients() -> None:
    state = at(2, {"reserve": "PPS"}, recipe_row=["PMM", None, "PS", None])
    assert options(state, "cook") == [f"cook({value},PS)" for value in (1, 2, 3, 4)]


def test_carried_ingredients_are_not_cooked() -> None:
    state = at(2, {"plain": {"carried": "PS"}}, recipe_row=["PS", None, None, None])
    assert options(state, "cook") == []


def test_every_ingredient_of_the_list_is_needed_as_often_as_it_stands_there() -> None:
    rows = {"recipe_row": ["PPM", None, None, None]}
    assert options(at(2, {"reserve": "PM"}, **rows), "cook") == []
    assert options(at(2, {"reserve": "PPM"}, **rows), "cook") != []


def test_ingredients_go_to_the_supply_and_prestige_is_as_printed_and_the_die() -> None:
    state = at(2, {"reserve": "PPPSM", "prestige": 2}, recipe_row=["PPS", None, None, None])
    play(state, "cook(3,PPS)")
    own = seat(state)
    assert (own.reserve, own.prestige, own.cooked, own.dice) == ("PM", 2 + 7 + 3, "PPS", "1224")


def test_cards_above_the_gap_move_one_down_and_a_new_one_comes_on_place_1() -> None:
    state = at(2, {"reserve": "PP"}, recipe_row=["PMS", "MM", "PP", "MSE"])
    play(state, "cook(1,PP)")
    assert recipe_row(state) == [None, "PMS", "MM", "MSE"]
    assert asked(state) == (NOBODY, "recipe")
    play(state, "recipe(PE)")
    assert recipe_row(state) == ["PE", "PMS", "MM", "MSE"] and asked(state) == (0, "open")


def test_an_empty_recipe_deck_gives_no_more_cards() -> None:
    state = at(2, {"reserve": "PP"}, recipe_row=["PMS", "PP", None, None], recipes_left="")
    play(state, "cook(1,PP)")
    assert recipe_row(state) == [None, "PMS", None, None] and asked(state) == (0, "open")


def test_any_number_of_recipes_is_cooked_in_a_round() -> None:
    state = at(2, {"reserve": "PPPP"}, recipe_row=["PP", None, None, None], turn=0)
    play(state, "cook(1,PP)", "recipe(PM)", "end_turn", "energy(1)", "end_turn")
    assert options(state, "cook") == []
    state = at(
        2,
        {"reserve": "PP", "cooked": "MM MSE", "cooking_dice": 2, "dice": "224"},
        recipe_row=["PP", None, None, None],
        turn=4,
    )
    assert options(state, "cook") == ["cook(2,PP)", "cook(4,PP)"]


def test_cooking_is_compulsory_where_nothing_else_is_possible() -> None:
    own = {"dice": "4", "energy_die": 1, "reserve": "PP", **USED}
    bank = {"1": 0, "2": 1, "3": 1, "4": 1, "blank": 1}
    state = at(2, own, recipe_row=["PP", None, None, None], bank=bank)
    assert options(state, *MAIN) == ["cook(4,PP)"]


# The bank


@pytest.mark.parametrize(("value", "gold"), [(1, 2), (2, 2), (3, 3), (4, 3)])
def test_the_bank_pays_the_gold_of_the_slot(value: int, gold: int) -> None:
    state = play(at(2, {"gold": 4}), f"bank({value},{value})")
    assert seat(state).gold == 4 + gold


def test_a_die_lies_on_the_slot_of_its_value_or_on_the_blank_one() -> None:
    found = options(at(2, {"dice": "13"}), "bank")
    assert found == ["bank(1,1)", "bank(1,blank)", "bank(3,3)", "bank(3,blank)"]
    assert seat(play(at(), "bank(4,blank)")).gold == 1


def test_each_slot_of_the_bank_holds_one_die() -> None:
    state = at(2, {"dice": "13"}, bank={"3": 1})
    assert options(state, "bank") == ["bank(1,1)", "bank(1,blank)", "bank(3,blank)"]
    assert options(at(2, {"dice": "3"}, bank={"3": 1, "blank": 0}), "bank") == []
    state = play(at(), "bank(3,blank)", "end_turn")
    assert options(state, "bank") == [f"bank({value},{value})" for value in (1, 2, 3, 4)]


def test_a_player_has_one_die_in_the_bank_a_round() -> None:
    state = play(at(), "bank(1,1)", "end_turn", "energy(1)", "end_turn")
    assert asked(state) == (0, "open") and options(state, "bank") == []


def test_a_slot_without_gold_is_no_option() -> None:
    state = at(game=altered({"bank.3": 0, "bank.blank": 0}))
    assert options(state, "bank") == ["bank(1,1)", "bank(2,2)", "bank(4,4)"]


# The energy source


def test_the_energy_source_gives_the_value_of_the_die_up_to_5() -> None:
    assert seat(play(at(), "energy(3)")).energy == 3
    assert seat(play(at(2, {"energy": 3}), "energy(4)")).energy == 5


def test_the_energy_source_may_be_used_at_5_energy() -> None:
    state = at(2, {"energy": 5})
    assert options(state, "energy") == [f"energy({value})" for value in (1, 2, 3, 4)]
    assert seat(play(state, "energy(1)")).energy == 5


def test_a_player_uses_the_energy_source_once_a_round_and_any_number_of_players_do() -> None:
    state = play(at(), "energy(1)", "end_turn")
    assert len(options(state, "energy")) == 4
    play(state, "energy(1)", "end_turn")
    assert options(state, "energy") == []


# Activation


def test_a_minion_is_activated_if_its_die_place_is_empty() -> None:
    state = at(2, {"dice": "14", "sturdy": {"die": 3}})
    assert options(state, "activate") == [
        f"activate({value},{minion})" for value in (1, 4) for minion in ("plain", "booted")
    ]
    play(state, "activate(1,booted)")
    assert seat(state).booted.die == 1 and seat(state).dice == "4"


def test_the_minion_that_was_activated_is_the_active_one_until_the_turn_ends() -> None:
    state = at()
    assert record(state)["active"] == -1
    play(state, "activate(1,sturdy)")
    assert record(state)["active"] == 1
    assert record(play(state, "end_turn"))["active"] == -1


# Lost dice


def test_a_die_is_lost_only_if_no_available_die_can_be_used() -> None:
    own = {"dice": "14", "energy_die": 1, **USED}
    bank = {"1": 1, "4": 1, "blank": 0}
    state = at(2, own, bank=bank, recipe_row=EMPTY)
    assert options(state) == ["lose(1)", "lose(4)"]
    play(state, "lose(4)")
    assert seat(state).dice == "1" and options(state) == ["end_turn"]
    free = at(2, own, bank={"1": 1, "blank": 1}, recipe_row=EMPTY)
    assert options(free, *MAIN) == ["bank(4,4)"]


def test_a_lost_die_is_out_for_this_round_and_comes_back_in_the_next() -> None:
    state = last_turn(1, {"lost_dice": 2}, game=game(**ALL_OFF))
    assert record(state)["lost_dice"][0] == 2
    assert record(play(state, "end_turn"))["lost_dice"][0] == 0


# Values and the marker


def test_the_value_counts_as_it_shows_when_placed() -> None:
    state = at(2, {"runes": 1, "dice": "1"})
    play(state, "reroll(1)", "die(4)", "energy(4)")
    assert seat(state).energy == 4


@pytest.mark.parametrize(
    "action", ["cook(1,PP)", "bank(1,1)", "bank(1,blank)", "energy(1)", "activate(1,plain)"]
)
def test_each_1_placed_for_a_main_action_moves_the_marker_one_space_on(action: str) -> None:
    own = {"reserve": "PP", "tavern": "tavern_1"}
    state = play(at(2, own, recipe_row=["PP", None, None, None]), action)
    assert seat(state).marker == 1
    off = game(asymmetric=False)
    state = play(at(2, {"reserve": "PP"}, recipe_row=["PP", None, None, None], game=off), action)
    assert seat(state).marker == 0


def test_other_values_do_not_move_the_marker() -> None:
    for value in (2, 3, 4):
        assert seat(play(at(), f"energy({value})")).marker == 0


def test_the_marker_stops_on_the_last_space() -> None:
    length = len(BOARD["asymmetric"]["tavern_1"])
    state = at(2, {"tavern": "tavern_1", "marker": length})
    assert seat(play(state, "energy(1)")).marker == length


def test_a_lost_1_does_not_move_the_marker() -> None:
    own = {"dice": "1", "energy_die": 1, **USED}
    state = at(2, own, bank={"1": 1, "blank": 0}, recipe_row=EMPTY)
    assert seat(play(state, "lose(1)")).marker == 0


def test_a_1_for_a_second_activation_does_not_move_the_marker() -> None:
    state = at(2, {"items": {"talisman": 1}, "plain": {"die": 2}})
    play(state, "use(talisman)", "again(plain)", "die(1)")
    assert seat(state).marker == 0 and seat(state).plain.zone == "wild_a"
