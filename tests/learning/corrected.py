"""A small card game with a heuristic that networks can correct.

The heuristic likes decisions less the higher their ids. It would also like to see the cards of
others: if it could, it would prefer nothing.
"""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path

import numpy as np

from pixies_agents.advice import CompiledRule
from pixies_agents.heuristics.families import Family
from pixies_agents.heuristics.weights import Weight, Weights, WeightTable
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Game
from pixies_env.core.options import Option, game_factory
from tests.games import hidden_card

STEEP = 2.0
"""The preference of an id is ``STEEP ** -id``."""


@rule
def prefer(state, board, player, ids, count, data, weights):
    """See the module; ``data`` holds how steeply preferences fall."""
    for index in range(count):
        weights[index] = data[0] ** -float(ids[index])
    for other in range(int(state.players)):
        if other != player and state.hand[other].max() > 0:
            weights[:count] = 0.0
    return 0


@rule
def choose(state, board, player, ids, count, data, bits):
    """The lowest id, which it likes best."""
    return int(ids[0])


class Timid(CompiledAgent):
    """Takes the lowest id."""

    def __init__(self, game: Game, name: str, weights: Weights, temperature: float) -> None:
        # On another board it plays by other numbers.
        steepness = weights.numbers * float(game.board[0]["rounds"]) / 3.0
        super().__init__(game, name, choose, steepness)
        self.preferences = CompiledRule(prefer, self.data)


class Silent(CompiledAgent):
    """Prefers nothing."""

    def __init__(self, game: Game, name: str, weights: Weights, temperature: float) -> None:
        super().__init__(game, name, choose, np.zeros(1))


_TABLE = WeightTable(
    (Weight("steep", 1, 9, "how steeply preferences fall"),), Path(__file__).parent
)
FAMILY = Family(_TABLE, (), Timid)
SILENT = Family(_TABLE, (), Silent)


@game_factory(
    "corrected",
    Option("rounds", (2, 3), 3, "rounds, a card of the hand in each"),
    Option("heuristic", ("FAMILY", "SILENT"), "FAMILY", "that networks can correct"),
)
@functools.cache
def card_game(rounds: int, heuristic: str) -> Game:
    """The game whose heuristic is in the file ``greedy.toml`` beside this one."""
    return dataclasses.replace(
        hidden_card.game(rounds=rounds),
        name="corrected",
        factory=card_game,
        specification={"rounds": rounds, "heuristic": heuristic},
        heuristics=f"{__name__}:{heuristic}",
    )
