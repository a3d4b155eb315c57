"""What the tokens in the bag can take from a set of start points."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.havresac.outlook import (
    A_RUIN,
    FAIRY,
    FARTHEST,
    KINDS,
    flight,
    is_monster,
)
from pixies_agents.heuristics.havresac.ways import measure
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import Guardian

_ORDER = np.array(
    [
        Guardian.HUNTRESS,
        Guardian.WARRIOR,
        Guardian.THIEF,
        Guardian.DRUID,
        Guardian.GUIDE,
        Guardian.PRIESTESS,
    ],
    np.int64,
)
"""Who can take what others cannot comes first."""
_TWO = 2
"""Cells between a Guardian and what it takes from afar."""


@rule
def find_distances(outlook: Any) -> None:
    """Distances of all targets, from each cell and from the nearest start point."""
    for target in range(int(outlook.targets)):
        measure(outlook, target)
        goal = int(outlook.cell[target])
        near, flown = FARTHEST, FARTHEST
        for index in range(int(outlook.starts)):
            place = int(outlook.start_at[index])
            near = min(near, int(outlook.distance[target, place]))
            flown = min(flown, flight(place, goal))
        outlook.near[target] = near
        outlook.flown[target] = flown


@rule
def begin_trial(outlook: Any) -> None:
    """Start points as they are."""
    for target in range(int(outlook.targets)):
        outlook.here[target] = outlook.near[target]
        outlook.here_flown[target] = outlook.flown[target]
        outlook.gone[target] = outlook.guardian[outlook.cell[target]] != 0


@rule
def add_start(outlook: Any, place: Any) -> None:
    """A start point more; what it stands on cannot be entered."""
    for target in range(int(outlook.targets)):
        steps = int(outlook.distance[target, place])
        outlook.here[target] = min(int(outlook.here[target]), steps)
        flown = flight(place, int(outlook.cell[target]))
        outlook.here_flown[target] = min(int(outlook.here_flown[target]), flown)
    take(outlook, place)


@rule
def take(outlook: Any, place: Any) -> None:
    """What is on a place is no target any more."""
    target = int(outlook.at[place])
    if target >= 0:
        outlook.gone[target] = 1


@rule
def steps_to(outlook: Any, weights: Any, kind: Any, target: Any) -> Any:
    """Steps that a kind of Guardian has to go in order to take a target."""
    steps, goal = int(outlook.here[target]), int(outlook.type[target])
    if kind == Guardian.DRUID and outlook.night[Guardian.DRUID] == 0:
        steps = min(steps, int(outlook.here_flown[target]))
    if kind == Guardian.HUNTRESS and is_monster(goal):
        steps -= int(weights.shot)
    elif kind == Guardian.GUIDE and goal == FAIRY and outlook.night[Guardian.GUIDE] != 0:
        steps -= _TWO
    elif kind == Guardian.DRUID and goal == A_RUIN and outlook.night[Guardian.DRUID] != 0:
        steps -= _TWO
    return max(steps, 0)


@rule
def potential(outlook: Any, weights: Any) -> Any:
    """Worth of the best target for each token, one after the other, specialists first."""
    worth = 0.0
    for index in range(KINDS):
        kind = int(_ORDER[index])
        for _ in range(int(outlook.bag[kind])):
            best, chosen = 0.0, -1
            for target in range(int(outlook.targets)):
                goal = int(outlook.type[target])
                if outlook.gone[target] != 0 or outlook.can[kind, goal] == 0:
                    continue
                if outlook.worth[target] <= best:
                    continue
                steps = steps_to(outlook, weights, kind, target)
                here = outlook.worth[target] * outlook.chance[kind, steps]
                if here > best:
                    best, chosen = here, target
            if chosen < 0:
                break
            outlook.gone[chosen] = 1
            worth += best
    return weights.position * worth
