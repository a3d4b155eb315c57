"""Modules such as ``pixies_env.pixie_queen_v0``: one per registered game, made when imported.

Nothing of PettingZoo is imported before.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from pixies_env.registry import game_versions, make_game

_NAME = re.compile(r"(?P<game>\w+)_v(?P<version>\d+)")


def game_of(module: str) -> str | None:
    """Name of the game that ``pixie_queen_v0`` stands for; None if it stands for none."""
    match = _NAME.fullmatch(module)
    if match is None or game_versions().get(match["game"]) != int(match["version"]):
        return None
    return match["game"]


class _GameLoader(Loader):
    def __init__(self, game: str) -> None:
        self._game = game

    def exec_module(self, module: ModuleType) -> None:
        from pixies_env.adapters.module import fill

        fill(module, make_game(self._game), partial(make_game, self._game))


class _GameFinder(MetaPathFinder):
    """Asked after all others, so files come first."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        game = game_of(name) if package == __package__ else None
        return None if game is None else ModuleSpec(fullname, _GameLoader(game))


def install() -> None:
    """Let Python find these modules."""
    if not any(isinstance(finder, _GameFinder) for finder in sys.meta_path):
        sys.meta_path.append(_GameFinder())
