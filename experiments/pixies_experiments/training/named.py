"""Agents and networks that a configuration names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network, load_network
from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import agent_names, make_agent, name_in


def agent_named(name: str, game: Game, made: Mapping[str, Agent]) -> Agent:
    """The agent of that name among those that are made already, or of that specification."""
    return made[name] if name in made else make_agent(name, game)


def network_named(name: str, game: Game, made: Mapping[str, Agent]) -> Network:
    """The network of an agent, given as in :func:`agent_named`, or of a file.

    Raises:
        ValueError: the agent has no network, or there is none of that specification.
        FileNotFoundError, DamagedDataError, ForeignGameError: as of
            :func:`~pixies_agents.learned.network.load_network`.
    """
    if name not in made and (name_in(name) not in agent_names() or Path(name).exists()):
        return load_network(name, game)
    agent = agent_named(name, game, made)
    if not isinstance(agent, LearnedAgent):
        raise ValueError(
            f"network.start: the agent {name!r} has no network; name a file, or an agent with one, "
            "such as 'ppo:default'"
        )
    return agent.network
