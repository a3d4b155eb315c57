"""Functions that compiled code does in a way of its own, and calls through addresses."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from numba import types
from numba.core import cgutils
from numba.core.extending import _Intrinsic

from pixies_env.core.compilation.compile import COMPILED, named
from pixies_env.core.compilation.kernel_cache import Function

Source = TypeVar("Source", bound=Function)


def in_code(definition: Callable[..., Any], constants: bool = False) -> Callable[[Source], Source]:
    """Let compiled code have code of its own for a function; Python calls the function.

    ``definition`` is that of a :func:`numba.extending.intrinsic`; with ``constants`` the types of
    arguments that are constants tell their values.
    """

    def decorate(function: Source) -> Source:
        if not COMPILED:
            return function
        made: Any = InCode(function, definition, constants)
        return made

    return decorate


class InCode(_Intrinsic):  # type: ignore[misc]
    """An intrinsic that Python can call."""

    def __init__(
        self, function: Function, definition: Callable[..., Any], constants: bool = False
    ) -> None:
        super().__init__(function.__name__, definition, prefer_literal=constants)
        functools.update_wrapper(self, function)
        self._register()

    def __call__(self, *arguments: Any) -> Any:
        """Run the function of Python."""
        return self.__wrapped__(*arguments)

    def __reduce__(self) -> Any:
        return named, ((self.__module__, self.__qualname__),)


def emit_call(
    context: Any, builder: Any, function: Any, argument_types: tuple[Any, ...], packed: Any
) -> Any:
    """Code that calls a compiled function which returns int64; errors go on to the caller."""
    status, result = context.call_conv.call_function(
        builder, function, types.int64, argument_types, cgutils.unpack_tuple(builder, packed)
    )
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result


def _call_in_code(typing_context: Any, address: Any, *arguments: Any) -> Any:
    given = arguments[0] if isinstance(arguments[0], types.BaseTuple) else arguments
    argument_types = tuple(types.unliteral(argument) for argument in given)
    signature = types.int64(address, types.StarArgTuple(argument_types))

    def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        address_value, packed = values
        function_type = context.call_conv.get_function_type(types.int64, argument_types)
        pointer = builder.inttoptr(address_value, function_type.as_pointer())
        return emit_call(context, builder, pointer, argument_types, packed)

    return signature, codegen


@in_code(_call_in_code)
def call(address: Any, *arguments: Any) -> Any:
    """Call the function at an address; it takes exactly these types and returns int64.

    Uncompiled, the function itself stands for its address.
    """
    return address(*arguments)
