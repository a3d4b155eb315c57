"""Where a Guardian can go, how far things are, and what a shot meets."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.havresac.outlook import (
    AREA,
    FARTHEST,
    FOREST,
    LAKE,
    NOTHING,
    PIG,
    RUIN,
    STEPS,
    VILLAGE,
    WALL,
    is_monster,
)
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import Guardian

_FOREST_STEPS = 3
"""More steps for crossing a forest: it ends the move."""


@rule
def measure(outlook: Any, target: Any) -> None:
    """Fill in how many steps a target is from each cell, roughly: Guardians are no obstacles.

    Whoever stands in the way is a start point too, and nearer.
    """
    distance, queue, waiting = outlook.distance[target], outlook.queue, outlook.waiting
    for place in range(AREA):
        distance[place] = FARTHEST
        waiting[place] = 0
    goal = int(outlook.cell[target])
    distance[goal] = 0
    queue[0] = goal
    head, tail = 0, 1
    while head != tail:
        place = int(queue[head])
        head = (head + 1) % AREA
        waiting[place] = 0
        steps = int(distance[place]) + 1
        if place != goal and outlook.kind[place] == FOREST:
            steps += _FOREST_STEPS
        if steps >= FARTHEST:
            continue
        for direction in range(4):
            before = place + int(STEPS[direction])
            if outlook.kind[before] == WALL or steps >= distance[before]:
                continue
            distance[before] = steps
            # A lake or a monster can be started from, but not crossed.
            if outlook.kind[before] == LAKE or is_monster(outlook.creature[before]):
                continue
            if waiting[before] == 0:
                waiting[before] = 1
                queue[tail] = before
                tail = (tail + 1) % AREA


@rule
def _enters(outlook: Any, kind: Any, place: Any, flies: Any, sword: Any) -> Any:
    """0: cannot enter; 1: enters and may go on; 2: enters and stops."""
    terrain, creature = int(outlook.kind[place]), int(outlook.creature[place])
    if terrain == WALL or outlook.guardian[place] != 0:
        return 0
    if terrain == LAKE and not flies:
        return 0
    if creature == NOTHING:
        return 2 if terrain == FOREST and not flies else 1
    if is_monster(creature) and not sword:
        if kind != Guardian.WARRIOR or (outlook.night[Guardian.WARRIOR] != 0 and creature == PIG):
            return 0
    return 2


@rule
def reach(outlook: Any, kind: Any, boots: Any, feather: Any, sword: Any) -> None:
    """Mark in ``reached`` where a move can end with so many Boots, a Feather or a Sword."""
    reached, queue = outlook.reached, outlook.queue
    for place in range(AREA):
        reached[place] = 0
    flies = feather or (kind == Guardian.DRUID and outlook.night[Guardian.DRUID] == 0)
    if kind == Guardian.THIEF and outlook.night[Guardian.THIEF] != 0:
        _reach_straight(outlook, flies, sword)
        return
    tail = 0
    for index in range(int(outlook.starts)):
        queue[tail] = outlook.start_at[index]
        tail += 1
    head = 0
    for _ in range(int(outlook.steps[kind]) + boots * int(outlook.boots_steps)):
        last = tail
        while head < last:
            for direction in range(4):
                place = int(queue[head]) + int(STEPS[direction])
                if reached[place] != 0:
                    continue
                entered = _enters(outlook, kind, place, flies, sword)
                if entered == 0:
                    continue
                reached[place] = 1
                if entered == 1:
                    queue[tail] = place
                    tail += 1
            head += 1


@rule
def _reach_straight(outlook: Any, flies: Any, sword: Any) -> None:
    for index in range(int(outlook.starts)):
        for direction in range(4):
            place, entered = int(outlook.start_at[index]), 1
            while entered == 1:
                place += int(STEPS[direction])
                entered = _enters(outlook, Guardian.THIEF, place, flies, sword)
                if entered != 0:
                    outlook.reached[place] = 1


@rule
def shot_at(outlook: Any, place: Any, direction: Any) -> Any:
    """Place of the monster that a shot from a place hits; 0 for none."""
    step = int(STEPS[direction])
    ahead = place + step
    while outlook.kind[ahead] != WALL:
        if is_monster(outlook.creature[ahead]):
            return ahead
        terrain = int(outlook.kind[ahead])
        if outlook.creature[ahead] != NOTHING or outlook.guardian[ahead] != 0:
            return 0
        if terrain in (FOREST, RUIN, VILLAGE):
            return 0
        ahead += step
    return 0


@rule
def step_ahead(outlook: Any, place: Any, direction: Any) -> Any:
    """The next place in a direction; 0 if it is off the board."""
    ahead = place + int(STEPS[direction])
    return 0 if outlook.kind[ahead] == WALL else ahead


@rule
def two_away(outlook: Any, place: Any, direction: Any) -> Any:
    """The second place in a direction; 0 if it is off the board."""
    between = step_ahead(outlook, place, direction)
    return 0 if between == 0 else step_ahead(outlook, between, direction)
