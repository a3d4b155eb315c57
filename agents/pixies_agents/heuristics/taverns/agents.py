"""The heuristic agent for Taverns & Dragons."""

from __future__ import annotations

from pixies_agents.heuristics.families import Family
from pixies_agents.heuristics.taverns.ahead import choose_ahead, preferences_ahead
from pixies_agents.heuristics.taverns.choice import choose, preferences
from pixies_agents.heuristics.taverns.evaluation import evaluate, expect_rewards
from pixies_agents.heuristics.taverns.tables import agent_numbers, fill_tables
from pixies_agents.heuristics.taverns.weights import TABLE
from pixies_agents.heuristics.weighted import Formulas, WeightedAgent


class TavernsAgent(WeightedAgent):
    """Takes what is worth most by weights, in Taverns & Dragons."""

    formulas = Formulas(
        TABLE,
        choose,
        evaluate,
        expect_rewards,
        preferences,
        agent_numbers,
        "pixies_agents.heuristics.taverns",
        fill_tables,
        choose_ahead,
        preferences_ahead,
    )


FAMILY = Family(TABLE, ("cook", "hunter"), TavernsAgent)
