"""What a policy's file tells of how it came about, beside its configuration."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

from pixies_agents.learned.agent import LearnedAgent
from pixies_env.core.agents import Agent, CompiledAgent
from pixies_env.core.game import Game
from pixies_experiments.machine import PACKAGES, describe_machine
from pixies_experiments.training.named import agent_named, network_named

_LIBRARIES = ("torch", "stable-baselines3", "sb3-contrib")


def origin(
    game: Game,
    specs: Collection[str],
    start: str | None = None,
    made: Mapping[str, Agent] | None = None,
) -> dict[str, Any]:
    """Machine, versions of the package and its libraries, and the agents that were met.

    Of an agent that is compiled there is the SHA-256 of the numbers that it plays by, those of its
    network or its weights; of others None. ``start`` is as in :func:`network_named`, ``made`` as
    in :func:`agent_named`.
    """
    machine = describe_machine((*PACKAGES, *_LIBRARIES))
    del machine["load"]
    known = made or {}
    agents = {spec: agent_named(spec, game, known) for spec in sorted(set(specs))}
    if start:
        agents[start] = LearnedAgent(game, start, network_named(start, game, known))
    return {"machine": machine, "agents": {spec: _digest(agents[spec]) for spec in agents}}


def _digest(agent: Agent) -> str | None:
    if not isinstance(agent, CompiledAgent):
        return None
    return hashlib.sha256(agent.data.astype("<f8").tobytes()).hexdigest()
