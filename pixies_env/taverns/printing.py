"""The board record of a board file and options, see :mod:`printed`."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.numbering import number
from pixies_env.taverns import limits
from pixies_env.taverns.board import Board
from pixies_env.taverns.board_parts import EffectWords, dungeon_token
from pixies_env.taverns.catalogue import MARKET_GOODS
from pixies_env.taverns.effects import (
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
    MARKETS,
    MINIONS,
    MODULES,
    NONE,
    RECIPE_LETTERS,
    Decision,
    Effect,
    Ingredient,
    Token,
)
from pixies_env.taverns.printed import BOARD


def print_board(
    board: Board,
    actions: Catalogue,
    outcomes: Catalogue,
    modules: Mapping[str, bool],
    switches: Mapping[str, Any],
    locations: Iterable[int],
) -> np.ndarray:
    """One-element array of the board record.

    ``modules`` says of each whether it is on, ``switches`` has the readings that are played, as
    the file spells them, ``locations`` are those that can be laid.
    """
    printed = np.zeros(1, BOARD)
    record = printed[0]
    for module in MODULES:
        setattr(record, f"{module}_on", modules[module])
    record.initial_recipes = switches["initial_recipes"]
    record.city_on_pass = switches["city_on_pass"]
    record.market = MARKETS.index(switches["market"])
    record.locations = _bits(locations)
    _print_game(record, board)
    _print_dice(record, board)
    _print_minions(record, board)
    _print_map(record, board, modules["encounters"])
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
        "max_energy",
        "max_runes",
        "bonus_price",
        "encounter_price",
        "item_price",
        "left_over",
    ):
        setattr(record, name, getattr(game, name))
    # What exceeds the limits is lost at once.
    record.start_energy = min(game.start_energy, game.max_energy)
    record.start_runes = min(game.start_runes, game.max_runes)
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
    for location in board.location_names:
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
            record.effect_argument[slot] = FACES.index(effect.symbol)


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
        # A mission without wounds has no number: it counts 1 where there is none.
        record.mission_at_least[mission] = 1 if card.at_least is None else card.at_least
        record.mission_kinds[mission] = _bits(map(INGREDIENTS.index, card.kinds or ()))
        record.mission_prestige[mission] = card.prestige


def _print_dragons(record: Any, board: Board) -> None:
    record.all_dragons = _bits(range(len(board.dragons.boards)))
    record.most_rows = board.most_rows
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
