"""Entries of an observation, written in blocks.

An observation tells mostly flags, of which few are set, and small numbers that lie side by side in
the state. A processor makes entries of sixteen of them in about the time that it takes for two
single ones, but no compiler sees that it may: the state and the observation could be the same
memory. And a small number times a scale is found in a table faster than it is calculated.

``at`` is the position of the first entry that is written. What writes more entries than are
wanted is followed by what writes those behind them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.seam import OBSERVATION

MOST_FLAGS = 64
"""Entries of :func:`write_flags` at most."""
LANES = 16
"""Entries that are written together at most."""
NUMBERS = 8
"""Entries of :func:`write_numbers`."""


def scaled_bytes(scale: float) -> np.ndarray:
    """float32 ``(256,)``: products of small numbers and a scale, by their bytes as uint8.

    ``table[np.uint8(number)]`` is ``number * scale`` for an int8, rounded once.
    """
    numbers = np.arange(256, dtype=np.uint8).view(np.int8)
    return (numbers * np.float64(scale)).astype(OBSERVATION)


def halves_of(scales: Any) -> np.ndarray:
    """float32 ``(2, ...)``: a float32 number next to each scale, and what that is short of it.

    An int8 number times such a pair, the sum rounded once, is its product with the float64 scale
    rounded to float32, for all scales that are simple shares; float64 numbers would take more time.
    """
    high = np.asarray(scales, np.float64).astype(OBSERVATION)
    return np.stack([high, (scales - high.astype(np.float64)).astype(OBSERVATION)])


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    _FLOAT, _BYTE, _INT, _WORD = (
        ir.FloatType(),
        ir.IntType(8),
        ir.IntType(32),
        ir.IntType(64),
    )

    def _pointer(context: Any, builder: Any, kind: Any, array: Any, at: Any, of: Any) -> Any:
        """Pointer to a vector in a contiguous array of one dimension."""
        data = context.make_array(kind)(context, builder, array).data
        return builder.bitcast(builder.gep(data, [at]), of.as_pointer())

    def _flags(builder: Any, bits: Any, lanes: int) -> Any:
        """Lowest bits of a word as entries."""
        flags = builder.bitcast(
            builder.trunc(bits, ir.IntType(lanes)), ir.VectorType(ir.IntType(1), lanes)
        )
        entries = ir.VectorType(_FLOAT, lanes)
        # Converting the bits would take three times as long.
        return builder.select(
            flags, ir.Constant(entries, [1.0] * lanes), ir.Constant(entries, [0.0] * lanes)
        )

    def _parts(count: int) -> list[tuple[int, int]]:
        """Places and lengths of the vectors that make up so many entries."""
        parts, at = [], 0
        while at < count:
            lanes = LANES
            while lanes > count - at:
                lanes //= 2
            parts.append((at, lanes))
            at += lanes
        return parts

    @intrinsic(prefer_literal=True)
    def write_flags(typing_context: Any, bits: Any, count: Any, out: Any, at: Any) -> Any:
        """Write ``count`` entries, a constant up to 64: the lowest bits of a word, as 0 or 1."""
        if not isinstance(count, types.IntegerLiteral) or not 0 < count.literal_value <= 64:
            raise TypingError("the number of flags must be a constant from 1 to 64")
        parts = _parts(count.literal_value)

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            bits, _, out, at = values
            for first, lanes in parts:
                entries = _flags(builder, builder.lshr(bits, ir.Constant(_WORD, first)), lanes)
                place = builder.add(at, ir.Constant(_WORD, first))
                kind = signature.args[2]
                to = _pointer(context, builder, kind, out, place, entries.type)
                builder.store(entries, to, align=4)
            return context.get_dummy_value()

        return types.none(types.uint64, count, out, types.int64), codegen

    @intrinsic
    def write_row(typing_context: Any, rows: Any, row: Any, out: Any, at: Any) -> Any:
        """Write 8 entries: a row of a table, float32 ``(rows, 8)``."""

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            rows, row, out, at = values
            kinds, entries = signature.args, ir.VectorType(_FLOAT, NUMBERS)
            first = builder.mul(row, ir.Constant(_WORD, NUMBERS))
            source = _pointer(context, builder, kinds[0], rows, first, entries)
            to = _pointer(context, builder, kinds[2], out, at, entries)
            builder.store(builder.load(source, align=4), to, align=4)
            return context.get_dummy_value()

        return types.none(rows, types.int64, out, types.int64), codegen

    @intrinsic
    def write_numbers(typing_context: Any, numbers: Any, scale: Any, out: Any, at: Any) -> Any:
        """Write 8 entries: int8 numbers side by side, the first ones of an array, times a scale.

        The scale is a number, or a float32 array with one for each; the product is rounded once.
        8 numbers are read, and 8 scales, so an array is either as long or is followed by other
        fields of its record.
        """

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            numbers, scale, out, at = values
            kind, bytes_ = signature.args[1], ir.VectorType(_BYTE, NUMBERS)
            begin, wanted = ir.Constant(_WORD, 0), ir.VectorType(_FLOAT, NUMBERS)
            source = _pointer(context, builder, signature.args[0], numbers, begin, bytes_)
            given = builder.load(source, align=1)
            if isinstance(kind, types.Array):
                scales = builder.load(
                    _pointer(context, builder, kind, scale, begin, wanted), align=4
                )
                entries = builder.fmul(_reals(builder, given), scales)
            elif kind == types.float32:
                entries = builder.fmul(_reals(builder, given), _everywhere(builder, scale, NUMBERS))
            else:
                high = builder.fptrunc(scale, _FLOAT)
                low = builder.fptrunc(builder.fsub(scale, builder.fpext(high, scale.type)), _FLOAT)
                halves = [_everywhere(builder, half, NUMBERS) for half in (high, low)]
                entries = _products(builder, given, *halves)
            to = _pointer(context, builder, signature.args[2], out, at, wanted)
            builder.store(entries, to, align=4)
            return context.get_dummy_value()

        return types.none(numbers, scale, out, types.int64), codegen

    @intrinsic(prefer_literal=True)
    def transpose_numbers(typing_context: Any, rows: Any, count: Any, words: Any) -> Any:
        """Bring together what stands at the same place of up to 16 rows, int8 arrays.

        Of each of the first ``count`` places, a constant up to 8, two of the words take 16 bytes:
        those of the rows in their order, then zeros. 8 numbers are read of a row, so it is either
        as long or is followed by other fields of its record.
        """
        if not isinstance(count, types.IntegerLiteral) or not 0 < count.literal_value <= NUMBERS:
            raise TypingError(f"the number of places must be a constant from 1 to {NUMBERS}")

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kind = ir.VectorType(_BYTE, NUMBERS)
            parts = []
            for of, row in zip(rows, cgutils.unpack_tuple(builder, values[0]), strict=True):
                source = _pointer(context, builder, of, row, ir.Constant(_WORD, 0), kind)
                parts.append(builder.load(source, align=1))
            parts += [ir.Constant(kind, [0] * NUMBERS)] * (LANES - len(parts))
            pairs = [_zipped(builder, *pair, 0) for pair in _halves(parts)]
            for place, column in enumerate(_columns(builder, pairs)[: count.literal_value]):
                at = ir.Constant(_WORD, 2 * place)
                to = _pointer(context, builder, words, values[2], at, column.type)
                builder.store(column, to, align=8)
            return context.get_dummy_value()

        return types.none(rows, count, words), codegen

    def _halves(parts: list[Any]) -> list[tuple[Any, Any]]:
        """Each of the first half with its like of the second."""
        half = len(parts) // 2
        return list(zip(parts[:half], parts[half:], strict=True))

    def _zipped(builder: Any, one: Any, other: Any, first: int) -> Any:
        """16 bytes, in turn of one and of the other, from their first-th on."""
        places = [first + lane // 2 + one.type.count * (lane % 2) for lane in range(LANES)]
        return builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(_INT, LANES), places))

    def _columns(builder: Any, parts: list[Any]) -> list[Any]:
        """Each round brings the bytes of a place twice as close together."""
        if len(parts) == 1:
            return parts
        low, high = (
            [_zipped(builder, *pair, first) for pair in _halves(parts)] for first in (0, LANES // 2)
        )
        return _columns(builder, low) + _columns(builder, high)

    @intrinsic
    def write_products(
        typing_context: Any, words: Any, place: Any, halves: Any, out: Any, at: Any
    ) -> Any:
        """Write 16 entries: numbers of one place of :func:`transpose_numbers` times scales.

        The scales are halves, see :func:`halves_of`. Products are rounded once.
        """

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            words_kind, _, halves_kind, out_kind, _ = signature.args
            bytes_, reals = ir.VectorType(_BYTE, LANES), ir.VectorType(_FLOAT, LANES)
            first = builder.shl(values[1], ir.Constant(_WORD, 1))
            source = _pointer(context, builder, words_kind, values[0], first, bytes_)
            halves = [
                builder.load(
                    _pointer(
                        context, builder, halves_kind, values[2], ir.Constant(_WORD, at), reals
                    ),
                    align=4,
                )
                for at in (0, LANES)
            ]
            entries = _products(builder, builder.load(source, align=8), *halves)
            to = _pointer(context, builder, out_kind, values[3], values[4], entries.type)
            builder.store(entries, to, align=4)
            return context.get_dummy_value()

        return types.none(words, types.int64, halves, out, types.int64), codegen

    def _reals(builder: Any, numbers: Any) -> Any:
        """Bytes as float32 numbers, which they are exactly."""
        lanes = numbers.type.count
        integers = builder.sext(numbers, ir.VectorType(_INT, lanes))
        return builder.sitofp(integers, ir.VectorType(_FLOAT, lanes))

    def _products(builder: Any, numbers: Any, high: Any, low: Any) -> Any:
        """Bytes times scales that are given in halves, see :func:`halves_of`."""
        reals = _reals(builder, numbers)
        kind = reals.type
        add = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(kind, [kind] * 3), f"llvm.fma.v{kind.count}f32"
        )
        return builder.call(add, [reals, high, builder.fmul(reals, low)])

    def _everywhere(builder: Any, value: Any, lanes: int) -> Any:
        """Vector of one value."""
        nothing = ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined)
        one = builder.insert_element(nothing, value, ir.Constant(_INT, 0))
        first = ir.Constant(ir.VectorType(_INT, lanes), [0] * lanes)
        return builder.shuffle_vector(one, nothing, first)

else:

    def write_flags(bits: Any, count: int, out: np.ndarray, at: int) -> None:
        """Write ``count`` entries, a constant up to 64: the lowest bits of a word, as 0 or 1."""
        assert at + count <= len(out)
        for place in range(count):
            out[at + place] = (int(bits) >> place) & 1

    def write_row(rows: np.ndarray, row: int, out: np.ndarray, at: int) -> None:
        """Write 8 entries: a row of a table, float32 ``(rows, 8)``."""
        assert at + NUMBERS <= len(out)
        out[at : at + NUMBERS] = rows[row]

    def write_numbers(numbers: Any, scale: Any, out: np.ndarray, at: int) -> None:
        """Write 8 entries: int8 numbers side by side, the first ones of an array, times a scale.

        The scale is a number, or a float32 array with one for each; the product is rounded once.
        8 numbers are read, and 8 scales, so an array is either as long or is followed by other
        fields of its record.
        """
        assert at + NUMBERS <= len(out)
        count = min(len(numbers), NUMBERS)
        scales = np.broadcast_to(np.asarray(scale, np.float64), count)
        out[at : at + count] = numbers[:count] * scales

    def transpose_numbers(rows: Any, count: int, words: np.ndarray) -> None:
        """Bring together what stands at the same place of up to 16 rows, int8 arrays.

        Of each of the first ``count`` places, a constant up to 8, two of the words take 16 bytes:
        those of the rows in their order, then zeros. 8 numbers are read of a row, so it is either
        as long or is followed by other fields of its record.
        """
        columns = np.zeros((count, LANES), np.int8)
        for number, row in enumerate(rows):
            most = min(count, len(row))
            columns[:most, number] = row[:most]
        words[: 2 * count] = columns.view("<u8").reshape(-1)

    def write_products(
        words: np.ndarray, place: int, halves: np.ndarray, out: np.ndarray, at: int
    ) -> None:
        """Write 16 entries: numbers of one place of :func:`transpose_numbers` times scales.

        The scales are halves, see :func:`halves_of`. Products are rounded once.
        """
        assert at + LANES <= len(out)
        scales = halves.astype(np.float64).sum(axis=0)
        out[at : at + LANES] = words[2 * place :][:2].view(np.int8) * scales
