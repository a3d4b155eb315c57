"""The heuristic agent for Les Gardiens de Havresac."""

from __future__ import annotations

from pixies_agents.heuristics.families import Family
from pixies_agents.heuristics.havresac.ahead import choose_ahead, preferences_ahead
from pixies_agents.heuristics.havresac.choice import choose, preferences
from pixies_agents.heuristics.havresac.evaluation import evaluate, expect_rewards
from pixies_agents.heuristics.havresac.weights import TABLE, agent_numbers
from pixies_agents.heuristics.weighted import Formulas, WeightedAgent


class HavresacAgent(WeightedAgent):
    """Takes what is worth most by weights, in Les Gardiens de Havresac."""

    formulas = Formulas(
        TABLE,
        choose,
        evaluate,
        expect_rewards,
        preferences,
        agent_numbers,
        "pixies_agents.heuristics.havresac",
        choose_ahead=choose_ahead,
        preferences_ahead=preferences_ahead,
    )


FAMILY = Family(TABLE, (), HavresacAgent)
