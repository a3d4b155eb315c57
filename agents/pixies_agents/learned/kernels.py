"""Kernels over many decisions at once for learned agents."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.scratch import record_view
from pixies_agents.learned.forward import evaluate, preferences
from pixies_agents.learned.packed import HEADER
from pixies_env.core.compilation.compile import kernel


@kernel
def prefer_lanes(
    states: np.ndarray,
    board: np.ndarray,
    masks: Any,
    seats: Any,
    data: Any,
    ids: Any,
    weights: Any,
    probabilities: Any,
) -> Any:
    """The distribution over the legal ids of each row that an agent draws from."""
    temperature = record_view(data, HEADER).temperature
    for row in range(states.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            if masks[row, action]:
                ids[count] = action
                count += 1
        preferences(states[row], board[0], int(seats[row]), ids, count, data, weights)
        best, total = 0, 0.0
        for index in range(count):
            if weights[index] > weights[best]:
                best = index
        if temperature == 0.0:
            probabilities[row, ids[best]] = 1.0
            continue
        for index in range(count):
            weights[index] = (weights[index] / weights[best]) ** (1.0 / temperature)
            total += weights[index]
        for index in range(count):
            probabilities[row, ids[index]] = weights[index] / total
    return 0


@kernel
def evaluate_lanes(states: np.ndarray, board: np.ndarray, data: Any, values: Any) -> Any:
    """Values of all seats, one row per position."""
    for row in range(states.shape[0]):
        evaluate(states[row], board[0], data, values[row])
    return 0
