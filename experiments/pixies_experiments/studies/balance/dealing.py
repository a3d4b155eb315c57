"""Agents whose choice in the opening chance takes: so what no option deals is dealt at random."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pixies_env.core.agents import Agent, Decisions, RandomAgent, agent_on
from pixies_env.core.game import Factor, Gained, Game
from pixies_experiments.agents import AroundAgent, open_agents, rows_of


def is_asked(game: Game, factor: Factor) -> bool:
    """Whether a factor is chosen at a question of the opening, which has its name."""
    return factor.gained == Gained.CHOICE and factor.name in game.opening


def dealt_crew(game: Game, factors: Iterable[Factor], specs: Iterable[str]) -> dict[str, Agent]:
    """Agents by specification that choose nothing of these factors; none if none is asked for.

    What they are dealt is uniform over what is there, and the same for all agents of a deal.
    """
    asked = [factor.name for factor in factors if is_asked(game, factor)]
    wanted = list(dict.fromkeys(specs)) if asked else []
    agents = open_agents(wanted, game)
    return {spec: _Dealt(agent, game, asked) for spec, agent in zip(wanted, agents, strict=True)}


class _Dealt(AroundAgent):
    """An agent in whose place chance answers some questions."""

    def __init__(self, agent: Agent, game: Game, asked: list[str]) -> None:
        super().__init__(agent)
        self.asked = asked
        self._chance = RandomAgent(game)
        self._questions = [game.questions.index(name) for name in asked]

    def choose(self, decisions: Decisions) -> np.ndarray:
        """What the agent chooses, or chance."""
        left = np.isin(decisions.states["question"], self._questions)
        chosen = np.zeros(len(left), np.int64)
        for rows, agent in ((left, self._chance), (~left, self.agent)):
            if rows.any():
                chosen[rows] = agent.choose(rows_of(decisions, rows))
        return chosen

    def on_board(self, game: Game) -> _Dealt:
        """The same on another board."""
        return _Dealt(agent_on(self.agent, game), game, self.asked)
