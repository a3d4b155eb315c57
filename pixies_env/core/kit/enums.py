"""IntEnums as the vocabulary of compiled rules.

Numba takes their members for integers. Here it learns to say ``int(Good.GOLD)``, and the number
of members, so that ``range(len(Good))`` goes through a vocabulary in compiled code as in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from numba.core import types
from numba.extending import lower_builtin, type_callable

_Typer = Callable[[Any], Any]


@type_callable(len)
def _type_of_number(context: Any) -> _Typer:
    return lambda vocabulary: types.intp if isinstance(vocabulary, types.IntEnumClass) else None


@lower_builtin(len, types.IntEnumClass)
def _number_of_members(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    members: Any = signature.args[0].instance_class
    return context.get_constant(types.intp, len(members))


@type_callable(int)
def _type_of_member(context: Any) -> _Typer:
    return lambda member: member.dtype if isinstance(member, types.IntEnumMember) else None


@lower_builtin(int, types.IntEnumMember)
def _number_of_member(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    return values[0]


def words(vocabulary: type[IntEnum]) -> tuple[str, ...]:
    """The names of a vocabulary as people read and write them, by number.

    ValueError if the numbers are not 0, 1, 2 ..., the places in the tuple.
    """
    members = list(vocabulary)
    if [int(member) for member in members] != list(range(len(members))):
        raise ValueError(f"the numbers of {vocabulary.__name__} must be 0, 1, 2 ... in order")
    return tuple(member.name.lower() for member in members)
