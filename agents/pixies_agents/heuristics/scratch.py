"""Records in compiled rules without allocation: on the stack, or as a view of numbers.

An array made in compiled code costs an allocation and is freed after its last use, even if a record
taken out of it is still in use; and every call that hands an array on counts a reference. A record
is a mere pointer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import intrinsic

from pixies_env.core.compilation.compile import COMPILED

_ALIGNMENT = 16

if COMPILED:

    def _record_type(dtype: Any) -> Any:
        """Type of the record behind the numba type of a dtype that is a global of its caller."""
        return dtype.dtype

    @intrinsic
    def scratch_record(typing_context: Any, dtype: Any) -> Any:
        """A record of this dtype on the stack of the calling function; its bytes are anything."""
        record = _record_type(dtype)

        def codegen(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
            value_type = context.get_value_type(record)
            # Not `alloca_once`: it stores zeros, byte by byte, which takes minutes to compile.
            with builder.goto_entry_block():
                place = builder.alloca(value_type.pointee)
            place.align = _ALIGNMENT
            return place

        return record(dtype), codegen

    @intrinsic
    def record_view(typing_context: Any, numbers: Any, dtype: Any) -> Any:
        """The first bytes of a contiguous array as a record of this dtype, in place."""
        record = _record_type(dtype)

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, values[0])
            return builder.bitcast(array.data, context.get_value_type(record))

        return record(numbers, dtype), codegen

else:

    def scratch_record(dtype: np.dtype[Any]) -> Any:
        """A record of this dtype."""
        return np.zeros(1, dtype)[0]

    def record_view(numbers: np.ndarray, dtype: np.dtype[Any]) -> Any:
        """The first bytes of a contiguous array as a record of this dtype, in place."""
        return numbers.view(np.uint8)[: dtype.itemsize].view(dtype)[0]
