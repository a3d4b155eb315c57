"""What calls and commands are handed, in the form in which studies take it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from pixies_env.core.game import Game
from pixies_experiments.agents import open_agents
from pixies_experiments.games import open_game
from pixies_experiments.simulation import split_agents

Agents: TypeAlias = str | Sequence[str]
"""Specifications, one by one or in a text between commas."""
Numbers: TypeAlias = int | Sequence[int]
"""One number or several."""
GameLike: TypeAlias = Game | str
"""A game, its registered name, or ``module:factory``."""
BoardFile: TypeAlias = str | os.PathLike[str] | None
"""A TOML file with the printed numbers; None for the shipped ones."""
Options: TypeAlias = Mapping[str, Any] | None
"""Options of the game by name."""


def game_of(game: GameLike, board: BoardFile, options: Options) -> Game:
    """The game that is meant; errors as of :func:`~pixies_experiments.games.open_game`."""
    if isinstance(game, str):
        return open_game(game, None if board is None else Path(board), options)
    if board is not None or options:
        raise TypeError("board and options go with the name of a game: this one is made already")
    return game


def agents_of(agents: Agents) -> list[str]:
    """Specifications one by one."""
    return split_agents(agents) if isinstance(agents, str) else list(agents)


def checked_agents(agents: Agents, game: Game) -> list[str]:
    """The same; an error, as of ``open_agents``, unless each can play the game."""
    specs = agents_of(agents)
    open_agents(specs, game)
    return specs


def numbers_of(numbers: Numbers) -> tuple[int, ...]:
    """Numbers of players."""
    return (numbers,) if isinstance(numbers, int) else tuple(numbers)
