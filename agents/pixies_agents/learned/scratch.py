"""Arrays on the stack of compiled rules: no allocation, nothing to free."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pixies_env.core.compilation.compile import COMPILED

_ALIGNMENT = 64

if COMPILED:

    @intrinsic(prefer_literal=True)
    def stack_floats(typing_context: Any, count: Any) -> Any:
        """``count`` (a constant) float32 numbers that live as long as the calling function."""
        array_type = types.Array(types.float32, 1, "C")

        def codegen(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
            place = cgutils.alloca_once(builder, ir.FloatType(), size=count.literal_value)
            place.align = _ALIGNMENT
            array = context.make_array(array_type)(context, builder)
            integer = context.get_value_type(types.intp)
            context.populate_array(
                array,
                data=place,
                shape=[ir.Constant(integer, count.literal_value)],
                strides=[ir.Constant(integer, 4)],
                itemsize=ir.Constant(integer, 4),
                meminfo=None,
            )
            return array._getvalue()

        return array_type(count), codegen

else:

    def stack_floats(count: int) -> Any:
        """``count`` float32 numbers."""
        return np.zeros(count, np.float32)
