"""Records whose bytes are words as well, and what these are hashed to."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from pixies_env.core.compilation.compile import rule, wrapping
from pixies_env.core.compilation.record_types import StateRecord
from pixies_env.core.compilation.streams import mix

_PATH = np.uint64(0x5041544853)
_FOLD = np.uint64(0xC2B2AE3D27D4EB4F)
_ONE, _HALF = np.uint64(1), np.uint64(32)


class Seen(Protocol):
    """A position to look at with the eyes of a seat."""

    state: StateRecord
    words: np.ndarray
    """The bytes of ``state`` as unsigned integers."""


def with_words(state: np.dtype[Any]) -> np.dtype[Any]:
    """Record of a state, whose bytes are ``words`` as well: a :class:`Seen`."""
    size = state.itemsize
    width = next(width for width in (8, 4, 2, 1) if size % width == 0)
    layout = {
        "names": ["state", "words"],
        "formats": [state, (f"u{width}", (size // width,))],
        "offsets": [0, 0],
        "itemsize": size,
    }
    both: np.dtype[Any] = np.dtype(layout, align=True)  # type: ignore[call-overload]
    return both


@rule
def first_key(number: Any) -> Any:
    """The key of a hash that begins with a number of 0 or more."""
    return fold(_PATH, number)


@wrapping
def fold(key: Any, value: Any) -> Any:
    """Append a number of 0 or more to what a key is a hash of."""
    return mix(np.uint64(key) * _FOLD + np.uint64(value))


@wrapping
def hash_words(words: Any) -> Any:
    """Hash of the bytes of a state; never 0."""
    key = _PATH
    for index in range(words.shape[0]):
        key = (key ^ np.uint64(words[index])) * _FOLD
        key ^= key >> _HALF
    return mix(key) | _ONE
