"""Worlds that are played out: what is hidden is filled in, and chance comes by a key."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord, StreamRecord
from pixies_env.core.compilation.streams import keyed
from pixies_env.core.settling import NO_SCRIPT, settle

HIDDEN, ANSWERS = 253, 250
"""Pseudo kinds of chance under which a world draws."""


class World(Protocol):
    """A record with what a world needs, among others."""

    now: StateRecord
    """Where it is."""
    stream: StreamRecord
    outcomes: np.ndarray
    """Of chance, as ``weights``."""
    weights: np.ndarray


@rule
def enter(world: World, table: Any, board: BoardRecord, start: Any, seat: Any, key: Any) -> None:
    """Go to what a seat knows, with hidden things filled in and a stream, both of a key."""
    stream = world.stream
    stream.key = key
    stream.choices[:] = 0
    stream.counts[:] = 0
    world.now = start
    seam.resample(table, world.now, board, seat, keyed(key, HIDDEN, seat, 0))


@rule
def draw_chance_of(world: World, table: Any, board: BoardRecord) -> None:
    """Draw chance until a decision is due or the game is over."""
    settle(table, world.now, board, world.stream, NO_SCRIPT, world.outcomes, world.weights)
