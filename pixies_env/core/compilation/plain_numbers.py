"""``int``, ``min`` and ``max`` of numbers in compiled code, without functions compiled for them.

Numba compiles one for each of them and each type, in each process that compiles: a tenth of the
time for the rules of an agent. The code is the same that these functions consist of.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.cpython.builtins import do_minmax
from numba.extending import lower_builtin, type_callable

BY_CODE = (int, min, max)
"""What is defined here."""

_Typer = Callable[..., Any]


@type_callable(int)
def _type_of_int(context: Any) -> _Typer:
    def typer(number: Any) -> Any:
        if isinstance(number, types.Integer):
            return number
        return types.intp if isinstance(number, types.Boolean | types.Float) else None

    return typer


@lower_builtin(int, types.Integer)
@lower_builtin(int, types.Boolean)
@lower_builtin(int, types.Float)
def _code_of_int(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    return context.cast(builder, values[0], signature.args[0], signature.return_type)


@type_callable(min)
@type_callable(max)
def _type_of_extreme(context: Any) -> _Typer:
    def typer(first: Any, second: Any) -> Any:
        if all(isinstance(each, types.Integer | types.Float) for each in (first, second)):
            return context.unify_types(first, second)
        return None

    return typer


def _define(extreme: Callable[..., Any], better: Callable[..., Any]) -> None:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return do_minmax(context, builder, signature.args, values, better)

    for first in (types.Integer, types.Float):
        for second in (types.Integer, types.Float):
            lower_builtin(extreme, first, second)(code)


_define(min, operator.lt)
_define(max, operator.gt)
