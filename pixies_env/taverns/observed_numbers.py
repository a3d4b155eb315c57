"""The printed numbers that are ours, as entries of an observation.

These are the numbers that the shipped board file calls ``default``: most of what is printed on the
map, the round track, tiles, dice and cards. :func:`numbers` names the entries in the order in
which :func:`observe` writes them. What the name of a card or token tells is no entry.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import count_bits, has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Feature
from pixies_env.core.kit.observed_numbers import (
    features_with_numbers,
    modes_with_numbers,
    observe_with_numbers,
)
from pixies_env.core.kit.zones import has_card, number_in
from pixies_env.taverns import limits, observation
from pixies_env.taverns.board import Board
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
from pixies_env.taverns.features import OBSERVATION_MODES, features
from pixies_env.taverns.names import (
    BANK_SLOTS,
    CONDITIONS,
    EFFECTS,
    FACES,
    FORGE_TOKENS,
    ICONS,
    INGREDIENTS,
    ITEMS,
    LOCATIONS,
    SYMBOLS,
    Effect,
)

MODES = modes_with_numbers(OBSERVATION_MODES)

PER_PLACE = np.float32(1 / 8)
PER_COPY = np.float32(1 / 5)
PER_AMOUNT = np.float32(1 / 5)
PER_PRICE = np.float32(1 / 10)
PER_PRESTIGE = np.float32(1 / 20)
PER_EFFECT = np.float32(1 / (len(EFFECTS) - 1))
"""Factors that bring the numbers to about [0, 1]; single precision is what kernels do fastest."""

_EFFECT_ENTRIES = 4


def all_features(board: Board) -> tuple[Feature, ...]:
    """All entries of all modes on a board."""
    return features_with_numbers(features(board), numbers(board), OBSERVATION_MODES)


def numbers(board: Board) -> list[Feature]:
    """The entries of the printed numbers."""
    told = [*_map_numbers(board), *_tile_numbers(board), *_card_numbers(board)]
    return [Feature(f"printed_{name}", meaning) for name, meaning in told]


Entries = Iterable[tuple[str, str]]


def _map_numbers(board: Board) -> Entries:
    for zone in board.zone_names:
        yield f"{zone}_city", "1 for the City"
        yield f"{zone}_maple", "1 for the Maple"
        yield f"{zone}_goblin", "sum of two dice that leads the goblin here / 8, 0: none"
        yield f"{zone}_spaces", "token spaces / 5"
        for site in range(1, limits.SITES + 1):
            yield f"{zone}_site{site}", "1 if the zone touches the site"
        for kind in INGREDIENTS:
            yield f"{zone}_{kind}", "1 if the ingredient is printed there"
        for end in board.zone_names:
            yield f"{zone}_to_{end}", "1 if an arrow leads there"
    for value in range(1, limits.VALUES + 1):
        yield f"die_{value}", "share of the faces of a player's die"
    for face in FACES:
        yield f"hunt_die_{face}", "share of the faces of a hunting die"
    for slot in BANK_SLOTS:
        yield f"bank_{slot}", "gold of the slot / 5"
    for round_number in range(1, limits.MAX_ROUNDS + 1):
        for icon in ICONS:
            yield f"round{round_number}_{icon}", "1 / its place after this round, 0: not there"


def _tile_numbers(board: Board) -> Entries:
    for location in LOCATIONS:
        yield f"cost_{location}", "energy that a visit costs / 5"
    yield "gives_runes", "runes of the location / 5"
    yield "gives_gold", "gold of the library / 5"
    for kind in INGREDIENTS[:MARKET_GOODS]:
        yield f"market_{kind}", "gold that it costs / 10"
    for token in board.dungeon_kinds:
        yield f"dungeon_{token}", "tokens / 5"
    for token in FORGE_TOKENS:
        yield f"forge_{token}", "tokens / 5"
    for item in ITEMS:
        yield f"item_{item}", "tokens / 5"
    for prestige in board.trophy_kinds:
        yield f"trophy_{prestige}", "trophies with this prestige / 5"
    for tavern in board.tavern_names:
        yield f"{tavern}_spaces", "spaces of the track / 8"
        for space in range(1, board.longest_track + 1):
            yield from _effect(f"{tavern}_{space}")


def _card_numbers(board: Board) -> Entries:
    for recipe in board.recipe_names:
        yield f"recipe_{recipe}", "prestige / 20"
    for hero in board.hero_names:
        yield f"hero_{hero}_cost", "gold / 10"
        yield f"hero_{hero}_prestige", "prestige / 20"
        yield from _effect(f"hero_{hero}_ability")
        yield from _effect(f"hero_{hero}_bonus")
    for dragon in board.dragon_names:
        yield from _dragon(f"dragon_{dragon}")
    for mission in board.mission_names:
        for condition in CONDITIONS:
            yield f"mission_{mission}_{condition}", "1 if the mission asks for it"
        yield f"mission_{mission}_at_least", "how much it asks for / 10"
        yield f"mission_{mission}_prestige", "prestige / 20"
        for kind in INGREDIENTS:
            yield f"mission_{mission}_counts_{kind}", "1 if the mission counts this ingredient"
    for event in board.event_names:
        for half in ("good", "bad"):
            for place in range(1, limits.MAX_EFFECTS + 1):
                yield from _effect(f"event_{event}_{half}{place}")
    for card in board.encounter_names:
        for place in range(1, limits.MAX_EFFECTS + 1):
            yield from _effect(f"encounter_{card}_{place}")


def _effect(name: str) -> Entries:
    yield f"{name}_effect", f"place among {', '.join(EFFECTS)} / {len(EFFECTS) - 1}"
    yield f"{name}_amount", "how much, negative: lost / 5"
    yield f"{name}_kind", "which ingredient or symbol, counted from 1 / 5, 0: neither"
    yield f"{name}_gold", "price of a trade / 10"


def _dragon(name: str) -> Entries:
    for site in range(1, limits.SITES + 1):
        yield f"{name}_site{site}", "1 for its site"
    for row in range(1, limits.MAX_ROWS + 1):
        for symbol in SYMBOLS:
            yield f"{name}_row{row}_{symbol}", "spaces / 5"
        for reward in ("gold", "energy", "meat", "prestige"):
            yield f"{name}_row{row}_{reward}", "reward of the row / 5"
    yield from _effect(f"{name}_appears")
    yield from _effect(f"{name}_special")


@rule
def _write(board: Any, out: Any, at: Any) -> Any:
    at = _write_zones(board, out, at)
    at = _write_dice(board, out, at)
    at = _write_tiles(board, out, at)
    at = _write_tracks(board, out, at)
    at = _write_cards(board, out, at)
    at = _write_dragons(board, out, at)
    at = _write_missions(board, out, at)
    return _write_decks(board, out, at)


@rule
def _write_zones(board: Any, out: Any, at: Any) -> Any:
    zones, ingredients = int(board.zones), len(INGREDIENTS)
    width = 4 + limits.SITES + ingredients + zones
    out[at + int(board.city) * width] = 1.0
    out[at + int(board.maple) * width + 1] = 1.0
    for total in range(2, 2 * limits.VALUES + 1):
        zone = int(board.goblin_zone[total])
        if zone >= 0:
            out[at + zone * width + 2] = total * PER_PLACE
    for space in range(int(board.token_spaces)):
        out[at + int(board.token_zone[space]) * width + 3] += PER_COPY
    for zone in range(zones):
        first = at + zone * width + 4
        for site in range(limits.SITES):
            out[first + site] = 1.0 if has_bit(int(board.zone_sites[zone]), site) else 0.0
        first += limits.SITES
        for kind in range(ingredients):
            out[first + kind] = 1.0 if has_bit(int(board.zone_printed[zone]), kind) else 0.0
        first += ingredients
        for end in range(zones):
            out[first + end] = 1.0 if has_card(board.arrows[zone], end) else 0.0
    return at + zones * width


@rule
def _write_dice(board: Any, out: Any, at: Any) -> Any:
    faces = np.float32(number_in(board.die_faces))
    for value in range(limits.VALUES):
        out[at + value] = np.float32(board.die_faces[value]) / faces
    at += limits.VALUES
    faces = np.float32(number_in(board.hunt_die_faces))
    for face in range(len(FACES)):
        out[at + face] = np.float32(board.hunt_die_faces[face]) / faces
    at += len(FACES)
    at = _write_all(board.bank_gold, len(BANK_SLOTS), PER_AMOUNT, out, at)
    for round_number in range(1, limits.MAX_ROUNDS + 1):
        for place in range(limits.MAX_ICONS):
            icon = int(board.icons[round_number, place])
            if icon >= 0:
                out[at + icon] = np.float32(1) / np.float32(place + 1)
        at += len(ICONS)
    return at


@rule
def _write_tiles(board: Any, out: Any, at: Any) -> Any:
    at = _write_all(board.location_cost, len(LOCATIONS), PER_AMOUNT, out, at)
    out[at] = np.float32(board.gives_runes) * PER_AMOUNT
    out[at + 1] = np.float32(board.gives_gold) * PER_AMOUNT
    at = _write_all(board.market_price, MARKET_GOODS, PER_PRICE, out, at + 2)
    at = _write_all(board.dungeon_tokens, int(board.dungeon_kinds), PER_COPY, out, at)
    at = _write_all(board.forge_tokens, len(FORGE_TOKENS), PER_COPY, out, at)
    at = _write_all(board.items, len(ITEMS), PER_COPY, out, at)
    kinds = 0
    for kind in range(limits.MAX_TROPHY_KINDS):
        if board.trophies[kind] > 0:
            kinds += 1
    return _write_all(board.trophies, kinds, PER_COPY, out, at)


@rule
def _write_tracks(board: Any, out: Any, at: Any) -> Any:
    longest = 0
    for tavern in range(int(board.taverns)):
        longest = max(longest, int(board.track_length[tavern]))
    for tavern in range(int(board.taverns)):
        length = int(board.track_length[tavern])
        out[at] = length * PER_PLACE
        for space in range(1, length + 1):
            _write_effect(board, track_space_of(tavern, space), out, at + 4 * space - 3)
        at += 1 + _EFFECT_ENTRIES * longest
    return at


@rule
def _write_cards(board: Any, out: Any, at: Any) -> Any:
    at = _write_all(board.recipe_prestige, count_bits(board.all_recipes), PER_PRESTIGE, out, at)
    for hero in range(count_bits(board.all_heroes)):
        out[at] = np.float32(board.hero_cost[hero]) * PER_PRICE
        out[at + 1] = np.float32(board.hero_prestige[hero]) * PER_PRESTIGE
        at = _write_effect(board, ability_of(hero), out, at + 2)
        at = _write_effect(board, bonus_of(hero), out, at)
    return at


@rule
def _write_dragons(board: Any, out: Any, at: Any) -> Any:
    for dragon in range(count_bits(board.all_dragons)):
        out[at + int(board.dragon_site[dragon])] = 1.0
        at += limits.SITES
        for row in range(limits.MAX_ROWS):
            at = _write_all(board.row_spaces[dragon, row], len(SYMBOLS), PER_AMOUNT, out, at)
            out[at] = np.float32(board.row_gold[dragon, row]) * PER_AMOUNT
            out[at + 1] = np.float32(board.row_energy[dragon, row]) * PER_AMOUNT
            out[at + 2] = np.float32(board.row_meat[dragon, row]) * PER_AMOUNT
            out[at + 3] = np.float32(board.row_prestige[dragon, row]) * PER_AMOUNT
            at += 4
        at = _write_effect(board, appearance_of(dragon), out, at)
        at = _write_effect(board, special_of(dragon), out, at)
    return at


@rule
def _write_missions(board: Any, out: Any, at: Any) -> Any:
    for mission in range(count_bits(board.all_missions)):
        out[at + int(board.mission_condition[mission])] = 1.0
        at += len(CONDITIONS)
        out[at] = np.float32(board.mission_at_least[mission]) * PER_PRICE
        out[at + 1] = np.float32(board.mission_prestige[mission]) * PER_PRESTIGE
        at += 2
        for kind in range(len(INGREDIENTS)):
            counts = has_bit(int(board.mission_kinds[mission]), kind)
            out[at + kind] = 1.0 if counts else 0.0
        at += len(INGREDIENTS)
    return at


@rule
def _write_decks(board: Any, out: Any, at: Any) -> Any:
    for event in range(count_bits(board.all_events)):
        for place in range(limits.MAX_EFFECTS):
            at = _write_effect(board, good_half_of(event) + place, out, at)
        for place in range(limits.MAX_EFFECTS):
            at = _write_effect(board, bad_half_of(event) + place, out, at)
    for card in range(count_bits(board.all_encounters)):
        for place in range(limits.MAX_EFFECTS):
            at = _write_effect(board, encounter_of(card) + place, out, at)
    return at


@rule
def _write_all(numbers: Any, count: Any, scale: Any, out: Any, at: Any) -> Any:
    """The first of some numbers, times a scale; returns where they end."""
    for place in range(count):
        out[at + place] = np.float32(numbers[place]) * scale
    return at + count


@rule
def _names_a_kind(effect: Any) -> Any:
    """Whether an effect is about one ingredient or symbol."""
    stored = effect == Effect.RESERVE or effect == Effect.CARRY or effect == Effect.TRADE
    return stored or effect == Effect.SYMBOL or effect == Effect.FACE


@rule
def _write_effect(board: Any, slot: Any, out: Any, at: Any) -> Any:
    """What the effect in a slot says; returns where its entries end."""
    effect = int(board.effect[slot])
    out[at] = np.float32(effect) * PER_EFFECT
    out[at + 1] = np.float32(board.effect_amount[slot]) * PER_AMOUNT
    if _names_a_kind(effect):
        out[at + 2] = np.float32(int(board.effect_argument[slot]) + 1) * PER_AMOUNT
    out[at + 3] = np.float32(board.effect_gold[slot]) * PER_PRICE
    return at + _EFFECT_ENTRIES


observe = observe_with_numbers(__name__, observation.observe, _write, OBSERVATION_MODES)
