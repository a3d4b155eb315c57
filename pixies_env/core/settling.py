"""Chance between two decisions: drawn by one function, whose address each game's table ends with.

It is the same for all games, but compiled for the records of each. Every kernel that plays on draws
chance; as a part of each it would be compiled with each of them anew. Only the two loops that play
whole batches take it in, see :mod:`pixies_env.core.loops`: to call it costs them two per cent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from pixies_env.core import seam
from pixies_env.core.compilation.compile import COMPILED, rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord, StreamRecord
from pixies_env.core.compilation.streams import below, draw_chance
from pixies_env.core.compilation.together import Job
from pixies_env.core.seam import CHANCE, IDS, SETTLE, WEIGHTS, array_type, record_type

IMPOSSIBLE = -2
"""In place of an outcome."""
NO_SCRIPT = np.zeros((0, 0), IDS)
"""A script that says nothing, see :func:`settle`."""


@rule
def pick_outcome(outcomes: Any, weights: Any, count: Any, bits: Any) -> Any:
    """Outcome that 64 random bits choose among ``count`` weighted ones."""
    total = 0
    for index in range(count):
        total += int(weights[index])
    left = below(bits, total)
    for index in range(count):
        left -= int(weights[index])
        if left < 0:
            return int(outcomes[index])
    return int(outcomes[count - 1])


@rule
def scripted_outcome(stream: StreamRecord, script: Any, kind: Any) -> Any:
    """Outcome that the script holds for the next event of a kind, or -1."""
    happened = 0
    for owner in range(stream.counts.shape[1]):
        happened += int(stream.counts[kind, owner])
    return int(script[kind, happened]) if happened < script.shape[1] else -1


@rule
def draw_event(
    table: Any,
    state: StateRecord,
    board: BoardRecord,
    stream: StreamRecord,
    script: Any,
    outcomes: Any,
    weights: Any,
) -> Any:
    """Carry out the chance event that a state waits for; its outcome.

    IMPOSSIBLE if the script holds one that cannot be; nothing has happened then.
    """
    kind = int(state.question)
    count = seam.chances(table, state, board, outcomes, weights)
    outcome = -1
    if script.shape[1] > 0:
        outcome = scripted_outcome(stream, script, kind)
        if outcome >= 0:
            possible = False
            for index in range(count):
                possible = possible or (outcomes[index] == outcome and weights[index] > 0)
            if not possible:
                return IMPOSSIBLE
    bits = draw_chance(stream, kind, int(state.player))
    if outcome < 0:
        outcome = pick_outcome(outcomes, weights, count, bits)
    seam.apply_chance(table, state, board, outcome)
    return outcome


@rule
def draw_events(
    table: Any,
    state: StateRecord,
    board: BoardRecord,
    stream: StreamRecord,
    script: Any,
    outcomes: Any,
    weights: Any,
) -> Any:
    """Draw chance events until a decision is due or the game is over.

    ``script[kind, k]`` is the outcome of the k-th event of a kind, or -1 to draw it. Returns 1; 0
    if a scripted outcome is impossible, the state then waits for that event.
    """
    while state.waiting == CHANCE:
        if draw_event(table, state, board, stream, script, outcomes, weights) == IMPOSSIBLE:
            return 0
    return 1


@rule
def settle(
    table: Any,
    state: StateRecord,
    board: BoardRecord,
    stream: StreamRecord,
    script: Any,
    outcomes: Any,
    weights: Any,
) -> Any:
    """:func:`draw_events` by its address; False if a scripted outcome is impossible."""
    if state.waiting != CHANCE:  # As most often: a call that does nothing costs some nanoseconds.
        return True
    return call(table[SETTLE], table, state, board, stream, script, outcomes, weights) != 0


def settle_job(
    state_dtype: np.dtype[Any], board_dtype: np.dtype[Any], stream_dtype: np.dtype[Any]
) -> Job:
    """The function behind :func:`settle` and the signature for which it is compiled."""
    if not COMPILED:
        return draw_events, None
    return draw_events, types.int64(
        types.Array(types.uint64, 1, "C"),
        *map(record_type, (state_dtype, board_dtype, stream_dtype)),
        array_type(IDS, 2),
        array_type(IDS),
        array_type(WEIGHTS),
    )
