"""A small bounded stack of continuations in the state record.

Effects interrupt each other: a copied die makes another player send a pixie back, an ability
opens a visit that wounds. What is still to be done lies on this stack as frames of a kind, a
player and two numbers; a game's rules push and pop, its loop runs the top frame.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compile import rule


def continuation_fields(depth: int) -> list[tuple[str, Any, tuple[int, ...]] | tuple[str, Any]]:
    """Fields of a stack of at most ``depth`` frames ``(kind, player, first, second)``."""
    return [("frames", np.int8, (depth, 4)), ("frame_count", np.int8)]


@rule
def push(state: Any, kind: Any, player: Any, first: Any, second: Any) -> None:
    """Put a frame on top; it runs before everything below it."""
    top = int(state.frame_count)
    state.frames[top, 0] = kind
    state.frames[top, 1] = player
    state.frames[top, 2] = first
    state.frames[top, 3] = second
    state.frame_count = top + 1


@rule
def pop(state: Any) -> Any:
    """Take the top frame off; returns ``(kind, player, first, second)``. Its bytes are cleared."""
    top = int(state.frame_count) - 1
    kind, player = int(state.frames[top, 0]), int(state.frames[top, 1])
    first, second = int(state.frames[top, 2]), int(state.frames[top, 3])
    for column in range(4):
        state.frames[top, column] = 0
    state.frame_count = top
    return kind, player, first, second
