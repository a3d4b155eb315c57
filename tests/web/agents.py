"""Agents for tests."""

from __future__ import annotations

import threading
from typing import Any

from pixies_env.core.agents import RandomAgent
from pixies_env.core.compilation import messages as compiling
from pixies_env.core.game import Game


class Broken:
    """Raises at its first decision."""

    name = "broken"
    needs_observations = False

    def choose(self, decisions: Any) -> Any:
        raise RuntimeError("out of ideas")


def make_broken(game: Game) -> Broken:
    return Broken()


go_on = threading.Event()


class Compiling(RandomAgent):
    """Announces a compilation at each decision, and decides once `go_on` is set."""

    name = "compiling"

    def choose(self, decisions: Any) -> Any:
        compiling._announced = False
        compiling.compiles("choose")
        assert go_on.wait(60)
        return super().choose(decisions)


def make_compiling(game: Game) -> Compiling:
    return Compiling(game)
