"""The stack of interrupted effects and its bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pixies_env.core.compilation.compile import COMPILED, kernel, record_dtype
from pixies_env.core.kit.continuations import (
    clear,
    continuation_fields,
    has_overflowed,
    pop,
    push,
)

STATE = record_dtype([*continuation_fields(2), ("after", np.int8)])


@kernel
def _push(states: Any, kind: Any, player: Any, first: Any, second: Any) -> None:
    push(states[0], kind, player, first, second)


@kernel
def _pop(states: Any) -> Any:
    return pop(states[0])


@kernel
def _clear(states: Any) -> None:
    clear(states[0])


@kernel
def _overflowed(states: Any) -> Any:
    return has_overflowed(states[0])


def test_the_last_frame_comes_first_with_16_bits_and_leaves_nothing() -> None:
    states = np.zeros(1, STATE)
    _push(states, 1, -1, 32767, -32768)
    _push(states, 2, 4, 300, 0)
    assert _pop(states) == (2, 4, 300, 0)
    assert _pop(states) == (1, -1, 32767, -32768)
    assert states.tobytes() == bytes(STATE.itemsize)
    assert not _overflowed(states)


def test_all_frames_can_be_dropped() -> None:
    states = np.zeros(1, STATE)
    _push(states, 1, 0, 5, 0)
    _push(states, 2, 0, 6, 0)
    _clear(states)
    assert states.tobytes() == bytes(STATE.itemsize)


def test_a_frame_too_many_is_told() -> None:
    states = np.zeros(1, STATE)
    _push(states, 1, 0, 0, 0)
    _push(states, 2, 0, 0, 0)
    if COMPILED:
        _push(states, 3, 0, 0, 0)
        assert states["after"] == 0 and _pop(states) == (2, 0, 0, 0)
        assert _overflowed(states)
    else:
        with pytest.raises(OverflowError, match="no room for the continuation 3: 2 lie on the"):
            _push(states, 3, 0, 0, 0)


@pytest.mark.parametrize("count", [-1, 3])
def test_a_count_beyond_the_stack_is_told(count: int) -> None:
    states = np.zeros(1, STATE)
    states["frame_count"] = count
    assert _overflowed(states)
