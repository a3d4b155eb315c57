"""Work that is cut into pieces: what a piece is, and what can go wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pixies_env.core.errors import Portable

STOP, CONTINUE = "stop", "continue"
ON_ERROR = (STOP, CONTINUE)
"""What happens when an agent fails in a game: the study stops, or goes on without that game."""


class StudyError(Portable, Exception):
    """A study cannot begin or go on; the message is for people."""


class StudyRefusedError(StudyError):
    """What was asked for does not fit: the folder, the backend, the agents."""


@dataclass(frozen=True)
class Piece:
    """A piece of work, small enough to be lost: what it gives depends on nothing but itself."""

    name: str
    """Name of its files, without ending; unique in the study."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Plain data that say what is to be done."""
    games: int = 1
    """How much work it is, for the progress bar."""


@dataclass(frozen=True)
class Failure:
    """A game that an agent did not play to its end, or a piece whose process died."""

    message: str
    agent: str | None = None
    """Specification of the agent that failed."""
    game: int | None = None
    """Lane of the game."""
    seat: int | None = None
    record: str | None = None
    """The game so far, as JSON lines."""


class GameFailedError(Portable, Exception):
    """An agent failed in a game, and the study is to stop then."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return self.failure.message
