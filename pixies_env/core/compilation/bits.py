"""Sets of small numbers as bits of 64-bit words, for rules that ask about many places at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import COMPILED, rule

if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def lowest_bit(typing_context: Any, word: Any) -> Any:
        """Number of the lowest bit that is set in a word; 64 if none is."""

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), codegen

    @intrinsic
    def count_bits(typing_context: Any, word: Any) -> Any:
        """Number of bits that are set in a word."""

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.ctpop(values[0])

        return types.int64(types.uint64), codegen

else:

    def lowest_bit(word: Any) -> int:
        """Number of the lowest bit that is set in a word; 64 if none is."""
        number = int(word)
        return (number & -number).bit_length() - 1 if number else 64

    def count_bits(word: Any) -> int:
        """Number of bits that are set in a word."""
        return int(word).bit_count()


@rule
def has_bit(members: Any, number: Any) -> Any:
    """Whether a number is in a set, an integer whose bits are its members."""
    return (members >> number) & 1 == 1


_ONE = np.uint64(1)


@rule
def without_lowest(word: Any) -> Any:
    """A word that is not 0, without its lowest bit."""
    return word & (word - _ONE)
