"""Agents by name: ``name``, ``name:key=value,key=value`` or ``name(key=value,key=value)``.

The last form names an agent inside the options of another: ``mcts:rollout=greedy(weight=2)``. A
value in quotes is taken as it is: ``external:command='bot --levels 1,2'``. An option that is
``first`` may stand first without its key: ``ppo:default``.

A kind of agent is registered under the entry-point group ``pixies.agents``; the object is an
:class:`AgentKind`. Its options are a dataclass whose fields are made by :func:`option`: types,
defaults, meanings and ranges are what error messages and the command line show.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import Any

from pixies_env.core.agents import Agent, RandomAgent, why_no_agent
from pixies_env.core.errors import Portable, did_you_mean, there_are
from pixies_env.core.game import Game
from pixies_env.core.inputs import resolve_game
from pixies_env.core.problems import placed_problem

GROUP = "pixies.agents"

QUOTES = "'\""


@dataclasses.dataclass(frozen=True)
class Range:
    """Numbers from ``least`` to ``most``; ``open``: without ``least`` itself."""

    least: float
    most: float
    open: bool = False

    def check(self, name: str, value: float) -> None:
        """ValueError for a number outside."""
        if value != value:
            raise ValueError(f"{name} must be a number, not {value}")
        if self.least <= value <= self.most and not (self.open and value == self.least):
            return
        if value > self.most or (self.least, self.most) == (0, 1):
            limit = f"be {self}"
        elif self.open:
            limit = f"be more than {self.least}"
        else:
            limit = f"be at least {self.least}" if self.least else "not be negative"
        raise ValueError(f"{name} must {limit}, not {value}")

    def __str__(self) -> str:
        return f"{'more than ' if self.open else ''}{self.least} to {self.most}"


def option(default: Any, meaning: str, range: Range | None = None, *, first: bool = False) -> Any:
    """A field of the options of an agent.

    Args:
        default: its value if it is not given.
        meaning: what it says, for people.
        range: of its numbers; every number has one.
        first: its value may stand first without its name.
    """
    metadata = {"help": meaning, "range": range, "first": first}
    return dataclasses.field(default=default, metadata=metadata)


def check_ranges(options: Any) -> None:
    """ValueError for a number outside the range that its option declares."""
    for field in dataclasses.fields(options):
        value, within = getattr(options, field.name), field.metadata.get("range")
        if within is not None and value is not None:
            within.check(field.name, value)


class AgentSpecError(Portable, ValueError):
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

    def __reduce__(self) -> tuple[Any, ...]:
        # What makes an agent is often a lambda, which nothing but the kind's name leads back to.
        try:
            known = agent_kind(self.name) is self
        except AgentSpecError:
            known = False
        if known:
            return agent_kind, (self.name,)
        return AgentKind, (self.name, self.summary, self.make, self.options)


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
            f"there is no agent {name!r}{did_you_mean(name, names)}; {there_are(names)}"
        )
    try:
        kind = point.load()
    except ImportError as error:
        raise AgentSpecError(f"the agent {name!r} needs a package: {error}") from error
    except AttributeError as error:
        raise AgentSpecError(
            f"the entry point {name!r} of {GROUP} names nothing that there is: {error}; "
            f"is its distribution installed in another version?"
        ) from error
    if not isinstance(kind, AgentKind):
        raise AgentSpecError(f"the entry point {name!r} of {GROUP} is no AgentKind: {kind!r}")
    return kind


def describe_options(kind: AgentKind) -> list[str]:
    """One line per option: name, type, default, meaning and range."""
    lines = []
    for field in dataclasses.fields(kind.options):
        given = field.type if isinstance(field.type, str) else field.type.__name__
        default = "" if field.default is dataclasses.MISSING else f" = {field.default!r}"
        meaning, within = field.metadata.get("help"), field.metadata.get("range")
        told = [f"{field.name}: {given}{default}", *([meaning] if meaning else [])]
        lines.append(", ".join(told) + (f" ({within})" if within else ""))
    return lines


def parse_spec(spec: str) -> tuple[AgentKind, Any]:
    """Kind and options that a specification names; AgentSpecError otherwise."""
    if not isinstance(spec, str):
        raise TypeError(f"an agent is named by a text such as 'random', not by {spec!r}")
    text = spec.strip()
    name = name_in(text)
    kind = agent_kind(name.strip())
    return kind, _read_options(kind, text[len(name) :], spec)


def name_in(spec: str) -> str:
    """What stands before the options of a specification: the name of a kind of agents."""
    return spec[: min((spec + mark).index(mark) for mark in ":(")]


def _read_options(kind: AgentKind, text: str, spec: str) -> Any:
    """Options of the form ``:key=value,key=value`` or ``(key=value)``, or none."""
    rest: str | None = text[1:] if text else None
    if text.startswith("("):
        if not text.endswith(")"):
            raise AgentSpecError(f"{spec!r}: there is no closing parenthesis at the end")
        rest = text[1:-1]
    given: dict[str, str] = {}
    bare = [f.name for f in dataclasses.fields(kind.options) if f.metadata.get("first")]
    for part in () if rest is None else split_commas(rest):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if bare and not given and key and not equals:
            key, equals, value = bare[0], "=", key
        if not equals or not key:
            raise AgentSpecError(f"{spec!r}: {part!r} is not of the form key=value{_known(kind)}")
        if key in given:
            raise AgentSpecError(f"{spec!r}: the option {key!r} is given twice")
        if len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES:
            value = value[1:-1]
        given[key] = value
    return _options(kind, given, spec)


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
                f"{spec!r}: {kind.name} has no option {key!r}{did_you_mean(key, names)}"
                f"{_known(kind)}"
            )
    if not names:
        return kind.options()
    # Imported here: starting without options should not wait for it.
    from pydantic import TypeAdapter, ValidationError

    try:
        options = TypeAdapter(kind.options).validate_strings(given)
        check_ranges(options)
    except ValidationError as error:
        problems = "; ".join(map(placed_problem, error.errors()))
        raise AgentSpecError(f"{spec!r}: {problems}{_known(kind)}") from None
    except ValueError as error:
        raise AgentSpecError(f"{spec!r}: {error}{_known(kind)}") from None
    return options


def _known(kind: AgentKind) -> str:
    """End of a message: the options there are, one a line."""
    options = describe_options(kind)
    if not options:
        return f"; {kind.name} has none"
    return "\n  ".join((f"\noptions of {kind.name}:", *options))


def make_agent(spec: str | Agent, game: Game | str) -> Agent:
    """The agent that a specification names, for a game or its name; an agent is handed through.

    AgentSpecError says what is wrong with the specification and lists what is possible.
    """
    if not isinstance(spec, str):
        if why_not := why_no_agent(spec):
            raise TypeError(why_not)
        return spec
    kind, options = parse_spec(spec)
    return _made(kind, options, spec, resolve_game(game, {}))


def make_kind(kind: AgentKind, options: str, spec: str, game: Game) -> Agent:
    """An agent of a kind at hand; ``options`` as they follow a name, such as ``:depth=3``.

    AgentSpecError says what is wrong; errors speak of ``spec``, what the user wrote.
    """
    return _made(kind, _read_options(kind, options, spec), spec, game)


def _made(kind: AgentKind, options: Any, spec: str, game: Game) -> Agent:
    try:
        agent = kind.make(game, options)
    except AgentSpecError:
        raise
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        reason = error.strerror or str(error)
        raise AgentSpecError(f"{spec!r} for {game.name}: {where}{reason}") from error
    except ValueError as error:
        raise AgentSpecError(f"{spec!r} for {game.name}: {error}") from error
    return agent


def make_agents(specs: Iterable[str | Agent], game: Game | str) -> list[Agent]:
    """Agents for several specifications; equal specifications share one agent."""
    game = resolve_game(game, {})
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
