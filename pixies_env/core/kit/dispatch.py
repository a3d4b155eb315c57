"""One rule out of several that each belong to a member of a vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, TypeVar

from pixies_env.core.kit.numbering import option_if
from pixies_env.core.kit.source import compose_rules

Rule = Callable[..., Any]
Member = TypeVar("Member", bound=IntEnum)


def rule_of_each(
    module: str, name: str, parameters: str, rules: Mapping[Member, Rule], meaning: str
) -> Rule:
    """The rule ``name(member, parameters)`` that calls the rule of a member.

    Args:
        module: the one that the rule belongs to; it imports all the others, directly or not.
        name: of the rule.
        parameters: that all the rules take, such as ``state, board, player``.
        rules: tried in this order, so what is common belongs in front.
        meaning: docstring of the rule.
    """
    lines, names = _begin(f"{name}(member, {parameters})", meaning), dict[str, Rule]()
    for place, (member, rule) in enumerate(rules.items()):
        lines.append(f"    {'elif' if place else 'if'} member == {int(member)}:")
        lines.append(f"        return {_named(names, member, rule)}({parameters})")
    return compose_rules(module, "\n".join(lines) + "\n", names)[name]


def members_where(
    module: str, name: str, parameters: str, rules: Mapping[Member, Rule], meaning: str
) -> Rule:
    """The rule ``name(parameters)``: bits of the members whose rule says yes, ``1 << member``.

    The arguments are those of :func:`rule_of_each`.
    """
    lines, names = _begin(f"{name}({parameters})", meaning), dict[str, Rule]()
    lines.append("    members = 0")
    for member, rule in rules.items():
        lines.append(f"    if {_named(names, member, rule)}({parameters}):")
        lines.append(f"        members |= {1 << int(member)}")
    lines.append("    return members")
    return compose_rules(module, "\n".join(lines) + "\n", names)[name]


def options_where(
    module: str,
    name: str,
    parameters: str,
    family: IntEnum,
    rules: Mapping[Member, Rule],
    meaning: str,
) -> Rule:
    """The rule ``name(parameters, ids, count)``: options of the members that may be chosen.

    Appends the decision of ``family`` whose value is the member for each one whose rule says yes;
    returns the new number of options. The other arguments are those of :func:`rule_of_each`.
    """
    lines = _begin(f"{name}({parameters}, ids, count)", meaning)
    names: dict[str, Any] = {"option_if": option_if}
    for member, rule in rules.items():
        possible = f"bool({_named(names, member, rule)}({parameters}))"
        option = f"{int(family)}, {int(member)}, ids, count"
        lines.append(f"    count = option_if(board, {possible}, {option})")
    lines.append("    return count")
    return compose_rules(module, "\n".join(lines) + "\n", names)[name]


def _begin(head: str, meaning: str) -> list[str]:
    return [f"def {head}:", f'    """{meaning}"""']


def _named(names: dict[str, Rule], member: IntEnum, rule: Rule) -> str:
    name = f"of_{member.name.lower()}"
    names[name] = rule
    return name
