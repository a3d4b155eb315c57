"""What compiled code is handed of a game, told apart for type checkers.

Inside kernels and rules a record is an element of a structured array, whose fields are read as
attributes. No type describes a game's own fields, so these name what every game's records have:
who needs more takes ``Any``.
"""

from __future__ import annotations

from typing import Any, NewType, Protocol


class StateRecord(Protocol):
    """The state of one game, see :func:`pixies_env.core.seam.header_fields`."""

    players: int
    """Seats of the game."""
    waiting: int
    """For a decision, a chance event or nothing."""
    player: int
    """Who decides or owns the chance event; -1 for nobody."""
    question: int
    """Kind of question or of chance."""


BoardRecord = NewType("BoardRecord", object)
"""The printed numbers of a game, which only the game itself reads."""


class StreamRecord(Protocol):
    """The random stream of a game, of :func:`~pixies_env.core.compilation.streams.stream_dtype`."""

    key: Any
    """uint64."""
    seed: Any
    """uint64."""
    lane: Any
    """uint32."""
    episode: Any
    """uint32."""
    choices: Any
    """uint32 ``(max_players,)``: draws of the agent on each seat."""
    counts: Any
    """uint16 ``(kinds of chance, max_players + 1)``: chance events of each owner."""
