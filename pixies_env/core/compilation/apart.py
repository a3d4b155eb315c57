"""Rules with machine code of their own, called by what is compiled and not taken into it.

A rule becomes part of whatever calls it, with all that it calls itself. Where that is much, it is
compiled anew for each caller, and all of it by one process. A rule that is *apart* is compiled once
and kept in the cache folder; its callers know it by a name, which is bound when they are loaded. So
several processes compile the parts of a large function at the same time.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
from llvmlite.binding import add_symbol
from numba import types
from numba.core import cgutils

from pixies_env.core.compilation.compile import COMPILED, RULE_OPTIONS, entry, named
from pixies_env.core.compilation.in_code import InCode, emit_call
from pixies_env.core.compilation.rebinding import Rule, calls_of, reached

Source = TypeVar("Source", bound=Rule)


def apart(*arguments: Any) -> Callable[[Source], Source]:
    """Like :func:`~pixies_env.core.compilation.compile.rule`, with machine code of its own.

    The rule returns an integer. ``arguments`` are the dtypes of what it takes: numbers and records.
    For what is large and is called by several others, or by one that is large: nothing is known in
    it of where it is called.
    """

    def decorate(function: Source) -> Source:
        if not COMPILED:
            return function
        made: Any = _Apart(function, arguments)
        return made

    return decorate


class _Apart(InCode):  # type: ignore[misc]
    """Calls in compiled code a function by its name; Python calls the function."""

    options = RULE_OPTIONS
    uncompiled: Rule | None = None

    def __init__(self, function: Rule, arguments: tuple[Any, ...]) -> None:
        super().__init__(function, self._called)
        self.py_func = function
        self._arguments = arguments

    @functools.cached_property
    def signature(self) -> Any:
        """That for which it is compiled; it takes milliseconds to tell the type of a record."""
        return types.int64(*(numba.from_dtype(np.dtype(given)) for given in self._arguments))

    def _called(self, typing_context: Any, *arguments: Any) -> Any:
        given = self.signature.args
        load = _Load((self.__module__, self.__qualname__))

        def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            load()
            # Code from a cache folder does so again.
            context.active_code_library._reload_init.add(load)
            function_type = context.call_conv.get_function_type(types.int64, given)
            function = cgutils.get_or_insert_function(builder.module, function_type, load.symbol)
            return emit_call(context, builder, function, given, values[0])

        return types.int64(types.StarArgTuple(given)), codegen


class _Load(NamedTuple):
    """Binds the name of a rule that is apart to its code, which is compiled or loaded."""

    name: tuple[str, str]

    @property
    def symbol(self) -> str:
        """What machine code calls it."""
        return ".".join(("pixies", *self.name))

    def __call__(self) -> None:
        part: Any = named(self.name)
        add_symbol(self.symbol, entry(part, part.signature))


def parts_of(rules: Iterable[Rule]) -> list[Any]:
    """The rules that are apart and that some rules call, directly or not, the largest first."""
    called = (each for rule in reached(rules) for _, each in calls_of(rule))
    parts = [each for each in dict.fromkeys(called) if isinstance(each, _Apart)]
    return sorted(parts, key=lambda part: -len(reached([part])))
