"""The heuristics by game: one name, such as ``greedy``, plays every game that has a family.

A family is what a game's folder of heuristics offers: named weights, the styles that have a file
of them, and how an agent is made of them. The game says where its family is
(:attr:`pixies_env.core.game.Game.heuristics`); its module is imported when it is first asked for.
"""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pixies_agents.heuristics.ahead import MOST_WORLDS, TRUST, AheadAgent
from pixies_agents.heuristics.weighted import WeightedAgent
from pixies_agents.heuristics.weights import Weights, WeightTable
from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, Range, option, parse_spec


@dataclasses.dataclass(frozen=True)
class Family:
    """The heuristics of one game.

    ``make(game, name, weights, temperature)`` is an agent that plays by these weights. There is a
    shipped file of weights called ``greedy``, which plays to win, and one for each of ``styles``,
    ways to play that go for something else. Tuning begins with the file called ``start``.
    """

    table: WeightTable
    styles: tuple[str, ...]
    make: Callable[[Game, str, Weights, float], Agent]

    def shipped(self, style: str | None, game: Game) -> Path:
        """The file of a style, None to play to win; ValueError if there is no such style."""
        if style is not None and style not in self.styles:
            there_are = f"its styles are {', '.join(self.styles)}" if self.styles else "it has none"
            raise ValueError(f"{game.name} has no style {style!r} of {NAME}; {there_are}")
        return self.table.shipped(style or NAME)


NAME = "greedy"


def family_of(game: Game) -> Family:
    """The family of a game; ValueError if it has none."""
    if not game.heuristics:
        raise ValueError(f"{NAME} cannot play {game.name}: it has no heuristics")
    module, _, name = game.heuristics.partition(":")
    family: Family = getattr(importlib.import_module(module), name)
    return family


def style_of(spec: str, game: Game) -> str | None:
    """The style that a specification such as ``greedy:style=rings`` names; None to play to win.

    ValueError if it names something else, or more than a style, or one that the game has not.
    """
    return _shipped_style(spec, game, {"style"})


def _shipped_style(spec: str, game: Game, may: set[str]) -> str | None:
    """The style of a heuristic with shipped weights, of whose options only these may be given."""
    kind, options = parse_spec(spec)
    if kind.name != NAME:
        raise ValueError(f"{spec} is no heuristic with shipped weights, such as {NAME}")
    defaults = HeuristicOptions()
    given = [name for name, value in vars(options).items() if value != getattr(defaults, name)]
    if wrong := [name for name in given if name not in may]:
        raise ValueError(
            f"{spec} is no heuristic with shipped weights as it is meant here: leave out "
            f"{' and '.join(wrong)}"
        )
    style: str | None = options.style
    family_of(game).shipped(style, game)
    return style


def check_shipped(spec: str, game: Game) -> None:
    """ValueError unless a specification names a heuristic with shipped weights.

    It may look ahead, as ``greedy:worlds=2`` does, but not draw.
    """
    _shipped_style(spec, game, {"style", "worlds", "trust"})


def near(spec: str) -> tuple[AgentKind, Any]:
    """What a specification names, without looking ahead."""
    kind, options = parse_spec(spec)
    if kind.name == NAME:
        options = dataclasses.replace(options, worlds=0, trust=TRUST)
    return kind, options


@dataclasses.dataclass(frozen=True)
class HeuristicOptions:
    """Options of the heuristics."""

    style: str | None = option(None, "a way to play that the game has weights for; none: to win")
    weights: str | None = option(None, "file of weights to play with instead of a shipped one")
    temperature: float = option(
        0.0, "points of worth that chance may outweigh; 0: none", Range(0, 10**6)
    )
    worlds: int = option(
        0, "worlds into which each decision is carried before it is judged", Range(0, MOST_WORLDS)
    )
    trust: float = option(
        TRUST, "points that an expected reward of 1 in these worlds is worth", Range(0, 10**6)
    )


def _named(options: HeuristicOptions) -> str:
    """What tables call a heuristic: its style, and how it looks ahead."""
    told = [] if options.style is None else [f"style={options.style}"]
    told += [f"worlds={options.worlds}"] if options.worlds else []
    told += [f"trust={options.trust:g}"] if options.trust != TRUST else []
    return f"{NAME}:{','.join(told)}" if told else NAME


def _make(game: Game, options: Any) -> Agent:
    family = family_of(game)
    if options.style is not None and options.weights is not None:
        raise ValueError("style and weights both say what is played by: name one of them")
    file = family.shipped(options.style, game) if options.weights is None else options.weights
    weights = family.table.load(file)
    agent = family.make(game, _named(options), weights, options.temperature)
    if options.worlds == 0:
        if options.trust != TRUST:
            raise ValueError("trust is about worlds: give their number, such as worlds=2")
        return agent
    if not isinstance(agent, WeightedAgent):
        raise ValueError(f"worlds: the heuristics of {game.name} do not look ahead")
    return AheadAgent(agent, options.worlds, options.trust)


GREEDY = AgentKind(
    NAME, "Takes what is worth most by an explained evaluation.", _make, HeuristicOptions
)
