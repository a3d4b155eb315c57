"""What calls and commands are handed, in the form in which studies take it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from pixies_env.core.game import Game
from pixies_env.core.inputs import whole_number
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
    if not isinstance(game, Game):
        raise TypeError(f"game must be a game, its name, or module:factory, not {game!r}")
    if board is not None or options:
        raise TypeError("board and options go with the name of a game: this one is made already")
    return game


def agents_of(agents: Agents) -> list[str]:
    """Specifications one by one; TypeError if they are none."""
    found = split_agents(agents) if isinstance(agents, str) else _listed(agents)
    if found is None or not all(isinstance(spec, str) for spec in found):
        raise TypeError(f"agents must be specifications, in one text or a list, not {agents!r}")
    return found


def checked_agents(agents: Agents, game: Game) -> list[str]:
    """The same; an error, as of ``open_agents``, unless each can play the game."""
    specs = agents_of(agents)
    open_agents(specs, game)
    return specs


def numbers_of(numbers: Numbers) -> tuple[int, ...]:
    """Numbers of players; TypeError if they are none."""
    listed = _listed(numbers)
    found = [whole_number(each) for each in ([numbers] if listed is None else listed)]
    whole = tuple(number for number in found if number is not None)
    if len(whole) < len(found):
        raise TypeError(f"players must be a number of players, or several, not {numbers!r}")
    return whole


def one_or_each(numbers: Numbers) -> int | tuple[int, ...]:
    """One number as it is, several in their order; what they are is checked where they are used."""
    listed = _listed(numbers)
    given: list[Any] = [numbers] if listed is None else listed
    found = tuple(each if (whole := whole_number(each)) is None else whole for each in given)
    return found[0] if listed is None else found


def _listed(given: Any) -> list[Any] | None:
    """What several things hold; None of one thing."""
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str) else None
