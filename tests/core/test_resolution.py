"""What operators mean in compiled code is found quickly, and is what Numba finds."""

from __future__ import annotations

import itertools
import operator
import subprocess
import sys
from typing import Any

import pytest
from numba import types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target

from pixies_env.core.compilation import resolution
from pixies_env.core.compilation.compile import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

OPERATORS = (operator.add, operator.truediv, operator.mod, operator.lt, operator.and_, max, int)
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
    for meant, first in itertools.product(OPERATORS, NUMBERS):
        function = cpu_target.typing_context.resolve_value_type(meant)
        given = [(first,)] if meant is int else [(first, second) for second in NUMBERS]
        for arguments in given:
            found = _answer(resolution._signature_or_error, function, arguments)
            for _ in range(2):
                assert _answer(resolution._call_type, function, arguments) == found


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
