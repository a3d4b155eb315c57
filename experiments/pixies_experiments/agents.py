"""Find an agent by its specification, or by where it lies."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable

from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, agent_names, make_agent, make_kind
from pixies_experiments.games import current_folder_importable

_OWN = re.compile(r"(?P<module>[\w.]+):(?P<attribute>[A-Za-z_]\w*)(?P<options>$|[:(].*)")


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
    current_folder_importable()
    attribute = getattr(importlib.import_module(own["module"]), own["attribute"], None)
    if attribute is None:
        raise LookupError(f"module {own['module']} has no {own['attribute']!r}")
    if isinstance(attribute, AgentKind):
        return make_kind(attribute, own["options"], spec, game)
    if own["options"] or not callable(attribute):
        what = "takes no options" if callable(attribute) else "cannot be called with a game"
        raise TypeError(f"{spec}: {own['attribute']} is no AgentKind and {what}")
    agent = attribute(game)
    if not isinstance(agent, Agent):
        raise TypeError(
            f"{spec} made a {type(agent).__name__}, not an agent: it has to have name, "
            "needs_observations and choose()"
        )
    return agent
