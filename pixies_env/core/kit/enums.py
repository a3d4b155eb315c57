"""IntEnums as the vocabulary of compiled rules.

Numba takes their members for integers. Here it learns to say ``int(Good.GOLD)``, and the number
of members, so that ``range(len(Good))`` goes through a vocabulary in compiled code as in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from numba.core import types
from numba.extending import overload


@overload(len)
def _number_of_members(vocabulary: Any) -> Callable[[Any], int] | None:
    if not isinstance(vocabulary, types.IntEnumClass):
        return None
    members: Any = vocabulary.instance_class
    number = len(members)

    # Numba wants the annotations, too, to be those of the function above.
    def implementation(vocabulary: Any) -> int:
        return number

    return implementation


@overload(int)
def _number_of_member(member: Any) -> Callable[[Any], int] | None:
    if not isinstance(member, types.IntEnumMember):
        return None

    def implementation(member: Any) -> int:
        number: int = member.value
        return number

    return implementation


def words(vocabulary: type[IntEnum]) -> tuple[str, ...]:
    """The names of a vocabulary as people read and write them, by number.

    ValueError if the numbers are not 0, 1, 2 ..., the places in the tuple.
    """
    members = list(vocabulary)
    if [int(member) for member in members] != list(range(len(members))):
        raise ValueError(f"the numbers of {vocabulary.__name__} must be 0, 1, 2 ... in order")
    return tuple(member.name.lower() for member in members)
