"""What the heuristic agents of all games are: a choice by named weights that can be explained."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from pixies_agents.advice import CompiledRule
from pixies_agents.heuristics.weights import Weights, WeightTable
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.game import Game

if TYPE_CHECKING:
    from pixies_agents.heuristics.explained import Explained
    from pixies_env.core.states.state import State


class Formulas(NamedTuple):
    """What the agents of one game play by: rules, and what these are handed."""

    table: WeightTable
    choose: Callable[..., Any]
    evaluate: Callable[..., Any]
    expect_rewards: Callable[..., Any]
    """Like ``evaluate``, for every position."""
    preferences: Callable[..., Any]
    numbers: Callable[[np.ndarray, float], np.ndarray]
    """Of weights and temperature."""
    package: str
    """Where ``explanation.weigh_all`` and ``outlook.TERMS`` are, imported when asked for."""
    fill: Callable[[np.ndarray, np.ndarray], None] | None = None
    """Of these numbers and the board, an array of one record: writes what follows from both."""
    choose_ahead: Callable[..., Any] | None = None
    """What a :class:`pixies_agents.heuristics.ahead.AheadAgent` plays by, and so the next."""
    preferences_ahead: Callable[..., Any] | None = None


class WeightedAgent(CompiledAgent):
    """Takes the legal decision that is worth most by a set of weights.

    Args:
        game: the one that the class is for, on any board.
        name: what tables call it.
        weights: the numbers that it plays by.
        temperature: of a softmax draw, in points; 0 takes the best.

    ``evaluation`` and ``preferences`` are for searches, ``potential`` is for trainings, see
    :mod:`pixies_agents.advice`.
    """

    formulas: ClassVar[Formulas]

    def __init__(self, game: Game, name: str, weights: Weights, temperature: float = 0.0) -> None:
        formulas = self.formulas
        numbers = formulas.numbers(weights.numbers, temperature)
        if formulas.fill is not None:
            formulas.fill(numbers, game.board)
        super().__init__(game, name, formulas.choose, numbers)
        self.weights = weights
        self.temperature = temperature
        self.evaluation = CompiledRule(formulas.evaluate, self.data)
        self.potential = CompiledRule(formulas.expect_rewards, self.data)
        self.preferences = CompiledRule(formulas.preferences, self.data)

    def on_board(self, game: Game) -> Self:
        """The agent for the same game on another board, with the same weights."""
        if self.formulas.fill is None:
            return super().on_board(game)
        return type(self)(game, self.name, self.weights, self.temperature)

    def explain(self, state: State) -> list[Explained]:
        """Every legal decision of the player to move with its named terms, best first.

        ValueError if no decision is due.
        """
        from pixies_agents.heuristics.explained import explain

        weigh_all = importlib.import_module(f"{self.formulas.package}.explanation").weigh_all
        terms = importlib.import_module(f"{self.formulas.package}.outlook").TERMS
        return explain(self.game, state, self.data, weigh_all, terms)
