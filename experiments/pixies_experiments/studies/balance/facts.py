"""What each seat had, as columns of a study's rows, and the rows as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as arrow

from pixies_env.core.batches.arena import Block
from pixies_env.core.game import Factor, Game

SEAT = "seat"
"""The seat itself, as a factor that every game has."""
MEASURES = ("win", "score", "rank")
"""What is compared: share of wins with ties split, final score, rank."""
ROUNDING = 1e-6
"""Advantages and errors of shares of wins below this are rounding: no study is so precise."""

_WORD = 63
"""Bits of an int64 that is never negative."""


def factor_of(game: Game, name: str) -> Factor:
    """A factor of a game by name, the seat included; ValueError lists what there is."""
    factors = {factor.name: factor for factor in (*game.factors, seat_factor(game))}
    if name not in factors:
        raise ValueError(f"{game.name} has no factor {name!r}; it has {', '.join(factors)}")
    return factors[name]


def seat_factor(game: Game) -> Factor:
    """The number of the seat."""
    return Factor(SEAT, tuple(map(str, range(game.max_players))), "number of the seat")


def is_place(factor: Factor) -> bool:
    """Whether a factor is a place that chance gives: one for each seat."""
    return factor.by_chance and not factor.several


def possible_levels(factor: Factor, players: int) -> tuple[str, ...]:
    """The levels that can be had with so many players."""
    return factor.levels[:players] if is_place(factor) else factor.levels


def check_seats(factors: Iterable[str], players: int) -> None:
    """ValueError if seats are compared where there is only one."""
    if SEAT in factors and players < 2:
        raise ValueError("one player has one seat, and nothing to compare it with: take 2 or more")


def columns(game: Game, block: Block) -> dict[str, np.ndarray]:
    """Columns over (game, seat): of each factor the level, the turn and a mask of what was there.

    Of one of which a seat can have several the mask of its levels stands for the level. The block
    holds its openings, and its games have equally many players. ValueError if what the game tells
    is not of the shape of its factors.
    """
    assert block.openings is not None
    seats = int(block.players[0])
    told: dict[str, np.ndarray] = {}
    if game.notation.factors is None:
        return told
    found = game.notation.factors(block.openings)
    late = any(factor.at_end for factor in game.factors)
    at_end = game.notation.factors(block.states) if late else found
    for factor in game.factors:
        values = (at_end if factor.at_end else found)[factor.name]
        _check_shape(game, factor, values.levels)
        if factor.several:
            for column, words in _words(f"{factor.name}_held", values.levels[:, :seats]):
                told[column] = words
        else:
            told[factor.name] = values.levels[:, :seats].astype(np.int16)
        told[f"{factor.name}_turn"] = values.turns[:, :seats].astype(np.int8)
        for column, words in _words(f"{factor.name}_offered", values.offered):
            told[column] = np.tile(words[:, None], seats)
    return told


def _check_shape(game: Game, factor: Factor, levels: np.ndarray) -> None:
    wanted = (game.max_players, len(factor.levels)) if factor.several else (game.max_players,)
    if levels.shape[1:] != wanted:
        raise ValueError(
            f"{game.name} tells levels of its factor {factor.name} of shape {levels.shape}, not "
            f"(games, {', '.join(map(str, wanted))})"
        )


def _words(name: str, mask: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """A mask over levels, its last axis, as columns of bits."""
    for column, first in _word_columns(name, mask.shape[-1]):
        part = mask[..., first : first + _WORD].astype(np.int64)
        yield column, part @ (np.int64(1) << np.arange(part.shape[-1]))


def _word_columns(name: str, levels: int) -> list[tuple[str, int]]:
    """Columns that hold a mask of levels as bits; each with the first of its levels."""
    firsts = range(0, max(levels, 1), _WORD)
    return [(name + (f"_{first}" if first else ""), first) for first in firsts]


@dataclass(frozen=True)
class Seats:
    """Rows of a piece as arrays ``(deals, seats)``; -1 or NaN where a game is missing."""

    first: int
    """Number of the first deal."""
    agents: np.ndarray
    """Index of the agent."""
    levels: dict[str, np.ndarray]
    """Levels of each factor, int64 ``(deals, seats, most)``, filled up with -1."""
    turns: dict[str, np.ndarray]
    offered: dict[str, np.ndarray]
    """bool ``(deals, levels)`` of each factor."""
    measures: dict[str, np.ndarray]
    """float64."""


def read_seats(
    table: arrow.Table, game: Game, players: int, deals: range, agents: Sequence[str]
) -> Seats:
    """The rows of one game per deal."""
    rows = table["deal"].to_numpy() - deals.start, table["seat"].to_numpy()
    shape = len(deals), players

    def spread(values: np.ndarray, missing: float, kind: type) -> np.ndarray:
        whole: np.ndarray = np.full(shape, missing, kind)
        whole[rows] = values
        return whole

    named = table["agent"].combine_chunks().dictionary_encode()
    places = np.array([agents.index(agent) for agent in named.dictionary.to_pylist()], np.int64)

    def mask(name: str, levels: int) -> np.ndarray:
        words = [
            spread(table[column].to_numpy(), 0, np.int64)[..., None] >> np.arange(_WORD) & 1
            for column, _ in _word_columns(name, levels)
        ]
        found: np.ndarray = np.concatenate(words, axis=-1)[..., :levels] > 0
        return found

    levels = {SEAT: spread(rows[1], -1, np.int64)[..., None]}
    turns, offered = {}, {}
    for factor in game.factors:
        if factor.several:
            levels[factor.name] = _listed(mask(f"{factor.name}_held", len(factor.levels)))
        else:
            own = spread(table[factor.name].to_numpy(), -1, np.int64)
            levels[factor.name] = own[..., None]
        turns[factor.name] = spread(table[f"{factor.name}_turn"].to_numpy(), -1, np.int64)
        offered[factor.name] = mask(f"{factor.name}_offered", len(factor.levels))[:, 0]
    return Seats(
        deals.start,
        spread(places[named.indices.to_numpy()], -1, np.int64),
        levels,
        turns,
        offered,
        {measure: spread(table[measure].to_numpy(), np.nan, np.float64) for measure in MEASURES},
    )


def _listed(mask: np.ndarray) -> np.ndarray:
    """Levels in a mask over levels, its last axis, filled up with -1."""
    most = max(1, int(mask.sum(axis=-1).max(initial=0)))
    order = np.argsort(~mask, axis=-1, kind="stable")[..., :most]
    return np.where(np.take_along_axis(mask, order, axis=-1), order, -1)
