"""One time per decision for all agents of a study that search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from math import inf
from typing import Any

from pixies_env.core.specs import AgentKind, AgentSpecError, parse_spec, split_commas

_AS_MANY_AS_FIT = 10**6
"""Simulations of a search that names none: the time ends it."""


def with_time(specs: Sequence[str], seconds: float) -> list[str]:
    """Specifications of the same agents; those that search do so for ``seconds`` a decision.

    Agents that search are those with an option ``seconds`` that can be left out. One that names no
    ``simulations`` makes as many as fit.

    Raises:
        ValueError: the time is not more than 0 or has no end, no agent searches, or one names a
            time of its own.
    """
    if not 0 < seconds < inf:
        raise ValueError(f"seconds must be a number of more than 0, not {seconds}")
    found = [_with_time(spec, seconds) for spec in specs]
    if found == list(specs):
        raise ValueError(
            "seconds is the time per decision of agents that search, and none of "
            f"{', '.join(specs)} does; leave it out"
        )
    return found


def told_times(specs: Iterable[str]) -> str | None:
    """What to know of results whose agents have a time per decision; None if none has."""
    times = {}
    for spec in specs:
        _, options = _searching(spec) or (None, None)
        if options is not None and options.seconds is not None:
            times[spec] = f"{spec} has {options.seconds:g} s for each decision"
    if not times:
        return None
    return (
        f"{'; '.join(times.values())}. How far a search comes in that time depends on the machine "
        "and on what else it does: another run does not give the same results, byte for byte."
    )


def _searching(spec: str) -> tuple[AgentKind, Any] | None:
    """Kind and options of an agent with a budget of time."""
    try:
        kind, options = parse_spec(spec)
    except AgentSpecError:
        # An agent of the user's own, ``module:attribute``.
        return None
    timed = any(field.name == "seconds" and field.default is None for field in fields(kind.options))
    return (kind, options) if timed else None


def _with_time(spec: str, seconds: float) -> str:
    found = _searching(spec)
    if found is None:
        return spec
    kind, options = found
    if options.seconds is not None:
        raise ValueError(f"{spec!r} names a time of its own; take that away, or that of all")
    text = spec.strip()[len(kind.name) :].strip()
    text = text[1:-1] if text.startswith("(") else text[1:]
    parts = [part.strip() for part in split_commas(text) if part.strip()]
    if not any(part.partition("=")[0].strip() == "simulations" for part in parts):
        parts.append(f"simulations={_AS_MANY_AS_FIT}")
    return f"{kind.name}:{','.join([*parts, f'seconds={seconds:g}'])}"
