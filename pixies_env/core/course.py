"""What a game tells of how it is played, for studies of styles of play.

Generic code counts the decisions. What else a person at the table would look at, such as where
points come from or when a ring is forged, a game declares in a :class:`Course`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pixies_env.core.game import Game

Levels = Callable[["Game", np.ndarray], np.ndarray]
"""``(game, states (n,))``: int64 ``(n, max_players, tallies)``, what has come together so far."""
Causes = Callable[["Game", np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""``(game, states before, ids of decisions, states after)``, ``(n,)`` each: int64
``(n, max_players, tallies)``, what came of a decision and of chance up to the next one."""


def no_causes(game: Game, before: np.ndarray, actions: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Of a game whose levels tell everything."""
    return np.zeros((len(before), game.max_players, 0), np.int64)


@dataclass(frozen=True)
class Tally:
    """Something that is counted for each seat; ``scored``: points of the final score.

    All scored tallies of a seat together are its score.
    """

    name: str
    meaning: str
    scored: bool = False


@dataclass(frozen=True)
class Course:
    """How a game goes on.

    ``levels_of`` are the tallies that a position tells, by ``levels``; ``causes_of`` those that
    only show in what happens, by ``causes``. ``rounds`` gives the round of each state, int64
    ``(n,)``, 0 before the first. ``moves`` are the verbs of decisions that make up an opening or a
    route. ``label`` is what people call a decision, of its role such as ``place(13)``.
    """

    levels_of: tuple[Tally, ...]
    levels: Levels
    rounds: Callable[[np.ndarray], np.ndarray]
    moves: tuple[str, ...]
    label: Callable[[str], str] = str
    causes_of: tuple[Tally, ...] = ()
    causes: Causes = no_causes

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """All of them, in the order in which they are counted."""
        return *self.levels_of, *self.causes_of


def course_of(game: Game) -> Course | None:
    """What a game declares; None if it declares nothing."""
    return _load(game.course) if game.course else None


@cache
def _load(place: str) -> Course:
    module, _, name = place.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, Course):
        raise TypeError(f"{place} is to be a Course, not {found!r}")
    return found
