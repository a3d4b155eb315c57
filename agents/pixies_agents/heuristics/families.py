"""The heuristics by game: one name, such as ``greedy``, plays every game that has a family.

A family is what a game's folder of heuristics offers: named weights, the styles that have a file
of them, and how an agent is made of them. The game says where its family is
(:attr:`pixies_env.core.game.Game.heuristics`); its module is imported when it is first asked for.
"""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable
from typing import Any

from pixies_agents.heuristics.weights import Weights, WeightTable
from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, Range, option


@dataclasses.dataclass(frozen=True)
class Family:
    """The heuristics of one game.

    ``make(game, name, weights, temperature)`` is an agent that plays by these weights.
    ``styles`` have a shipped file of weights each; tuning begins with that called ``start``.
    """

    table: WeightTable
    styles: tuple[str, ...]
    make: Callable[[Game, str, Weights, float], Agent]


def family_of(game: Game, style: str) -> Family:
    """The family of a game; ValueError if it has none, or no such style."""
    if not game.heuristics:
        raise ValueError(f"{style} cannot play {game.name}: it has no heuristics")
    module, _, name = game.heuristics.partition(":")
    family: Family = getattr(importlib.import_module(module), name)
    if style not in family.styles:
        styles = ", ".join(family.styles)
        raise ValueError(f"{game.name} has no heuristic {style!r}; it has {styles}")
    return family


@dataclasses.dataclass(frozen=True)
class HeuristicOptions:
    """Options of the heuristics."""

    weights: str = option("", "file of weights to play with instead of the shipped one")
    temperature: float = option(
        0.0, "points of worth that chance may outweigh; 0: none", Range(0, 10**6)
    )


def _kind(style: str, summary: str) -> AgentKind:
    def make(game: Game, options: Any) -> Agent:
        family = family_of(game, style)
        weights = family.table.load(options.weights or family.table.shipped(style))
        return family.make(game, style, weights, options.temperature)

    return AgentKind(style, summary, make, HeuristicOptions)


GREEDY = _kind("greedy", "Takes what is worth most by an explained evaluation.")
SERVANTS = _kind("servants", "Pixie Queen: promotes pixies to faithful servants, by food.")
RINGS = _kind("rings", "Pixie Queen: climbs the gold track and forges rings.")
OFFERINGS = _kind("offerings", "Pixie Queen: collects goods for the special offerings.")
NASTY = _kind("nasty", "Pixie Queen: robs, rolls the punishment die, swaps down, lays stones.")
