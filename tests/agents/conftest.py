"""Decisions to hand to agents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pixies_env.core.agents import Decisions
from pixies_env.core.states.state import State


def decisions_of(
    states: Sequence[State],
    bits: Sequence[int] | int = 1,
    games: Sequence[int] | None = None,
) -> Decisions:
    """What an agent is handed at these positions."""
    stripped = [state.hidden_from(state.player) for state in states]
    return Decisions(
        states=np.concatenate([state.array for state in stripped]),
        observations=None,
        action_masks=np.stack([state.legal_action_mask() for state in states]),
        seats=np.array([state.player for state in states], np.int64),
        bits=np.broadcast_to(np.array(bits, np.uint64), len(states)).copy(),
        games=None if games is None else np.array(games, np.int64),
    )
