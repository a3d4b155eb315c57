"""What compiling costs beside the compiling: to load the compiler, and to look for garbage."""

from __future__ import annotations

import functools
import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@functools.cache
def load_compiler() -> None:
    """Load what Numba compiles with, but not SciPy's linear algebra, two thirds of the time.

    Numba only asks whether it is there. What needs it asks again.
    """
    linear_algebra: Any = importlib.import_module("numba.np.linalg")
    asks = linear_algebra.ensure_blas
    linear_algebra.ensure_blas = lambda: None
    try:
        mathematics: Any = importlib.import_module("numba.np.arraymath")
    finally:
        linear_algebra.ensure_blas = asks
    mathematics.ensure_blas = asks


_OF_COMPILING = 50_000
"""Objects, more than are made while a rule is compiled."""


@contextmanager
def garbage_collected_rarely() -> Iterator[None]:
    """Look for garbage in this block less often: compiling makes many objects and little of it."""
    usual = gc.get_threshold()
    # Whoever looks for it more rarely still may end that inside of the block.
    if usual[0] >= _OF_COMPILING:
        yield
        return
    gc.set_threshold(_OF_COMPILING, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
