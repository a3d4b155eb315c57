"""What one agent can lend another: values of positions and preferences among decisions.

A search plays better with help from an agent that knows the game. Any compiled agent can play the
rollouts. An agent that offers more has some of these attributes:

``evaluation``: a :class:`CompiledRule` ``(state, board, data, values) -> accepted``. ``state`` is a
whole record, nothing hidden, that waits for a decision; ``board`` the game's board record; ``data``
the rule's float64 numbers. It writes the utility that it expects for each seat, in the game's
``utility_range`` (the rank reward), into ``values``, float64 ``(max_players,)``, and returns 1; or
it returns 0 for a position that it had rather not judge, such as one in the middle of a phase. The
rollout then goes on and asks again after the next decision.

``potential``: such a rule that judges every position, in the middle of a phase as well, be it
badly. Shaped rewards pay what it changes by. It is told from the position alone, so that a value
can learn what is missing to it.

``preferences``: a :class:`CompiledRule`
``(state, board, player, ids, count, data, weights) -> 0``. ``state`` is a record without what
``player`` does not know; the first ``count`` of ``ids`` are the legal decisions. It writes a weight
of 0 or more for each of them into ``weights``: how likely the decision is to be a good one. The
weights need not sum to 1; all zero counts as all equal.

Both are decorated with :func:`pixies_env.core.compilation.compile.rule`, allocate nothing and draw
nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from pixies_env.core.compilation.compile import COMPILED, by_name, entry, named, rule
from pixies_env.core.compilation.together import Job
from pixies_env.core.game import Game
from pixies_env.core.seam import IDS


class CompiledRule(NamedTuple):
    """A rule and the numbers it is handed, float64 and one-dimensional."""

    rule: Callable[..., Any]
    data: np.ndarray

    def __reduce__(self) -> tuple[Any, ...]:
        return _with_named, (by_name(self.rule), self.data)


def _with_named(rule: Callable[..., Any] | tuple[str, str], data: np.ndarray) -> CompiledRule:
    return CompiledRule(named(rule), data)


@rule
def take_logarithms(preferences: Any, count: Any, least: Any) -> None:
    """Make the first ``count`` preferences their logarithms, 0 for the greatest, in place.

    None counts as less than ``least`` of the greatest: logarithms stay finite. Preferences that are
    all zero say nothing: their logarithms are all 0.
    """
    greatest = 0.0
    for index in range(count):
        greatest = max(greatest, preferences[index])
    for index in range(count):
        share = preferences[index] / greatest if greatest > 0.0 else 1.0
        preferences[index] = np.log(max(share, least))


def evaluation_address(function: Callable[..., Any], game: Game) -> Any:
    """Compile an ``evaluation`` rule for the records of a game; its address."""
    return _address(_evaluation_job, function, game.state_dtype, game.board.dtype)


def preferences_address(function: Callable[..., Any], game: Game) -> Any:
    """Compile a ``preferences`` rule for the records of a game; its address."""
    return _address(_preferences_job, function, game.state_dtype, game.board.dtype)


def evaluation_job(function: Callable[..., Any], game: Game) -> Job:
    """What is compiled of an ``evaluation`` rule."""
    return _evaluation_job(function, game.state_dtype, game.board.dtype)


def preferences_job(function: Callable[..., Any], game: Game) -> Job:
    """What is compiled of a ``preferences`` rule."""
    return _preferences_job(function, game.state_dtype, game.board.dtype)


@functools.cache
def _address(job_of: Callable[..., Job], *arguments: Any) -> Any:
    return entry(*job_of(*arguments))


def _evaluation_job(
    function: Callable[..., Any], state_dtype: np.dtype[Any], board_dtype: np.dtype[Any]
) -> Job:
    if not COMPILED:
        return function, None
    numbers = types.Array(types.float64, 1, "C")
    state, board = numba.from_dtype(state_dtype), numba.from_dtype(board_dtype)
    return function, types.int64(state, board, numbers, numbers)


def _preferences_job(
    function: Callable[..., Any], state_dtype: np.dtype[Any], board_dtype: np.dtype[Any]
) -> Job:
    if not COMPILED:
        return function, None
    numbers = types.Array(types.float64, 1, "C")
    ids = types.Array(numba.from_dtype(IDS), 1, "C")
    state, board = numba.from_dtype(state_dtype), numba.from_dtype(board_dtype)
    return function, types.int64(state, board, types.int64, ids, types.int64, numbers, numbers)
