"""Words that several threads read and write at once, in compiled code."""

from __future__ import annotations

import os
import platform
import threading
import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from pixies_env.core.compilation.in_code import in_code

_PAUSES = {
    "x86_64": ("llvm.x86.sse2.pause", ()),
    "amd64": ("llvm.x86.sse2.pause", ()),
    "aarch64": ("llvm.aarch64.hint", (1,)),
    "arm64": ("llvm.aarch64.hint", (1,)),
}
"""What tells a processor that it waits in a loop, by machine; others are told nothing."""

_one_at_a_time = threading.Lock()
"""For Python, where what is read and written in one statement is not one step."""


def _renew_lock() -> None:
    """A thread that held it does not survive a fork."""
    global _one_at_a_time
    _one_at_a_time = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


def _place(context: Any, builder: Any, words: Any, values: Any) -> Any:
    array = context.make_array(words)(context, builder, values[0])
    return cgutils.get_item_pointer(context, builder, words, array, [values[1]])


def _load(typing_context: Any, words: Any, at: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], values)
        return builder.load_atomic(place, "acquire", 8)

    return types.int64(words, types.intp), codegen


@in_code(_load)
def load(words: Any, at: Any) -> Any:
    """The word at a place of an int64 array, and all that was written before it."""
    return int(words[at])


def _store(typing_context: Any, words: Any, at: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], values)
        builder.store_atomic(values[2], place, "release", 8)
        return context.get_dummy_value()

    return types.none(words, types.intp, types.int64), codegen


@in_code(_store)
def store(words: Any, at: Any, value: Any) -> None:
    """Write a word; who sees it sees all that was written before."""
    with _one_at_a_time:
        words[at] = value


def _add(typing_context: Any, words: Any, at: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], values)
        return builder.atomic_rmw("add", place, values[2], "seq_cst")

    return types.int64(words, types.intp, types.int64), codegen


@in_code(_add)
def add(words: Any, at: Any, value: Any) -> Any:
    """Add to a word; what it was before."""
    with _one_at_a_time:
        before = int(words[at])
        words[at] = before + value
    return before


def _replace(typing_context: Any, words: Any, at: Any, old: Any, new: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], values)
        done = builder.cmpxchg(place, values[2], values[3], "seq_cst", "seq_cst")
        return builder.extract_value(done, 1)

    return types.boolean(words, types.intp, types.int64, types.int64), codegen


@in_code(_replace)
def replace(words: Any, at: Any, old: Any, new: Any) -> Any:
    """Write a word if it is the old one; whether it was."""
    with _one_at_a_time:
        found = bool(words[at] == old)
        if found:
            words[at] = new
    return found


def _pause(typing_context: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        name, numbers = _PAUSES.get(platform.machine().lower(), ("", ()))
        if name:
            integers = [ir.Constant(ir.IntType(32), number) for number in numbers]
            kind = ir.FunctionType(ir.VoidType(), [each.type for each in integers])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, name), integers)
        return context.get_dummy_value()

    return types.none(), codegen


@in_code(_pause)
def pause() -> None:
    """Let others go first for a moment: what a loop does that waits for a word."""
    time.sleep(0.0)
