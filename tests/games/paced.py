"""The race with a course: what is known in advance of every seat."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pixies_env.core.course import Course, Tally
from pixies_env.core.game import Game
from pixies_env.core.options import game_factory
from pixies_env.core.seam import NOTHING
from tests.games import race


def _levels(game: Game, states: np.ndarray) -> np.ndarray:
    """The points of the finished, and the strength that was chosen."""
    over = (states["waiting"] == NOTHING)[:, None]
    seated = np.arange(race.PLAYERS) < states["players"][:, None]
    points = np.where(over & seated, states["players"][:, None] - states["place"], 0)
    return np.stack([points, states["strength"].astype(np.int64)], axis=2)


def _causes(game: Game, before: np.ndarray, actions: np.ndarray, after: np.ndarray) -> np.ndarray:
    """A fee of nothing for every decision, to the one who decides."""
    mover = before["player"][:, None] == np.arange(race.PLAYERS)
    return mover[:, :, None].astype(np.int64)


COURSE = Course(
    levels_of=(
        Tally("arriving", "points for the place", scored=True),
        Tally("strength", "strength chosen"),
    ),
    levels=_levels,
    rounds=lambda states: np.ones(len(states), np.int64),
    moves=("run",),
    label=lambda role: {"run(0)": "stroll", "run(2)": "sprint"}.get(role, role),
    causes_of=(Tally("turns", "decisions taken"),),
    causes=_causes,
)


@game_factory("paced")
def game() -> Game:
    """The race with equal chances at each strength but for its weights."""
    return replace(
        race.game(), name="paced", factory=game, specification={}, course=f"{__name__}:COURSE"
    )
