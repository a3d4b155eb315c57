"""Blocks of entries of an observation, compiled and not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from pixies_env.core.compilation.bits import local_words
from pixies_env.core.compilation.compile import COMPILED, kernel, record_dtype, rule
from pixies_env.core.kit.entries import (
    halves_of,
    scaled_bytes,
    transpose_numbers,
    write_counts,
    write_flags,
    write_numbers,
    write_products,
    write_row,
)

UNTOUCHED = -1.0
STATE = record_dtype(
    [
        ("numbers", np.int8, (9,)),
        ("by_seat", np.int8, (3, 5)),
        ("scales", np.float32, (8,)),
        ("halves", np.float32, (2, 16)),
        ("planes", np.uint64, (4, 2)),
    ]
)
SEATS, WORDS_OF_SEATS = 5, 10
FLAGS, KINDS, FIRST = 29, 5, 3
PER_SINGLE, PER_DOUBLE = np.float32(1 / 5), 1 / 30
AFTER_FLAGS, AFTER_COUNTS, AFTER_NUMBERS, AFTER_SEATS = 40, 60, 84, 164
ROWS = np.random.default_rng(6).random((4, 8), np.float32)
SCALES = np.random.default_rng(7).random(16)


@kernel
def _write(states: Any, out: Any) -> None:
    state = states[0]
    write_flags(state.planes[0, 1], FLAGS, out, 1)
    write_counts(state.planes, 2, FIRST, KINDS, PER_SINGLE, out, AFTER_FLAGS)
    write_numbers(state.numbers[1:], PER_SINGLE, out, AFTER_COUNTS)
    write_numbers(state.numbers, PER_DOUBLE, out, AFTER_COUNTS + 8)
    write_numbers(state.numbers, state.scales, out, AFTER_COUNTS + 16)
    words = local_words(WORDS_OF_SEATS)
    rows = (state.by_seat[0], state.by_seat[1], state.by_seat[2])
    transpose_numbers(rows, SEATS, words)
    for seat in range(SEATS):
        write_products(words, seat, state.halves, out, AFTER_NUMBERS + 16 * seat)
    write_row(ROWS, 2, out, AFTER_SEATS)


@pytest.fixture(scope="module")
def state() -> np.ndarray:
    rng = np.random.default_rng(5)
    state = np.zeros(1, STATE)
    state["numbers"] = rng.integers(-128, 128, 9)
    state["by_seat"] = rng.integers(-128, 128, (1, 3, 5))
    state["scales"] = rng.random(8)
    state["halves"] = halves_of(SCALES)
    state["planes"] = rng.integers(0, 2**64, (1, 4, 2), np.uint64)
    return state


@pytest.fixture(scope="module")
def written(state: np.ndarray) -> np.ndarray:
    out = np.full(200, UNTOUCHED, np.float32)
    _write(state, out)
    return out


def _cells(state: np.ndarray) -> list[int]:
    """Numbers of all cells of the planes."""
    planes = [[int(word) for word in plane] for plane in state["planes"][0]]
    return [
        sum(((plane[word] >> place) & 1) << bit for bit, plane in enumerate(planes))
        for word in range(2)
        for place in range(64)
    ]


def test_flags_are_bits_and_nothing_else_is_written(state: np.ndarray, written: np.ndarray) -> None:
    word = int(state["planes"][0, 0, 1])
    assert list(written[1 : 1 + FLAGS]) == [(word >> place) & 1 for place in range(FLAGS)]
    assert written[0] == UNTOUCHED
    assert (written[1 + FLAGS : AFTER_FLAGS] == UNTOUCHED).all()


def test_counts_are_scaled_word_by_word(state: np.ndarray, written: np.ndarray) -> None:
    cells = _cells(state)
    for kind in range(KINDS):
        low, high = (np.float32(cells[first : first + 64].count(FIRST + kind)) for first in (0, 64))
        assert written[AFTER_FLAGS + kind] == low * PER_SINGLE + high * PER_SINGLE
    assert (written[AFTER_FLAGS + KINDS : AFTER_COUNTS] == UNTOUCHED).all()


def test_numbers_are_scaled_in_the_precision_of_the_scale(
    state: np.ndarray, written: np.ndarray
) -> None:
    numbers = state["numbers"][0]
    single = written[AFTER_COUNTS : AFTER_COUNTS + 8]
    assert (single == numbers[1:].astype(np.float32) * PER_SINGLE).all()
    double = (numbers[:8] * PER_DOUBLE).astype(np.float32)
    assert (written[AFTER_COUNTS + 8 : AFTER_COUNTS + 16] == double).all()
    each = numbers[:8].astype(np.float32) * state["scales"][0]
    assert (written[AFTER_COUNTS + 16 : AFTER_NUMBERS] == each).all()


def test_numbers_of_a_seat_come_together_with_scales_of_their_own(
    state: np.ndarray, written: np.ndarray
) -> None:
    for seat in range(SEATS):
        numbers = np.zeros(16)
        numbers[:3] = state["by_seat"][0, :, seat]
        products = (numbers * SCALES).astype(np.float32)
        assert (written[AFTER_NUMBERS + 16 * seat :][:16] == products).all()


def test_a_row_of_a_table_is_copied(written: np.ndarray) -> None:
    assert (written[AFTER_SEATS : AFTER_SEATS + 8] == ROWS[2]).all()
    assert (written[AFTER_SEATS + 8 :] == UNTOUCHED).all()


@kernel
def _multiply(halves: Any, words: Any, out: Any) -> None:
    for place in range(words.shape[0] // 2):
        write_products(words, place, halves, out, 16 * place)


def test_halves_of_a_share_make_every_product_that_the_share_makes() -> None:
    numbers = np.arange(-128, 128, dtype=np.int8)
    words, out = numbers.view(np.uint64), np.empty(256, np.float32)
    for whole in range(1, 1000):
        share = 1 / whole
        _multiply(np.repeat(halves_of([share]), 16, axis=1), words, out)
        assert (out == (numbers * share).astype(np.float32)).all(), whole


def test_scaled_bytes_are_found_by_the_byte_of_a_number() -> None:
    table = scaled_bytes(PER_DOUBLE)
    for number in np.arange(-128, 128, dtype=np.int8):
        assert table[number.view(np.uint8)] == np.float32(int(number) * PER_DOUBLE)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_number_of_flags_that_is_no_constant_is_refused() -> None:
    @rule
    def flags(count: Any, out: Any) -> None:
        write_flags(np.uint64(1), count, out, 0)

    @kernel
    def write(out: Any) -> None:
        flags(out.shape[0], out)

    with pytest.raises(TypingError, match="must be a constant from 1 to 64"):
        write(np.zeros(4, np.float32))
