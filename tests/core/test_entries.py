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
        ("word", np.uint64),
    ]
)
SEATS, WORDS_OF_SEATS = 5, 10
FLAGS = 29
PER_SINGLE, PER_DOUBLE = np.float32(1 / 5), 1 / 30
AFTER_FLAGS, AFTER_NUMBERS, AFTER_SEATS = 40, 64, 144
ROWS = np.random.default_rng(6).random((4, 8), np.float32)
SCALES = np.random.default_rng(7).random(16)


@kernel
def _write(states: Any, out: Any) -> None:
    state = states[0]
    write_flags(state.word, FLAGS, out, 1)
    write_numbers(state.numbers[1:], PER_SINGLE, out, AFTER_FLAGS)
    write_numbers(state.numbers, PER_DOUBLE, out, AFTER_FLAGS + 8)
    write_numbers(state.numbers, state.scales, out, AFTER_FLAGS + 16)
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
    state["word"] = rng.integers(0, 2**64, dtype=np.uint64)
    return state


@pytest.fixture(scope="module")
def written(state: np.ndarray) -> np.ndarray:
    out = np.full(200, UNTOUCHED, np.float32)
    _write(state, out)
    return out


def test_flags_are_bits_and_nothing_else_is_written(state: np.ndarray, written: np.ndarray) -> None:
    word = int(state["word"][0])
    assert list(written[1 : 1 + FLAGS]) == [(word >> place) & 1 for place in range(FLAGS)]
    assert written[0] == UNTOUCHED
    assert (written[1 + FLAGS : AFTER_FLAGS] == UNTOUCHED).all()


def test_numbers_are_scaled_in_the_precision_of_the_scale(
    state: np.ndarray, written: np.ndarray
) -> None:
    numbers = state["numbers"][0]
    single = written[AFTER_FLAGS : AFTER_FLAGS + 8]
    assert (single == numbers[1:].astype(np.float32) * PER_SINGLE).all()
    double = (numbers[:8] * PER_DOUBLE).astype(np.float32)
    assert (written[AFTER_FLAGS + 8 : AFTER_FLAGS + 16] == double).all()
    each = numbers[:8].astype(np.float32) * state["scales"][0]
    assert (written[AFTER_FLAGS + 16 : AFTER_NUMBERS] == each).all()


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
