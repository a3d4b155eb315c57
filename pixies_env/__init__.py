"""A research environment for self-play on modern multi-player board games.

``make_game`` makes a ``Game``. ``State`` is one to look at and to try things in, ``BatchEnv`` many
at once, ``make_agent`` an ``Agent`` that plays a seat; ``play_games`` lets agents play, ``Record``
is a game that was played. ``check_game`` holds a game of one's own to what all games keep.
``pixies_env.pixie_queen_v0`` is PettingZoo's view of a game; ``gymnasium.make`` and
``pettingzoo.make`` know the games once this package is imported.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pixies_env import registration, versioned
from pixies_env.registry import game_names, game_versions, make_game

if TYPE_CHECKING:
    __version__: str
    from pixies_env.core.agents import Agent
    from pixies_env.core.batches.arena import play_games
    from pixies_env.core.batches.batch import BatchEnv, BatchStep
    from pixies_env.core.game import Game
    from pixies_env.core.specs import agent_names, make_agent
    from pixies_env.core.states.records import Record
    from pixies_env.core.states.state import State
    from pixies_env.testing import check_game

__all__ = [
    "Agent",
    "BatchEnv",
    "BatchStep",
    "Game",
    "Record",
    "State",
    "agent_names",
    "check_game",
    "game_names",
    "make_agent",
    "make_game",
    "play_games",
]

_HOMES = {
    "Agent": "core.agents",
    "BatchEnv": "core.batches.batch",
    "BatchStep": "core.batches.batch",
    "Game": "core.game",
    "Record": "core.states.records",
    "State": "core.states.state",
    "agent_names": "core.specs",
    "check_game": "testing",
    "make_agent": "core.specs",
    "play_games": "core.batches.arena",
}
"""Modules imported at the first use of what they hold: they load the compiler."""


def __dir__() -> list[str]:
    """What can be had, the versioned modules among it."""
    modules = (f"{name}_v{version}" for name, version in game_versions().items())
    return sorted({*globals(), *__all__, "__version__", *modules})


versioned.install()
registration.install()


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("pixies-env")
    if name in _HOMES:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    if versioned.game_of(name) is not None:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
