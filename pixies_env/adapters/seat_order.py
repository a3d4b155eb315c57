"""Numbers of all seats in the order in which a player counts them: one's own first, then left."""

from __future__ import annotations

import numpy as np


def from_own_seat(by_seat: np.ndarray, seats: np.ndarray, players: np.ndarray) -> np.ndarray:
    """Turn what is told by seat so that it begins at somebody's own.

    Args:
        by_seat: ``(n, max_players)``.
        seats: integers ``(n,)``: one's own.
        players: integers ``(n,)``: seats of the game; further places become 0.
    """
    places = np.arange(by_seat.shape[1])
    turned = np.take_along_axis(by_seat, (seats[:, None] + places) % players[:, None], axis=1)
    return np.where(places < players[:, None], turned, 0)
