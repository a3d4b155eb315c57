"""Compiled rules of other agents that help a search."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_agents.advice import CompiledRule, evaluation_address, preferences_address
from pixies_env.core.agents import CompiledAgent, random_rule
from pixies_env.core.compile import address_table
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent

ROLLOUT, EVALUATION, PREFERENCES, PRIOR_AGENT, NETWORK = range(5)
"""Places in ``Helpers.addresses``. A network has none, only 1: what it said is in the tree."""


class Helpers(NamedTuple):
    """Addresses of rules, 0 for none, and the numbers that each is handed.

    Rollouts without an agent are uniformly random.
    """

    addresses: np.ndarray
    rollout: np.ndarray
    evaluation: np.ndarray
    preferences: np.ndarray
    prior_agent: np.ndarray


def make_helpers(
    game: Game, rollout: str, evaluation: str | None, priors: str | None, network: bool = False
) -> Helpers:
    """Compile what agents, named by their specifications, lend to a search.

    ``network`` tells whether the priors are those of a network.

    ValueError if an agent does not offer what it is wanted for. As a prior agent any compiled one
    will do: without preferences, what it would choose is likely to be good.
    """
    nothing = np.zeros(0, np.float64)
    addresses: list[Any] = [0, 0, 0, 0, int(network)]
    data = [nothing, nothing, nothing, nothing]
    player = _compiled(game, "rollout", rollout)
    if player.kernel is not random_rule:
        addresses[ROLLOUT], data[ROLLOUT] = player.address, player.data
    if evaluation is not None:
        rule = _offered(make_agent(evaluation, game), "evaluation")
        if rule is None:
            raise ValueError(f"evaluation: the agent {evaluation!r} values no positions")
        addresses[EVALUATION] = evaluation_address(rule.rule, game)
        data[EVALUATION] = rule.data
    if priors is not None:
        rule = _offered(make_agent(priors, game), "preferences")
        if rule is not None:
            addresses[PREFERENCES] = preferences_address(rule.rule, game)
            data[PREFERENCES] = rule.data
        else:
            agent = _compiled(game, "priors", priors)
            addresses[PRIOR_AGENT], data[PRIOR_AGENT] = agent.address, agent.data
    numbers = (np.ascontiguousarray(array, np.float64) for array in data)
    return Helpers(address_table(addresses), *numbers)


def _compiled(game: Game, option: str, spec: str) -> CompiledAgent:
    agent = make_agent(spec, game)
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"{option}: {spec!r} is no compiled agent, which is needed here")
    return agent


def _offered(agent: object, name: str) -> CompiledRule | None:
    return getattr(agent, name, None)
