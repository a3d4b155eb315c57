"""Where a walk leads, and the best of it."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.taverns.outlook import UNKNOWN
from pixies_agents.heuristics.taverns.places import find_stop
from pixies_agents.heuristics.taverns.prices import rune_gain
from pixies_env.core.compilation.bits import lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import with_card
from pixies_env.taverns.rules.movement import next_zone


@rule
def walk_worth(
    state: Any, board: Any, weights: Any, outlook: Any, place: Any, zone: Any, steps: Any
) -> Any:
    """``(worth, end, runes)`` of the best walk of so many steps, see :func:`find_stop`.

    Runes are those of the Maple, ``worth`` has them.
    """
    _find_ends(board, outlook, zone, steps)
    side = steps % 2
    best, end, runes = UNKNOWN, zone, 0
    for other in range(int(board.zones)):
        number = int(outlook.runes_to[side, other])
        if number >= 0:
            worth = find_stop(state, board, weights, outlook, place, other)
            worth += rune_gain(state, board, outlook, number)
            if worth > best:
                best, end, runes = worth, other, number
    return best, end, runes


@rule
def _find_ends(board: Any, outlook: Any, zone: Any, steps: Any) -> None:
    """Fill in for each zone the runes on the way there in exactly so many steps, -1 if it is not.

    Steps write the two halves of the array in turn; those to read are in half ``steps % 2``.
    """
    zones = int(board.zones)
    for other in range(zones):
        outlook.runes_to[0, other] = -1
    outlook.runes_to[0, zone] = 0
    for step in range(steps):
        now, then = step % 2, (step + 1) % 2
        for other in range(zones):
            outlook.runes_to[then, other] = -1
        for other in range(zones):
            runes = int(outlook.runes_to[now, other])
            if runes < 0:
                continue
            ends = with_card(board.arrows[other], next_zone(board, other))
            while ends != 0:
                end = lowest_bit(ends)
                ends = without_lowest(ends)
                there = runes + 1 if end == board.maple else runes
                outlook.runes_to[then, end] = max(there, int(outlook.runes_to[then, end]))
