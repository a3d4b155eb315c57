"""Fast research environments for pixie board games.

``pixies_env.pixie_queen_v0`` is PettingZoo's view of a game; ``gymnasium.make`` and
``pettingzoo.make`` know the games once this package is imported.
"""

from __future__ import annotations

import importlib
from typing import Any

from pixies_env import registration, versioned
from pixies_env.registry import game_names, make_game

__all__ = ["game_names", "make_game"]

versioned.install()
registration.install()


def __getattr__(name: str) -> Any:
    """The versioned modules, imported at their first use."""
    if versioned.game_of(name) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(f"{__name__}.{name}")
