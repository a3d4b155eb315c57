"""Section 1: components and set-up, in its order."""

from fractions import Fraction

import pytest

from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.taverns.names import NONE
from tests.taverns.rules.laying import SPACES
from tests.taverns.rules.table import (
    ALL_OFF,
    BOARD,
    GAME,
    altered,
    asked,
    game,
    options,
    play,
    probabilities,
    recipe_row,
    record,
    seat,
    until,
)

PLAIN = game(**ALL_OFF)


def begun(game: Game = GAME, players: int = 2) -> State:
    return State(game, players, chance="manual")


def kinds_due(state: State) -> list[str]:
    """What happens from here to the first roll, each kind once for a row of the same."""
    kinds: list[str] = []
    while state.question != "die":
        if kinds[-1:] != [state.question]:
            kinds.append(state.question)
        name = state.chance_outcomes()[0].name if state.waiting == "chance" else options(state)[0]
        play(state, name)
    return kinds


def test_each_player_begins_with_1_gold_1_energy_no_rune_and_no_prestige() -> None:
    state = until(begun(players=5), "die")
    for number in range(5):
        own = seat(state, number)
        assert (own.gold, own.energy, own.runes, own.prestige) == (1, 1, 0, 0)


def test_the_file_says_what_players_begin_with() -> None:
    changes = {"game.start_gold": 3, "game.start_energy": 0, "game.start_runes": 2}
    own = seat(until(begun(altered(changes)), "die"))
    assert (own.gold, own.energy, own.runes) == (3, 0, 2)


def test_the_three_minions_stand_in_the_city() -> None:
    own = seat(begun())
    assert {own.plain.zone, own.sturdy.zone, own.booted.zone} == {"city"}


def test_the_set_up_has_an_order() -> None:
    order = ["lay", "token", "hero", "recipe", "tavern", "mission", "keep"]
    assert kinds_due(begun()) == order
    assert kinds_due(begun(PLAIN)) == order[:4]


def test_four_different_locations_are_laid_on_sites_1_to_4_in_order() -> None:
    state = begun()
    assert probabilities(state)["lay(forge)"] == Fraction(1, 8)
    play(state, "lay(forge)")
    assert "lay(forge)" not in probabilities(state)
    assert probabilities(state)["lay(market)"] == Fraction(1, 7)
    play(state, "lay(market)", "lay(runes)", "lay(library)")
    assert list(record(state)["location_at"]) == [5, 7, 2, 6]


def test_the_locations_of_a_first_game_still_come_on_random_sites() -> None:
    found = probabilities(begun(game(locations="first_game")))
    named = ("caravan", "portal", "dungeon", "market")
    assert found == {f"lay({name})": Fraction(1, 4) for name in named}


def test_a_user_may_name_the_four_locations() -> None:
    found = probabilities(begun(game(locations=["forge", "runes", "library", "caravan"])))
    assert set(found) == {"lay(forge)", "lay(runes)", "lay(library)", "lay(caravan)"}


def test_ten_tokens_are_laid_at_random_in_walking_order() -> None:
    state = until(begun(PLAIN), "token")
    tenth = Fraction(1, 10)
    assert probabilities(state) == {
        "token(plant)": 4 * tenth,
        "token(mushroom)": 3 * tenth,
        "token(spice)": 2 * tenth,
        "token(egg)": tenth,
    }
    play(state, "token(egg)")
    assert "token(egg)" not in probabilities(state)
    play(state, *["token(plant)"] * 4, *["token(mushroom)"] * 3, *["token(spice)"] * 2)
    assert list(record(state)["token_at"][: len(SPACES)]) == [3, 0, 0, 0, 0, 1, 1, 1, 2, 2]
    assert state.question == "hero"


def test_the_encounter_token_replaces_one_plant() -> None:
    found = probabilities(until(begun(), "token"))
    assert found["token(encounter)"] == Fraction(1, 10)
    assert found["token(plant)"] == Fraction(3, 10)


def test_four_heroes_lie_in_the_row_and_the_row_has_no_order() -> None:
    one, other = (until(begun(PLAIN), "hero") for _ in range(2))
    assert probabilities(one)["hero(bard)"] == Fraction(1, 20)
    play(one, "hero(bard)", "hero(scout)", "hero(knight)", "hero(archer)")
    play(other, "hero(archer)", "hero(knight)", "hero(scout)", "hero(bard)")
    assert one.question == "recipe" and one == other


def test_one_recipe_lies_on_place_1() -> None:
    state = play(until(begun(PLAIN), "recipe"), "recipe(PMS)")
    assert recipe_row(state) == ["PMS", None, None, None]
    assert state.question == "die"


def test_four_recipes_are_filled_in_from_place_1_on() -> None:
    state = until(begun(game(**ALL_OFF, initial_recipes=4)), "recipe")
    play(state, "recipe(PMS)", "recipe(MM)", "recipe(PP)", "recipe(MSE)")
    assert recipe_row(state) == ["PMS", "MM", "PP", "MSE"]
    assert state.question == "die"


def test_the_file_says_how_many_recipes_begin_and_the_option_goes_before_it() -> None:
    four = {"switches.initial_recipes": 4}
    assert None not in recipe_row(until(begun(altered(four)), "die"))
    one = altered(four, initial_recipes=1)
    assert recipe_row(until(begun(one), "die"))[1:] == [None] * 3


def test_each_player_chooses_a_tavern_board_in_seat_order() -> None:
    state = until(begun(players=3), "tavern")
    boards = [f"tavern({name})" for name in ("tavern_1", "tavern_2", "tavern_3")]
    assert state.player == 0 and options(state)[:3] == boards and len(options(state)) == 5
    play(state, "tavern(tavern_2)")
    assert state.player == 1 and "tavern(tavern_2)" not in options(state)
    play(state, "tavern(tavern_1)", "tavern(tavern_5)")
    assert list(record(state)["tavern"][:3]) == [1, 0, 4] and seat(state).marker == 0


def test_without_the_module_nobody_chooses_a_tavern_board() -> None:
    state = until(begun(game(asymmetric=False)), "die")
    assert list(record(state)["tavern"][:2]) == [NONE, NONE]


def test_one_mission_is_common_and_each_seat_gets_two_of_which_it_keeps_one() -> None:
    state = until(begun(players=3), "mission")
    assert probabilities(state)["mission(trophy)"] == Fraction(1, 12)
    play(state, "mission(trophy)")
    assert asked(state) == (0, "mission") and "mission(trophy)" not in probabilities(state)
    play(state, "mission(healthy)", "mission(gold_5)")
    assert asked(state) == (1, "mission")
    play(state, *(f"mission({name})" for name in ("rare_2", "runes_3", "heroes_3", "heroes_5")))
    assert asked(state) == (0, "keep")
    assert options(state) == ["keep(healthy)", "keep(gold_5)"]
    play(state, "keep(gold_5)")
    assert options(state) == ["keep(runes_3)", "keep(rare_2)"]
    play(state, "keep(rare_2)", "keep(heroes_5)")
    assert list(record(state)["missions"][0]) == [6, 5] and state.question == "die"


def test_without_the_module_there_are_no_missions() -> None:
    state = until(begun(game(missions=False)), "die")
    assert record(state)["common_mission"] == NONE
    assert record(state)["missions"][0, 0] == NONE and record(state)["missions_left"] == 0


@pytest.mark.parametrize(("players", "spaces"), [(2, 1), (3, 2), (5, 2)])
def test_a_location_has_2_activation_spaces_and_with_2_players_only_1(
    players: int, spaces: int
) -> None:
    assert GAME.board[0]["activation_spaces"][players] == spaces


def test_dungeon_and_forge_have_5_tokens_each() -> None:
    there = record(begun())
    assert sum(there["dungeon_left"]) == sum(there["forge_left"]) == 5


def test_a_file_with_fewer_heroes_than_the_row_has_room_for_lays_all_of_them() -> None:
    changes = {"game.hero_row": 6, "heroes.cards": BOARD["heroes"]["cards"][:4]}
    state = until(begun(altered(changes, **ALL_OFF)), "recipe")
    assert record(state)["hero_row"] == 0b1111
