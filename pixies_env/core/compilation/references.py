"""Where compiled code counts references to arrays, and where it need not."""

from __future__ import annotations

from typing import Any

from numba import types

UNCOUNTED = (
    "NRT required but not enabled",
    "Only accept returning of array passed into the function as argument",
)
"""What Numba says where references would have to be counted."""
_PLAIN = (
    types.Number,
    types.Boolean,
    types.Record,
    types.NoneType,
    types.EnumMember,
    types.Literal,
    types.Dispatcher,
    types.DType,
)


def is_handed(given: Any) -> bool:
    """Whether values of a type are plain or arrays, maybe in tuples: whoever calls holds those."""
    if isinstance(given, types.BaseTuple):
        return all(map(is_handed, given))
    return isinstance(given, types.Array) or _is_plain(given)


def _is_plain(given: Any) -> bool:
    """Whether values of a type hold no reference to an array or another object."""
    if isinstance(given, types.BaseTuple):
        return all(map(_is_plain, given))
    return isinstance(given, _PLAIN)


def gets_references(compiled: Any) -> bool:
    """Whether a rule returns references, or gets some from another rule."""
    types_of, calls = compiled.type_annotation.typemap, compiled.type_annotation.calltypes
    received = [
        call.return_type
        for node, call in calls.items()
        if getattr(node, "op", "") == "call"
        and isinstance(types_of[node.func.name], types.Dispatcher)
    ]
    return not all(map(_is_plain, [compiled.signature.return_type, *received]))
