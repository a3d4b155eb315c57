"""Find an agent by its specification, or by where it lies."""

from __future__ import annotations

import importlib
import inspect
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from pixies_env.core.agents import Agent, Decisions, forget_games, why_no_agent
from pixies_env.core.game import Game
from pixies_env.core.specs import (
    AgentKind,
    AgentSpecError,
    agent_names,
    make_agent,
    make_kind,
    split_commas,
)
from pixies_experiments.games import current_folder_importable

_OWN = re.compile(r"(?P<module>[\w.]+):(?P<attribute>[A-Za-z_]\w*)(?P<options>$|[:(].*)")


def rows_of(decisions: Decisions, rows: np.ndarray) -> Decisions:
    """Some of the decisions: those at places, or where a bool array is true."""
    arrays: list[Any] = [None if array is None else array[rows] for array in decisions]
    return Decisions(*arrays)


class AroundAgent:
    """Base of agents around another one: the arena sees of them what that one has."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.name = agent.name
        self.needs_observations = agent.needs_observations

    def forget(self) -> None:
        """New games begin."""
        forget_games(self.agent)


HELPER = "greedy"
"""Heuristic that helps a search where nobody chose one; it plays several games."""


_HELPED = f",rollout={HELPER},evaluation={HELPER},cutoff=20,priors={HELPER}"
_SEARCH = re.compile(
    r"mcts:simulations=(?P<simulations>\d+)(?P<helped>" + re.escape(_HELPED) + ")?"
)


def agent_words(spec: str) -> str:
    """A specification for people, such as ``search, 200 simulations``; each has its own."""
    if found := _SEARCH.fullmatch(spec):
        search = "search" if found["helped"] else "plain search"
        return f"{search}, {int(found['simulations']):,} simulations"
    name, _, options = spec.partition(":")
    told = [" ".join(part.split("=", 1)) for part in split_commas(options)] if options else []
    return ", ".join([name, *told])


def default_search(game: Game, simulations: int) -> str:
    """Specification of the search that is taken where nobody names an agent.

    Rollouts at random know little of a game. Where :data:`HELPER` plays the game it plays the
    rollouts, judges where they are cut off and guides the search; else rollouts are random.
    """
    helped = f"mcts:simulations={simulations}{_HELPED}"
    try:
        make_agent(helped, game)
    except AgentSpecError:
        return f"mcts:simulations={simulations}"
    return helped


def open_agents(specs: Iterable[str], game: Game) -> list[Agent]:
    """Agents for several specifications; equal specifications share one agent."""
    made: dict[str, Agent] = {}
    for spec in (listed := list(specs)):
        if spec not in made:
            made[spec] = open_agent(spec, game)
    return [made[spec] for spec in listed]


def open_agent(spec: str, game: Game) -> Agent:
    """The agent of a specification, or of ``module:attribute`` found from the current folder.

    The attribute is an :class:`AgentKind`, whose options follow as in
    ``module:attribute:key=value``, or is called with the game and gives back an agent.

    Raises:
        AgentSpecError: a specification, or an option, that does not fit.
        ImportError, LookupError, TypeError: there is no such module or attribute, or it makes
            no agent.
    """
    own = _OWN.fullmatch(spec.strip())
    if own is None or own["module"] in agent_names():
        return make_agent(spec, game)
    attribute = getattr(_imported(own["module"], spec), own["attribute"], None)
    if attribute is None:
        raise LookupError(f"module {own['module']} has no {own['attribute']!r}")
    if isinstance(attribute, AgentKind):
        with _errors_told(spec, f"making it for {game.name}"):
            return make_kind(attribute, own["options"], spec, game)
    if own["options"] or not callable(attribute):
        what = "takes no options" if callable(attribute) else "cannot be called with a game"
        raise TypeError(f"{spec}: {own['attribute']} is no AgentKind and {what}")
    _check_takes_game(attribute, spec)
    with _errors_told(spec, f"making it for {game.name}"):
        agent = attribute(game)
    if why_not := why_no_agent(agent):
        raise TypeError(f"{spec} made no agent: {why_not}")
    made: Agent = agent
    return made


def _imported(module: str, spec: str) -> ModuleType:
    current_folder_importable()
    try:
        return importlib.import_module(module)
    except ImportError:
        raise
    except (Exception, SystemExit) as error:
        raise _told(spec, f"importing {module}", error) from error


@contextmanager
def _errors_told(spec: str, doing: str) -> Iterator[None]:
    """Whatever an agent's own code raises in this block names no agent."""
    try:
        yield
    except AgentSpecError:
        raise
    except (Exception, SystemExit) as error:
        raise _told(spec, doing, error) from error


def _told(spec: str, doing: str, error: BaseException) -> AgentSpecError:
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return AgentSpecError(f"{spec!r}: {doing} raised {what}{where}")


def _check_takes_game(make: Callable[..., Any], spec: str) -> None:
    try:
        signature = inspect.signature(make)
    except ValueError:
        return  # Written in C: what it takes shows when it is called.
    try:
        signature.bind(None)
    except TypeError as error:
        raise TypeError(
            f"{spec!r} is called with the game and nothing else, which does not fit its arguments "
            f"{signature}: {error}; name a function such as def make_agent(game): return ..."
        ) from None
