"""Compiled rules of other agents that help a search."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_agents.advice import (
    CompiledRule,
    evaluation_address,
    evaluation_job,
    preferences_address,
    preferences_job,
)
from pixies_env.core.agents import Agent, CompiledAgent, random_rule
from pixies_env.core.compilation.compile import address_table
from pixies_env.core.compilation.together import Job, compile_together
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent

ROLLOUT, EVALUATION, PREFERENCES, PRIOR_AGENT, NETWORK, OPPONENTS = range(6)
"""Places in ``Helpers.addresses``. A network has none, only 1: what it said is in the tree."""


class Helpers(NamedTuple):
    """Addresses of rules, 0 for none, and the numbers that each is handed.

    Rollouts without an agent are uniformly random. The first two lie in each workspace.
    """

    addresses: np.ndarray
    ends: np.ndarray
    """int64 ``(addresses + 1,)``: where the numbers of each end, behind where the first begin."""
    numbers: np.ndarray | None
    """float64: those of all rules, of any length. None, not an empty array, if nobody helps: rules
    that are handed it are then compiled without what asks helpers, which is much of a search."""


class HelperAgents(NamedTuple):
    """The agents that help a search; unlike :class:`Helpers` they can go to another process."""

    rollout: CompiledAgent
    evaluation: Agent | None
    priors: Agent | None
    opponents: CompiledAgent | None


def make_helper_agents(
    game: Game,
    rollout: str,
    evaluation: str | None,
    priors: str | None = None,
    opponents: str | None = None,
) -> HelperAgents:
    """The agents of some specifications.

    ValueError if one does not offer what it is wanted for. As a prior agent any compiled one will
    do: without preferences, what it would choose is likely to be good.
    """
    player = _compiled("rollout", rollout, make_agent(rollout, game))
    valuer = guide = others = None
    if evaluation is not None:
        valuer = make_agent(evaluation, game)
        if _offered(valuer, "evaluation") is None:
            raise ValueError(f"evaluation: the agent {evaluation!r} values no positions")
    if priors is not None:
        guide = make_agent(priors, game)
        if _offered(guide, "preferences") is None:
            guide = _compiled("priors", priors, guide)
    if opponents is not None:
        others = _compiled("opponents", opponents, make_agent(opponents, game))
    return HelperAgents(player, valuer, guide, others)


def make_helpers(game: Game, agents: HelperAgents, network: bool = False) -> Helpers:
    """Compile what agents lend to a search.

    ``network`` tells whether the priors are those of a network.
    """
    compile_together(helper_jobs(game, agents))
    nothing = np.zeros(0, np.float64)
    addresses: list[Any] = [0, 0, 0, 0, int(network), 0]
    data = [nothing] * len(addresses)
    player, valuer, guide, others = agents
    if player.kernel is not random_rule:
        addresses[ROLLOUT], data[ROLLOUT] = player.address, player.data
    values, preferences = _offered(valuer, "evaluation"), _offered(guide, "preferences")
    if values is not None:
        addresses[EVALUATION] = evaluation_address(values.rule, game)
        data[EVALUATION] = values.data
    if preferences is not None:
        addresses[PREFERENCES] = preferences_address(preferences.rule, game)
        data[PREFERENCES] = preferences.data
    elif isinstance(guide, CompiledAgent):
        addresses[PRIOR_AGENT], data[PRIOR_AGENT] = guide.address, guide.data
    if others is not None:
        addresses[OPPONENTS], data[OPPONENTS] = others.address, others.data
    ends = np.cumsum([0, *map(len, data)], dtype=np.int64)
    numbers = np.concatenate(data, dtype=np.float64) if any(addresses) else None
    return Helpers(address_table(addresses), ends, numbers)


def helper_jobs(game: Game, agents: HelperAgents) -> list[Job]:
    """What is compiled of agents for a search, the longest first."""
    player, valuer, guide, others = agents
    values, preferences = _offered(valuer, "evaluation"), _offered(guide, "preferences")
    jobs = [] if player.kernel is random_rule else player.rule_jobs()
    if preferences is not None:
        jobs.append(preferences_job(preferences.rule, game))
    elif isinstance(guide, CompiledAgent):
        jobs += guide.rule_jobs()
    if others is not None:
        jobs += others.rule_jobs()
    if values is not None:
        jobs.append(evaluation_job(values.rule, game))
    return list(dict.fromkeys(jobs))


def _compiled(option: str, spec: str, agent: Agent) -> CompiledAgent:
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"{option}: {spec!r} is no compiled agent, which is needed here")
    return agent


def _offered(agent: object, name: str) -> CompiledRule | None:
    return getattr(agent, name, None)
