"""The seam: the functions a game provides and how generic kernels call them.

A game is played on records of one dtype. Its header is common to all games, see
:func:`header_fields`; everything else is the game's own. Each function takes the state record
and the game's board record (printed numbers and options, read only), and returns an int64.

=================  ==============================================================================
``setup``          ``(state, board, players)``: from zero bytes to the first event
``legal``          ``(state, board, ids)``: ids of the legal decisions, rising; returns their number
``apply``          ``(state, board, action)``: carry out a legal decision up to the next event
``chances``        ``(state, board, outcomes, weights)``: possible outcomes, integer weights; number
``apply_chance``   ``(state, board, outcome)``: carry out an outcome up to the next event
``observe``        ``(state, board, player, mode, out)``: features of what a player knows
``hide``           ``(state, board, player)``: blank in place what a player does not know
``resample``       ``(state, board, player, bits)``: fill that in again from 64 random bits
``returns``        ``(state, board, kind, out)``: utility per seat of a finished game
``sees``           ``(state, board, player)``: a :class:`Sight`, what a player sees of the event due
``revealed``       ``(state, board, player)``: 1 once all that a player sees later has come to light
=================  ==============================================================================
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any

import numba
import numpy as np
from numba import types

from pixies_env.core.compilation.compile import COMPILED, entry, rule
from pixies_env.core.compilation.compile import record_dtype as record_dtype
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord
from pixies_env.core.compilation.together import Job, compile_together


class Waiting(IntEnum):
    """What a state waits for."""

    DECISION = 0
    CHANCE = 1
    NOTHING = 2


class Reward(IntEnum):
    """What a finished game pays each seat."""

    RANK = 0
    """Zero-sum, +1 for the first to -1 for the last, ties share."""
    WIN = 1
    """1 shared among the winners, 0 for the others."""
    SCORE = 2
    """The final score in points."""


class Sight(IntEnum):
    """When a player learns how an event went, a decision or chance."""

    AT_ONCE = 0
    LATER = 1
    """``revealed`` tells when."""
    NEVER = 2


DECISION, CHANCE, NOTHING = (int(value) for value in Waiting)
NOBODY = -1


def header_fields() -> list[tuple[str, Any]]:
    """Fields with which the state dtype of each game begins.

    ``players``: seats in the game. ``waiting``: a :class:`Waiting`. ``player``: seat that
    decides, or owner of the chance event, or -1. ``question``: kind of decision or of chance,
    an index into the game's ``questions`` or ``chance_kinds``. Signed, as every field should be
    that rules count with: compiled, ``int()`` of an unsigned field stays unsigned, and mixing it
    with signed numbers gives floats or wraps below zero.
    """
    return [
        ("players", np.int8),
        ("waiting", np.int8),
        ("player", np.int8),
        ("question", np.int8),
    ]


@rule
def seen_by_all(state: StateRecord, board: BoardRecord, player: Any) -> Any:
    """``sees`` of a game without secrets."""
    return Sight.AT_ONCE


@rule
def all_revealed(state: StateRecord, board: BoardRecord, player: Any) -> Any:
    """``revealed`` of a game in which nothing is seen later."""
    return 1


@dataclass(frozen=True)
class Functions:
    """One game's functions, decorated with :func:`pixies_env.core.compilation.compile.rule`.

    The last two may be left out by a game in which everybody sees all that happens.
    """

    setup: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    chances: Callable[..., Any]
    apply_chance: Callable[..., Any]
    observe: Callable[..., Any]
    hide: Callable[..., Any]
    resample: Callable[..., Any]
    returns: Callable[..., Any]
    sees: Callable[..., Any] = seen_by_all
    revealed: Callable[..., Any] = all_revealed


(
    _SETUP,
    _LEGAL,
    _APPLY,
    _CHANCES,
    _APPLY_CHANCE,
    _OBSERVE,
    _HIDE,
    _RESAMPLE,
    _RETURNS,
    _SEES,
    _REVEALED,
) = range(11)
SETTLE = len(fields(Functions))
"""Place in a game's table of what draws chance, see :mod:`pixies_env.core.settling`."""
ADDRESSES = SETTLE + 1
"""Length of a game's table."""

IDS = np.dtype(np.int16)
"""Of action and outcome ids in scratch buffers."""
WEIGHTS = np.dtype(np.int32)
"""Of the integer weights of chance outcomes."""
OBSERVATION = np.dtype(np.float32)
"""Of observations."""
UTILITY = np.dtype(np.float64)
"""Of returns and rewards."""


def function_jobs(
    functions: Functions, state_dtype: np.dtype[Any], board_dtype: np.dtype[Any]
) -> dict[str, Job]:
    """What is compiled of a game's functions, by name, in the order of their table."""
    return {
        field.name: _job(field.name, getattr(functions, field.name), state_dtype, board_dtype)
        for field in fields(functions)
    }


def longest_first(jobs: Mapping[str, Job]) -> list[Job]:
    """The functions that take long to compile come first."""
    return [jobs[name] for name in sorted(jobs, key=_by_length)]


_LONGEST = ("apply", "legal", "observe")


def _by_length(name: str) -> int:
    return _LONGEST.index(name) if name in _LONGEST else len(_LONGEST)


record_type = functools.cache(numba.from_dtype)
"""The type of a record: it takes as long to find as a function to load."""


def array_type(dtype: np.dtype[Any], dimensions: int = 1) -> Any:
    """The type of an array that lies in one piece."""
    return types.Array(record_type(dtype), dimensions, "C")


def compile_function(
    name: str,
    function: Callable[..., Any],
    state_dtype: np.dtype[Any],
    board_dtype: np.dtype[Any],
) -> Any:
    """Compile one of a game's functions, by its name in :class:`Functions`; its address."""
    return entry(*_job(name, function, state_dtype, board_dtype))


def _job(
    name: str,
    function: Callable[..., Any],
    state_dtype: np.dtype[Any],
    board_dtype: np.dtype[Any],
) -> Job:
    """One of a game's functions and the signature for which it is compiled."""
    if not COMPILED:
        return function, None
    integer = types.int64

    arguments = {
        "setup": (integer,),
        "legal": (array_type(IDS),),
        "apply": (integer,),
        "chances": (array_type(IDS), array_type(WEIGHTS)),
        "apply_chance": (integer,),
        "observe": (integer, integer, array_type(OBSERVATION)),
        "hide": (integer,),
        "resample": (integer, types.uint64),
        "returns": (integer, array_type(UTILITY)),
        "sees": (integer,),
        "revealed": (integer,),
    }
    state, board = record_type(state_dtype), record_type(board_dtype)
    return function, types.int64(state, board, *arguments[name])


def compile_chooser(
    function: Callable[..., Any], state_dtype: np.dtype[Any], board_dtype: np.dtype[Any]
) -> Any:
    """Compile an agent's rule ``(state, board, player, ids, count, data, bits)``; its address."""
    job = chooser_job(function, state_dtype, board_dtype)
    compile_together([job])
    return entry(*job)


def chooser_job(
    function: Callable[..., Any], state_dtype: np.dtype[Any], board_dtype: np.dtype[Any]
) -> Job:
    """What :func:`compile_chooser` compiles."""
    if not COMPILED:
        return function, None
    integer = types.int64
    return function, integer(
        record_type(state_dtype),
        record_type(board_dtype),
        integer,
        array_type(IDS),
        integer,
        types.Array(types.float64, 1, "C"),
        types.uint64,
    )


def compile_check(
    function: Callable[..., Any], state_dtype: np.dtype[Any], board_dtype: np.dtype[Any]
) -> Any:
    """Compile a game's check ``(state, board)`` of its invariants; its address."""
    if not COMPILED:
        return entry(function, None)
    return entry(function, types.int64(record_type(state_dtype), record_type(board_dtype)))


@rule
def setup(table: Any, state: StateRecord, board: BoardRecord, players: Any) -> Any:
    """Go from a record of zero bytes to the first event."""
    return call(table[_SETUP], state, board, np.int64(players))


@rule
def legal(table: Any, state: StateRecord, board: BoardRecord, ids: Any) -> Any:
    """Write the ids of the legal decisions, rising, and return their number."""
    return call(table[_LEGAL], state, board, ids)


@rule
def apply(table: Any, state: StateRecord, board: BoardRecord, action: Any) -> Any:
    """Carry out a legal decision."""
    return call(table[_APPLY], state, board, np.int64(action))


@rule
def chances(table: Any, state: StateRecord, board: BoardRecord, outcomes: Any, weights: Any) -> Any:
    """Write the possible outcomes and their weights, and return their number."""
    return call(table[_CHANCES], state, board, outcomes, weights)


@rule
def apply_chance(table: Any, state: StateRecord, board: BoardRecord, outcome: Any) -> Any:
    """Carry out a possible outcome."""
    return call(table[_APPLY_CHANCE], state, board, np.int64(outcome))


@rule
def observe(
    table: Any, state: StateRecord, board: BoardRecord, player: Any, mode: Any, out: Any
) -> Any:
    """Write the features of what a player knows; ``mode`` indexes the game's observation modes."""
    return call(table[_OBSERVE], state, board, np.int64(player), np.int64(mode), out)


@rule
def hide(table: Any, state: StateRecord, board: BoardRecord, player: Any) -> Any:
    """Blank in place what a player does not know."""
    return call(table[_HIDE], state, board, np.int64(player))


@rule
def resample(table: Any, state: StateRecord, board: BoardRecord, player: Any, bits: Any) -> Any:
    """Fill in what a player does not know, uniformly among what is consistent."""
    return call(table[_RESAMPLE], state, board, np.int64(player), np.uint64(bits))


@rule
def returns(table: Any, state: StateRecord, board: BoardRecord, kind: Any, out: Any) -> Any:
    """Write the utility of each seat of a finished game; seats not in the game get 0."""
    return call(table[_RETURNS], state, board, np.int64(kind), out)


@rule
def sees(table: Any, state: StateRecord, board: BoardRecord, player: Any) -> Any:
    """What a player sees of the event that is due, a :class:`Sight`."""
    return call(table[_SEES], state, board, np.int64(player))


@rule
def revealed(table: Any, state: StateRecord, board: BoardRecord, player: Any) -> Any:
    """1 once all that a player sees later has come to light, else 0."""
    return call(table[_REVEALED], state, board, np.int64(player))
