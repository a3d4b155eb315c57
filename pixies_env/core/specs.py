"""Agents by name: ``name``, ``name:key=value,key=value`` or ``name(key=value,key=value)``.

The last form names an agent inside the options of another: ``mcts:rollout=greedy(weight=2)``. A
value in quotes is taken as it is: ``external:command='bot --levels 1,2'``.

A kind of agent is registered under the entry-point group ``pixies.agents``; the object is an
:class:`AgentKind`. Its options are a dataclass: types, defaults and ``metadata={"help": ...}``
of the fields are what error messages and the command line show.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import Any

from pixies_env.core.agents import Agent, RandomAgent
from pixies_env.core.errors import did_you_mean, listed
from pixies_env.core.game import Game

GROUP = "pixies.agents"

QUOTES = "'\""


class AgentSpecError(ValueError):
    """A specification that names no agent; the message lists what is possible."""


@dataclasses.dataclass(frozen=True)
class NoOptions:
    """Options of an agent that has none."""


@dataclasses.dataclass(frozen=True)
class AgentKind:
    """A kind of agent: ``make(game, options)`` with an instance of the dataclass ``options``.

    ``make`` raises ValueError for a game or for values that it cannot play with.
    """

    name: str
    summary: str
    make: Callable[[Game, Any], Agent]
    options: type[Any] = NoOptions


RANDOM = AgentKind("random", RandomAgent.__doc__ or "", lambda game, options: RandomAgent(game))


@functools.cache
def _installed() -> dict[str, Any]:
    found = {point.name: point for point in entry_points(group=GROUP)}
    return dict(sorted(found.items()))


def agent_names() -> list[str]:
    """Names of all kinds of agents."""
    return [RANDOM.name, *(name for name in _installed() if name != RANDOM.name)]


def agent_kind(name: str) -> AgentKind:
    """The kind of agent of a name; AgentSpecError lists the names there are."""
    if name == RANDOM.name:
        return RANDOM
    point = _installed().get(name)
    if point is None:
        names = agent_names()
        raise AgentSpecError(
            f"there is no agent {name!r}{did_you_mean(name, names)}; there are {listed(names)}"
        )
    try:
        kind = point.load()
    except ImportError as error:
        raise AgentSpecError(f"the agent {name!r} needs a package: {error}") from error
    if not isinstance(kind, AgentKind):
        raise AgentSpecError(f"the entry point {name!r} of {GROUP} is no AgentKind: {kind!r}")
    return kind


def describe_options(kind: AgentKind) -> list[str]:
    """One line per option: name, type, default and meaning."""
    lines = []
    for field in dataclasses.fields(kind.options):
        given = field.type if isinstance(field.type, str) else field.type.__name__
        default = "" if field.default is dataclasses.MISSING else f" = {field.default!r}"
        meaning = field.metadata.get("help")
        lines.append(f"{field.name}: {given}{default}" + (f", {meaning}" if meaning else ""))
    return lines


def parse_spec(spec: str) -> tuple[AgentKind, Any]:
    """Kind and options that a specification names; AgentSpecError otherwise."""
    if not isinstance(spec, str):
        raise TypeError(f"an agent is named by a text such as 'random', not by {spec!r}")
    name, rest = _take_apart(spec)
    kind = agent_kind(name)
    given: dict[str, str] = {}
    for part in () if rest is None else split_commas(rest):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key:
            raise AgentSpecError(f"{spec!r}: {part!r} is not of the form key=value; {_known(kind)}")
        if key in given:
            raise AgentSpecError(f"{spec!r}: the option {key!r} is given twice")
        if len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES:
            value = value[1:-1]
        given[key] = value
    return kind, _options(kind, given, spec)


def _take_apart(spec: str) -> tuple[str, str | None]:
    """Name and text of the options, None without options."""
    text = spec.strip()
    name = text[: min((text + mark).index(mark) for mark in ":(")]
    rest = text[len(name) :]
    if rest.startswith("("):
        if not rest.endswith(")"):
            raise AgentSpecError(f"{spec!r}: there is no closing parenthesis at the end")
        return name.strip(), rest[1:-1]
    return name.strip(), rest[1:] if rest else None


def split_commas(text: str) -> list[str]:
    """Parts between commas; those inside parentheses or quotes separate nothing.

    AgentSpecError if a parenthesis or quote has no counterpart.
    """
    parts, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in QUOTES and parts[-1].endswith("="):
            quote = character
        else:
            depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += character
    if depth or quote:
        what = f"a quote {quote}" if quote else "a parenthesis"
        raise AgentSpecError(f"{text!r}: {what} has no counterpart")
    return parts


def _options(kind: AgentKind, given: dict[str, str], spec: str) -> Any:
    names = [field.name for field in dataclasses.fields(kind.options)]
    for key in given:
        if key not in names:
            raise AgentSpecError(
                f"{spec!r}: {kind.name} has no option {key!r}{did_you_mean(key, names)}; "
                f"{_known(kind)}"
            )
    if not names:
        return kind.options()
    # Imported here: starting without options should not wait for it.
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(kind.options).validate_strings(given)
    except ValidationError as error:
        problems = (
            f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
            for problem in error.errors()
        )
        raise AgentSpecError(f"{spec!r}: {'; '.join(problems)}; {_known(kind)}") from None


def _known(kind: AgentKind) -> str:
    options = describe_options(kind)
    return f"options of {kind.name}: {'; '.join(options)}" if options else f"{kind.name} has none"


def make_agent(spec: str | Agent, game: Game) -> Agent:
    """The agent that a specification names, for a game; an agent is handed through.

    AgentSpecError says what is wrong with the specification and lists what is possible.
    """
    if not isinstance(spec, str):
        if isinstance(spec, Agent):
            return spec
        raise TypeError(f"an agent has name, needs_observations and choose(); {spec!r} has not")
    kind, options = parse_spec(spec)
    try:
        agent = kind.make(game, options)
    except AgentSpecError:
        raise
    except (ValueError, OSError) as error:
        raise AgentSpecError(f"{spec!r} for {game.name}: {error}") from error
    return agent


def make_agents(specs: Iterable[str | Agent], game: Game) -> list[Agent]:
    """Agents for several specifications; equal specifications share one agent."""
    made: dict[str, Agent] = {}
    agents = []
    for spec in specs:
        if isinstance(spec, str):
            if spec not in made:
                made[spec] = make_agent(spec, game)
            agents.append(made[spec])
        else:
            agents.append(make_agent(spec, game))
    return agents
