"""Sets of small numbers as bits of words, compiled and not."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pixies_env.core.compilation.bits import count_bits, lowest_bit, without_lowest
from pixies_env.core.compilation.compile import kernel

WORDS = st.integers(0, 2**64 - 1)


@kernel
def _look(words: Any, out: Any) -> None:
    word = words[0]
    out[0] = count_bits(word)
    out[1] = lowest_bit(word)
    while word != 0:
        out[2] += 1
        word = without_lowest(word)


@given(WORDS)
def test_bits_are_counted_and_taken_from_the_lowest_on(number: int) -> None:
    found = np.zeros(3, np.int64)
    _look(np.array([number], np.uint64), found)
    places = [place for place in range(64) if (number >> place) & 1]
    assert list(found) == [len(places), places[0] if places else 64, len(places)]
