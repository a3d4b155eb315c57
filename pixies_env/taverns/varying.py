"""Ways in which the printed numbers that are not known are changed, for :mod:`unknowns`.

Each takes the tables of a board and a number from 0 to 1, and starts from what the board has.
"""

from collections.abc import Sequence
from itertools import chain
from math import floor
from typing import Any

import numpy as np

from pixies_env.core.kit.unknowns import Tables
from pixies_env.taverns import limits
from pixies_env.taverns.names import BANK_SLOTS, FORGE_TOKENS, LOCATIONS, MARKETS

ARRANGEMENTS = 1000
PLAYER_DICE = (
    (1, 1, 1, 2, 3, 4),
    (1, 1, 2, 2, 3, 4),
    (1, 1, 2, 3, 3, 4),
    (1, 2, 3, 4),
    (1, 2, 2, 3, 4, 4),
    (1, 2, 3, 3, 4, 4),
    (1, 2, 3, 4, 4, 4),
)
"""Player dice by their mean, from 2 to 3; each has all four values."""
HUNTING_DICE = (
    ("sword", "bow", "claw", "claw", "flame", "flame"),
    ("sword", "bow", "bow", "claw", "claw", "flame"),
    ("sword", "sword", "bow", "claw", "claw", "flame"),
    ("sword", "sword", "bow", "bow", "claw", "flame"),
    ("sword", "sword", "sword", "bow", "claw", "flame"),
    ("sword", "bow", "bow", "bow", "claw", "flame"),
)
"""Hunting dice by their number of symbols, from 2 to 4; each has all four faces."""
FORGES = ((1, 1, 3), (1, 2, 2), (2, 1, 2), (2, 2, 1), (2, 3, 0), (3, 2, 0))
"""Tokens of the forge, as many as are known, with fewer and fewer that cancel claws."""
RESETS = ((3,), (2, 4), (1, 3, 5), (2, 4, 6), (1, 2, 4, 5), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))
"""Rounds after which tokens are laid anew, by their number."""
FACTORS = (0.5, 1.5)
"""Of numbers that could be larger or smaller by half."""
COST_SHIFTS = (-1.0, 1.0)
LENGTH_SHIFTS = (-1.0, 1.0)
PRICE_SHIFTS = (-2.0, 2.0)
SPACE_SHIFTS = (-1.0, 2.0)
POINT_SHIFTS = (-2.0, 2.0)
GOAL_SHIFTS = (-1.0, 2.0)
ROUNDS = tuple(map(str, range(1, 7)))
"""Rounds after which the marker passes something on the shipped track."""


def _pick(choices: Sequence[Any], where: float) -> Any:
    return choices[round(where * (len(choices) - 1))]


def between(where: float, ends: tuple[float, float]) -> float:
    """What lies at a number from 0 to 1 between two ends."""
    return ends[0] + where * (ends[1] - ends[0])


def _arranged(where: float) -> np.random.Generator | None:
    """What draws an arrangement; None for the given one."""
    arrangement = round(where * (ARRANGEMENTS - 1))
    return np.random.default_rng(arrangement) if arrangement else None


def _scaled(number: int, factor: float, most: int) -> int:
    """A number times a factor, halves rounded away from 0; only a 0 is 0."""
    size = floor(abs(number) * factor + 0.5)
    return int(np.sign(number)) * min(max(size, 1), most)


def _shifted(number: int, shift: float, least: int, most: int) -> int:
    """A number and a shift, halves rounded up, within what can be printed."""
    return min(max(floor(number + shift + 0.5), min(number, least)), most)


def _shuffled(draws: np.random.Generator, entries: list[Any]) -> list[Any]:
    return [entries[place] for place in draws.permutation(len(entries))]


def zones(board: Tables, where: float) -> None:
    """What lies in the wild zones, and the goblin, in another order."""
    draws, printed = _arranged(where), board["map"]
    if draws is None:
        return
    known = (printed["city"], printed["maple"])
    wild = [zone for zone in printed["zones"] if zone["name"] not in known]
    keys = ("goblin", "token_spaces", "printed")
    contents = _shuffled(draws, [{key: zone[key] for key in keys} for zone in wild])
    for zone, content in zip(wild, contents, strict=True):
        zone.update(content)


def sites(board: Tables, where: float) -> None:
    """Each site touches two to four neighbouring zones, sites lie evenly along the path."""
    draws, zones = _arranged(where), board["map"]["zones"]
    if draws is None:
        return
    for zone in zones:
        zone["sites"] = []
    first = int(draws.integers(len(zones)))
    for site in range(limits.SITES):
        start = first + site * len(zones) // limits.SITES
        for place in range(start, start + min(int(draws.integers(2, 5)), len(zones))):
            zones[place % len(zones)]["sites"].append(site + 1)


def arrows(board: Tables, where: float) -> None:
    """As many arrows, each leaves out one to three zones."""
    draws, zones = _arranged(where), [zone["name"] for zone in board["map"]["zones"]]
    arrows = min(len(board["map"]["shortcuts"]), len(zones))
    if draws is None or len(zones) < 3:  # In a walk through two zones nothing can be left out.
        return
    starts = sorted(draws.permutation(len(zones))[:arrows].tolist())
    left_out = [int(draws.integers(1, min(4, len(zones) - 1))) for _ in starts]
    board["map"]["shortcuts"] = [
        [zones[start], zones[(start + 1 + left) % len(zones)]]
        for start, left in zip(starts, left_out, strict=True)
    ]


def player_die(board: Tables, where: float) -> None:
    """Another player die."""
    board["dice"]["player"] = list(_pick(PLAYER_DICE, where))


def hunting_die(board: Tables, where: float) -> None:
    """Another hunting die."""
    board["dice"]["hunting"] = list(_pick(HUNTING_DICE, where))


def bank_gold(board: Tables, where: float) -> None:
    """More or less gold of all slots."""
    for slot in BANK_SLOTS:
        gold = board["bank"][slot]
        board["bank"][slot] = _scaled(gold, between(where, FACTORS), limits.MAX_AMOUNT)


def resets(board: Tables, where: float) -> None:
    """Rounds after which tokens are laid anew."""
    rounds, track = _pick(RESETS, where), board["round_track"]
    for after in ROUNDS:
        icons = track[after]
        if int(after) not in rounds:
            track[after] = [icon for icon in icons if icon != "reset"]
        elif "reset" not in icons:
            track[after] = [*icons, "reset"]


def icons(board: Tables, where: float) -> None:
    """Signs of the events, and the order within each round."""
    draws, track = _arranged(where), board["round_track"]
    if draws is None:
        return
    events = ("event_good", "event_bad")
    passed = [icon for after in ROUNDS for icon in track[after]]
    signs = iter(_shuffled(draws, [icon for icon in passed if icon in events]))
    for after in ROUNDS:
        icons = [next(signs) if icon in events else icon for icon in track[after]]
        track[after] = _shuffled(draws, icons)


def location_costs(board: Tables, where: float) -> None:
    """Energy for all locations."""
    shift = between(where, COST_SHIFTS)
    for tile in LOCATIONS:
        if tile in board["locations"]:
            entry = board["locations"][tile]
            entry["cost"] = _shifted(entry["cost"], shift, 0, limits.MAX_PRICE)


def dungeon(board: Tables, where: float) -> None:
    """Which token of the dungeon is there several times."""
    tile = board["locations"]["dungeon"]
    kinds = list(dict.fromkeys(tile["tokens"]))
    more = len(tile["tokens"]) - len(kinds)
    tile["tokens"] = [*kinds, *[_pick(kinds, where)] * more]


def forge(board: Tables, where: float) -> None:
    """Other tokens of the forge."""
    counts = _pick(FORGES, where)
    board["locations"]["forge"]["tokens"] = [
        token for token, count in zip(FORGE_TOKENS, counts, strict=True) for _ in range(count)
    ]


def recipe_points(board: Tables, where: float) -> None:
    """Prestige of all recipes."""
    factor, printed = between(where, FACTORS), board["recipes"]["prestige"]
    for name, points in printed.items():
        printed[name] = _scaled(points, factor, limits.MAX_PRESTIGE)


def recipe_length(board: Tables, where: float) -> None:
    """Prestige of recipes for each ingredient beyond two."""
    more, printed = between(where, LENGTH_SHIFTS), board["recipes"]["prestige"]
    for name, points in printed.items():
        printed[name] = _shifted(points, more * (len(name) - 2), 1, limits.MAX_PRESTIGE)


def hero_costs(board: Tables, where: float) -> None:
    """Gold for all heroes."""
    for card in board["heroes"]["cards"]:
        card["cost"] = _shifted(card["cost"], between(where, PRICE_SHIFTS), 1, limits.MAX_PRICE)


def hero_points(board: Tables, where: float) -> None:
    """Prestige of all heroes."""
    factor = between(where, FACTORS)
    for card in board["heroes"]["cards"]:
        card["prestige"] = _scaled(card["prestige"], factor, limits.MAX_PRESTIGE)


def hero_bonuses(board: Tables, where: float) -> None:
    """Which hero has which bonus."""
    draws, cards = _arranged(where), board["heroes"]["cards"]
    if draws is None:
        return
    for card, bonus in zip(cards, _shuffled(draws, [c["bonus"] for c in cards]), strict=True):
        card["bonus"] = bonus


def dragon_spaces(board: Tables, where: float) -> None:
    """Spaces of all rows."""
    shift = between(where, SPACE_SHIFTS)
    for dragon in board["dragons"]["boards"]:
        for place, row in enumerate(dragon["rows"]):
            spaces = _shifted(len(row), shift, 1, limits.MAX_ROW_SPACES)
            dragon["rows"][place] = row[:spaces].ljust(spaces, row[-1])


def dragon_rewards(board: Tables, where: float) -> None:
    """Gold, energy and prestige of all rows."""
    factor = between(where, FACTORS)
    for dragon in board["dragons"]["boards"]:
        for reward in dragon["rewards"]:
            for key in ("gold", "energy", "prestige"):
                reward[key] = _scaled(reward.get(key, 0), factor, limits.MAX_AMOUNT)


def trophies(board: Tables, where: float) -> None:
    """More trophies of little, or of much prestige; each kind is there."""
    kinds = sorted(set(board["trophies"]["prestige"]))
    more = len(board["trophies"]["prestige"]) - len(kinds)
    bend = 3 ** (1 - 2 * where)
    drawn = [kinds[int(len(kinds) * ((place + 0.5) / more) ** bend)] for place in range(more)]
    board["trophies"]["prestige"] = sorted([*kinds, *drawn])


def mission_points(board: Tables, where: float) -> None:
    """Prestige of all missions."""
    for card in board["missions"]["cards"]:
        shift = between(where, POINT_SHIFTS)
        card["prestige"] = _shifted(card["prestige"], shift, 0, limits.MAX_PRESTIGE)


def mission_goals(board: Tables, where: float) -> None:
    """What all missions ask for."""
    for card in board["missions"]["cards"]:
        if "at_least" in card:
            shift = between(where, GOAL_SHIFTS)
            card["at_least"] = _shifted(card["at_least"], shift, 1, limits.MAX_PRESTIGE)


def module_effects(board: Tables, where: float) -> None:
    """Amounts of the effects of events, encounters and tracks."""
    lists = [effects for name, effects in board["asymmetric"].items() if name != "standing"]
    lists += [card[half] for card in board["events"]["cards"] for half in ("good", "bad")]
    lists += [card["effects"] for card in board["encounters"]["cards"]]
    for effect in chain.from_iterable(lists):
        if "n" in effect:
            effect["n"] = _scaled(effect["n"], between(where, FACTORS), limits.MAX_AMOUNT)


def items(board: Tables, where: float) -> None:
    """How many there are of each item."""
    draws, items = _arranged(where), board["goblin"]["items"]
    if draws is None:
        return
    kinds = list(items)
    drawn = draws.integers(len(kinds), size=sum(items.values())).tolist()
    board["goblin"]["items"] = {item: drawn.count(kind) for kind, item in enumerate(kinds)}


def city(board: Tables, where: float) -> None:
    """Whether a minion that walks through the City stores and heals."""
    board["switches"]["city_on_pass"] = where >= 0.5


def market(board: Tables, where: float) -> None:
    """What the market does."""
    board["switches"]["market"] = MARKETS[int(where >= 0.5)]
