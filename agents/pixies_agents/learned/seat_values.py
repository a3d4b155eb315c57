"""What a network's outputs say about the seats of a game: one rule, compiled and for arrays.

Outputs are those of the player who observes first, then of those to the left. Seats that nobody
sits on are masked, and where what a game pays sums to zero the others are centred: whatever the
layers say, the values of a position sum to zero. Nobody to be centred with is left alone.
"""

from __future__ import annotations

from typing import Any

from pixies_env.core.compilation.compile import rule


def centred(values: Any, playing: Any, zero_sum: bool = True) -> Any:
    """Values of the seats that play, 0 for the others; centred if they sum to zero.

    Args:
        values: ``(..., seats)``, an array of numpy or a tensor of torch; gradients pass.
        playing: bool ``(..., seats)`` of the same kind.
        zero_sum: whether to centre.
    """
    values = values * playing
    if not zero_sum:
        return values
    count = playing.sum(axis=-1, keepdims=True)
    return values - playing * (count > 1) * (values.sum(axis=-1, keepdims=True) / count)


@rule
def bound_values(values: Any, players: Any, zero_sum: Any, low: Any, high: Any) -> Any:
    """Centre the first ``players`` values in place, as :func:`centred`, and keep them in bounds.

    Those that sum to zero are scaled, so that they still do; others are cut off.
    """
    if zero_sum != 0 and players > 1:
        mean = 0.0
        for seat in range(players):
            mean += values[seat] / players
        scale = 1.0
        for seat in range(players):
            values[seat] -= mean
            scale = min(scale, high / max(values[seat], high), low / min(values[seat], low))
        for seat in range(players):
            values[seat] *= scale
    else:
        for seat in range(players):
            values[seat] = min(max(values[seat], low), high)
    return 0
