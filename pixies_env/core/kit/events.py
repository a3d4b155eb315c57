"""What a state waits for: asked by rules, left when the answer comes."""

from __future__ import annotations

from typing import Any, Final

from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING

RUNNING: Final = 3
"""Value of ``waiting`` while rules run; no state that a caller sees has it."""


@rule
def ask(state: Any, player: Any, question: Any) -> None:
    """Wait for a decision of a seat."""
    state.waiting = DECISION
    state.player = player
    state.question = question


@rule
def await_chance(state: Any, owner: Any, kind: Any) -> None:
    """Wait for a chance event; ``owner`` is the seat that rolls or draws, or NOBODY."""
    state.waiting = CHANCE
    state.player = owner
    state.question = kind


@rule
def finish(state: Any) -> None:
    """End the game."""
    state.waiting = NOTHING
    state.player = NOBODY
    state.question = 0


@rule
def resume(state: Any) -> Any:
    """Leave the event that was waited for; returns its player and its question or kind."""
    player, question = int(state.player), int(state.question)
    state.waiting = RUNNING
    state.player = NOBODY
    state.question = 0
    return player, question
