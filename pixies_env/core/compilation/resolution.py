"""Finding what a function of Numba means for some types, without saying why it means nothing else.

Numba tries the definitions of an operator one after the other. For each that does not fit it writes
down all types that would, in case that none does, and it does so again for each ``+`` between two
integers: a fifth of the time in which rules are compiled. What is found for plain numbers is
remembered here, and only where nothing fits Numba is asked, which then says why.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import types
from numba.core import utils
from numba.core.errors import NumbaError
from numba.core.target_extension import get_local_target
from numba.core.types.functions import BaseFunction
from numba.core.typing.templates import _OverloadFunctionTemplate

from pixies_env.core.compilation.plain_numbers import BY_CODE

_PLAIN = (types.Number, types.Boolean, types.Literal, types.EnumMember)

_signature_or_error = BaseFunction.get_call_type
_found: weakref.WeakKeyDictionary[Any, dict[Any, Any]] = weakref.WeakKeyDictionary()
"""By function, the signatures for the context of typing and the types of arguments."""


@contextmanager
def resolved_quickly() -> Iterator[None]:
    """Let Numba find in this way what is called; hold the lock of its compiler around it.

    What others compile with Numba is none of ours, and goes its usual way.
    """
    function: Any = BaseFunction
    usual = function.get_call_type
    function.get_call_type = _call_type
    try:
        yield
    finally:
        function.get_call_type = usual


def _call_type(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
    """The signature of a call; TypingError if nothing fits."""
    if keywords or not all(isinstance(given, _PLAIN) for given in arguments):
        found = _first_fitting(function, context, arguments, keywords)
    else:
        known = _found.setdefault(function, {})
        key = context, tuple(arguments)
        found = known.get(key)
        if found is None:
            found = known[key] = _first_fitting(function, context, arguments, keywords)
    return found or _signature_or_error(function, context, arguments, keywords)


def _first_fitting(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
    """The signature that the first definition gives that fits; None without one."""
    literal = tuple(arguments), keywords
    unliteral = (
        tuple(map(types.unliteral, arguments)),
        {name: types.unliteral(given) for name, given in keywords.items()},
    )
    if any(isinstance(given, types.Poison) for given in (*unliteral[0], *unliteral[1].values())):
        return None  # It is an error for some definitions.
    definitions = utils.order_by_target_specificity(
        get_local_target(context), function.templates, fnkey=function.key[0]
    )
    if function.typing_key in BY_CODE:
        definitions = sorted(definitions, key=_compiles_a_function)
    function._depth += 1
    try:
        for template in definitions:
            definition = template(context)
            tries = [literal, unliteral] if definition.prefer_literal else [unliteral, literal]
            for given in tries[: 1 if literal == unliteral else 2]:
                try:
                    signature = definition.apply(*given)
                except NumbaError:
                    continue
                if signature is not None:
                    function._impl_keys[signature.args] = definition.get_impl_key(signature)
                    return signature
        return None
    finally:
        function._depth -= 1


def _compiles_a_function(definition: Any) -> bool:
    return issubclass(definition, _OverloadFunctionTemplate)
