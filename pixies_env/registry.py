"""The games by name."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import entry_points
from os import PathLike
from typing import Any, NamedTuple

from pixies_env.core.errors import did_you_mean, there_are
from pixies_env.core.game import Game

GROUP = "pixies_env.games"
"""Entry points of other distributions: ``name_vN = "module:factory"``."""


class Registered(NamedTuple):
    """Where a game is made, and its version, known without importing it."""

    factory: str
    version: int


GAMES: dict[str, Registered] = {
    "havresac": Registered("pixies_env.havresac:make", 0),
    "pixie_queen": Registered("pixies_env.pixie_queen:make", 0),
}
"""The games of this package."""


@cache
def _others() -> dict[str, Registered]:
    others = {}
    for point in entry_points(group=GROUP):
        name, _, version = point.name.rpartition("_v")
        if not name or not version.isdecimal():
            raise ValueError(f"entry point {point.name!r} of {GROUP} is not of the form name_v0")
        others[name] = Registered(point.value, int(version))
    return others


def game_versions() -> dict[str, int]:
    """Name and version of each game that can be made."""
    return {name: entry.version for name, entry in ({**_others(), **GAMES}).items()}


def game_names() -> list[str]:
    """Names of all games that can be made."""
    return sorted(game_versions())


def make_game(name: str, board: str | PathLike[str] | None = None, **options: Any) -> Game:
    """The game of a name with a board file and options.

    Raises:
        ValueError: there is no such game, or it refuses the board or the value of an option.
        TypeError: it has no such option.
    """
    if not isinstance(name, str):
        raise TypeError(f"a game is made by its name, not {name!r}")
    entry = {**_others(), **GAMES}.get(name)
    if entry is None:
        names = game_names()
        raise ValueError(
            f"there is no game {name!r}{did_you_mean(name, names)}; {there_are(names)}"
        )
    module, _, attribute = entry.factory.partition(":")
    factory = getattr(importlib.import_module(module), attribute)
    if board is not None:
        options["board"] = board
    game: Game = factory(**options)
    if game.version != entry.version:
        raise ValueError(f"{name} is registered as version {entry.version}, not {game.version}")
    return game
