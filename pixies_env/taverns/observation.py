"""The observation: features of what a player knows, own seat first, scaled to about [0, 1].

:func:`features.features` names the entries in the order in which :func:`observe` writes them.
Seats are counted from the observer: ``me``, ``left1`` (the next seat), ``left2`` ... Blocks are as
wide as the largest file needs; what a smaller one lacks is written over by what follows, so each
section ends with entries that every file has.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import inlined, rule
from pixies_env.core.kit.entries import write_flags, write_numbers
from pixies_env.core.kit.zones import number_in
from pixies_env.core.seam import DECISION
from pixies_env.taverns import limits
from pixies_env.taverns.features import (
    FLAGS,
    PER_CARRIED,
    PER_DIE,
    PER_ENERGY,
    PER_GOLD,
    PER_HUNT_DIE,
    PER_INGREDIENT,
    PER_ITEM,
    PER_MARKER,
    PER_PLAYER,
    PER_PRESTIGE,
    PER_RUNE,
    PER_SPACE,
    PER_STEP,
    PER_TOKEN,
    PER_TROPHY,
    PER_TROPHY_PRESTIGE,
    PER_TURN,
    PER_VALUE,
    PLACE_FLAGS,
)
from pixies_env.taverns.names import (
    BankSlot,
    Continuation,
    Effect,
    Face,
    ForgeToken,
    Ingredient,
    Item,
    Location,
    Market,
    Minion,
    Phase,
    Question,
    Symbol,
    Token,
)
from pixies_env.taverns.state import KEPT, PUT_AWAY

_ONE, _NONE = np.uint64(1), np.uint64(0)
_FLAGS, _PLACE_FLAGS = len(FLAGS), len(PLACE_FLAGS)


def _places(names: Sequence[tuple[str, str]], *wanted: str) -> tuple[int, ...]:
    """Where the groups of flags begin that have these first names."""
    told = [name for name, _ in names]
    return tuple(told.index(name) for name in wanted)


_ASKED, _TURN, _FIRST, _ACTIVE, _OF_TURN, _OPTIONS = _places(
    FLAGS, "asked_tavern", "turn_me", "first_me", "active_plain", "main_done", "with_missions"
)
_DRAGON, _ROWS_BEFORE, _ABOUT, _OFFERED, _FREE, _SPECIAL = _places(
    PLACE_FLAGS,
    "site1_dragon",
    "row1_before",
    "about_plain",
    "offered_plant",
    "visit_is_free",
    "special_attack",
)


def _seat_rows() -> np.ndarray:
    """Bit of a seat, counted from the observer, as uint8 ``(players, observer, 1 + seat)``.

    The first entry, of nobody, has no bit.
    """
    most = limits.MAX_PLAYERS
    rows = np.zeros((most + 1, most, 1 + most), np.uint8)
    for players in range(1, most + 1):
        for observer in range(players):
            for seat in range(players):
                rows[players, observer, 1 + seat] = 1 << (seat - observer) % players
    return rows


_SEAT_ROWS = _seat_rows()
_BANK_FLAGS = len(BankSlot) * limits.MAX_PLAYERS
_TOKENS, _LOCATIONS, _MINIONS = len(Token), len(Location), len(Minion)
_INGREDIENTS, _SYMBOLS = len(Ingredient), len(Symbol)
_SITE_FLAGS = limits.SITES * _LOCATIONS
_SPACES_AT_ONCE = 8
_SPACE_FLAGS = _SPACES_AT_ONCE * _TOKENS
_ZONES, _MINION_FLAGS = limits.MAX_ZONES, _MINIONS * limits.MAX_ZONES
_HEROES, _RECIPES, _MISSIONS = limits.MAX_HEROES, limits.MAX_RECIPES, limits.MAX_MISSIONS
_EVENTS, _ENCOUNTERS = limits.MAX_EVENTS, limits.MAX_ENCOUNTERS
_DRAGONS, _TAVERNS = limits.MAX_DRAGONS, limits.MAX_TAVERNS
_MARKS = limits.MAX_ROWS * _SYMBOLS
_LAST_NUMBERS = 9
"""Single numbers with which the entries of a seat end."""
_SEAT_ENTRIES = (
    limits.VALUES
    + _MINIONS * (2 + _INGREDIENTS)
    + len(ForgeToken)
    + len(Item)
    + _INGREDIENTS
    + _LAST_NUMBERS
)
"""Of a seat, besides those whose number depends on the file."""


@rule
def observe(state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    """Write the observation of a player; returns the number of entries."""
    at = _write_flow(state, board, player, out)
    at = _write_map(state, board, out, at)
    at = _write_cards(state, board, player, out, at)
    heroes, recipes = count_bits(board.all_heroes), count_bits(board.all_recipes)
    players = int(state.players)
    for step in range(players):
        seat = player + step
        if seat >= players:
            seat -= players
        at = _write_seat(state, board, seat, heroes, recipes, out, at)
    width = heroes + recipes + int(board.taverns) + _MINIONS * int(board.zones) + _SEAT_ENTRIES
    end = at + (limits.MAX_PLAYERS - players) * width
    for entry in range(at, end):
        out[entry] = 0.0
    return end


@inlined
def _bit(place: Any) -> Any:
    """A word with one bit; none for a place below 0."""
    return _ONE << np.uint64(place) if place >= 0 else _NONE


@inlined
def _flag(place: Any, is_set: Any) -> Any:
    """A word with one bit if a number is not 0."""
    return _ONE << np.uint64(place) if is_set != 0 else _NONE


@inlined
def _write_flow(state: Any, board: Any, player: Any, out: Any) -> Any:
    out[0] = np.float32(state.players) * PER_PLAYER
    out[1] = np.float32(state.round_number) / np.float32(board.rounds)
    out[2] = np.float32(state.turn) * PER_TURN
    write_flags(_flow_flags(state, board, player), _FLAGS, out, 3)
    at = 3 + _FLAGS
    flags = np.uint64(state.visited)
    if state.dragon >= 0:
        flags |= _bit(_DRAGON + int(board.dragon_site[state.dragon]))
    flags |= np.uint64(state.rows_before) << np.uint64(_ROWS_BEFORE)
    out[at + _PLACE_FLAGS + 3] = 0.0
    if state.waiting == DECISION:
        if state.question == Question.DROP:
            flags |= _bit(_ABOUT + int(state.subject))
        elif state.question == Question.TRADE:
            slot = int(state.effect)
            flags |= _bit(_OFFERED + int(board.effect_argument[slot]))
            out[at + _PLACE_FLAGS + 3] = np.float32(board.effect_gold[slot]) * PER_GOLD
        elif state.question == Question.VISIT:
            free = board.effect[int(state.effect)] == Effect.VISIT_FREE
            flags |= _flag(_FREE, free)
    steps, claws = 0, 0
    for frame in range(int(state.frame_count)):
        kind = int(state.frames[frame, 0])
        if kind == Continuation.WALK:
            steps = int(state.frames[frame, 2])
        elif kind == Continuation.CLAWS:
            claws = int(state.frames[frame, 2])
        elif kind == Continuation.SPECIAL_ATTACK:
            flags |= _bit(_SPECIAL)
    write_flags(flags, _PLACE_FLAGS, out, at)
    at += _PLACE_FLAGS
    out[at] = np.float32(steps) * PER_STEP
    out[at + 1] = np.float32(claws) * PER_HUNT_DIE
    out[at + 2] = np.float32(state.cooked_now) * PER_CARRIED
    at += 4
    write_numbers(state.hunt_dice, PER_HUNT_DIE, out, at)
    at += len(Face)
    write_numbers(state.added, PER_HUNT_DIE, out, at)
    at += _SYMBOLS
    write_numbers(state.unpaid, PER_INGREDIENT, out, at)
    return at + _INGREDIENTS


@inlined
def _flow_flags(state: Any, board: Any, player: Any) -> Any:
    """Flags of the turn and of the options."""
    rows = _SEAT_ROWS[int(state.players), player]
    flags = _NONE
    if state.phase != Phase.OVER:
        flags = _bit(int(state.phase))
    if state.waiting == DECISION:
        flags |= _bit(_ASKED + int(state.question))
    flags |= np.uint64(rows[1 + int(state.player)]) << np.uint64(_TURN)
    flags |= np.uint64(rows[1 + int(state.first_player)]) << np.uint64(_FIRST)
    if state.active >= 0:
        flags |= _bit(_ACTIVE + int(state.active))
    flags |= _flag(_OF_TURN, state.main_done)
    flags |= _flag(_OF_TURN + 1, state.may_collect)
    flags |= _flag(_OF_TURN + 2, state.has_collected)
    flags |= _flag(_OF_TURN + 3, state.hunted)
    flags |= _flag(_OF_TURN + 4, state.bought)
    flags |= _flag(_OF_TURN + 5, state.met)
    flags |= _flag(_OF_TURN + 6, state.hunting)
    flags |= _flag(_OF_TURN + 7, state.no_claws)
    flags |= _flag(_OF_TURN + 8, state.no_wounds)
    flags |= _flag(_OPTIONS, board.missions_on)
    flags |= _flag(_OPTIONS + 1, board.events_on)
    flags |= _flag(_OPTIONS + 2, board.asymmetric_on)
    flags |= _flag(_OPTIONS + 3, board.encounters_on)
    flags |= _flag(_OPTIONS + 4, board.goblin_on)
    flags |= _flag(_OPTIONS + 5, board.city_on_pass)
    return flags | _flag(_OPTIONS + 6, board.market == Market.STORE)


@inlined
def _write_map(state: Any, board: Any, out: Any, at: Any) -> Any:
    flags = _NONE
    spaces = int(board.activation_spaces[state.players])
    numbers = at + _SITE_FLAGS
    for site in range(limits.SITES):
        location = int(state.location_at[site])
        left = 0
        if location >= 0:
            flags |= _bit(site * _LOCATIONS + location)
            left = spaces - int(state.spaces_used[site])
        out[numbers + site] = np.float32(left) * PER_SPACE
    write_flags(flags, _SITE_FLAGS, out, at)
    at = numbers + limits.SITES
    for group in range(limits.MAX_TOKEN_SPACES // _SPACES_AT_ONCE):
        first = group * _SPACES_AT_ONCE
        flags = _NONE
        for place in range(_SPACES_AT_ONCE):
            token = int(state.token_at[first + place])
            if token >= 0:
                flags |= _bit(place * _TOKENS + token)
        write_flags(flags, _SPACE_FLAGS, out, at + first * _TOKENS)
    at += int(board.token_spaces) * _TOKENS
    write_numbers(state.dungeon_left, PER_TOKEN, out, at)
    at += int(board.dungeon_kinds)
    write_numbers(state.forge_left, PER_TOKEN, out, at)
    at += len(ForgeToken)
    write_flags(_bit(int(state.goblin_zone)), _ZONES, out, at)
    at += int(board.zones)
    out[at] = np.float32(state.stack) * PER_PLAYER
    return at + 1


@inlined
def _write_cards(state: Any, board: Any, player: Any, out: Any, at: Any) -> Any:
    heroes, recipes = count_bits(board.all_heroes), count_bits(board.all_recipes)
    write_flags(state.hero_row, _HEROES, out, at)
    at += heroes
    write_flags(state.exhausted, _HEROES, out, at)
    at += heroes
    write_flags(state.bonus_used, _HEROES, out, at)
    at += heroes
    for place in range(limits.RECIPE_ROW):
        write_flags(_bit(int(state.recipe_row[place])), _RECIPES, out, at)
        at += recipes
    write_flags(state.recipes_left, _RECIPES, out, at)
    at += recipes
    missions = count_bits(board.all_missions)
    write_flags(_bit(int(state.common_mission)), _MISSIONS, out, at)
    at += missions
    write_flags(_bit(int(state.missions[player, KEPT])), _MISSIONS, out, at)
    at += missions
    write_flags(_bit(int(state.missions[player, PUT_AWAY])), _MISSIONS, out, at)
    at += missions
    write_flags(state.events_left, _EVENTS, out, at)
    at += count_bits(board.all_events)
    write_flags(state.encounters_left, _ENCOUNTERS, out, at)
    at += count_bits(board.all_encounters)
    write_flags(state.dragons_left, _DRAGONS, out, at)
    at += count_bits(board.all_dragons)
    write_flags(_bit(int(state.dragon)), _DRAGONS, out, at)
    at += count_bits(board.all_dragons)
    write_numbers(state.items_left, PER_ITEM, out, at)
    at += len(Item)
    for entry in range(at, at + _MARKS):
        out[entry] = 0.0
    if state.dragon >= 0:
        _write_free_spaces(state, board, out, at)
    at += _MARKS
    rows = _SEAT_ROWS[int(state.players), player]
    flags = _NONE
    for slot in range(len(BankSlot)):
        seat = np.uint64(rows[1 + int(state.bank_seat[slot])])
        flags |= seat << np.uint64(slot * limits.MAX_PLAYERS)
    write_flags(flags, _BANK_FLAGS, out, at)
    at += _BANK_FLAGS
    prestige = 0
    for kind in range(limits.MAX_TROPHY_KINDS):
        prestige += int(state.trophies[player, kind]) * int(board.trophy_prestige[kind])
    out[at] = np.float32(prestige) * PER_TROPHY_PRESTIGE
    return at + 1


@rule
def _write_free_spaces(state: Any, board: Any, out: Any, at: Any) -> None:
    """Spaces of the dragon's board that are not marked, by row and symbol."""
    spaces = board.row_spaces[state.dragon]
    for row in range(int(board.dragon_rows[state.dragon])):
        for symbol in range(_SYMBOLS):
            free = int(spaces[row, symbol]) - int(state.marks[row, symbol])
            out[at + row * _SYMBOLS + symbol] = np.float32(free) * PER_CARRIED


@inlined
def _write_seat(
    state: Any, board: Any, seat: Any, heroes: Any, recipes: Any, out: Any, at: Any
) -> Any:
    """Entries of one seat in the game."""
    write_flags(state.heroes[seat], _HEROES, out, at)
    at += heroes
    write_flags(state.cooked[seat], _RECIPES, out, at)
    at += recipes
    write_flags(_bit(int(state.tavern[seat])), _TAVERNS, out, at)
    at += int(board.taverns)
    zones = int(board.zones)
    flags = _NONE
    for minion in range(_MINIONS):
        flags |= _bit(minion * zones + int(state.zone[seat, minion]))
    write_flags(flags, _MINION_FLAGS, out, at)
    at += _MINIONS * zones
    write_numbers(state.dice[seat], PER_DIE, out, at)
    at += limits.VALUES
    write_numbers(state.minion_die[seat], PER_VALUE, out, at)
    at += _MINIONS
    for minion in range(_MINIONS):
        write_numbers(state.carried[seat, minion], PER_CARRIED, out, at)
        at += _INGREDIENTS
    write_numbers(state.wounds[seat], PER_CARRIED, out, at)
    at += _MINIONS
    write_numbers(state.forge[seat], PER_TOKEN, out, at)
    at += len(ForgeToken)
    write_numbers(state.items[seat], PER_ITEM, out, at)
    at += len(Item)
    for kind in range(_INGREDIENTS):
        out[at + kind] = np.float32(state.reserve[seat, kind]) * PER_INGREDIENT
    at += _INGREDIENTS
    out[at] = np.float32(state.energy_die[seat]) * PER_VALUE
    out[at + 1] = np.float32(state.cooking_dice[seat]) * PER_DIE
    out[at + 2] = np.float32(state.lost_dice[seat]) * PER_DIE
    out[at + 3] = np.float32(state.gold[seat]) * PER_GOLD
    out[at + 4] = np.float32(state.energy[seat]) * PER_ENERGY
    out[at + 5] = np.float32(state.runes[seat]) * PER_RUNE
    out[at + 6] = np.float32(state.prestige[seat]) * PER_PRESTIGE
    out[at + 7] = np.float32(number_in(state.trophies[seat])) * PER_TROPHY
    out[at + 8] = np.float32(state.marker[seat]) * PER_MARKER
    return at + _LAST_NUMBERS
