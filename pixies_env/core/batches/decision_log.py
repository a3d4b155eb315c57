"""The decisions of all games of a batch, from which each can be told again.

Chance need not be kept: it is drawn again from the stream of the lane.
"""

from __future__ import annotations

import numpy as np

from pixies_env.core.seam import IDS


class DecisionLog:
    """Decisions of the present game of each lane, and of the game before it."""

    def __init__(self, lanes: int) -> None:
        self._ids = np.zeros((lanes, 64), IDS)
        self._counts = np.zeros(lanes, np.int64)
        self._before: dict[int, np.ndarray] = {}

    def add(self, moving: np.ndarray, actions: np.ndarray) -> None:
        """Append one action in the lanes where ``moving`` is set."""
        lanes = np.flatnonzero(moving)
        if lanes.size and self._counts[lanes].max() == self._ids.shape[1]:
            self._ids = np.concatenate([self._ids, np.zeros_like(self._ids)], axis=1)
        self._ids[lanes, self._counts[lanes]] = actions[lanes]
        self._counts[lanes] += 1

    def turn_over(self, ended: np.ndarray) -> None:
        """A new game began where ``ended`` is set; the old one is kept aside."""
        for lane in np.flatnonzero(ended):
            self._before[int(lane)] = self.decisions(int(lane))
            self._counts[lane] = 0

    def clear(self, lanes: np.ndarray) -> None:
        """Forget everything where ``lanes`` is set."""
        self._counts[lanes] = 0
        for lane in np.flatnonzero(lanes):
            self._before.pop(int(lane), None)

    def decisions(self, lane: int) -> np.ndarray:
        """Ids of the decisions of the present game."""
        return self._ids[lane, : self._counts[lane]].copy()

    def decisions_before(self, lane: int) -> np.ndarray | None:
        """Ids of the decisions of the game before, if one is kept."""
        return self._before.get(lane)
