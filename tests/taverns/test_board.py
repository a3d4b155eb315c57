"""The board file: what it says, what is refused, and how that is said."""

import copy
import pickle
import random
import re
import tomllib
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_env.core.boards import alike
from pixies_env.registry import make_game
from pixies_env.taverns import catalogue
from pixies_env.taverns.board import Board, BoardError, load_board
from pixies_env.taverns.length import highest_score, longest_game
from pixies_env.taverns.state import STATE
from pixies_env.taverns.unknowns import UNKNOWNS, open_questions, vary
from tests.taverns.boards import largest_board, random_board

Mapping = dict[str, Any]
Change = Callable[[Mapping], None]
SHIPPED_FILE = Path(__file__).parents[2] / "pixies_env" / "taverns" / "board.toml"
RANDOM_BOARDS = 48


@pytest.fixture
def mapping() -> Mapping:
    return load_board().to_mapping()


def _way(path: str) -> list[Any]:
    return [int(part[1:]) if part.startswith("#") else part for part in path.split(".")]


def put(path: str, value: object) -> Change:
    """A change of one entry; the path is written with points, ``#n`` is a place in a list."""

    def change(content: Any) -> None:
        *way, last = _way(path)
        for part in way:
            content = content[part]
        content[last] = value

    return change


def drop(path: str) -> Change:
    def change(content: Any) -> None:
        *way, last = _way(path)
        for part in way:
            content = content[part]
        del content[last]

    return change


def cut(path: str, count: int) -> Change:
    """Keep so many entries of a list or a table, in which `standing` does not count."""

    def change(content: Any) -> None:
        for part in _way(path):
            content = content[part]
        keys = range(len(content)) if isinstance(content, list) else list(content)
        for key in list(reversed([key for key in keys if key != "standing"]))[: -count or None]:
            del content[key]

    return change


def grow(path: str, count: int) -> Change:
    """So many entries in a list, copies of the first under names of their own."""

    def change(content: Any) -> None:
        for part in _way(path):
            content = content[part]
        while len(content) < count:
            content.append(copy.deepcopy(content[0]))
            if "name" in content[0]:
                content[-1]["name"] = f"copy_{len(content)}"

    return change


def both(*changes: Change) -> Change:
    def change(content: Mapping) -> None:
        for each in changes:
            each(content)

    return change


ABILITY = "heroes.cards.#0.ability"
SITES_OF_WILD_A = "map.zones.#1.sites"
RECIPES_33 = {"".join(letters): 1 for letters in islice(product("PMSEV", repeat=3), 33)}

BROKEN: dict[str, tuple[Change, str, str, str]] = {
    # name: change, table, key, what the message says
    # names are unique
    "two zones of one name": (
        put("map.zones.#3.name", "wild_g"),
        "map",
        "zones",
        "has the name 'wild_g' 2 times, needs each once",
    ),
    "two heroes of one name": (
        put("heroes.cards.#3.name", "bard"),
        "heroes",
        "cards",
        "has the name 'bard' 2 times",
    ),
    "two dragons of one name": (
        put("dragons.boards.#3.name", "moss"),
        "dragons",
        "boards",
        "has the name 'moss' 2 times",
    ),
    "two missions of one name": (
        put("missions.cards.#3.name", "rare_2"),
        "missions",
        "cards",
        "has the name 'rare_2' 2 times",
    ),
    "two events of one name": (
        put("events.cards.#3.name", "coin"),
        "events",
        "cards",
        "has the name 'coin' 2 times",
    ),
    "two encounters of one name": (
        put("encounters.cards.#3.name", "ring"),
        "encounters",
        "cards",
        "has the name 'ring' 2 times",
    ),
    "a name that no decision can hold": (
        put("heroes.cards.#2.name", "the tracker"),
        "heroes",
        "cards[3].name",
        "is 'the tracker' with ' ', needs a name without blanks, (, ) and ,",
    ),
    "an empty name": (put("map.zones.#2.name", ""), "map", "zones[3].name", "1 to 40 signs"),
    "a tavern with a bracket": (
        put("asymmetric.inn(1)", [{"effect": "heal"}]),
        "asymmetric",
        "'inn(1)'",
        "with '(', needs a name",
    ),
    # City, Maple, both ends of arrows and sites exist
    "a City that is no zone": (
        put("map.city", "town"),
        "map",
        "city",
        "is 'town', needs the name of a zone: city, wild_a",
    ),
    "a Maple that is no zone": (put("map.maple", "oak"), "map", "maple", "needs the name of a"),
    "an arrow to nowhere": (
        put("map.shortcuts.#1.#1", "wild_z"),
        "map",
        "shortcuts[2]",
        "has 'wild_z', needs names of zones: city, wild_a",
    ),
    "an arrow from nowhere": (
        put("map.shortcuts.#0.#0", "wild_z"),
        "map",
        "shortcuts[1]",
        "has 'wild_z', needs names of zones",
    ),
    "an arrow to its own start": (
        put("map.shortcuts.#0.#1", "wild_b"),
        "map",
        "shortcuts[1]",
        "leads from 'wild_b' to its own start, needs another zone",
    ),
    "an arrow with three ends": (
        put("map.shortcuts.#0", ["city", "maple", "wild_a"]),
        "map",
        "shortcuts[1]",
        "has 3 entries, needs 2 or fewer",
    ),
    "a fifth site": (
        put(SITES_OF_WILD_A, [1, 5]),
        "map",
        "zones[wild_a].sites[2]",
        "needs 4 or less",
    ),
    "a site that touches no zone": (
        both(put("map.zones.#8.sites", []), put("map.zones.#7.sites", [3])),
        "map",
        "zones",
        "has no zone that touches site 4, needs one or more",
    ),
    "no zones": (put("map.zones", []), "map", "zones", "has 0 entries, needs 1 or more"),
    "seventeen zones": (grow("map.zones", 17), "map", "zones", "17 entries, needs 16 or fewer"),
    # tokens
    "more tokens than spaces": (
        put("tokens.meat", 1),
        "tokens",
        "",
        "has 11 tokens, needs 10: one for each of the token spaces in [map]",
    ),
    "more spaces than tokens": (
        put("map.zones.#0.token_spaces", 1),
        "tokens",
        "",
        "has 10 tokens, needs 11",
    ),
    "no plant": (
        both(put("tokens.plant", 0), put("tokens.egg", 5)),
        "tokens",
        "plant",
        "is 0, needs 1 or more: the token of the encounters",
    ),
    "too many token spaces": (
        both(put("map.zones.#0.token_spaces", 9), put("tokens.egg", 10)),
        "map",
        "zones",
        "has 19 token spaces, needs 16 or fewer",
    ),
    "a token of the encounters": (
        put("tokens.encounter", 1),
        "tokens",
        "encounter",
        "is not known here; known are standing, plant, mushroom, spice, egg, meat",
    ),
    "gold printed in a zone": (
        put("map.zones.#2.printed", ["gold"]),
        "map",
        "zones[wild_b].printed[1]",
        "is 'gold', needs one of 'plant', 'mushroom', 'spice', 'egg' or 'meat'",
    ),
    # the goblin's zone
    "a sum without a zone": (
        put("map.zones.#8.goblin", 0),
        "map",
        "zones",
        "has 0 zones with the goblin number 8, needs one: two player dice can show 8",
    ),
    "a sum with two zones": (
        put("map.zones.#0.goblin", 5),
        "map",
        "zones",
        "has 2 zones with the goblin number 5, needs one",
    ),
    "a goblin below 0": (put("map.zones.#0.goblin", -1), "map", "zones[city].goblin", "0 or more"),
    # dice, and what is as shipped
    "a player die with a 5": (
        put("dice.player.#0", 5),
        "dice",
        "player[1]",
        "is 5, needs 4 or less",
    ),
    "a player die with a 0": (put("dice.player.#0", 0), "dice", "player[1]", "needs 1 or more"),
    "a hunting die with a shield": (
        put("dice.hunting.#5", "shield"),
        "dice",
        "hunting[6]",
        "is 'shield', needs one of 'sword', 'bow', 'claw' or 'flame'",
    ),
    "a die without faces": (put("dice.hunting", []), "dice", "hunting", "has 0 entries"),
    "a die of 13 faces": (put("dice.player", [1] * 13), "dice", "player", "needs 12 or fewer"),
    "six dice": (put("game.dice", 6), "game", "dice", "is 6, needs 5"),
    "five places for recipes": (put("game.recipe_row", 5), "game", "recipe_row", "needs 4"),
    "a hunt with four dice": (
        put("game.hunt_dice", [1, 4]),
        "game",
        "hunt_dice[2]",
        "is 4, needs 3",
    ),
    "a hunt without a number": (
        put("game.hunt_dice", [1]),
        "game",
        "hunt_dice[2]",
        "is missing; the shipped board has 3",
    ),
    # names of the page
    "a ninth location": (
        put("locations.well", {"cost": 1}),
        "locations",
        "well",
        "known are standing, campfire, portal, runes, caravan, dungeon, forge, library, market",
    ),
    "a seventh item": (
        put("goblin.items.lamp", 1),
        "goblin",
        "items.lamp",
        "known are cube, potion, talisman, boots, hourglass, glaive",
    ),
    "a fourth minion": (
        put("minions.winged", {"pockets": 1, "extra_steps": 2}),
        "minions",
        "winged",
        "known are standing, plain, sturdy, booted",
    ),
    "a minion missing": (drop("minions.plain"), "minions", "plain", "is missing"),
    "a fifth slot of the bank": (put("bank.5", 4), "bank", "5", "known are standing, 1, 2, 3, 4"),
    "a slot of the bank missing": (drop("bank.blank"), "bank", "blank", "shipped board has 1"),
    "an icon that nobody knows": (
        put("round_track.2.#0", "feast"),
        "round_track",
        "2[1]",
        "is 'feast', needs one of 'heroes', 'dragon', 'reset', 'event_good' or 'event_bad'",
    ),
    "icons after no round": (
        put("round_track.0", ["reset"]),
        "round_track",
        "0",
        "is no number of a round, 1 to 12",
    ),
    "seven icons": (put("round_track.1", ["reset"] * 7), "round_track", "1", "6 or fewer"),
    "a recipe with beer": (
        put("recipes.prestige.PB", 4),
        "recipes",
        "prestige.'PB'",
        "is no list of ingredients, needs 1 to 8 of the letters P, M, S, E, V",
    ),
    "a recipe without ingredients": (
        put("recipes.prestige", {"": 4, "P": 1, "M": 1, "S": 1}),
        "recipes",
        "prestige.''",
        "is no list of ingredients",
    ),
    "a recipe of nine": (
        put("recipes.prestige.PPPPPPPPP", 4),
        "recipes",
        "prestige.'PPPPPPPPP'",
        "is no list of ingredients",
    ),
    "a recipe that costs points": (
        put("recipes.prestige.PP", -1),
        "recipes",
        "prestige.PP",
        "is -1, needs 0 or more",
    ),
    "a token of the forge that nobody knows": (
        put("locations.forge.tokens.#0", "axe"),
        "locations",
        "forge.tokens[1]",
        "is 'axe', needs one of 'sword', 'bow' or 'no_claws'",
    ),
    "a token of the dungeon that nobody knows": (
        put("locations.dungeon.tokens.#0", "gems_1"),
        "locations",
        "dungeon.tokens[1]",
        "is 'gems_1', needs 'wound', 'gold_n' or 'prestige_n' with a number from 0 to 20",
    ),
    "a token of the dungeon with 21": (
        put("locations.dungeon.tokens.#0", "gold_21"),
        "locations",
        "dungeon.tokens[1]",
        "needs 'wound', 'gold_n' or",
    ),
    "a token of the dungeon that takes": (
        put("locations.dungeon.tokens.#2", "prestige_-1"),
        "locations",
        "dungeon.tokens[3]",
        "needs 'wound', 'gold_n' or",
    ),
    "a dungeon without tokens": (
        put("locations.dungeon.tokens", []),
        "locations",
        "dungeon.tokens",
        "has 0 entries, needs 1 or more",
    ),
    "nine kinds of dungeon tokens": (
        put("locations.dungeon.tokens", [f"gold_{number}" for number in range(9)]),
        "locations",
        "dungeon.tokens",
        "has 9 different ones, needs 8 or fewer",
    ),
    "a price for meat": (
        put("locations.market.price.meat", 3),
        "locations",
        "market.price.meat",
        "known are plant, mushroom, spice, egg",
    ),
    "gold at the campfire": (
        put("locations.campfire.gives_gold", 3),
        "locations",
        "campfire.gives_gold",
        "known are cost",
    ),
    "advice that names one location twice": (
        put("game.first_game.#0", "portal"),
        "game",
        "first_game",
        "has the name 'portal' 2 times",
    ),
    "advice that names no location": (
        put("game.first_game.#0", "well"),
        "game",
        "first_game[1]",
        "is 'well', needs one of 'campfire'",
    ),
    # dragons
    "a dragon without rows": (
        both(put("dragons.boards.#1.rows", []), put("dragons.boards.#1.rewards", [])),
        "dragons",
        "boards[moss].rows",
        "has 0 entries, needs 1 or more",
    ),
    "an empty row": (
        put("dragons.boards.#1.rows.#2", ""),
        "dragons",
        "boards[moss].rows[3]",
        "is '', needs 1 to 6 letters S (sword) and B (bow)",
    ),
    "a row with an axe": (
        put("dragons.boards.#1.rows.#2", "SAB"),
        "dragons",
        "boards[moss].rows[3]",
        "is 'SAB', needs 1 to 6 letters S (sword) and B (bow)",
    ),
    "a row without a reward": (
        cut("dragons.boards.#2.rewards", 2),
        "dragons",
        "boards[storm].rewards",
        "has 2 entries, needs 3: one for each of rows",
    ),
    "a dragon without a site": (
        drop("dragons.boards.#0.site"),
        "dragons",
        "boards[ember].site",
        "is missing; the shipped board has 1",
    ),
    "a dragon at site 0": (
        put("dragons.boards.#0.site", 0),
        "dragons",
        "boards[ember].site",
        "1 or",
    ),
    "a reward that takes": (
        put("dragons.boards.#0.rewards.#0.gold", -2),
        "dragons",
        "boards[ember].rewards[1].gold",
        "is -2, needs 0 or more",
    ),
    "a reward of runes": (
        put("dragons.boards.#0.rewards.#0.runes", 1),
        "dragons",
        "boards[ember].rewards[1].runes",
        "known are gold, energy, meat, prestige",
    ),
    # numbers that count things
    "spaces below 1": (
        put("game.activation_spaces.3", 0),
        "game",
        "activation_spaces.3",
        "is 0, needs 1 or more",
    ),
    "spaces for six players": (
        put("game.activation_spaces.6", 2),
        "game",
        "activation_spaces.6",
        "known are 2, 3, 4, 5",
    ),
    "pockets below 0": (put("minions.sturdy.pockets", -1), "minions", "sturdy.pockets", "0 or"),
    "seven pockets": (put("minions.sturdy.pockets", 7), "minions", "sturdy.pockets", "6 or less"),
    "no round": (put("game.rounds", 0), "game", "rounds", "is 0, needs 1 or more"),
    "thirteen rounds": (put("game.rounds", 13), "game", "rounds", "is 13, needs 12 or less"),
    "a start without gold": (put("game.start_gold", -1), "game", "start_gold", "needs 0 or more"),
    "a hero who pays": (
        put("heroes.cards.#0.cost", -1),
        "heroes",
        "cards[guardian].cost",
        "0 or more",
    ),
    "a half number": (put("bank.1", 2.5), "bank", "1", "is 2.5, needs a whole number"),
    "yes for 1": (
        put("switches.initial_recipes", True),
        "switches",
        "initial_recipes",
        "is True, needs a whole number",
    ),
    "two initial recipes": (
        put("switches.initial_recipes", 2),
        "switches",
        "initial_recipes",
        "is 2, needs one of 1 or 4",
    ),
    "1 for yes": (
        put("switches.city_on_pass", 1),
        "switches",
        "city_on_pass",
        "is 1, needs true or false",
    ),
    "a market that rents": (
        put("switches.market", "rent"),
        "switches",
        "market",
        "is 'rent', needs one of 'buy' or 'store'",
    ),
    # effects and conditions, with their arguments
    "an effect that nobody knows": (
        put(ABILITY, {"effect": "fly"}),
        "heroes",
        "cards[guardian].ability.effect",
        "is 'fly', needs one of 'gold', 'prestige', 'energy', 'rune'",
    ),
    "no effect": (
        put(ABILITY, {"effect": "none"}),
        "heroes",
        "cards[guardian].ability.effect",
        "'none'",
    ),
    "an effect without its number": (
        put(ABILITY, {"effect": "gold"}),
        "heroes",
        "cards[guardian].ability",
        "has no argument, the effect 'gold' needs n",
    ),
    "an effect with a number too many": (
        put(ABILITY, {"effect": "heal", "n": 1}),
        "heroes",
        "cards[guardian].ability",
        "has n, the effect 'heal' needs no argument",
    ),
    "a trade for nothing": (
        put("encounters.cards.#8.effects.#0", {"effect": "trade", "kind": "egg"}),
        "encounters",
        "cards[egg_seller].effects[1]",
        "has kind, the effect 'trade' needs gold and kind",
    ),
    "a reserve of gold": (
        put("events.cards.#3.good.#0.kind", "gold"),
        "events",
        "cards[harvest].good[1].kind",
        "is 'gold', needs one of 'plant'",
    ),
    "a symbol that is none": (
        put("heroes.cards.#6.ability.symbol", "claw"),
        "heroes",
        "cards[archer].ability",
        "has the symbol 'claw', 'symbol' needs 'sword' or 'bow'",
    ),
    "a face that is none": (
        put("heroes.cards.#6.bonus.symbol", "axe"),
        "heroes",
        "cards[archer].bonus.symbol",
        "is 'axe', needs one of 'sword', 'bow', 'claw' or 'flame'",
    ),
    "cooking that costs points": (
        put("heroes.cards.#18.ability.n", -1),
        "heroes",
        "cards[head_chef].ability",
        "has n = -1, 'cooked' needs 0 or more",
    ),
    "an effect with a key of its own": (
        put("asymmetric.tavern_2.#1.often", 2),
        "asymmetric",
        "tavern_2[2].often",
        "is not known here; known are effect, n, kind, symbol, gold",
    ),
    "an effect of 21": (
        put("dragons.boards.#3.special.n", -21),
        "dragons",
        "boards[hoard].special.n",
        "is -21, needs -20 or more",
    ),
    "five effects": (
        grow("encounters.cards.#0.effects", 5),
        "encounters",
        "cards[purse].effects",
        "has 5 entries, needs 4 or fewer",
    ),
    "a condition that nobody knows": (
        put("missions.cards.#0.condition", "dragons"),
        "missions",
        "cards[heroes_3].condition",
        "is 'dragons', needs one of 'heroes', 'recipes'",
    ),
    "a condition without its number": (
        drop("missions.cards.#0.at_least"),
        "missions",
        "cards[heroes_3]",
        "has no argument, the condition 'heroes' needs at_least",
    ),
    "health with a number": (
        put("missions.cards.#5.at_least", 1),
        "missions",
        "cards[healthy]",
        "has at_least, the condition 'no_wound' needs no argument",
    ),
    "kinds that nobody asks for": (
        put("missions.cards.#0.kinds", ["egg"]),
        "missions",
        "cards[heroes_3]",
        "has kinds and at_least, the condition 'heroes' needs at_least",
    ),
    "no kinds": (
        put("missions.cards.#9.kinds", []),
        "missions",
        "cards[plants_4].kinds",
        "has 0 entries, needs 1 or more",
    ),
    # as many as are needed
    "a track without a space": (
        put("asymmetric.tavern_3", []),
        "asymmetric",
        "tavern_3",
        "has 0 entries, needs 1 or more",
    ),
    "a track of nine": (grow("asymmetric.tavern_3", 9), "asymmetric", "tavern_3", "8 or fewer"),
    "four taverns": (cut("asymmetric", 4), "asymmetric", "", "has 4 entries, needs 5 or more"),
    "nine taverns": (
        both(*(put(f"asymmetric.inn_{number}", [{"effect": "heal"}]) for number in range(4))),
        "asymmetric",
        "",
        "has 9 entries, needs 8 or fewer",
    ),
    "fewer trophies than dragon icons": (
        both(cut("trophies.prestige", 2), put("round_track.6", ["dragon", "event_bad"])),
        "trophies",
        "prestige",
        "has 2 entries, needs 3 or more: one for each dragon icon",
    ),
    "fewer dragons than dragon icons": (
        put("round_track.6", ["dragon"] * 3 + ["event_bad"]),
        "dragons",
        "boards",
        "has 4 entries, needs 5 or more: one for each dragon icon",
    ),
    "fewer events than event icons": (
        cut("events.cards", 3),
        "events",
        "cards",
        "has 3 entries, needs 4 or more: one for each event icon",
    ),
    "three locations": (cut("locations", 3), "locations", "", "has 3 locations, needs 4 or more"),
    "three heroes": (cut("heroes.cards", 3), "heroes", "cards", "has 3 entries, needs 4 or more"),
    "33 heroes": (grow("heroes.cards", 33), "heroes", "cards", "needs 32 or fewer"),
    "three recipes": (cut("recipes.prestige", 3), "recipes", "prestige", "needs 4 or more"),
    "33 recipes": (put("recipes.prestige", RECIPES_33), "recipes", "prestige", "32 or fewer"),
    "one dragon": (
        both(cut("dragons.boards", 1), put("round_track.4", ["heroes"])),
        "dragons",
        "boards",
        "has 1 entry, needs 2 or more",
    ),
    "nine dragons": (grow("dragons.boards", 9), "dragons", "boards", "needs 8 or fewer"),
    "one trophy": (
        both(cut("trophies.prestige", 1), put("round_track.4", ["heroes"])),
        "trophies",
        "prestige",
        "has 1 entry, needs 2 or more",
    ),
    "nine kinds of trophies": (
        put("trophies.prestige", list(range(9))),
        "trophies",
        "prestige",
        "has the numbers [0, 1, 2, 3, 4, 5, 6, 7, 8], needs 8 different ones or fewer",
    ),
    "ten missions": (cut("missions.cards", 10), "missions", "cards", "needs 11 or more"),
    "25 missions": (grow("missions.cards", 25), "missions", "cards", "needs 24 or fewer"),
    "17 events": (grow("events.cards", 17), "events", "cards", "needs 16 or fewer"),
    "no encounter": (put("encounters.cards", []), "encounters", "cards", "needs 1 or more"),
    "17 encounters": (grow("encounters.cards", 17), "encounters", "cards", "16 or fewer"),
    "19 items": (
        put("goblin.items", {"cube": 19}),
        "goblin",
        "items",
        "has 19 items, needs 20 or more",
    ),
    "61 items": (
        put("goblin.items", {"cube": 31, "boots": 30}),
        "goblin",
        "items",
        "has 61 items, needs 60 or fewer",
    ),
    # tables
    "a table missing": (drop("goblin"), "goblin", "", "is missing; needs standing, items"),
    "a table misspelt": (put("goblins", {}), "goblins", "", "known are switches, game, minions"),
    "no standing": (drop("map.standing"), "map", "standing", "is missing"),
    "a track that is no list": (
        put("asymmetric.tavern_1", 3),
        "asymmetric",
        "tavern_1",
        "is 3, needs a list",
    ),
    "cards that are no tables": (
        put("heroes.cards.#1", "bard"),
        "heroes",
        "cards[2]",
        "is 'bard', needs a table of its own",
    ),
    "a hero who lacks a bonus beyond the shipped ones": (
        both(grow("heroes.cards", 21), drop("heroes.cards.#20.bonus")),
        "heroes",
        "cards[copy_21].bonus",
        "is missing",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_board_is_refused_with_table_and_key(name: str, mapping: Mapping) -> None:
    change, table, key, words = BROKEN[name]
    change(mapping)
    with pytest.raises(BoardError) as refusal:
        load_board(mapping)
    found = [(problem.table, problem.key) for problem in refusal.value.problems]
    assert found == [(table, key)]
    place = f"[{table}] {key}: " if key else f"[{table}]: "
    assert place in str(refusal.value)
    assert words in str(refusal.value)


ADMISSIBLE: dict[str, Change] = {
    "fewer rounds than the track has": put("game.rounds", 3),
    "more rounds than the track has": put("game.rounds", 12),
    "no icons after some rounds": drop("round_track.3"),
    "four locations": cut("locations", 4),
    "meat on the map": both(put("tokens.meat", 2), put("tokens.plant", 2)),
    "one item only": put("goblin.items", {"glaive": 20}),
    "a die with one value": both(put("dice.player", [3])),
    "minions without pockets": put("minions.plain.pockets", 0),
    "limits of 0": both(put("game.max_energy", 0), put("game.max_runes", 0)),
    "the same list twice": put("recipes.prestige.MP", 9),
    "a City with everything": put(
        "map.zones.#0",
        {"name": "city", "goblin": 9, "token_spaces": 0, "printed": ["egg"], "sites": [1, 2]},
    ),
    "a City that is the Maple": put("map.maple", "city"),
    "an arrow to the next zone, twice": put("map.shortcuts", [["city", "wild_a"]] * 2),
    "no arrows": put("map.shortcuts", []),
    "no events where no icon asks for one": both(
        put("events.cards", []), *(put(f"round_track.{after}", ["reset"]) for after in "2356")
    ),
    "an event that does nothing": put("events.cards.#0.bad", []),
    "a die turned to a claw": put("heroes.cards.#6.bonus.symbol", "claw"),
    "an effect of 0": put("heroes.cards.#0.bonus.n", 0),
    "a forge without tokens": put("locations.forge.tokens", []),
    "no hero in the row": put("game.hero_row", 0),
    "sites of all dragons alike": both(
        *(put(f"dragons.boards.#{place}.site", 2) for place in range(4))
    ),
}


@pytest.mark.parametrize("name", ADMISSIBLE)
def test_what_the_rules_leave_open_is_taken(name: str, mapping: Mapping) -> None:
    ADMISSIBLE[name](mapping)
    assert load_board(mapping).digest != load_board().digest


def test_all_problems_are_told_at_once(mapping: Mapping) -> None:
    for name in ("no plant", "a hero who pays", "four taverns", "an arrow to nowhere"):
        BROKEN[name][0](mapping)
    with pytest.raises(BoardError) as refusal:
        load_board(mapping)
    assert {(problem.table, problem.key) for problem in refusal.value.problems} == {
        ("tokens", "plant"),
        ("heroes", "cards[guardian].cost"),
        ("asymmetric", ""),
        ("map", "shortcuts[2]"),
    }


# ---- Boards of other numbers


@pytest.mark.parametrize("seed", range(RANDOM_BOARDS))
def test_random_boards_are_admissible(seed: int) -> None:
    drawn = random_board(random.Random(seed))
    board = load_board(drawn)
    assert load_board(board.to_mapping()).digest == board.digest
    assert 0 < longest_game(board) < longest_game(load_board(largest_board()))


def test_random_boards_have_every_effect_on_every_carrier() -> None:
    seen: dict[str, set[str]] = {}
    for seed in range(RANDOM_BOARDS):
        board = load_board(random_board(random.Random(seed)))
        carriers = {
            "ability": [card.ability for card in board.heroes.cards],
            "bonus": [card.bonus for card in board.heroes.cards],
            "track": [effect for track in board.asymmetric.tracks().values() for effect in track],
            "appears": [dragon.appears for dragon in board.dragons.boards],
            "special": [dragon.special for dragon in board.dragons.boards],
            "good": [effect for card in board.events.cards for effect in card.good],
            "bad": [effect for card in board.events.cards for effect in card.bad],
            "encounter": [effect for card in board.encounters.cards for effect in card.effects],
        }
        for carrier, effects in carriers.items():
            seen.setdefault(carrier, set()).update(effect.effect for effect in effects)
    assert {carrier: len(effects) for carrier, effects in seen.items()} == dict.fromkeys(seen, 33)


def test_the_largest_board_fits_catalogue_and_state() -> None:
    board = load_board(largest_board())
    assert len(catalogue.decisions(board)) <= catalogue.MOST_ACTIONS
    most = highest_score(board)
    assert np.iinfo(np.int16).max < most < np.iinfo(STATE["prestige"].base).max


def _entries(content: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Ways to all entries of a mapping."""
    parts = content.items() if isinstance(content, dict) else enumerate(content)
    found = [way]
    for key, part in parts:
        if isinstance(part, dict | list):
            found += _entries(part, (*way, key))
        else:
            found.append((*way, key))
    return found


ENTRIES = _entries(load_board().to_mapping())[1:]
VAST = st.builds(pow, st.just(10), st.just(5000))
NUMBERS = st.one_of(st.integers(-3, 40), VAST, st.floats(), st.booleans(), st.none())
VALUES = st.recursive(
    st.one_of(
        NUMBERS,
        st.text(max_size=5),
        st.sampled_from(["plant", "sword", "dragon", "city", "gold", "gold_1", "PMV"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.text(max_size=3), st.sampled_from(["effect", "n", "name", "1"])),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=5,
)


@given(
    st.lists(
        st.tuples(st.sampled_from(ENTRIES), st.one_of(st.just(...), VALUES)),
        min_size=1,
        max_size=3,
    )
)
def test_a_file_changed_anyhow_is_taken_or_refused(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    content: Any = load_board().to_mapping()
    for (*way, last), value in changes:
        place = content
        try:
            for part in way:
                place = place[part]
            if value is ...:
                del place[last]
            else:
                place[last] = value
        except (KeyError, IndexError, TypeError):  # An earlier change took the place away.
            continue
    try:
        board = load_board(content)
    except BoardError:
        return
    assert load_board(board.to_mapping()).digest == board.digest
    assert len(catalogue.decisions(board)) <= catalogue.MOST_ACTIONS
    assert highest_score(board) >= 0 and longest_game(board) > 0


# ---- The shipped file


def test_the_shipped_board() -> None:
    board = load_board()
    assert board is load_board()
    assert board == load_board(SHIPPED_FILE)
    sizes = [len(names) for names in (board.zone_names, board.hero_names, board.recipe_names)]
    assert sizes == [9, 20, 20]
    assert [len(board.dragon_names), len(board.mission_names), len(board.event_names)] == [4, 12, 8]
    assert len(board.encounter_names) == 10 and len(board.location_names) == 8
    assert board.tavern_names == tuple(f"tavern_{number}" for number in range(1, 6))
    assert (board.longest_track, board.most_rows) == (4, 3)
    assert board.trophy_kinds == (3, 4, 5)
    assert board.dungeon_kinds == ("gold_1", "gold_2", "prestige_2", "wound")
    assert sum(board.goblin.items.counts()) == 24


def test_prestige_of_recipes_is_the_sum_that_the_file_says() -> None:
    worth = {"P": 1.5, "M": 2, "S": 3, "E": 4.5, "V": 4}
    for name, points in load_board().recipes.points().items():
        assert points == int(sum(worth[letter] for letter in name) + len(name) - 2 + 0.5)


def test_copies_are_equal() -> None:
    board = load_board()
    digest = board.digest
    for again in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert again == board and hash(again) == hash(board)
        assert again.digest == digest


def test_the_digest_is_about_numbers_only(mapping: Mapping) -> None:
    board = load_board()
    assert re.fullmatch("[0-9a-f]{64}", board.digest)
    assert load_board(tomllib.loads(SHIPPED_FILE.read_text("utf-8"))).digest == board.digest
    for table in mapping.values():
        table["standing"] = "seen with my own eyes"
    # Counts of 0 may be left out.
    del mapping["tokens"]["meat"]
    del mapping["dragons"]["boards"][0]["rewards"][0]["energy"]
    assert load_board(dict(reversed(mapping.items()))).digest == board.digest


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("switches.market", "store"),
        ("asymmetric.tavern_1.#0.n", 2),
        ("recipes.prestige.PP", 4),
        ("round_track.1", ["reset", "dragon"]),
        ("locations.campfire.cost", 1),
        ("encounters.cards.#8.effects.#0.gold", 2),
        ("missions.cards.#9.kinds", ["plant", "egg"]),
    ],
)
def test_another_number_is_another_digest(path: str, value: object, mapping: Mapping) -> None:
    put(path, value)(mapping)
    assert load_board(mapping).digest != load_board().digest


def test_which_numbers_are_ours_is_told() -> None:
    board = load_board()
    ours = set(board.default_numbers())
    whole = {"bank", "dice", "round_track", "locations", "recipes", "heroes", "dragons", "trophies"}
    whole |= {"missions", "events", "asymmetric", "encounters", "goblin"}
    assert {table for table, _ in ours} == whole | {"switches", "map"}
    for table in whole:
        assert {(table, key) for key in board.keys(table)} <= ours
    assert {key for table, key in ours if table == "switches"} == {"city_on_pass", "market"}
    assert {key for table, key in ours if table == "map"} == {"zones", "shortcuts"}


@pytest.mark.parametrize(
    ("table", "key", "standing"),
    [
        ("game", "rounds", "rulebook"),
        ("game", "recipe_row", "review"),
        ("game", "start_runes", "inferred"),
        ("tokens", "plant", "rulebook"),
        ("map", "city", "rulebook"),
        ("map", "shortcuts", "that there are some rulebook, their ends default"),
        ("switches", "initial_recipes", "1 rulebook, though that may be a misread 4"),
        ("minions", "plain", "pockets rulebook, that it has no trait inferred"),
        ("bank", "blank", "that there is one rulebook, its gold default"),
        ("goblin", "items", "six items, their effects and two dice rulebook; that they are player"),
    ],
)
def test_the_standing_of_a_number(table: str, key: str, standing: str) -> None:
    assert load_board().standing_of(table, key).startswith(standing)


def test_each_tavern_and_round_is_a_number_of_its_own() -> None:
    printed = {
        (number.table, number.key): number.value for number in load_board().printed_numbers()
    }
    assert printed["asymmetric", "tavern_3"][1] == {"effect": "store_one"}
    assert printed["round_track", "4"] == ["heroes", "dragon"]
    assert ("locations", "portal") in printed
    four = load_board().to_mapping()
    cut("locations", 4)(four)
    few = load_board(four)
    assert few.keys("locations") == ("campfire", "portal", "runes", "caravan")
    assert {number.key for number in few.printed_numbers() if number.table == "locations"} == {
        *few.keys("locations")
    }


# ---- Bounds


def test_a_longer_game_has_a_higher_bound(mapping: Mapping) -> None:
    bound = longest_game(load_board())
    assert 1000 < bound < 6000
    for path, value in (("game.rounds", 8), ("minions.plain.extra_steps", 3)):
        longer = copy.deepcopy(mapping)
        put(path, value)(longer)
        assert longest_game(load_board(longer)) > bound


def test_bounds_of_a_small_board(mapping: Mapping) -> None:
    """One round without arrows, icons and anything that heroes and modules could do."""
    nothing = {"effect": "gold", "n": 0}
    mapping["game"].update(rounds=1, start_runes=0, max_runes=0, hero_row=0, left_over=0)
    mapping["game"]["activation_spaces"] = dict.fromkeys("2345", 1)
    mapping["switches"]["city_on_pass"] = False
    mapping["map"].update(shortcuts=[], city="wild_g")
    mapping["heroes"]["cards"] = [
        {"name": name, "cost": 0, "prestige": 1, "ability": nothing, "bonus": nothing}
        for name in "abcd"
    ]
    cut("locations", 4)(mapping)
    mapping["goblin"]["items"] = {"cube": 20}
    mapping["encounters"]["cards"] = [{"name": "none", "effects": []}]
    for dragon in mapping["dragons"]["boards"]:
        dragon.update(appears=nothing, special=nothing)
    mapping["asymmetric"] = {"standing": "ours"} | {f"inn_{place}": [nothing] for place in range(5)}
    mapping["recipes"]["prestige"] = {"P": 5, "M": 6, "S": 7, "E": 8}
    board = load_board(mapping)
    # Five seats, 25 turns: each tavern, mission, die, `pay`, end, bonus of the track.
    decisions = 5 * 2 + 25 * 4
    # 15 minions and the campfire: to walk out of the City, to collect, to store, to meet.
    decisions += 16 * (1 + 2 + 1)
    # Four locations, `warp`; four heroes with ability and bonus; five cubes bought and used.
    decisions += 4 + 1 + 4 * 3 + 5 * 2
    assert longest_game(board) == decisions
    # All four recipes with a 4 each, four heroes, two missions.
    assert highest_score(board) == 26 + 4 * 4 + 4 + 5 + 5


# ---- The numbers that are ours


def test_every_default_number_of_the_board_is_varied() -> None:
    board = load_board()
    ours = {f"{table}.{key}" for table, key in board.default_numbers()}
    assert {key for unknown in UNKNOWNS for key in unknown.keys} == ours
    assert open_questions(board) == UNKNOWNS
    assert 10 <= len(UNKNOWNS) <= 25


def test_the_shipped_board_is_where_it_says(mapping: Mapping) -> None:
    shipped = {unknown.name: unknown.shipped for unknown in UNKNOWNS}
    assert load_board(vary(mapping, shipped)).digest == load_board().digest
    assert vary(mapping, {}) == mapping


@pytest.mark.parametrize("unknown", UNKNOWNS, ids=lambda unknown: unknown.name)
def test_a_way_changes_only_what_it_names(unknown: Any, mapping: Mapping) -> None:
    changed = set()
    for end in (0.0, 0.37, 1.0):
        varied = load_board(vary(mapping, {unknown.name: end})).to_mapping()
        changed |= {
            f"{table}.{key}"
            for table, entries in varied.items()
            for key in entries
            if key != "standing" and entries[key] != mapping[table][key]
        }
    assert changed and changed <= set(unknown.keys)


@given(
    st.lists(
        st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)),
        min_size=len(UNKNOWNS),
        max_size=len(UNKNOWNS),
    )
)
def test_every_plausible_board_is_valid_and_agrees_with_what_is_known(values: list[float]) -> None:
    shipped, names = load_board(), [unknown.name for unknown in UNKNOWNS]
    varied = load_board(vary(shipped.to_mapping(), dict(zip(names, values, strict=True))))
    # Boards lie side by side in a batch: they have the same decisions.
    assert catalogue.decisions(varied).digest == catalogue.decisions(shipped).digest
    assert varied.default_numbers() == shipped.default_numbers()
    assert (varied.game, varied.minions, varied.tokens) == (
        shipped.game,
        shipped.minions,
        shipped.tokens,
    )
    assert sum(varied.goblin.items.counts()) == 24
    forge, dungeon = varied.locations.forge, varied.locations.dungeon
    assert forge is not None and dungeon is not None
    assert len(forge.tokens) == len(dungeon.tokens) == 5
    for icon in ("heroes", "dragon"):
        assert _rounds(varied, icon) == _rounds(shipped, icon)
    assert _rounds(varied, "event") == _rounds(shipped, "event") == ["2", "3", "5", "6"]


def _rounds(board: Board, icon: str) -> list[str]:
    return [
        after
        for after, icons in board.round_track.icons().items()
        if any(each.startswith(icon) for each in icons)
    ]


def test_plausible_boards_lie_side_by_side() -> None:
    game, names = make_game("taverns"), [unknown.name for unknown in UNKNOWNS]
    assert game.varied is not None
    draws = random.Random(1)
    points = [dict.fromkeys(names, 0.0), dict.fromkeys(names, 1.0)]
    points += [{name: draws.random() for name in names} for _ in range(3)]
    games = [game, *(game.with_options(**game.varied(point)) for point in points)]
    for mode in game.observation_modes:
        assert alike(games, mode) == [list(range(len(games)))]


def test_a_board_whose_numbers_are_known_has_nothing_to_vary(mapping: Mapping) -> None:
    for entries in mapping.values():
        entries["standing"] = "own copy of the game"
    assert open_questions(load_board(mapping)) == ()


def test_what_is_no_way_is_refused(mapping: Mapping) -> None:
    with pytest.raises(ValueError, match="no unknown 'taverns'"):
        vary(mapping, {"taverns": 0.5})
    with pytest.raises(ValueError, match="must be 0 to 1"):
        vary(mapping, {"arrows": 1.5})
