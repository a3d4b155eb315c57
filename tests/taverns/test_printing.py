"""The record that the rules read holds what the board file says."""

import random
from typing import Any

import numpy as np
import pytest

from pixies_env.taverns import catalogue, effects
from pixies_env.taverns.board import Board, load_board
from pixies_env.taverns.limits import MAX_ROUNDS
from pixies_env.taverns.names import (
    EFFECTS,
    FACES,
    INGREDIENTS,
    LOCATIONS,
    MODULES,
    NONE,
    Condition,
    Decision,
    DungeonToken,
    Effect,
    Face,
    ForgeToken,
    Icon,
    Ingredient,
    Item,
    Location,
    Market,
    Minion,
    Symbol,
    Token,
)
from pixies_env.taverns.printing import print_board
from tests.taverns.boards import largest_board, random_board

ALL_ON = dict.fromkeys(MODULES, True)
SWITCHES = {"initial_recipes": 1, "city_on_pass": False, "market": "buy"}


def record_of(board: Board, **options: Any) -> Any:
    """The record of a board with all modules, unless options say otherwise."""
    modules = {name: options.get(name, True) for name in MODULES}
    switches = {name: options.get(name, value) for name, value in SWITCHES.items()}
    locations = options.get("locations", [LOCATIONS.index(name) for name in board.location_names])
    actions, outcomes = catalogue.decisions(board), catalogue.outcomes(board)
    return print_board(board, actions, outcomes, modules, switches, locations)[0]


@pytest.fixture(scope="module")
def shipped() -> Any:
    return record_of(load_board())


def changed(**tables: dict[str, Any]) -> Board:
    """The shipped board with other entries."""
    mapping = load_board().to_mapping()
    for table, entries in tables.items():
        mapping[table].update(entries)
    return load_board(mapping)


def test_options() -> None:
    board = load_board()
    record = record_of(board, goblin=False, market="store", city_on_pass=True, initial_recipes=4)
    assert [int(record[f"{module}_on"]) for module in MODULES] == [1, 1, 1, 1, 0]
    assert (record.market, record.city_on_pass, record.initial_recipes) == (Market.STORE, 1, 4)
    assert record.locations == 255
    four = record_of(board, locations=(Location.PORTAL, Location.MARKET, Location.FORGE, 0))
    assert four.locations == 0b10100011


def test_numbers_of_the_game(shipped: Any) -> None:
    assert (shipped.rounds, shipped.heroes_in_row, shipped.left_over) == (7, 4, 1)
    assert (shipped.compensation_below, shipped.compensation_gold) == (10, 1)
    assert (shipped.start_gold, shipped.start_energy, shipped.start_runes) == (1, 1, 0)
    assert (shipped.max_energy, shipped.max_runes) == (5, 3)
    assert shipped.activation_spaces.tolist() == [0, 0, 1, 2, 2, 2]
    assert shipped.bank_gold.tolist() == [2, 2, 3, 3, 1]
    assert shipped.pockets[Minion.STURDY] == 3 and shipped.extra_steps[Minion.BOOTED] == 1


def test_what_exceeds_the_limits_at_the_start_is_lost() -> None:
    game = {"start_energy": 7, "max_energy": 3, "start_runes": 2, "max_runes": 0}
    record = record_of(changed(game=game))
    assert (record.start_energy, record.start_runes) == (3, 0)


def test_the_round_track(shipped: Any) -> None:
    assert shipped.icons.shape[0] == MAX_ROUNDS + 1
    assert shipped.icons[1].tolist() == [Icon.DRAGON, Icon.RESET, *[NONE] * 4]
    assert shipped.icons[6].tolist() == [Icon.HEROES, Icon.EVENT_BAD, *[NONE] * 4]
    assert (shipped.icons[[0, 7, 8, 9, 10, 11, 12]] == NONE).all()


def test_dice() -> None:
    board = changed(dice={"player": [2, 2, 3], "hunting": ["claw", "bow", "claw"]})
    record = record_of(board)
    assert record.die_faces.tolist() == [0, 2, 1, 0]
    assert record.hunt_die_faces.tolist() == [0, 1, 2, 0]
    # A zone for each sum that two such dice can show.
    zones = [NONE] * 9
    zones[4], zones[5], zones[6] = 3, 5, 6
    assert record.goblin_zone.tolist() == zones


def test_the_map(shipped: Any) -> None:
    assert (shipped.zones, shipped.city, shipped.maple) == (9, 0, 4)
    assert shipped.arrows[2] == 1 << 5 and shipped.arrows[6] == 1 << 8
    assert np.count_nonzero(shipped.arrows) == 2
    assert shipped.zone_sites[3] == 0b11 and shipped.zone_sites[7] == 0b1100
    assert shipped.zone_printed[1] == 1 << Ingredient.PLANT
    assert shipped.zone_printed[5] == 1 << Ingredient.MUSHROOM
    assert shipped.token_spaces == 10
    assert shipped.token_zone[:10].tolist() == [1, 2, 3, 3, 5, 6, 6, 7, 7, 8]
    assert shipped.goblin_zone.tolist() == [NONE, NONE, 1, 2, 3, 5, 6, 7, 8]


def test_the_token_of_the_encounters_takes_the_place_of_a_plant(shipped: Any) -> None:
    assert shipped.tokens[Token.PLANT] == 3 and shipped.tokens[Token.ENCOUNTER] == 1
    without = record_of(load_board(), encounters=False)
    assert without.tokens[Token.PLANT] == 4 and without.tokens[Token.ENCOUNTER] == 0
    assert shipped.tokens.sum() == without.tokens.sum() == shipped.token_spaces


def test_locations(shipped: Any) -> None:
    assert shipped.location_cost[Location.CARAVAN] == 2
    assert shipped.location_cost[Location.LIBRARY] == 0
    assert (shipped.gives_runes, shipped.gives_gold) == (1, 2)
    assert shipped.market_price.tolist() == [1, 1, 2, 2]
    assert shipped.forge_tokens[ForgeToken.BOW] == 2
    assert shipped.forge_tokens[ForgeToken.NO_CLAWS] == 1
    assert shipped.dungeon_kinds == 4
    assert shipped.dungeon_tokens[:4].tolist() == [1, 1, 1, 2]
    assert shipped.dungeon_token[:4].tolist() == [
        DungeonToken.GOLD,
        DungeonToken.GOLD,
        DungeonToken.PRESTIGE,
        DungeonToken.WOUND,
    ]
    assert shipped.dungeon_amount[:3].tolist() == [1, 2, 2]


def test_locations_that_a_file_leaves_out() -> None:
    mapping = load_board().to_mapping()
    for location in ("dungeon", "forge", "market", "runes"):
        del mapping["locations"][location]
    record = record_of(load_board(mapping))
    left = (Location.CAMPFIRE, Location.PORTAL, Location.CARAVAN, Location.LIBRARY)
    assert record.locations == sum(1 << location for location in left)
    assert record.dungeon_kinds == 0 and record.forge_tokens.sum() == 0


def effect_at(record: Any, slot: int) -> tuple[int, ...]:
    fields = ("effect", "effect_amount", "effect_argument", "effect_gold")
    return tuple(int(record[field][slot]) for field in fields)


def test_effects_lie_in_the_slots_of_what_they_are_printed_on(shipped: Any) -> None:
    assert effect_at(shipped, effects.ability_of(0)) == (Effect.RAISE_DICE, 0, 0, 0)
    assert effect_at(shipped, effects.ability_of(6)) == (Effect.SYMBOL, 0, Symbol.BOW, 0)
    assert effect_at(shipped, effects.ability_of(18)) == (Effect.COOKED, 3, 0, 0)
    assert effect_at(shipped, effects.ability_of(20)) == (Effect.NONE, 0, 0, 0)
    assert effect_at(shipped, effects.bonus_of(5)) == (Effect.RESERVE, 0, Ingredient.MUSHROOM, 0)
    assert effect_at(shipped, effects.bonus_of(19)) == (Effect.FACE, 0, Face.BOW, 0)
    assert effect_at(shipped, effects.track_space_of(2, 2)) == (Effect.STORE_ONE, 0, 0, 0)
    assert effect_at(shipped, effects.track_space_of(4, 4)) == (Effect.PRESTIGE, 3, 0, 0)
    assert effect_at(shipped, effects.appearance_of(1)) == (Effect.CLEAR_ADJACENT, 0, 0, 0)
    assert effect_at(shipped, effects.special_of(3)) == (Effect.GOLD, -2, 0, 0)
    assert effect_at(shipped, effects.good_half_of(7) + 1) == (Effect.ENERGY, 1, 0, 0)
    assert effect_at(shipped, effects.good_half_of(7) + 2) == (Effect.NONE, 0, 0, 0)
    assert effect_at(shipped, effects.bad_half_of(3)) == (Effect.DISCARD_RESERVE, 0, 0, 0)
    assert effect_at(shipped, effects.encounter_of(7)) == (Effect.WOUND_ACTIVE, 0, 0, 0)
    assert effect_at(shipped, effects.encounter_of(8)) == (Effect.TRADE, 0, Ingredient.EGG, 1)


def test_cards(shipped: Any) -> None:
    assert shipped.all_heroes == 2**20 - 1 and shipped.all_recipes == 2**20 - 1
    assert shipped.hero_cost[18] == 6 and shipped.hero_prestige[18] == 5
    assert shipped.readying_heroes == 1 << load_board().hero_names.index("bard")
    last = load_board().recipe_names.index("MSEV")
    assert shipped.recipe_prestige[last] == 16
    assert shipped.recipe_needs[last].tolist() == [0, 1, 1, 1, 1]
    rare = load_board().mission_names.index("rare_2")
    assert shipped.mission_condition[rare] == Condition.COOKED_KINDS
    assert shipped.mission_kinds[rare] == 1 << Ingredient.EGG | 1 << Ingredient.MEAT
    assert (shipped.mission_at_least[rare], shipped.mission_prestige[rare]) == (2, 5)
    assert shipped.all_events == 2**8 - 1 and shipped.all_encounters == 2**10 - 1
    assert shipped.items[Item.GLAIVE] == 4
    assert shipped.taverns == 5 and shipped.track_length.tolist() == [4] * 5 + [0] * 3


def test_dragons(shipped: Any) -> None:
    assert shipped.all_dragons == 0b1111 and shipped.dragon_site[:4].tolist() == [0, 1, 2, 3]
    assert shipped.dragon_rows[:4].tolist() == [3] * 4
    assert shipped.row_spaces[1, 1].tolist() == [1, 2]
    assert (shipped.row_energy[1, 0], shipped.row_gold[3, 0]) == (2, 3)
    assert (shipped.row_meat[2, 2], shipped.row_prestige[2, 2]) == (1, 3)
    assert shipped.trophy_prestige[:3].tolist() == [3, 4, 5]
    assert shipped.trophies.tolist() == [2, 2, 2] + [0] * 5


def test_families_of_decisions(shipped: Any) -> None:
    actions = catalogue.decisions(load_board())
    hire = shipped.first_action[Decision.HIRE]
    assert actions.name(None, hire + 3) == "hire(owl_master)"
    assert shipped.family_of[hire + 3] == Decision.HIRE


@pytest.mark.parametrize("seed", range(12))
def test_the_record_of_any_board_holds_its_numbers(seed: int) -> None:
    board = load_board(random_board(random.Random(seed)))
    record = record_of(board)
    assert (
        record.token_spaces
        == record.tokens.sum()
        == board.tokens.plant + sum(board.tokens.each(INGREDIENTS[1:]))
    )
    assert record.trophies.sum() == len(board.trophies.prestige)
    assert record.dungeon_tokens.sum() == len(board.dungeon_tokens)
    for hero, card in enumerate(board.heroes.cards):
        told = effect_at(record, effects.bonus_of(hero))
        assert EFFECTS[told[0]] == card.bonus.effect
        assert told[1:3] == (card.bonus.n or 0, _argument(card.bonus))
    for dragon, printed in enumerate(board.dragons.boards):
        spaces = record.row_spaces[dragon].sum(axis=1)[: len(printed.rows)]
        assert spaces.tolist() == [len(row) for row in printed.rows]


def _argument(effect: Any) -> int:
    if effect.kind is not None:
        return INGREDIENTS.index(effect.kind)
    return 0 if effect.symbol is None else FACES.index(effect.symbol)


def test_the_record_of_the_largest_board_is_not_cut_off() -> None:
    """Numbers in the record are as in the file: none is too large for its field."""
    board = load_board(largest_board())
    record = record_of(board)
    assert record.arrows[0] == 2**16 - 2 and record.all_heroes == 2**32 - 1
    assert record.compensation_below == record.start_gold == 99
    assert record.first_action[-1] + len(board.mission_names) == len(catalogue.decisions(board))


def test_a_record_cannot_be_changed() -> None:
    board = load_board()
    printed = print_board(
        board, catalogue.decisions(board), catalogue.outcomes(board), ALL_ON, SWITCHES, range(8)
    )
    with pytest.raises(ValueError, match="read-only"):
        printed["rounds"] = 3
