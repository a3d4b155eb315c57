"""References to arrays in rules: not counted where none can be left over, never lost or kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError
from numba.core.runtime import _nrt_python, rtsys

from pixies_env.core.compilation.compile import COMPILED, kernel, rule

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

CALLS = 1000


class Pair(NamedTuple):
    first: Any
    second: Any


@rule
def same(array: Any) -> Any:
    return array


@rule
def one_of(pair: Any, which: Any) -> Any:
    return pair.first if which == 0 else pair.second


@rule
def paired(first: Any, second: Any) -> Any:
    return Pair(first, second)


@rule
def add(array: Any, number: Any) -> None:
    array[0] += number


@rule
def by_return(array: Any, other: Any) -> None:
    add(same(array), 1)


@rule
def by_pair(array: Any, other: Any) -> None:
    add(one_of(paired(array, other), 0), 1)


@rule
def by_slice(array: Any, other: Any) -> None:
    part = array[: other.shape[0]]
    add(part, 1)


@rule
def by_copy(array: Any, other: Any) -> None:
    other[:] = array
    add(array, 1)


@rule
def add_to_first(pair: Any) -> None:
    part = pair.first[: pair.second.shape[0]]
    add(part, 1)


@rule
def by_tuple(array: Any, other: Any) -> None:
    add_to_first(Pair(array, other))


@rule
def by_tuple_in_tuple(array: Any, other: Any) -> None:
    add_to_first(Pair(Pair(array, other), 0).first)


@rule
def by_element(array: Any, other: Any) -> None:
    add(one_of(Pair(other, array), 1), 1)


@pytest.fixture
def counted() -> Iterator[None]:
    """Numba counts what compiled code allocates and frees."""
    was_on = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    yield
    if not was_on:
        _nrt_python.memsys_disable_stats()


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    "function",
    [by_return, by_pair, by_slice, by_copy, by_tuple, by_tuple_in_tuple, by_element],
)
def test_an_array_has_as_many_references_after_a_rule_as_before(
    function: Callable[..., Any],
) -> None:
    @numba.njit
    def calling(array: Any, other: Any) -> None:
        for _ in range(CALLS):
            function(array, other)
        # Made in compiled code: it must live as long as it is used, and no longer.
        for _ in range(CALLS):
            made = np.zeros(3)
            function(made, other)
            if made[0] != 1:
                array[1] = 1

    array, other = np.zeros(3), np.zeros(3)
    calling(array, other)
    before = rtsys.get_allocation_stats()
    counts = sys.getrefcount(array), sys.getrefcount(other)
    calling(array, other)
    after = rtsys.get_allocation_stats()
    assert array.tolist() == [2 * CALLS, 0, 0]
    assert (sys.getrefcount(array), sys.getrefcount(other)) == counts
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free


def _zeros(number: Any) -> Any:
    return np.zeros(number).sum()


def _scaled(number: Any) -> Any:
    return np.ones(2) * number


@pytest.mark.parametrize("function", [_zeros, _scaled])
def test_a_rule_that_makes_an_array_is_refused_by_its_name(function: Any) -> None:
    making = rule(function)

    @numba.njit
    def calling(numbers: Any) -> Any:
        return making(numbers[0])

    with pytest.raises(TypingError, match=f"{function.__name__}: a rule makes no arrays"):
        calling(np.ones(1, np.int64))


def test_a_rule_that_hands_arrays_on_counts_no_references() -> None:
    @numba.njit
    def calling(array: Any, other: Any) -> None:
        by_slice(array, other)

    calling(np.zeros(3), np.zeros(3))
    (compiled,) = by_slice.overloads.values()  # type: ignore[attr-defined]
    assert "NRT_incref" not in compiled.library.get_llvm_str()


def test_a_rule_that_takes_arrays_out_of_a_tuple_counts_no_references() -> None:
    @numba.njit
    def calling(array: Any, other: Any) -> None:
        add_to_first(Pair(array, other))

    calling(np.zeros(3), np.zeros(3))
    for compiled in add_to_first.overloads.values():  # type: ignore[attr-defined]
        assert "NRT_incref" not in compiled.library.get_llvm_str()


def test_a_rule_becomes_part_of_what_calls_it_and_no_code_of_its_own() -> None:
    @rule
    def doubled(number: Any) -> Any:
        return number + number

    @kernel
    def twice(numbers: Any) -> Any:
        return doubled(doubled(numbers[0]))

    assert twice(np.array([3])) == 12
    (made,) = doubled.overloads.values()  # type: ignore[attr-defined]
    name = made.fndesc.llvm_func_name
    assert made.library.get_pointer_to_function(name) == 0
    (whole,) = twice.overloads.values()  # type: ignore[attr-defined]
    assert name not in whole.library.get_llvm_str()


def test_only_python_calls_a_kernel() -> None:
    @kernel
    def inner(number: Any) -> Any:
        return number

    @kernel
    def outer(number: Any) -> Any:
        return inner(number)

    assert inner(3) == 3
    with pytest.raises(TypingError, match="only Python calls a kernel"):
        outer(3)
