"""The heuristic agents for Pixie Queen, and what they can tell."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import Field

from pixies_agents.advice import CompiledRule
from pixies_agents.heuristics.pixie_queen.choice import choose, preferences
from pixies_agents.heuristics.pixie_queen.evaluation import evaluate
from pixies_agents.heuristics.pixie_queen.weights import (
    Weights,
    agent_numbers,
    load_weights,
    shipped,
)
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.game import Game
from pixies_env.core.seam import IDS
from pixies_env.core.specs import AgentKind

if TYPE_CHECKING:
    from pixies_agents.heuristics.pixie_queen.explanation import Explained
    from pixies_env.core.state import State

GAME = "pixie_queen"


@dataclasses.dataclass(frozen=True)
class HeuristicOptions:
    """Options of the heuristics."""

    weights: str = dataclasses.field(
        default="", metadata={"help": "file of weights to play with instead of the shipped one"}
    )
    temperature: Annotated[float, Field(ge=0.0)] = dataclasses.field(
        default=0.0, metadata={"help": "points of worth that chance may outweigh; 0: none"}
    )


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
        if game.name != GAME:
            raise ValueError(f"{name} plays {GAME} only, not {game.name}")
        super().__init__(game, name, choose, agent_numbers(weights.numbers, temperature))
        self.weights = weights
        self.evaluation = CompiledRule(evaluate, self.data)
        self.preferences = CompiledRule(preferences, self.data)

    def explain(self, state: State) -> list[Explained]:
        """Every legal decision of the player to move with its named terms, best first.

        ValueError if no decision is due.
        """
        from pixies_agents.heuristics.pixie_queen.explanation import explained, weigh_all
        from pixies_agents.heuristics.pixie_queen.outlook import TERMS

        player = state.player
        if player < 0:
            raise ValueError(f"no decision is due: the game waits for {state.waiting}")
        ids = np.array(state.legal_actions(), IDS)
        hidden = state.hidden_from(player).array.copy()
        worths, terms = np.zeros(len(ids)), np.zeros((len(ids), len(TERMS)))
        weigh_all(hidden, self.game.board, player, ids, self.data, worths, terms)
        rows = [
            explained(int(entry), state.action_name(int(entry)), worth, row)
            for entry, worth, row in zip(ids, worths, terms, strict=True)
        ]
        return sorted(rows, key=lambda row: -row.worth)


def _kind(name: str, summary: str) -> AgentKind:
    def make(game: Game, options: Any) -> HeuristicAgent:
        weights = load_weights(options.weights or shipped(name))
        return HeuristicAgent(game, name, weights, options.temperature)

    return AgentKind(name, summary, make, HeuristicOptions)


GREEDY = _kind("greedy", "Pixie Queen: takes what is worth most by an explained evaluation.")
SERVANTS = _kind("servants", "Pixie Queen: promotes pixies to faithful servants, by food.")
RINGS = _kind("rings", "Pixie Queen: climbs the gold track and forges rings.")
OFFERINGS = _kind("offerings", "Pixie Queen: collects goods for the special offerings.")
NASTY = _kind("nasty", "Pixie Queen: robs, rolls the punishment die, swaps down, lays stones.")
