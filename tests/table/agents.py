"""Agents for tests."""

from __future__ import annotations

from typing import Any

from pixies_env.core.game import Game


class Broken:
    """Raises at its first decision."""

    name = "broken"
    needs_observations = False

    def choose(self, decisions: Any) -> Any:
        raise RuntimeError("out of ideas")


def make_broken(game: Game) -> Broken:
    return Broken()
