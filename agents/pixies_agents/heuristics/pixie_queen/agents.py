"""The heuristic agents for Pixie Queen, and what they can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pixies_agents.advice import CompiledRule
from pixies_agents.heuristics.families import Family
from pixies_agents.heuristics.pixie_queen.choice import choose, preferences
from pixies_agents.heuristics.pixie_queen.evaluation import evaluate
from pixies_agents.heuristics.pixie_queen.weights import TABLE, agent_numbers
from pixies_agents.heuristics.weights import Weights
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.game import Game

if TYPE_CHECKING:
    from pixies_agents.heuristics.explained import Explained
    from pixies_env.core.state import State


class HeuristicAgent(CompiledAgent):
    """Takes the legal decision that is worth most by a set of weights.

    Args:
        game: Pixie Queen, on any board.
        name: what tables call it.
        weights: the numbers that it plays by.
        temperature: of a softmax draw, in points; 0 takes the best.

    ``evaluation`` and ``preferences`` are for searches, see :mod:`pixies_agents.advice`.
    """

    def __init__(self, game: Game, name: str, weights: Weights, temperature: float = 0.0) -> None:
        super().__init__(game, name, choose, agent_numbers(weights.numbers, temperature))
        self.weights = weights
        self.evaluation = CompiledRule(evaluate, self.data)
        self.preferences = CompiledRule(preferences, self.data)

    def explain(self, state: State) -> list[Explained]:
        """Every legal decision of the player to move with its named terms, best first.

        ValueError if no decision is due.
        """
        from pixies_agents.heuristics.explained import explain
        from pixies_agents.heuristics.pixie_queen.explanation import weigh_all
        from pixies_agents.heuristics.pixie_queen.outlook import TERMS

        return explain(self.game, state, self.data, weigh_all, TERMS)


FAMILY = Family(TABLE, ("greedy", "servants", "rings", "offerings", "nasty"), HeuristicAgent)
