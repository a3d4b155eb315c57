"""How the printed numbers that are not known could be otherwise: plausible other printings.

All of them agree with what is known: how many foods a hand shows, the last but one and the 4th
space of the tracks, whether reward tiles rise or fall, a 3 on the punishment die. One number from
0 to 1 says how far each way goes; :data:`UNKNOWNS` says what 0 and 1 mean.
"""

from collections.abc import Mapping
from functools import partial
from itertools import chain
from math import ceil
from typing import Any

import numpy as np

from pixies_env.core.game import Unknown
from pixies_env.core.kit import unknowns
from pixies_env.core.kit.unknowns import check_point
from pixies_env.pixie_queen.limits import ACTIONS, REWARD_TILES
from pixies_env.pixie_queen.names import REWARD_SERIES, SOURCES, Source

_ARRANGEMENTS = 1000
_DICE = (
    (1, 1, 1, 2, 2, 3),
    (1, 1, 2, 2, 3, 3),
    (1, 1, 2, 2, 3, 4),
    (1, 2, 2, 3, 3, 4),
    (1, 2, 3, 3, 4, 5),
    (1, 2, 3, 4, 5, 6),
    (2, 3, 3, 4, 5, 6),
)
"""Punishment dice by their mean, from 1.7 to 3.8 points; each has a 3."""
_LENGTHS = (6, 7)
_PUNISHMENTS = (2, 6)
_PRICES = (3, 7)
_SYMBOLS = (3, 8)
_BENDS = (0.7, 1.3)
_LOWEST = (1, 6)
_STEPS = (0.5, 2.0)
_KNOWN_SPACE, _KNOWN_PRICE = 3, 2
"""Index and price of the space that the rulebook shows on both tracks."""

_TRACKS = ("tracks.punishment", "tracks.silver_per_gold", "tracks.gold_per_ring")


def _shipped(value: float, ends: tuple[float, float]) -> float:
    return (value - ends[0]) / (ends[1] - ends[0])


UNKNOWNS = (
    Unknown(
        "icons",
        ("pyramid.icons",),
        f"0: the shipped foods on the hands; else one of {_ARRANGEMENTS - 1} arrangements, "
        "drawn at random, ten of each food in all",
        0.0,
    ),
    Unknown(
        "track_spaces",
        _TRACKS,
        f"spaces of both tracks, {_LENGTHS[0]} below one half, else {_LENGTHS[1]}",
        0.25,
    ),
    Unknown(
        "track_punishment",
        _TRACKS[:1],
        f"punishment at the start of a track, {_PUNISHMENTS[0]} to {_PUNISHMENTS[1]}, "
        "falling evenly to the known 0",
        _shipped(4, _PUNISHMENTS),
    ),
    Unknown(
        "silver_price",
        _TRACKS[1:2],
        f"silver for a gold at the start, {_PRICES[0]} to {_PRICES[1]}, "
        "falling evenly to the known 2",
        _shipped(5, _PRICES),
    ),
    Unknown(
        "ring_price",
        _TRACKS[2:],
        f"gold for a ring at the start, {_PRICES[0]} to {_PRICES[1]}, falling evenly to 2",
        _shipped(5, _PRICES),
    ),
    Unknown(
        "symbols",
        ("score.mine_symbols",),
        f"mine symbols on the score track, {_SYMBOLS[0]} to {_SYMBOLS[1]}",
        _shipped(5, _SYMBOLS),
    ),
    Unknown(
        "symbols_late",
        ("score.mine_symbols",),
        "where they lie: 0 towards the end, 1/2 evenly, 1 towards the start of the track",
        _shipped(1.0, _BENDS),
    ),
    *(
        unknown
        for series in REWARD_SERIES
        for unknown in (
            Unknown(
                f"{series}_lowest",
                (f"rewards.{series}",),
                f"lowest value of the series, {_LOWEST[0]} to {_LOWEST[1]}",
                _shipped(3, _LOWEST),
            ),
            Unknown(
                f"{series}_step",
                (f"rewards.{series}",),
                f"mean difference between neighbours, {_STEPS[0]:g} to {_STEPS[1]:g}",
                _shipped(1, _STEPS),
            ),
        )
    ),
    Unknown(
        "punishment_die",
        ("dice.punishment",),
        f"one of {len(_DICE)} dice, their mean from {sum(_DICE[0]) / 6:.1f} to "
        f"{sum(_DICE[-1]) / 6:.1f}",
        0.5,
    ),
)
"""Every way; together they touch every entry whose standing says ``default``."""

open_questions = partial(unknowns.open_questions, UNKNOWNS)
"""Ways in which a board could be otherwise: those that change only what is ours."""


def vary(board: Mapping[str, Any], point: Mapping[str, float]) -> dict[str, Any]:
    """A board, in the structure of the file, that is otherwise at the ways named.

    Where only some of the ways that touch an entry are named, the others are as shipped.
    ValueError for an unknown way or a number not from 0 to 1.
    """
    check_point(UNKNOWNS, point)
    named = {unknown.name: unknown for unknown in UNKNOWNS}
    at = {unknown.name: point.get(unknown.name, unknown.shipped) for unknown in UNKNOWNS}
    touched = dict.fromkeys(chain.from_iterable(named[name].keys for name in point))
    varied = {table: dict(entries) for table, entries in board.items()}
    for place in touched:
        table, _, key = place.partition(".")
        varied[table][key] = _entry(place, at, board)
        varied[table]["standing"] = f"{board[table]['standing']}; varied"
    return varied


def _entry(place: str, at: Mapping[str, float], board: Mapping[str, Any]) -> Any:
    if place == "pyramid.icons":
        return _icons(board["pyramid"], at["icons"])
    if place in _TRACKS:
        return _track(place, at)
    if place == "score.mine_symbols":
        count = round(_between(at["symbols"], _SYMBOLS))
        bend = _between(at["symbols_late"], _BENDS)
        out_at = board["score"]["out_at"]
        return [round(out_at * (symbol / (count + 1)) ** bend) for symbol in range(1, count + 1)]
    if place == "dice.punishment":
        return list(_DICE[round(at["punishment_die"] * (len(_DICE) - 1))])
    series = place.removeprefix("rewards.")
    lowest = round(_between(at[f"{series}_lowest"], _LOWEST))
    step = _between(at[f"{series}_step"], _STEPS)
    rising = [lowest + round(step * tile) for tile in range(REWARD_TILES)]
    return rising if series == SOURCES[Source.SPECIAL_OFFERING] else rising[::-1]


def _icons(pyramid: Mapping[str, Any], where: float) -> dict[str, list[str]]:
    arrangement = round(where * (_ARRANGEMENTS - 1))
    hands = [list(pyramid["icons"][str(action)]) for action in range(1, ACTIONS + 1)]
    foods = list(chain.from_iterable(hands))
    if arrangement > 0:
        foods = [str(food) for food in np.random.default_rng(arrangement).permutation(foods)]
    left = iter(foods)
    return {str(action): [next(left) for _ in hand] for action, hand in enumerate(hands, start=1)}


def _track(place: str, at: Mapping[str, float]) -> list[int]:
    spaces = _LENGTHS[int(at["track_spaces"] >= 0.5)]
    if place == "tracks.punishment":
        start, free = round(_between(at["track_punishment"], _PUNISHMENTS)), spaces - 2
        return [ceil(start * max(0, free - space) / free) for space in range(spaces)]
    start = round(_between(at["silver_price" if "silver" in place else "ring_price"], _PRICES))
    falling = [
        round(start + (_KNOWN_PRICE - start) * space / _KNOWN_SPACE)
        for space in range(_KNOWN_SPACE + 1)
    ]
    # A longer track has one more space at the known price.
    longer = [_KNOWN_PRICE] * (spaces - _LENGTHS[0])
    return falling + longer + [1] * (spaces - len(falling) - len(longer))


def _between(share: float, ends: tuple[float, float]) -> float:
    return ends[0] + share * (ends[1] - ends[0])
