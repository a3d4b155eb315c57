"""What can be wrong with a position, and the check that asks everything in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

from pixies_env.core.kit import enums as enums  # int() of a member in compiled code
from pixies_env.core.kit.source import compose_rules

Rule = Callable[..., Any]


class Violation(IntEnum):
    """Base of a game's list of what can be wrong: ``NAME = number, message, keys``.

    The number 0 is that of ``FINE``, of a position with which nothing is wrong. ``message`` says
    what is wrong, ``keys`` the keys of a position's dictionary that it is about.
    """

    message: str
    keys: str

    def __new__(cls, number: int, message: str, keys: str = "") -> Violation:
        """A member with its words."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.message, member.keys = message, keys
        return member


def messages(wrong: type[Violation]) -> dict[int, str]:
    """Messages by number, as :attr:`pixies_env.core.game.Game.invariant_messages` has them."""
    return {int(member): member.message for member in wrong}


def check_in_order(module: str, checks: Iterable[Rule]) -> Rule:
    """The rule ``check(state, board)``: the number of what is wrong first, 0 if nothing is.

    Args:
        module: the one that the rule belongs to; it imports all the others, directly or not.
        checks: rules ``(state, board)`` that return a member of a game's :class:`Violation`; each
            may rely on those before it.
    """
    names = {f"check_{place}": check for place, check in enumerate(checks)}
    lines = ["def check(state, board):", '    """What is wrong first; 0 if nothing is."""']
    for name in names:
        lines += [f"    wrong = int({name}(state, board))", "    if wrong != 0:"]
        lines += ["        return wrong"]
    return compose_rules(module, "\n".join([*lines, "    return 0"]) + "\n", names)["check"]
