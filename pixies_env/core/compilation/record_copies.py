"""Copies of records in compiled code, each by one copy of all its bytes.

Numba loads a record as an array of bytes and stores that, and LLVM makes a load and a store of each
byte: a record of 350 bytes takes it more than a second to compile, and as many instructions to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.base import BaseContext


@contextmanager
def records_copied_whole() -> Iterator[None]:
    """Let Numba copy records in this way; hold the lock of its compiler around it.

    What others compile with Numba is none of ours, and goes its usual way.
    """
    contexts: Any = BaseContext
    usual = contexts.pack_value

    def pack_value(
        context: Any, builder: Any, kind: Any, value: Any, to: Any, align: int | None = None
    ) -> None:
        if isinstance(kind, types.Record):
            # A record is handed on as the place where it lies.
            size = ir.Constant(ir.IntType(64), kind.size)
            cgutils.raw_memcpy(builder, to, value, size, 1)
        else:
            usual(context, builder, kind, value, to, align)

    contexts.pack_value = pack_value
    try:
        yield
    finally:
        contexts.pack_value = usual
