"""The heuristic agents for Pixie Queen."""

from __future__ import annotations

from pixies_agents.heuristics.families import Family
from pixies_agents.heuristics.pixie_queen.ahead import choose_ahead, preferences_ahead
from pixies_agents.heuristics.pixie_queen.choice import choose, preferences
from pixies_agents.heuristics.pixie_queen.evaluation import evaluate, expect_rewards
from pixies_agents.heuristics.pixie_queen.weights import TABLE, agent_numbers
from pixies_agents.heuristics.weighted import Formulas, WeightedAgent


class HeuristicAgent(WeightedAgent):
    """Takes what is worth most by weights, in Pixie Queen."""

    formulas = Formulas(
        TABLE,
        choose,
        evaluate,
        expect_rewards,
        preferences,
        agent_numbers,
        "pixies_agents.heuristics.pixie_queen",
        choose_ahead=choose_ahead,
        preferences_ahead=preferences_ahead,
    )


FAMILY = Family(TABLE, ("servants", "rings", "offerings", "nasty"), HeuristicAgent)
