"""Compilation of array accesses without a look at whether an index counts from the end.

Compiled, ``array[index]`` asks of every index whether it is below 0. That costs more than the
access, and keeps a compiler from seeing that neighbours are neighbours. Rules and kernels count
from the beginning, so what is not a constant is taken for unsigned. Such an index below 0 is
therefore as wrong as one that is too large: ``NUMBA_BOUNDSCHECK=1`` finds both. Constants may count
from the end.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.ir_utils import find_const, get_definition, guard
from numba.core.typed_passes import AnnotateTypes


@register_pass(mutates_CFG=False, analysis_only=True)
class _CountFromBeginning(AnalysisPass):
    """Choose accesses by unsigned integers."""

    _name = "pixies_count_from_beginning"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        changed = False
        for block in state.func_ir.blocks.values():
            for access in _accesses(block):
                array, index, *value = state.calltypes[access].args
                unsigned = _unsigned(index)
                if (
                    isinstance(array, types.Array)
                    and unsigned != index
                    and not _counts_from_end(state.func_ir, access.index)
                ):
                    operation = operator.setitem if value else operator.getitem
                    del state.calltypes[access]  # What is there cannot be replaced.
                    state.calltypes[access] = state.typingctx.resolve_function_type(
                        operation, (array, unsigned, *value), {}
                    )
                    changed = True
        return changed


def _accesses(block: Any) -> list[Any]:
    """Statements and expressions that read or write elements of something."""
    read = [
        statement.value
        for statement in block.find_insts(ir.Assign)
        if isinstance(statement.value, ir.Expr) and statement.value.op == "getitem"
    ]
    return [*read, *block.find_insts(ir.SetItem)]


def _counts_from_end(func_ir: Any, index: Any) -> bool:
    """Whether an index is, or has among several, a constant below 0."""
    found = guard(get_definition, func_ir, index)
    several = isinstance(found, ir.Expr) and found.op == "build_tuple"
    for part in found.items if several else [index]:
        value = guard(find_const, func_ir, part)
        if isinstance(value, int | np.integer) and value < 0:
            return True
    return False


def _unsigned(index: Any) -> Any:
    """The type of an index that is known not to be below 0."""
    if isinstance(index, types.BaseTuple):
        return types.BaseTuple.from_types(tuple(map(_unsigned, index)))
    return types.uint64 if isinstance(index, types.Integer) and index.signed else index


class _Arguments(tuple[Any, ...]):
    """Types of arguments that are not spelled out.

    Numba makes a text of them for each of its passes, and that of a record tells all its fields.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} arguments>"


class Compiler(CompilerBase):
    """Numba's compiler with such accesses."""

    def __init__(
        self, typing_context: Any, target_context: Any, library: Any, arguments: Any, *rest: Any
    ) -> None:
        super().__init__(typing_context, target_context, library, _Arguments(arguments), *rest)

    def define_pipelines(self) -> list[Any]:
        """Numba's passes, with the one above after the types are known."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_CountFromBeginning, AnnotateTypes)
        passes.finalize()
        return [passes]
