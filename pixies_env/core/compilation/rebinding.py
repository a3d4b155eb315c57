"""Other rules in the place of some, in everything that calls them.

A rule finds what it calls among the globals of its module. So a rule that comes to call another
one is made again, with globals of its own in which that name is bound anew, and so is whatever
calls it. Rules that reach none of the replaced ones stay the same, with their machine code.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any

from pixies_env.core.compilation.compile import COMPILED, rule, wrapping

Rule = Callable[..., Any]
Call = tuple[str, Rule]
"""The name by which a rule knows another one, and that rule."""


def source_of(made: Rule) -> FunctionType:
    """The Python function of a rule; TypeError if it is no rule."""
    python = getattr(made, "py_func", None if COMPILED else made)
    if not isinstance(python, FunctionType):
        raise TypeError(f"{made!r:.100} is no rule; it is decorated with @rule")
    return python


def names_in(code: CodeType) -> Iterator[str]:
    """Names that code looks up, among globals or elsewhere."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def calls_of(caller: Rule) -> Iterator[Call]:
    """The rules that a rule can call."""
    python = source_of(caller)
    for name in dict.fromkeys(names_in(python.__code__)):
        called = python.__globals__.get(name)
        if isinstance(getattr(called, "py_func", None if COMPILED else called), FunctionType):
            assert called is not None
            yield name, called


def reached(rules: Iterable[Rule]) -> list[Rule]:
    """Some rules and all that they call, directly or not, each once."""
    found: dict[Rule, None] = {}
    ahead = list(rules)
    while ahead:
        found[one := ahead.pop()] = None
        ahead += [called for _, called in calls_of(one) if called not in found]
    return list(found)


def rebound(
    named: Mapping[str, Rule], replaced: Mapping[Rule, Rule], module: str, prefix: str
) -> dict[str, Rule]:
    """Rules by name, with others in the place of some, wherever those are called.

    A rule that takes the place of another one may call it.

    Args:
        named: the rules to be had.
        replaced: by the rule that is replaced, the one that takes its place.
        module: to which rules that are made again belong; it imports all of them.
        prefix: of their qualified names, to which the names in ``named`` are added.

    Raises:
        TypeError: something is no rule, or takes other arguments than what it replaces.
        ValueError: a replaced rule is called nowhere.
    """
    for old, new in replaced.items():
        _check_alike(old, new)
    called = set(reached(named.values()))
    for old in replaced:
        if old not in called:
            raise ValueError(f"{full_name(old)} is not called there, so nothing can replace it")
    work = _Rebinding(dict(replaced), module, prefix)
    return work.rules(named)


def full_name(made: Rule) -> str:
    """Module and name of a rule."""
    python = source_of(made)
    return f"{python.__module__}.{python.__qualname__}"


def _check_alike(old: Rule, new: Rule) -> None:
    counts = [len(inspect.signature(source_of(one)).parameters) for one in (old, new)]
    if counts[0] != counts[1]:
        raise TypeError(
            f"{full_name(new)} takes {counts[1]} arguments, but {full_name(old)}, which it is to "
            f"replace, {counts[0]}"
        )


@dataclass
class _Rebinding:
    replaced: Mapping[Rule, Rule]
    module: str
    prefix: str
    made: dict[Rule, Rule] = field(default_factory=dict)
    """What takes the place of each rule that calls something else now."""

    def rules(self, named: Mapping[str, Rule]) -> dict[str, Rule]:
        wanted = {name: self.replaced.get(one, one) for name, one in named.items()}
        everything = reached([*wanted.values(), *self.replaced.values()])
        changing = self._changing(everything)
        names = {one: name for name, one in wanted.items()}
        scopes = {one: dict(source_of(one).__globals__) for one in changing}
        for one, scope in scopes.items():
            self.made[one] = self._again(one, scope, names.get(one))
        for one, scope in scopes.items():
            for name, called in calls_of(one):
                target = self._target(one, called)
                scope[name] = self.made.get(target, target)
        return {name: self.made.get(one, one) for name, one in wanted.items()}

    def _target(self, caller: Rule, called: Rule) -> Rule:
        """The rule that a call means now."""
        instead = self.replaced.get(called, called)
        return called if instead is caller else instead

    def _changing(self, everything: Iterable[Rule]) -> list[Rule]:
        """Rules that come to call something else, directly or not."""
        callers: dict[Rule, list[Rule]] = {}
        ahead = []
        for caller in everything:
            for _, called in calls_of(caller):
                target = self._target(caller, called)
                callers.setdefault(target, []).append(caller)
                if target is not called:
                    ahead.append(caller)
        found: dict[Rule, None] = {}
        while ahead:
            one = ahead.pop()
            if one not in found:
                found[one] = None
                ahead += callers.get(one, [])
        return list(found)

    def _again(self, one: Rule, scope: dict[str, Any], name: str | None) -> Rule:
        python = source_of(one)
        scope["__name__"] = self.module
        again = FunctionType(
            python.__code__, scope, python.__name__, python.__defaults__, python.__closure__
        )
        again.__qualname__ = f"{self.prefix}.{name or python.__name__}"
        again.__doc__ = python.__doc__
        compiled: Any = one
        if not COMPILED:
            return again
        if compiled.uncompiled is not None:
            return wrapping(again)
        made: Any = rule(again)
        made.options = compiled.options
        return made
