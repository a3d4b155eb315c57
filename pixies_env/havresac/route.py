"""The route of a move, for drawings: rules need the destination only."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from pixies_env.havresac.names import (
    Direction,
)
from pixies_env.havresac.places import STRIDE, WORDS
from pixies_env.havresac.rules import movement

_STEPS = {Direction.UP: -STRIDE, Direction.RIGHT: 1, Direction.DOWN: STRIDE, Direction.LEFT: -1}


def route(state: np.ndarray, board: np.ndarray, destination: int) -> list[int]:
    """Places of the route that is drawn, from the start point to the destination.

    It is a shortest one; of these the one whose start point is first in reading order, then whose
    steps come first in the order up, right, down, left.

    Args:
        state: array of one position that asks for a move.
        board: the game's board record, an array of one.
        destination: place where the Guardian may move, see :mod:`places`.

    Raises:
        ValueError: the Guardian being played cannot go there.
    """
    record, printed = state[0], board[0]
    player, guardian = int(record.player), int(record.guardian)
    kills = _plain(movement.may_kill)(record, guardian)
    free = _plain(movement.ignores_terrain)(record, guardian)
    enter, ends, starts = set[int](), set[int](), set[int]()
    for word in range(WORDS):
        found = _plain(movement.ground)(record, printed, player, word, kills, free)
        for places, bits in zip((enter, ends, starts), found, strict=True):
            places.update(64 * word + bit for bit in range(64) if (int(bits) >> bit) & 1)
    if destination in enter:
        if _plain(movement.goes_straight)(record, guardian):
            straight = _straight(destination, enter - ends, starts)
            if straight:
                return straight
        else:
            steps = _plain(movement.steps_of)(record, printed, guardian)
            for way in _shortest(destination, enter - ends, starts, steps):
                return way
    raise ValueError(f"the Guardian being played cannot move to place {destination}")


def _plain(function: Any) -> Any:
    """The Python function behind a compiled one: a single record is cheaper uncompiled."""
    return getattr(function, "py_func", function)


def _straight(destination: int, passable: set[int], starts: set[int]) -> list[int]:
    """The shortest straight route, [] if there is none."""
    ways = []
    for direction in Direction:
        way = [destination]
        while True:
            before = way[0] - _STEPS[direction]
            way.insert(0, before)
            if before in starts:
                ways.append((len(way), before, direction, way))
                break
            if before not in passable:
                break
    return min(ways)[3] if ways else []


def _shortest(
    destination: int, passable: set[int], starts: set[int], steps: int
) -> Iterator[list[int]]:
    """The shortest route of at most so many steps, nothing if there is none."""
    layers = [{destination}]
    while len(layers) <= steps:
        around = {place + step for place in layers[-1] for step in _STEPS.values()}
        begins = sorted(around & starts)
        if begins:
            way = [begins[0]]
            for layer in reversed(layers):
                way.append(next(p for p in _following(way[-1]) if p in layer))
            yield way
            return
        layers.append(around & passable)


def _following(place: int) -> list[int]:
    return [place + _STEPS[direction] for direction in Direction]
