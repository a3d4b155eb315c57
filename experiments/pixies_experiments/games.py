"""Find a game by name, or by where its factory lies."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

from pixies_env.core.game import Game
from pixies_env.registry import make_game


def open_game(name: str, board: Path | None = None) -> Game:
    """The game of a registered name, or of ``module:factory`` found from the current folder.

    ``board`` is handed on to the game. LookupError or ImportError if there is no such game,
    ValueError (with all problems) if the board cannot be used.
    """
    if ":" not in name:
        return make_game(name, board)
    module_name, _, factory_name = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    factory = getattr(importlib.import_module(module_name), factory_name, None)
    if factory is None:
        raise LookupError(f"module {module_name} has no {factory_name!r}")
    game = factory() if board is None else factory(board=os.fspath(board))
    if not isinstance(game, Game):
        raise TypeError(f"{name} made a {type(game).__name__}, not a Game")
    return game
