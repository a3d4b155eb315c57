"""Compiled code copies a record as a whole, not byte by byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.base import BaseContext

from pixies_env.core.compilation.compile import COMPILED, kernel, record_dtype


@kernel
def copy(records: Any, pairs: Any) -> Any:
    records[1] = records[0]
    pairs[0].second = records[1]
    pairs[1] = pairs[0]
    return 0


def _records(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Two records of so many bytes, the first one of random bytes; two pairs of such records."""
    record = record_dtype([("key", np.int64), ("rest", np.int8, (size - 8,))])
    records = np.zeros(2, record)
    records[:1] = np.frombuffer(np.random.default_rng(size).bytes(size), record)
    return records, np.zeros(2, record_dtype([("first", np.int8), ("second", record)]))


@pytest.mark.parametrize("size", [16, 360, 1200])
def test_all_bytes_are_copied(size: int) -> None:
    records, pairs = _records(size)
    copy(records, pairs)
    assert records[0].tobytes() == records[1].tobytes() == pairs[1]["second"].tobytes()
    assert not pairs["first"].any()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_the_code_of_a_copy_does_not_grow_with_the_record() -> None:
    compiled: Any = copy
    lengths = []
    for size in (360, 1000):
        signature = tuple(map(compiled.typeof_pyval, _records(size)))
        compiled.compile(signature)
        lengths.append(len(compiled.inspect_asm(signature).splitlines()))
    assert lengths[1] < lengths[0] + 10


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_what_others_compile_is_left_alone() -> None:
    usual = BaseContext.pack_value
    records, pairs = _records(24)
    copy(records, pairs)
    assert BaseContext.pack_value is usual
