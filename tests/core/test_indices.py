"""Indices count from the beginning in compiled rules and kernels."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.compilation.indices import Compiler

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@numba.njit(pipeline_class=Compiler, boundscheck=True)  # type: ignore[misc]
def read(table: Any, row: Any, column: Any) -> Any:
    return table[row, column]


@numba.njit(pipeline_class=Compiler, boundscheck=True)  # type: ignore[misc]
def write(line: Any, place: Any, value: Any) -> None:
    line[place] = value


@numba.njit(pipeline_class=Compiler, boundscheck=True)  # type: ignore[misc]
def last(line: Any, pair: Any, place: Any) -> Any:
    return line[-1] + pair[place] + line[1:][-1]


LAST, NEAR_LAST = -1, np.int8(-2)


@numba.njit(pipeline_class=Compiler, boundscheck=True)  # type: ignore[misc]
def among_several(table: Any, row: Any, before: Any) -> Any:
    back = -1
    table[row, -1] += 1
    table[LAST, row] = 40
    return table[row, -1], table[LAST, row], table[row, NEAR_LAST], table[back, before]


def test_an_index_is_looked_up_as_ever() -> None:
    table = np.arange(12, dtype=np.int16).reshape(3, 4)
    assert read(table, 2, np.int8(1)) == 9
    line = np.zeros(3, np.int8)
    write(line, 2, 5)
    assert list(line) == [0, 0, 5]


def test_an_index_below_0_is_out_of_bounds() -> None:
    """And so the bounds check finds each that a rule has by mistake."""
    table, line = np.zeros((3, 4)), np.zeros(3, np.int8)
    for row, column in ((-1, 0), (0, np.int8(-1))):
        with pytest.raises(IndexError):
            read(table, row, column)
    with pytest.raises(IndexError):
        write(line, -1, 5)
    assert not line.any()


def test_a_constant_may_count_from_the_end_and_a_tuple_is_no_array() -> None:
    assert last(np.arange(4), (10, 20), 1) == 3 + 20 + 3


def test_a_constant_among_several_indices_may_count_from_the_end() -> None:
    table = np.arange(12).reshape(3, 4)
    assert among_several(table, 1, 0) == (8, 40, 6, 8)
