"""A research environment for self-play on modern multi-player board games.

``State`` is one game to look at and to try things in, ``BatchEnv`` many at once,
``make_agent`` what plays a seat, ``Record`` a game that was played.
``pixies_env.pixie_queen_v0`` is PettingZoo's view of a game; ``gymnasium.make`` and
``pettingzoo.make`` know the games once this package is imported.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import TYPE_CHECKING, Any

from pixies_env import registration, versioned
from pixies_env.registry import game_names, game_versions, make_game

if TYPE_CHECKING:
    __version__: str
    from pixies_env.core.batch import BatchEnv, BatchStep
    from pixies_env.core.records import Record
    from pixies_env.core.specs import make_agent
    from pixies_env.core.state import State

__all__ = ["BatchEnv", "BatchStep", "Record", "State", "game_names", "make_agent", "make_game"]

_HOMES = {
    "BatchEnv": "batch",
    "BatchStep": "batch",
    "Record": "records",
    "State": "state",
    "make_agent": "specs",
}
"""Modules of the core, imported at their first use: they load the compiler."""


def __dir__() -> list[str]:
    """What can be had, the versioned modules among it."""
    modules = (f"{name}_v{version}" for name, version in game_versions().items())
    return sorted({*globals(), *__all__, "__version__", *modules})


versioned.install()
registration.install()


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.metadata.version("pixies-env")
    if name in _HOMES:
        return getattr(importlib.import_module(f"{__name__}.core.{_HOMES[name]}"), name)
    if versioned.game_of(name) is not None:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
