"""Sets of small numbers as bits of words, compiled and not."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.errors import TypingError

from pixies_env.core.compilation.bits import (
    count_bits,
    local_words,
    lowest_bit,
    places_from,
    places_of,
    without_lowest,
)
from pixies_env.core.compilation.compile import COMPILED, kernel, record_dtype, rule

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


PLACES = 15
ROWS = record_dtype([("row", np.int8, (PLACES,)), ("number", np.int8)])
HELD = st.integers(-128, 127)


@kernel
def _look_at_places(rows: Any, value: Any, out: Any) -> None:
    out[0] = places_of(rows[0].row, value)
    out[1] = places_from(rows[0].row, value)


@given(st.lists(HELD, min_size=PLACES, max_size=PLACES), HELD | st.none())
def test_places_of_a_row_are_compared_with_a_value_all_at_once(
    row: list[int], value: int | None
) -> None:
    wanted = row[0] if value is None else value
    rows, found = np.zeros(1, ROWS), np.zeros(2, np.int64)
    rows["row"], rows["number"] = row, wanted
    _look_at_places(rows, wanted, found)
    same = [place for place in range(PLACES) if found[0] >> place & 1]
    least = [place for place in range(PLACES) if found[1] >> place & 1]
    assert same == [place for place, held in enumerate(row) if held == wanted]
    assert least == [place for place, held in enumerate(row) if held >= wanted]
    assert 0 <= found[0] <= found[1] < 1 << PLACES


@rule
def _turned_round(words: Any, out: Any) -> None:
    kept = local_words(3)
    for place in range(3):
        kept[place] = words[place]
    for place in range(3):
        out[place] = kept[2 - place]


@kernel
def _turn_round_twice(words: Any) -> None:
    _turned_round(words, words)
    _turned_round(words[1:], words[1:])


def test_local_words_are_of_one_call_of_a_rule() -> None:
    words = np.array([5, 6, 2**63, 8], np.uint64)
    _turn_round_twice(words)
    assert words.tolist() == [2**63, 8, 5, 6]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_number_of_local_words_that_is_no_constant_is_refused() -> None:
    @kernel
    def words_for(words: Any) -> Any:
        return local_words(words.shape[0])[0]

    with pytest.raises(TypingError, match="must be a constant"):
        words_for(np.zeros(4, np.uint64))
