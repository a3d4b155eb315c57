"""The board record: the printed numbers, the start of each family of ids, and the options.

Kernels read it and never write it, so other numbers, cards and options need no compilation.
Arrays over cards go by their place in the file; sets are words of bits.
"""

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.numbering import number, numbering_fields
from pixies_env.core.seam import record_dtype
from pixies_env.taverns import limits
from pixies_env.taverns.board import Board
from pixies_env.taverns.board_parts import EffectWords, dungeon_token
from pixies_env.taverns.catalogue import MARKET_GOODS, MOST_ACTIONS
from pixies_env.taverns.effects import (
    SLOTS,
    ability_of,
    appearance_of,
    bad_half_of,
    bonus_of,
    encounter_of,
    good_half_of,
    special_of,
    track_space_of,
)
from pixies_env.taverns.names import (
    FACES,
    FORGE_TOKENS,
    ICONS,
    INGREDIENTS,
    LOCATIONS,
    MINIONS,
    MODULES,
    NONE,
    RECIPE_LETTERS,
    SYMBOLS,
    BankSlot,
    ChanceKind,
    Decision,
    Effect,
    Face,
    ForgeToken,
    Ingredient,
    Item,
    Location,
    Market,
    Minion,
    Symbol,
    Token,
)

_ZONES = (limits.MAX_ZONES,)
_DRAGON_ROWS = (limits.MAX_DRAGONS, limits.MAX_ROWS)

BOARD = record_dtype(
    [
        # options
        ("missions_on", np.int8),
        ("events_on", np.int8),
        ("asymmetric_on", np.int8),
        ("encounters_on", np.int8),
        ("goblin_on", np.int8),
        ("initial_recipes", np.int8),
        ("city_on_pass", np.int8),
        ("market", np.int8),  # a Market
        ("locations", np.int16),  # bits of those that can be laid
        # numbers of the game
        ("rounds", np.int8),
        ("compensation_below", np.int8),
        ("compensation_gold", np.int8),
        ("start_gold", np.int8),
        ("start_energy", np.int8),
        ("start_runes", np.int8),
        ("max_energy", np.int8),
        ("max_runes", np.int8),
        ("heroes_in_row", np.int8),
        ("bonus_price", np.int8),
        ("encounter_price", np.int8),
        ("item_price", np.int8),
        ("left_over", np.int8),
        ("activation_spaces", np.int8, (limits.MAX_PLAYERS + 1,)),  # by number of players
        ("bank_gold", np.int8, (len(BankSlot),)),
        ("icons", np.int8, (limits.MAX_ROUNDS + 1, limits.MAX_ICONS)),  # by round; -1: no more
        # dice: faces with each value, 1 first, and with each face
        ("die_faces", np.int8, (limits.VALUES,)),
        ("hunt_die_faces", np.int8, (len(Face),)),
        # minions
        ("pockets", np.int8, (len(Minion),)),
        ("extra_steps", np.int8, (len(Minion),)),
        # the map
        ("zones", np.int8),
        ("city", np.int8),
        ("maple", np.int8),
        ("arrows", np.uint64, _ZONES),  # bits of the zones at the ends of arrows from here
        ("zone_sites", np.int8, _ZONES),  # bits of the sites that touch it
        ("zone_printed", np.int8, _ZONES),  # bits of the ingredients printed
        ("goblin_zone", np.int8, (2 * limits.VALUES + 1,)),  # by the sum of two dice
        ("token_spaces", np.int8),
        ("token_zone", np.int8, (limits.MAX_TOKEN_SPACES,)),  # by space in walking order
        ("tokens", np.int8, (len(Token),)),  # with the encounter for a plant where that is on
        # locations
        ("location_cost", np.int8, (len(Location),)),
        ("gives_runes", np.int8),
        ("gives_gold", np.int8),  # by the library
        ("market_price", np.int8, (MARKET_GOODS,)),
        ("dungeon_kinds", np.int8),
        ("dungeon_tokens", np.int8, (limits.MAX_DUNGEON_KINDS,)),
        ("dungeon_token", np.int8, (limits.MAX_DUNGEON_KINDS,)),  # a DungeonToken
        ("dungeon_amount", np.int8, (limits.MAX_DUNGEON_KINDS,)),
        ("forge_tokens", np.int8, (len(ForgeToken),)),
        # effects, by slot, see effects.py
        ("effect", np.int8, (SLOTS,)),  # an Effect
        ("effect_amount", np.int8, (SLOTS,)),
        ("effect_argument", np.int8, (SLOTS,)),  # an Ingredient or a Symbol
        ("effect_gold", np.int8, (SLOTS,)),
        # cards
        ("all_heroes", np.uint64),
        ("hero_cost", np.int8, (limits.MAX_HEROES,)),
        ("hero_prestige", np.int8, (limits.MAX_HEROES,)),
        ("readying_heroes", np.uint64),  # those whose ability readies a hero
        ("all_recipes", np.uint64),
        ("recipe_prestige", np.int8, (limits.MAX_RECIPES,)),
        ("recipe_needs", np.int8, (limits.MAX_RECIPES, len(Ingredient))),
        ("all_missions", np.uint64),
        ("mission_condition", np.int8, (limits.MAX_MISSIONS,)),  # a Condition
        ("mission_at_least", np.int8, (limits.MAX_MISSIONS,)),
        ("mission_kinds", np.int8, (limits.MAX_MISSIONS,)),  # bits of ingredients
        ("mission_prestige", np.int8, (limits.MAX_MISSIONS,)),
        ("all_events", np.uint64),
        ("all_encounters", np.uint64),
        ("items", np.int8, (len(Item),)),
        ("taverns", np.int8),
        ("track_length", np.int8, (limits.MAX_TAVERNS,)),
        # dragons
        ("all_dragons", np.uint64),
        ("dragon_site", np.int8, (limits.MAX_DRAGONS,)),  # from 0
        ("dragon_rows", np.int8, (limits.MAX_DRAGONS,)),
        ("most_rows", np.int8),  # of any dragon
        ("row_spaces", np.int8, (*_DRAGON_ROWS, len(Symbol))),
        ("row_gold", np.int8, _DRAGON_ROWS),
        ("row_energy", np.int8, _DRAGON_ROWS),
        ("row_meat", np.int8, _DRAGON_ROWS),
        ("row_prestige", np.int8, _DRAGON_ROWS),
        ("trophies", np.int8, (limits.MAX_TROPHY_KINDS,)),  # copies by prestige, rising
        ("trophy_prestige", np.int8, (limits.MAX_TROPHY_KINDS,)),
        *numbering_fields(Decision, ChanceKind, MOST_ACTIONS),
    ]
)


def print_board(
    board: Board,
    actions: Catalogue,
    outcomes: Catalogue,
    modules: Collection[str],
    initial_recipes: int,
    city_on_pass: bool,
    market: Market,
    locations: Iterable[Location],
) -> np.ndarray:
    """One-element array of the board record.

    ``modules`` are the names of those that are on, ``locations`` those that can be laid.
    """
    printed = np.zeros(1, BOARD)
    record = printed[0]
    for module in MODULES:
        setattr(record, f"{module}_on", module in modules)
    record.initial_recipes = initial_recipes
    record.city_on_pass, record.market = city_on_pass, market
    record.locations = _bits(locations)
    _print_game(record, board)
    _print_dice(record, board)
    _print_minions(record, board)
    _print_map(record, board, "encounters" in modules)
    _print_locations(record, board)
    _print_heroes(record, board)
    _print_recipes(record, board)
    _print_missions(record, board)
    _print_dragons(record, board)
    _print_module_cards(record, board)
    number(record, Decision, actions, outcomes)
    printed.setflags(write=False)
    return printed


def _bits(members: Iterable[int]) -> int:
    """The word of a set."""
    return sum(1 << int(member) for member in set(members))


def _print_game(record: Any, board: Board) -> None:
    game = board.game
    for name in (
        "rounds",
        "compensation_below",
        "compensation_gold",
        "start_gold",
        "start_energy",
        "start_runes",
        "max_energy",
        "max_runes",
        "bonus_price",
        "encounter_price",
        "item_price",
        "left_over",
    ):
        setattr(record, name, getattr(game, name))
    record.heroes_in_row = game.hero_row
    record.activation_spaces[limits.MIN_PLAYERS :] = game.activation_spaces.in_order()
    record.bank_gold[:] = board.bank.in_order()
    record.icons[:] = NONE
    for after, icons in board.round_track.icons().items():
        record.icons[int(after), : len(icons)] = [ICONS.index(icon) for icon in icons]


def _print_dice(record: Any, board: Board) -> None:
    values = range(1, limits.VALUES + 1)
    record.die_faces[:] = [board.dice.player.count(value) for value in values]
    record.hunt_die_faces[:] = [board.dice.hunting.count(face) for face in FACES]


def _print_minions(record: Any, board: Board) -> None:
    minions = board.minions.each(MINIONS)
    record.pockets[:] = [minion.pockets for minion in minions]
    record.extra_steps[:] = [minion.extra_steps for minion in minions]


def _print_map(record: Any, board: Board, with_encounters: bool) -> None:
    names, zones = board.zone_names, board.map.zones
    record.zones = len(zones)
    record.city, record.maple = names.index(board.map.city), names.index(board.map.maple)
    for place, zone in enumerate(zones):
        ends = [names.index(end) for start, end in board.map.shortcuts if start == zone.name]
        record.arrows[place] = _bits(ends)
        record.zone_sites[place] = _bits(site - 1 for site in zone.sites)
        record.zone_printed[place] = _bits(map(INGREDIENTS.index, zone.printed))
    record.goblin_zone[:] = NONE
    for one in board.dice.player:
        for other in board.dice.player:
            (place,) = [place for place, zone in enumerate(zones) if zone.goblin == one + other]
            record.goblin_zone[one + other] = place
    spaces = [place for place, zone in enumerate(zones) for _ in range(zone.token_spaces)]
    record.token_spaces = len(spaces)
    record.token_zone[: len(spaces)] = spaces
    record.tokens[: len(Ingredient)] = board.tokens.each(INGREDIENTS)
    if with_encounters:
        record.tokens[Token.PLANT] -= 1
        record.tokens[Token.ENCOUNTER] = 1


def _print_locations(record: Any, board: Board) -> None:
    tiles = board.locations
    for location in tiles.there_are():
        record.location_cost[LOCATIONS.index(location)] = getattr(tiles, location).cost
    if tiles.runes is not None:
        record.gives_runes = tiles.runes.gives_runes
    if tiles.library is not None:
        record.gives_gold = tiles.library.gives_gold
    if tiles.market is not None:
        record.market_price[:] = tiles.market.price.each(INGREDIENTS[:MARKET_GOODS])
    if tiles.forge is not None:
        record.forge_tokens[:] = [tiles.forge.tokens.count(token) for token in FORGE_TOKENS]
    record.dungeon_kinds = len(board.dungeon_kinds)
    for kind, token in enumerate(board.dungeon_kinds):
        record.dungeon_tokens[kind] = board.dungeon_tokens.count(token)
        record.dungeon_token[kind], record.dungeon_amount[kind] = dungeon_token(token)


def _print_effects(record: Any, first: int, effects: Iterable[EffectWords]) -> None:
    """Effects into slots one after the other."""
    for slot, effect in enumerate(effects, start=first):
        record.effect[slot] = effect.number
        record.effect_amount[slot] = effect.n or 0
        record.effect_gold[slot] = effect.gold or 0
        if effect.kind is not None:
            record.effect_argument[slot] = INGREDIENTS.index(effect.kind)
        if effect.symbol is not None:
            record.effect_argument[slot] = SYMBOLS.index(effect.symbol)


def _print_heroes(record: Any, board: Board) -> None:
    cards = board.heroes.cards
    record.all_heroes = _bits(range(len(cards)))
    readying = [hero for hero, card in enumerate(cards) if card.ability.number == Effect.READY]
    record.readying_heroes = _bits(readying)
    for hero, card in enumerate(cards):
        record.hero_cost[hero], record.hero_prestige[hero] = card.cost, card.prestige
        _print_effects(record, ability_of(hero), [card.ability])
        _print_effects(record, bonus_of(hero), [card.bonus])


def _print_recipes(record: Any, board: Board) -> None:
    record.all_recipes = _bits(range(len(board.recipe_names)))
    for recipe, (needs, prestige) in enumerate(board.recipes.points().items()):
        record.recipe_prestige[recipe] = prestige
        record.recipe_needs[recipe] = [needs.count(letter) for letter in RECIPE_LETTERS]


def _print_missions(record: Any, board: Board) -> None:
    record.all_missions = _bits(range(len(board.missions.cards)))
    for mission, card in enumerate(board.missions.cards):
        record.mission_condition[mission] = card.number
        record.mission_at_least[mission] = card.at_least or 0
        record.mission_kinds[mission] = _bits(map(INGREDIENTS.index, card.kinds or ()))
        record.mission_prestige[mission] = card.prestige


def _print_dragons(record: Any, board: Board) -> None:
    record.all_dragons = _bits(range(len(board.dragons.boards)))
    for dragon, printed in enumerate(board.dragons.boards):
        record.dragon_site[dragon] = printed.site - 1
        record.dragon_rows[dragon] = len(printed.rows)
        for row, (spaces, reward) in enumerate(zip(printed.rows, printed.rewards, strict=True)):
            record.row_spaces[dragon, row] = [spaces.count("S"), spaces.count("B")]
            record.row_gold[dragon, row] = reward.gold
            record.row_energy[dragon, row] = reward.energy
            record.row_meat[dragon, row] = reward.meat
            record.row_prestige[dragon, row] = reward.prestige
        _print_effects(record, appearance_of(dragon), [printed.appears])
        _print_effects(record, special_of(dragon), [printed.special])
    kinds = board.trophy_kinds
    record.trophy_prestige[: len(kinds)] = kinds
    record.trophies[: len(kinds)] = [board.trophies.prestige.count(kind) for kind in kinds]


def _print_module_cards(record: Any, board: Board) -> None:
    record.all_events = _bits(range(len(board.events.cards)))
    for event, halves in enumerate(board.events.cards):
        _print_effects(record, good_half_of(event), halves.good)
        _print_effects(record, bad_half_of(event), halves.bad)
    record.all_encounters = _bits(range(len(board.encounters.cards)))
    for card, encounter in enumerate(board.encounters.cards):
        _print_effects(record, encounter_of(card), encounter.effects)
    record.items[:] = board.goblin.items.counts()
    tracks = board.asymmetric.tracks().values()
    record.taverns = len(tracks)
    for tavern, track in enumerate(tracks):
        record.track_length[tavern] = len(track)
        _print_effects(record, track_space_of(tavern, 1), track)
