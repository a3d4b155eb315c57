"""Agents that search: the tree search ``mcts`` and its simpler sibling ``flat``."""

from __future__ import annotations

from pixies_agents.search.flat_agent import FlatAgent
from pixies_agents.search.options import FlatOptions, TreeOptions
from pixies_agents.search.tree_agent import TreeSearchAgent
from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind


def make_tree_search(game: Game, options: TreeOptions) -> Agent:
    """The tree search of some options, with the network that they name."""
    if options.network is None:
        return TreeSearchAgent(game, options)
    from pixies_agents.search.evaluator import load_evaluator
    from pixies_agents.search.network import NetworkSearchAgent

    return NetworkSearchAgent(game, options, load_evaluator(options.network, game, options.threads))


MCTS = AgentKind(
    "mcts",
    TreeSearchAgent.__doc__ or "",
    make_tree_search,
    TreeOptions,
)
FLAT = AgentKind("flat", FlatAgent.__doc__ or "", FlatAgent, FlatOptions)
