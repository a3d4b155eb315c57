"""The games that are made by their names, wherever they come from.

A game is registered by one line, ``name_v0 = "module:factory"``: as an entry point of the group
:data:`GROUP` of the distribution that it belongs to, or through :func:`register_game`. The number
is its version. Nothing of a game is imported before it is made; all else that is known of it, such
as its heuristics, the game says itself.
"""

from __future__ import annotations

import importlib
import re
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from pixies_env.core.errors import did_you_mean, there_are

if TYPE_CHECKING:
    from pixies_env.core.game import Game

GROUP = "pixies_env.games"
"""Entry points of distributions that have games."""

_LINE = re.compile(r"(?P<name>[A-Za-z_]\w*)_v(?P<version>\d+)", re.ASCII)


class Registered(NamedTuple):
    """Where a game is made, as ``module:factory``, and its version."""

    factory: str
    version: int


_by_call: dict[str, Registered] = {}


def register_game(name: str, factory: str) -> None:
    """Let a game be made by its name in this process.

    Gymnasium and PettingZoo have its ids if they are imported later.

    Args:
        name: with its version, such as ``pig_v0``.
        factory: ``module:attribute`` of the function that makes it, imported when it is.

    ValueError if the name is not of that form, or is that of another game.
    """
    game, registered = _read(name, factory)
    if _by_call.setdefault(game, registered) != registered:
        raise ValueError(f"there is a game {game!r} already, made by {_by_call[game].factory}")


def _read(line: str, factory: str) -> tuple[str, Registered]:
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise ValueError(f"{line!r}, registered as {factory}, is not of the form name_v0")
    return parts["name"], Registered(factory, int(parts["version"]))


@cache
def _installed() -> dict[str, Registered]:
    # Importing it takes longer than the rest of this package.
    from importlib.metadata import entry_points

    return dict(_read(point.name, point.value) for point in entry_points(group=GROUP))


def registered_games() -> dict[str, Registered]:
    """All games by name; those registered by a call go before those that are installed."""
    return {**_installed(), **_by_call}


def game_versions() -> dict[str, int]:
    """Name and version of each game that can be made."""
    return {name: entry.version for name, entry in registered_games().items()}


def game_names() -> list[str]:
    """Names of all games that can be made."""
    return sorted(registered_games())


def make_game(name: str, board: str | PathLike[str] | None = None, **options: Any) -> Game:
    """The game of a name with a board file and options.

    Raises:
        ValueError: there is no such game, or it refuses the board or the value of an option.
        TypeError: it has no such option, or refuses a value of that type.
    """
    if not isinstance(name, str):
        raise TypeError(f"a game is made by its name, not {name!r}")
    entry = registered_games().get(name)
    if entry is None:
        names = game_names()
        raise ValueError(
            f"there is no game {name!r}{did_you_mean(name, names)}; {there_are(names)}"
        )
    module, _, attribute = entry.factory.partition(":")
    if board is not None:
        options["board"] = board
    game: Game = getattr(importlib.import_module(module), attribute)(**options)
    if (game.name, game.version) != (name, entry.version):
        raise ValueError(
            f"{name}_v{entry.version} is registered as {entry.factory}, which makes "
            f"{game.name}_v{game.version}"
        )
    return game
