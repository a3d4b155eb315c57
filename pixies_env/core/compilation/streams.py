"""Counter-based random numbers: what is drawn depends on keys, never on what was drawn before.

A game of the batch is named by (seed, lane, episode). Each chance event in it is keyed by its
kind, its owner and how many events of that kind the owner has had, so the 4th demand or a
player's 2nd mine cube is the same whatever else happened, whatever the batch size, the order of
lanes, the number of threads or the process. Choices of agents have keys of their own, so a
game's course does not depend on who looks on.

The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import record_dtype, rule, wrapping
from pixies_env.core.compilation.record_types import StreamRecord

CHOICES = 255
"""Pseudo kind of chance under which agents draw."""
BOARDS = 252
"""Pseudo kind of chance under which the board of a game is drawn, where there are several."""

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_S8, _S24 = np.uint64(8), np.uint64(24)
_LOW = np.uint64(0xFFFFFFFF)


@functools.cache  # One object: Numba looks equal but not identical dtypes up slowly.
def stream_dtype(chance_kinds: int, max_players: int) -> np.dtype[Any]:
    """Record of one lane's random stream: 64-bit key, names of the game, counters.

    ``counts[kind, owner]`` is the number of chance events so far; the last column belongs to
    events without an owner. ``choices[seat]`` counts the draws of the agent on that seat.
    """
    return record_dtype(
        [
            ("key", np.uint64),
            ("seed", np.uint64),
            ("lane", np.uint32),
            ("episode", np.uint32),
            ("choices", np.uint32, (max_players,)),
            ("counts", np.uint16, (chance_kinds, max_players + 1)),
        ]
    )


@wrapping
def mix(value: Any) -> Any:
    """Scramble 64 bits so that neighbouring inputs give unrelated outputs."""
    value = np.uint64(value) + _GAMMA
    value = (value ^ (value >> _S30)) * _MIX_1
    value = (value ^ (value >> _S27)) * _MIX_2
    return value ^ (value >> _S31)


@wrapping
def keyed(key: Any, kind: Any, owner: Any, count: Any) -> Any:
    """64 random bits for the ``count``-th event of a kind and owner under a key."""
    name = (np.uint64(count) << _S24) | (np.uint64(owner) << _S8) | np.uint64(kind)
    return mix(key ^ mix(name))


@rule
def below(bits: Any, bound: Any) -> Any:
    """Turn 64 random bits into an integer of 0 .. bound - 1 (bound < 2**31, bias < 2**-32)."""
    return np.int64(((bits >> _S32) * np.uint64(bound)) >> _S32)


@rule
def start_stream(stream: StreamRecord, seed: Any, lane: Any, episode: Any) -> None:
    """Put a stream at the beginning of a game."""
    stream.seed = np.uint64(seed)
    stream.lane = np.uint32(lane)
    stream.episode = np.uint32(episode)
    game = (np.uint64(lane) << _S32) | np.uint64(episode)
    stream.key = mix(mix(np.uint64(seed)) ^ game)
    stream.choices[:] = 0
    stream.counts[:] = 0


@rule
def draw_chance(stream: StreamRecord, kind: Any, owner: Any) -> Any:
    """Next 64 bits for a kind of chance; ``owner`` is a seat, or -1 for nobody."""
    column = int(owner) if owner >= 0 else stream.choices.shape[0]
    count = int(stream.counts[kind, column])
    stream.counts[kind, column] = count + 1
    return keyed(stream.key, kind, column, count)


@rule
def draw_choice(stream: StreamRecord, seat: Any) -> Any:
    """Next 64 bits for the agent on a seat."""
    count = int(stream.choices[seat])
    stream.choices[seat] = count + 1
    return keyed(stream.key, CHOICES, seat, count)


@rule
def draw_board(stream: Any, boards: Any) -> Any:
    """Index of the board, of so many, on which the game is played that a stream names."""
    return below(keyed(stream.key, BOARDS, 0, 0), boards)
