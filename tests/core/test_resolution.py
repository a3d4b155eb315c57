"""What operators mean in compiled code is found quickly, and is what Numba finds."""

from __future__ import annotations

import itertools
import operator
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numba import njit, types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from pixies_env.core.compilation import plain_numbers, resolution
from pixies_env.core.compilation.compile import COMPILED, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

OPERATORS = (operator.add, operator.truediv, operator.mod, operator.lt, operator.and_)
NUMBERS = (
    types.int64,
    types.int8,
    types.uint64,
    types.float32,
    types.boolean,
    types.literal(3),
    types.none,
)


def _answer(resolve: Any, function: Any, arguments: Any) -> str:
    try:
        return str(resolve(function, cpu_target.typing_context, arguments, {}))
    except TypingError as error:
        # Numba sets in what it says the deeper, the more often it has failed.
        return " ".join(str(error).split())


def test_what_operators_mean_is_what_numba_finds_and_says_where_they_mean_nothing() -> None:
    cpu_target.typing_context.refresh()
    for meant, *arguments in itertools.product(OPERATORS, NUMBERS, NUMBERS):
        function = cpu_target.typing_context.resolve_value_type(meant)
        found = _answer(resolution._signature_or_error, function, tuple(arguments))
        for _ in range(2):
            assert _answer(resolution._call_type, function, tuple(arguments)) == found


@kernel
def convert(numbers: Any, into: Any) -> Any:
    small, wide, broken, flag = (
        numbers[0].small,
        numbers[0].wide,
        numbers[0].broken,
        numbers[0].flag,
    )
    into[0], into[1], into[2], into[3] = int(small), int(wide), int(broken), int(flag)
    into[4], into[5], into[6] = min(small, wide), max(small, broken), min(broken, wide)
    into[7], into[8], into[9] = max(wide, 3), min(3, 2.5, small), max(flag, False)
    # As in Python: what comes first stays where a comparison is false.
    nothing = np.float64(np.nan)
    into[10], into[11] = max(nothing, broken), max(broken, nothing)
    return 0


@pytest.mark.parametrize("values", [(-3, 2**40, -2.75, True), (7, -5, 7.0, False)])
def test_conversions_and_extremes_are_those_of_python(values: tuple[Any, ...]) -> None:
    fields = [("small", np.int8), ("wide", np.int64), ("broken", np.float32), ("flag", np.bool_)]
    numbers = np.array([values], np.dtype(fields)).view(np.recarray)
    compiled, plain = np.zeros(12), np.zeros(12)
    convert(numbers, compiled)
    convert.py_func(numbers, plain)  # type: ignore[attr-defined]
    assert np.array_equal(compiled, plain, equal_nan=True)


def test_conversions_and_extremes_compile_no_functions() -> None:
    assert convert.overloads  # type: ignore[attr-defined]
    for meant in plain_numbers.BY_CODE:
        function = cpu_target.typing_context.resolve_value_type(meant)
        arguments = [types.float32] * (1 if meant is int else 2)
        signature = resolution._call_type(function, cpu_target.typing_context, arguments, {})
        assert function.get_impl_key(signature) is meant


def test_what_others_compile_is_found_by_numba_as_ever() -> None:
    @kernel
    def asking(number: Any) -> Any:
        return plus(number)

    @njit
    def plus(number: Any) -> Any:
        return number + 1

    assert BaseFunction.get_call_type is resolution._signature_or_error
    assert asking(np.int64(3)) == 4
    assert BaseFunction.get_call_type is resolution._signature_or_error


PROGRAM = """
import sys
import numba
import numpy as np
from pixies_env.core.compilation.compile import kernel

@kernel
def first(numbers):
    return numbers[0]

@numba.njit
def product(numbers):
    return numbers @ numbers

assert first(np.ones(2)) == 1.0
print("scipy.linalg" in sys.modules)
print(product(np.ones(2)), "scipy.linalg" in sys.modules)
"""


def test_linear_algebra_is_loaded_where_it_is_used_and_not_before() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "2.0", "True"]
