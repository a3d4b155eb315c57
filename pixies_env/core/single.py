"""The seam's functions on one game, called from Python.

``state`` and ``stream`` are arrays of one record. Arguments are not checked here: compiled rules
trust their caller. :class:`pixies_env.core.states.state.State` checks.

A game whose code is not there yet can be played uncompiled meanwhile: whoever wants to see a board
need not wait for what agents and thousands of games need.
"""

from __future__ import annotations

import functools
from typing import Any
from weakref import WeakSet

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import address_table, kernel
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.streams import draw_chance, start_stream
from pixies_env.core.compilation.together import Call
from pixies_env.core.game import Game
from pixies_env.core.loops import FINE
from pixies_env.core.seam import (
    CHANCE,
    IDS,
    OBSERVATION,
    UTILITY,
    WEIGHTS,
    Sight,
    compile_check,
)
from pixies_env.core.settling import draw_event

NO_CHANCE = -1


@kernel
def _setup(table: Any, state: Any, board: Any, players: Any) -> Any:
    return seam.setup(table, state[0], board[0], players)


@kernel
def _start_stream(stream: Any, seed: Any, lane: Any, episode: Any) -> Any:
    start_stream(stream[0], seed, lane, episode)
    return FINE


@kernel
def _legal(table: Any, state: Any, board: Any, ids: Any) -> Any:
    return seam.legal(table, state[0], board[0], ids)


@kernel
def _apply(table: Any, state: Any, board: Any, action: Any) -> Any:
    return seam.apply(table, state[0], board[0], action)


@kernel
def _chances(table: Any, state: Any, board: Any, outcomes: Any, weights: Any) -> Any:
    return seam.chances(table, state[0], board[0], outcomes, weights)


@kernel
def _apply_chance(table: Any, state: Any, board: Any, outcome: Any) -> Any:
    return seam.apply_chance(table, state[0], board[0], outcome)


@kernel
def _draw(
    table: Any, state: Any, board: Any, stream: Any, script: Any, outcomes: Any, weights: Any
) -> Any:
    record = state[0]
    if record.waiting != CHANCE:
        return NO_CHANCE
    return draw_event(table, record, board[0], stream[0], script, outcomes, weights)


@kernel
def _count_chance(stream: Any, kind: Any, owner: Any) -> Any:
    draw_chance(stream[0], kind, owner)
    return FINE


@kernel
def _observe(table: Any, state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    return seam.observe(table, state[0], board[0], player, mode, out)


@kernel
def _check(check: Any, state: Any, board: Any) -> Any:
    return call(check[0], state[0], board[0])


@kernel
def _hide(table: Any, state: Any, board: Any, player: Any) -> Any:
    return seam.hide(table, state[0], board[0], player)


@kernel
def _sees(table: Any, state: Any, board: Any, sights: Any) -> Any:
    for seat in range(sights.shape[0]):
        sights[seat] = seam.sees(table, state[0], board[0], seat)
    return FINE


@kernel
def _revealed(table: Any, state: Any, board: Any, player: Any) -> Any:
    return seam.revealed(table, state[0], board[0], player)


@kernel
def _resample(table: Any, state: Any, board: Any, player: Any, bits: Any) -> Any:
    return seam.resample(table, state[0], board[0], player, bits)


@kernel
def _returns(table: Any, state: Any, board: Any, kind: Any, out: Any) -> Any:
    return seam.returns(table, state[0], board[0], kind, out)


# Numba takes milliseconds to see that it knows the dtypes.
_address = functools.cache(compile_check)


_uncompiled: WeakSet[Game] = WeakSet()


def play_uncompiled(game: Game) -> None:
    """Let a game be played uncompiled until its functions are compiled, if they are not yet.

    That is the same game, a thousand times as slow; only observations are compiled in any case.
    """
    if not game.is_compiled:
        _uncompiled.add(game)


def is_uncompiled(game: Game) -> bool:
    """Whether a game is played uncompiled now."""
    if game in _uncompiled and game.is_loaded:
        _uncompiled.discard(game)
    return game in _uncompiled


def kernel_calls(game: Game) -> list[Call]:
    """The kernels that playing one game needs, as they will be called."""
    state, stream = np.zeros(1, game.state_dtype), np.zeros(1, game.stream_dtype)
    table, script = address_table([]), np.zeros((0, 0), IDS)
    ids, weights = np.zeros(0, IDS), np.zeros(0, WEIGHTS)
    one = (table, state, game.board)
    return [
        (_draw, (*one, stream, script, ids, weights)),
        (_start_stream, (stream, np.uint64(0), np.uint32(0), np.uint32(0))),
        (_count_chance, (stream, 0, 0)),
        (_sees, (*one, np.zeros(0, np.int8))),
        (_chances, (*one, ids, weights)),
        (_legal, (*one, ids)),
        *((called, (*one, 0)) for called in (_setup, _apply, _apply_chance, _hide, _revealed)),
        (_observe, (*one, 0, 0, np.zeros(0, OBSERVATION))),
        (_resample, (*one, 0, np.uint64(0))),
        (_returns, (*one, 0, np.zeros(0, UTILITY))),
    ]


def _run(function: Any, game: Game, *arguments: Any) -> Any:
    """Call a kernel with the functions of a game."""
    if _uncompiled and is_uncompiled(game):
        return function.py_func(game.uncompiled_table(), *arguments)
    return function(game.table, *arguments)


def _on_stream(function: Any, *arguments: Any) -> None:
    """Call a kernel of no certain game: uncompiled as long as some game is played so."""
    (function.py_func if _uncompiled else function)(*arguments)


def copied(array: np.ndarray) -> np.ndarray:
    """Copy of an array of records as one block of bytes; numpy copies them field by field."""
    return array.view(np.uint8).copy().view(array.dtype)


def set_up(game: Game, state: np.ndarray, players: int) -> None:
    """Blank the record and go to the first event."""
    _run(_setup, game, state, game.board, players)


def begin_stream(stream: np.ndarray, seed: int, lane: int, episode: int) -> None:
    """Put a stream at the beginning of a game."""
    _on_stream(_start_stream, stream, np.uint64(seed), np.uint32(lane), np.uint32(episode))


def legal_ids(game: Game, state: np.ndarray) -> np.ndarray:
    """Ids of the legal decisions, rising; int16."""
    ids = np.empty(len(game.actions), IDS)
    return ids[: _run(_legal, game, state, game.board, ids)]


def apply_action(game: Game, state: np.ndarray, action: int) -> None:
    """Carry out a legal decision up to the next event."""
    _run(_apply, game, state, game.board, action)


def possible_outcomes(game: Game, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ids and integer weights of the possible outcomes of the chance event that is due."""
    outcomes = np.empty(len(game.outcomes), IDS)
    weights = np.empty(len(game.outcomes), WEIGHTS)
    count = _run(_chances, game, state, game.board, outcomes, weights)
    return outcomes[:count], weights[:count]


def apply_outcome(game: Game, state: np.ndarray, outcome: int) -> None:
    """Carry out a possible chance outcome up to the next event."""
    _run(_apply_chance, game, state, game.board, outcome)


def draw_outcome(game: Game, state: np.ndarray, stream: np.ndarray, script: np.ndarray) -> int:
    """Draw one chance event, as the batch does; its outcome, ``NO_CHANCE`` or IMPOSSIBLE."""
    outcomes = np.empty(len(game.outcomes), IDS)
    weights = np.empty(len(game.outcomes), WEIGHTS)
    return int(_run(_draw, game, state, game.board, stream, script, outcomes, weights))


def count_chance(stream: np.ndarray, kind: int, owner: int) -> None:
    """Note that a chance event happened whose outcome did not come from the stream."""
    _on_stream(_count_chance, stream, kind, owner)


def observation_of(game: Game, state: np.ndarray, player: int, observation_mode: str) -> np.ndarray:
    """Features of what a player knows in an observation mode; float32 ``(features,)``."""
    out = np.empty(game.observation_size(observation_mode), OBSERVATION)
    _observe(
        game.table, state, game.board, player, game.observation_mode_index(observation_mode), out
    )
    return out


def broken_invariant(game: Game, state: np.ndarray) -> int:
    """What the game's own check says of a position: 0 if it can be, or the game has no check."""
    if game.invariants is None:
        return 0
    check = _address(game.invariants, game.state_dtype, game.board.dtype)
    return int(_check(address_table([check]), state, game.board))


def hide_from(game: Game, state: np.ndarray, player: int) -> None:
    """Blank in place what a player does not know."""
    _run(_hide, game, state, game.board, player)


def sights(game: Game, state: np.ndarray) -> np.ndarray:
    """When each seat sees how the event that is due goes, a :class:`Sight`; int8 ``(players,)``."""
    seen = np.empty(int(state["players"][0]), np.int8)
    _run(_sees, game, state, game.board, seen)
    return seen


def audience(game: Game, state: np.ndarray) -> tuple[int, ...]:
    """Seats that see the event which is due when it happens, rising."""
    return tuple(np.flatnonzero(sights(game, state) == Sight.AT_ONCE).tolist())


def is_revealed(game: Game, state: np.ndarray, player: int) -> bool:
    """Whether all that a player sees later has come to light."""
    return bool(_run(_revealed, game, state, game.board, player))


def resample_for(game: Game, state: np.ndarray, player: int, bits: int) -> None:
    """Fill in again what a player does not know."""
    _run(_resample, game, state, game.board, player, np.uint64(bits))


def returns_of(game: Game, state: np.ndarray, kind: int) -> np.ndarray:
    """Utility per seat of a finished game; float64 ``(max_players,)``."""
    out = np.empty(game.max_players, UTILITY)
    _run(_returns, game, state, game.board, int(kind), out)
    return out
