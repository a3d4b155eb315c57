"""Arrays in compiled rules without allocation: on the stack, or other numbers seen as floats."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.compilation.in_code import in_code

_ALIGNMENT = 64


def _filled(context: Any, builder: Any, kind: Any, data: Any, count: Any) -> Any:
    """An array of one dimension that owns nothing."""
    array = context.make_array(kind)(context, builder)
    integer = context.get_value_type(types.intp)
    size = ir.Constant(integer, kind.dtype.bitwidth // 8)
    context.populate_array(
        array, data=data, shape=[count], strides=[size], itemsize=size, meminfo=None
    )
    return array._getvalue()


def _seen_as(given: Any, element: Any) -> Any:
    """Signature and code of a view; `ndarray.view` takes long to compile."""
    if not isinstance(given, types.Array) or given.ndim != 1 or given.layout != "C":
        raise TypingError(f"what is seen as {element} is a contiguous array, not {given}")
    kind = types.Array(element, 1, "C")

    def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        array = context.make_array(given)(context, builder, values[0])
        size = ir.Constant(array.nitems.type, element.bitwidth // 8)
        count = builder.udiv(builder.mul(array.nitems, array.itemsize), size)
        pointer = context.get_value_type(element).as_pointer()
        return _filled(context, builder, kind, builder.bitcast(array.data, pointer), count)

    return kind(given), codegen


def _floats_in_code(typing_context: Any, numbers: Any) -> Any:
    return _seen_as(numbers, types.float32)


@in_code(_floats_in_code)
def as_floats(numbers: Any) -> Any:
    """The bytes of a contiguous array as float32 numbers, in place; whoever calls holds them."""
    return numbers.view(np.float32)


def _doubles_in_code(typing_context: Any, numbers: Any) -> Any:
    return _seen_as(numbers, types.float64)


@in_code(_doubles_in_code)
def as_doubles(numbers: Any) -> Any:
    """The bytes of a contiguous array as float64 numbers, in place; whoever calls holds them."""
    return numbers.view(np.float64)


if COMPILED:

    @intrinsic(prefer_literal=True)
    def stack_floats(typing_context: Any, count: Any) -> Any:
        """``count`` (a constant) float32 numbers that live as long as the calling function."""
        array_type = types.Array(types.float32, 1, "C")

        def codegen(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
            place = cgutils.alloca_once(builder, ir.FloatType(), size=count.literal_value)
            place.align = _ALIGNMENT
            length = ir.Constant(context.get_value_type(types.intp), count.literal_value)
            return _filled(context, builder, array_type, place, length)

        return array_type(count), codegen

else:

    def stack_floats(count: int) -> Any:
        """``count`` float32 numbers."""
        return np.zeros(count, np.float32)
