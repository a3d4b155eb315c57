"""Sets of small numbers as bits of 64-bit words, for rules that ask about many places at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError

from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.in_code import in_code


def _lowest_in_code(typing_context: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@in_code(_lowest_in_code)
def lowest_bit(word: Any) -> Any:
    """Number of the lowest bit that is set in a word; 64 if none is."""
    number = int(word)
    return (number & -number).bit_length() - 1 if number else 64


def _count_in_code(typing_context: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.uint64), codegen


@in_code(_count_in_code)
def count_bits(word: Any) -> Any:
    """Number of bits that are set in a word."""
    return int(word).bit_count()


def _compared(row: Any, comparison: str) -> Any:
    """Signature and code of a comparison of all places of a row, a field, with an integer."""
    if not isinstance(row, types.NestedArray) or len(row.shape) != 1:
        raise TypingError(f"places are those of a field that is a row, not of {row}")
    places, element = row.shape[0], ir.IntType(row.dtype.bitwidth)
    vector, lane = ir.VectorType(element, places), ir.IntType(32)

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(row)(context, builder, values[0]).data
        read = builder.load(builder.bitcast(data, vector.as_pointer()))
        read.align = row.dtype.bitwidth // 8
        value = builder.trunc(values[1], element)
        first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, lane(0))
        same = ir.Constant(ir.VectorType(lane, places), [lane(0)] * places)
        wanted = builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), same)
        found = builder.icmp_signed(comparison, read, wanted)
        return builder.zext(builder.bitcast(found, ir.IntType(places)), ir.IntType(64))

    return types.int64(row, types.int64), codegen


def _equal_in_code(typing_context: Any, row: Any, value: Any) -> Any:
    return _compared(row, "==")


@in_code(_equal_in_code)
def places_of(row: Any, value: Any) -> Any:
    """Set of the places of a row, a field of at most 63, that hold a value."""
    return sum(1 << place for place, held in enumerate(row) if held == value)


def _from_in_code(typing_context: Any, row: Any, value: Any) -> Any:
    return _compared(row, ">=")


@in_code(_from_in_code)
def places_from(row: Any, value: Any) -> Any:
    """Set of the places of a row, a field of at most 63, that hold a value or more."""
    return sum(1 << place for place, held in enumerate(row) if held >= value)


def _local_in_code(typing_context: Any, count: Any) -> Any:
    if not isinstance(count, types.IntegerLiteral):
        raise TypingError("the number of local words must be a constant")
    kind = types.Array(types.uint64, 1, "C")

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        length = ir.Constant(ir.IntType(64), count.literal_value)
        array = context.make_array(kind)(context, builder)
        context.populate_array(
            array,
            data=cgutils.alloca_once(builder, ir.IntType(64), size=length),
            shape=[length],
            strides=[ir.Constant(ir.IntType(64), 8)],
            itemsize=ir.Constant(ir.IntType(64), 8),
            meminfo=None,
        )
        return array._getvalue()

    return kind(count), codegen


@in_code(_local_in_code, constants=True)
def local_words(count: Any) -> Any:
    """So many words, a constant, for use inside of one call of a rule; they may hold anything."""
    return np.zeros(count, np.uint64)


@rule
def has_bit(members: Any, number: Any) -> Any:
    """Whether a number is in a set, an integer whose bits are its members."""
    return (members >> number) & 1 == 1


_ONE = np.uint64(1)


@rule
def without_lowest(word: Any) -> Any:
    """A word that is not 0, without its lowest bit."""
    return word & (word - _ONE)
