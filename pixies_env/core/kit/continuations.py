"""A small bounded stack of continuations in the state record.

Effects interrupt each other: a copied die makes another player send a pixie back, an ability
opens a visit that wounds. What is still to be done lies on this stack as frames of a kind, a
player and two numbers; a game's rules push and pop, its loop runs the top frame.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import COMPILED, rule


def continuation_fields(depth: int) -> list[tuple[str, Any, tuple[int, ...]] | tuple[str, Any]]:
    """Fields of a stack of at most ``depth`` frames ``(kind, player, first, second)``.

    The numbers have 16 bits.
    """
    return [
        ("frames", np.int16, (depth, 4)),
        ("frame_count", np.int8),
        ("frames_lost", np.int8),  # whether a frame ever found no room
    ]


@rule
def push(state: Any, kind: Any, player: Any, first: Any, second: Any) -> None:
    """Put a frame on top; it runs before everything below it.

    OverflowError if there is no room. Compiled, the frame is dropped and :func:`has_overflowed`
    says so from then on: a game's check of its invariants asks that.
    """
    top = int(state.frame_count)
    if top == state.frames.shape[0]:
        _lose(state, kind)
        return
    state.frames[top, 0] = kind
    state.frames[top, 1] = player
    state.frames[top, 2] = first
    state.frames[top, 3] = second
    state.frame_count = top + 1


if COMPILED:

    @rule
    def _lose(state: Any, kind: Any) -> None:
        state.frames_lost = 1

else:

    def _lose(state: Any, kind: Any) -> None:
        raise OverflowError(
            f"no room for the continuation {kind!r}: {len(state.frames)} lie on the stack already"
        )


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


@rule
def clear(state: Any) -> None:
    """Take all frames off."""
    while state.frame_count > 0:
        pop(state)


@rule
def has_overflowed(state: Any) -> Any:
    """Whether the stack has more frames than it has room for, or ever should have had."""
    return state.frames_lost != 0 or not 0 <= state.frame_count <= state.frames.shape[0]
