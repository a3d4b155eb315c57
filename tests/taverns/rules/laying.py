"""Lays what the tests of the rules write tersely into the record of a state.

A name that nothing is said of here is a field of the record and its value goes there as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pixies_env.taverns.board import load_board
from pixies_env.taverns.names import (
    BANK_SLOTS,
    FORGE_TOKENS,
    ITEMS,
    LOCATIONS,
    MINIONS,
    NONE,
    RECIPE_LETTERS,
    TOKENS,
    Hunt,
    Question,
)

NAMES = load_board()
"""Cards and zones are found by their place in the shipped file: altered files keep it."""
ZONES = NAMES.zone_names
SPACES = [zone.name for zone in NAMES.map.zones for _ in range(zone.token_spaces)]
"""Zone of each token space."""
SYMBOL_LETTERS, FACE_LETTERS, VALUE_LETTERS = "SB", "SBCF", "1234"


def numbers(letters: Iterable[str], kinds: str) -> list[int]:
    """How many of each kind: ``numbers("PPM", "PMS")`` is ``[2, 1, 0]``."""
    letters = list(letters)
    assert set(letters) <= set(kinds), letters
    return [letters.count(kind) for kind in kinds]


def _counts(given: Mapping[str, int], kinds: Sequence[str]) -> list[int]:
    assert set(given) <= set(kinds), given
    return [given.get(kind, 0) for kind in kinds]


def _set(names: str, known: Sequence[str]) -> np.uint64:
    return np.uint64(sum(1 << known.index(name) for name in names.split()))


# What belongs to nobody


def _lay_active(record: Any, minion: str) -> None:
    number = MINIONS.index(minion)
    record["active"], record["main_done"], record["may_collect"] = number, 1, 1
    record["minion_die"][0, number] = record["minion_die"][0, number] or 2


def _lay_collected(record: Any, has: int) -> None:
    record["may_collect"], record["has_collected"] = 1 - has, has


def _lay_tokens(record: Any, laid: Mapping[str, str]) -> None:
    for zone, kinds in laid.items():
        spaces = [space for space, there in enumerate(SPACES) if there == zone]
        assert len(kinds.split()) <= len(spaces), zone
        for space, kind in zip(spaces, kinds.split(), strict=False):
            record["token_at"][space] = TOKENS.index(kind)


def _lay_dragon(record: Any, dragon: str) -> None:
    record["dragon"] = NAMES.dragon_names.index(dragon)
    record["dragons_left"] &= ~_set(dragon, NAMES.dragon_names)


def _lay_marks(record: Any, rows: Sequence[str]) -> None:
    for row, symbols in enumerate(rows):
        record["marks"][row] = numbers(symbols, SYMBOL_LETTERS)


def _lay_hunt(record: Any, dice: str) -> None:
    record["hunting"], record["question"] = Hunt.ATTACK, Question.ATTACK
    record["hunted"], record["hunt_dice"] = 1, numbers(dice, FACE_LETTERS)


def _lay_recipe_row(record: Any, row: Sequence[str | None]) -> None:
    known = NAMES.recipe_names
    record["recipe_row"] = [NONE if card is None else known.index(card) for card in row]
    record["recipes_left"] &= ~_set(" ".join(filter(None, row)), known)


def _lay_bank(record: Any, owners: Mapping[str, int]) -> None:
    for slot, owner in owners.items():
        record["bank_seat"][BANK_SLOTS.index(slot)] = owner
    record["blank_value"] = 1 if "blank" in owners else 0


def _lay_goblin(record: Any, zone: str) -> None:
    record["goblin_zone"] = ZONES.index(zone)


def _lay_locations(record: Any, names: str) -> None:
    record["location_at"] = [LOCATIONS.index(location) for location in names.split()]


def _lay_common_mission(record: Any, mission: str) -> None:
    record["common_mission"] = NAMES.mission_names.index(mission)


_LAYING: dict[str, Callable[[Any, Any], None]] = {
    "active": _lay_active,
    "collected": _lay_collected,
    "tokens": _lay_tokens,
    "dragon": _lay_dragon,
    "marks": _lay_marks,
    "hunt": _lay_hunt,
    "recipe_row": _lay_recipe_row,
    "bank": _lay_bank,
    "goblin": _lay_goblin,
    "locations": _lay_locations,
    "common_mission": _lay_common_mission,
}
_SETS: dict[str, Sequence[str]] = {
    "hero_row": NAMES.hero_names,
    "heroes_left": NAMES.hero_names,
    "recipes_left": NAMES.recipe_names,
    "events_left": NAMES.event_names,
    "encounters_left": NAMES.encounter_names,
    "visited": LOCATIONS,
}


def lay(record: Any, name: str, value: Any) -> None:
    """Lay one thing that belongs to nobody."""
    if name in _LAYING:
        _LAYING[name](record, value)
    else:
        record[name] = _set(value, _SETS[name]) if name in _SETS else value


# What a player has


def _lay_dice(record: Any, seat: int, dice: str) -> None:
    record["dice"][seat] = numbers(dice, VALUE_LETTERS)


def _lay_reserve(record: Any, seat: int, letters: str) -> None:
    record["reserve"][seat] = numbers(letters, RECIPE_LETTERS)


def _lay_forge(record: Any, seat: int, tokens: Mapping[str, int]) -> None:
    record["forge"][seat] = _counts(tokens, FORGE_TOKENS)
    record["forge_left"] -= record["forge"][seat]


def _lay_items(record: Any, seat: int, items: Mapping[str, int], field: str = "items") -> None:
    record[field][seat] = _counts(items, ITEMS)
    record["items_left"] -= record[field][seat]


def _lay_items_used(record: Any, seat: int, items: Mapping[str, int]) -> None:
    _lay_items(record, seat, items, "items_used")


def _lay_heroes(record: Any, seat: int, names: str) -> None:
    heroes = _set(names, NAMES.hero_names)
    record["heroes"][seat] = heroes
    for place in ("hero_row", "heroes_left"):
        record[place] &= ~heroes


def _lay_exhausted(record: Any, seat: int, names: str) -> None:
    record["exhausted"] |= _set(names, NAMES.hero_names)


def _lay_bonus_used(record: Any, seat: int, names: str) -> None:
    record["bonus_used"] |= _set(names, NAMES.hero_names)


def _lay_cooked(record: Any, seat: int, names: str) -> None:
    record["cooked"][seat] = _set(names, NAMES.recipe_names)
    record["recipes_left"] &= ~record["cooked"][seat]


def _lay_missions(record: Any, seat: int, hand: Sequence[str]) -> None:
    record["missions"][seat] = [NAMES.mission_names.index(card) for card in hand]


def _lay_trophies(record: Any, seat: int, trophies: Sequence[int]) -> None:
    for prestige in trophies:
        kind = NAMES.trophy_kinds.index(prestige)
        record["trophies"][seat][kind] += 1
        record["trophies_left"][kind] -= 1


def _lay_tavern(record: Any, seat: int, tavern: str) -> None:
    record["tavern"][seat] = NAMES.tavern_names.index(tavern)


def _lay_minion(
    record: Any,
    seat: int,
    minion: int,
    zone: str = "city",
    carried: str = "",
    wounds: int = 0,
    die: int = 0,
) -> None:
    record["zone"][seat, minion] = ZONES.index(zone)
    record["carried"][seat, minion] = numbers(carried, RECIPE_LETTERS)
    record["wounds"][seat, minion] = wounds
    record["minion_die"][seat, minion] = die


_LAYING_OF_SEAT: dict[str, Callable[[Any, int, Any], None]] = {
    "dice": _lay_dice,
    "reserve": _lay_reserve,
    "forge": _lay_forge,
    "items": _lay_items,
    "items_used": _lay_items_used,
    "heroes": _lay_heroes,
    "exhausted": _lay_exhausted,
    "bonus_used": _lay_bonus_used,
    "cooked": _lay_cooked,
    "missions": _lay_missions,
    "trophies": _lay_trophies,
    "tavern": _lay_tavern,
}


def lay_of_seat(record: Any, seat: int, name: str, value: Any) -> None:
    """Lay one thing of a player."""
    if name in MINIONS:
        _lay_minion(record, seat, MINIONS.index(name), **value)
    elif name in _LAYING_OF_SEAT:
        _LAYING_OF_SEAT[name](record, seat, value)
    else:
        record[name][seat] = value
