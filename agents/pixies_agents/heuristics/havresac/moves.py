"""What a destination, an object before the move and a recall are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.havresac.outlook import (
    A_CHEST,
    A_RUIN,
    AREA,
    CHEST,
    FAIRY,
    KINDS,
    NOTHING,
    RUIN,
    WAYS,
    Term,
    clear,
    total,
)
from pixies_agents.heuristics.havresac.potential import (
    add_start,
    begin_trial,
    potential,
    take,
)
from pixies_agents.heuristics.havresac.ways import reach, shot_at, step_ahead, two_away
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import Guardian, Thing


@rule
def add_taken(outlook: Any, goal: Any) -> None:
    """The terms of taking a kind of target."""
    outlook.terms[Term.GLORY] += outlook.taken_glory[goal]
    outlook.terms[Term.POINTS] += outlook.taken_points[goal]
    outlook.terms[Term.OBJECTS] += outlook.taken_objects[goal]


@rule
def taken_worth(outlook: Any, goal: Any) -> Any:
    """Their sum."""
    return outlook.taken_glory[goal] + outlook.taken_points[goal] + outlook.taken_objects[goal]


@rule
def goal_on(outlook: Any, kind: Any, place: Any) -> Any:
    """Kind of target that a Guardian takes by ending its move on a place; 0 for none."""
    creature, terrain = int(outlook.creature[place]), int(outlook.kind[place])
    if creature != NOTHING:
        return creature
    if terrain == RUIN and outlook.villages > 0:
        return A_RUIN
    if terrain == CHEST and kind == Guardian.THIEF:
        return A_CHEST
    return 0


@rule
def afar(outlook: Any, means: Any, place: Any, direction: Any) -> Any:
    """Place of what a Bow, a Hammer or a Net takes from a place; 0 for none."""
    if means == Thing.BOW:
        return shot_at(outlook, place, direction)
    ahead = two_away(outlook, place, direction)
    if ahead == 0:
        return 0
    if means == Thing.NET:
        return ahead if outlook.creature[ahead] == FAIRY else 0
    ruined = outlook.kind[ahead] == RUIN and outlook.villages > 0
    return ahead if ruined else 0


@rule
def goal_afar(outlook: Any, means: Any, place: Any) -> Any:
    """Kind of target that a Bow, a Hammer or a Net takes on a place."""
    return A_RUIN if means == Thing.HAMMER else int(outlook.creature[place])


@rule
def power_means(outlook: Any, kind: Any) -> Any:
    """The object that the power of a Guardian is like, -1 if it is like none."""
    if kind == Guardian.HUNTRESS:
        return Thing.BOW
    if kind == Guardian.GUIDE and outlook.night[Guardian.GUIDE] != 0:
        return Thing.NET
    if kind == Guardian.DRUID and outlook.night[Guardian.DRUID] != 0:
        return Thing.HAMMER
    return -1


@rule
def afar_points(outlook: Any, kind: Any, means: Any) -> Any:
    """Points at once for a kill at range."""
    if means == Thing.BOW and kind == Guardian.HUNTRESS and outlook.night[Guardian.HUNTRESS] != 0:
        return outlook.huntress_points
    return 0.0


@rule
def _add_after(outlook: Any, kind: Any, place: Any) -> None:
    """What the power and ranged objects can do from a place, each what is best for it."""
    power = power_means(outlook, kind)
    for turn in range(Thing.BOW - 1, Thing.NET + 1):
        # The power first: it costs nothing.
        means, cost = (power, 0.0) if turn < Thing.BOW else (turn, outlook.object_worth[turn])
        if means < 0 or (turn >= Thing.BOW and outlook.objects[turn] <= 0):
            continue
        best, chosen, goal = 0.0, 0, 0
        points = afar_points(outlook, kind, means)
        for direction in range(4):
            ahead = afar(outlook, means, place, direction)
            if ahead == 0:
                continue
            target = int(outlook.at[ahead])
            if target >= 0 and outlook.gone[target] != 0:
                continue
            goal_there = goal_afar(outlook, means, ahead)
            worth = taken_worth(outlook, goal_there) + points - cost
            if worth > best:
                best, chosen, goal = worth, ahead, goal_there
        if chosen != 0:
            add_taken(outlook, goal)
            outlook.terms[Term.POINTS] += points
            outlook.terms[Term.OBJECTS] -= cost
            take(outlook, chosen)


@rule
def _tent(outlook: Any, weights: Any, place: Any) -> Any:
    """Worth of a Tent in the next round."""
    if outlook.rounds == 0:
        return 0.0
    worth = weights.tent
    for target in range(int(outlook.targets)):
        if outlook.type[target] == FAIRY or outlook.gone[target] != 0:
            continue
        before = outlook.chance[Guardian.GUIDE, int(outlook.distance[target, outlook.castle])]
        after = outlook.chance[Guardian.GUIDE, int(outlook.distance[target, place])]
        worth += weights.tent_target * max(after - before, 0.0) * outlook.worth[target]
    creature = int(outlook.coming[place])
    if creature != NOTHING:
        worth += weights.tent_catch * outlook.coming_chance * taken_worth(outlook, creature)
    return worth


@rule
def _begin_move(outlook: Any, weights: Any, place: Any) -> None:
    """What moving to a place brings at once; start points and targets are then as after it."""
    kind = int(outlook.drawn)
    goal = goal_on(outlook, kind, place)
    if goal != 0:
        add_taken(outlook, goal)
    add_start(outlook, place)
    _add_after(outlook, kind, place)
    if kind == Guardian.GUIDE and outlook.night[Guardian.GUIDE] == 0:
        outlook.terms[Term.TENTS] += _tent(outlook, weights, place)
    if kind == Guardian.PRIESTESS and outlook.night[Guardian.PRIESTESS] != 0:
        outlook.terms[Term.REPLAY] += _best_in_line(outlook, place)


@rule
def find_moves(outlook: Any, weights: Any) -> None:
    """Everything that depends on targets to come: the potential as it is, replays, destinations.

    One loop, because what is called in several places is compiled several times.
    """
    _find_ways(outlook)
    for trial in range(-1 - KINDS, AREA):
        # First the position as it is, then a token more of each kind, then all places.
        extra = trial + KINDS if -KINDS <= trial < 0 else -1
        if trial >= 0 and outlook.ways[trial] == 0:
            continue
        clear(outlook)
        begin_trial(outlook)
        if extra >= 0:
            outlook.bag[extra] += 1
        if trial >= 0:
            _begin_move(outlook, weights, trial)
        chances = potential(outlook, weights)
        if extra >= 0:
            outlook.bag[extra] -= 1
            outlook.replays[extra] = chances - outlook.now
        elif trial < 0:
            outlook.now = chances
        else:
            outlook.terms[Term.POSITION] += chances - outlook.now
            outlook.destination[trial] = total(outlook)
            for term in range(len(Term)):
                outlook.moves[trial, term] = outlook.terms[term]


@rule
def _find_ways(outlook: Any) -> None:
    """For each place the ways to get there: bit k is set for the k-th set of objects."""
    for place in range(AREA):
        outlook.ways[place] = 0
    if outlook.drawn < 0 or outlook.standing != 0:
        return
    for way in range(WAYS):
        if not can_use(outlook, way):
            continue
        boots = int(outlook.used_boots) + boots_of(way)
        feather = feather_of(way) != 0 or outlook.used_feather != 0
        sword = sword_of(way) != 0 or outlook.used_sword != 0
        reach(outlook, int(outlook.drawn), boots, feather, sword)
        for place in range(AREA):
            if outlook.reached[place] != 0:
                outlook.ways[place] |= 1 << way


@rule
def boots_of(way: Any) -> Any:
    """Boots that a set of objects has, 0 to 2."""
    return way % 3


@rule
def feather_of(way: Any) -> Any:
    """Whether a set of objects has a Feather."""
    return (way // 3) % 2


@rule
def sword_of(way: Any) -> Any:
    """Whether a set of objects has a Sword."""
    return way // 6


@rule
def can_use(outlook: Any, way: Any) -> Any:
    """Whether a set of objects is at hand and of use, in addition to what has been used."""
    if boots_of(way) > outlook.objects[Thing.BOOTS]:
        return False
    if (
        feather_of(way) > outlook.objects[Thing.FEATHER]
        or sword_of(way) > outlook.objects[Thing.SWORD]
    ):
        return False
    used_twice = feather_of(way) * int(outlook.used_feather) + sword_of(way) * int(
        outlook.used_sword
    )
    return used_twice == 0


@rule
def weigh_move(outlook: Any, place: Any) -> None:
    """The drawn Guardian moves to a place."""
    for term in range(len(Term)):
        outlook.terms[term] = outlook.moves[place, term]


@rule
def _best_in_line(outlook: Any, place: Any) -> Any:
    """The best replay of a Guardian in the row or column of a place."""
    best = 0.0
    for direction in range(4):
        ahead = place
        while True:
            ahead = step_ahead(outlook, ahead, direction)
            if ahead == 0:
                break
            other = int(outlook.guardian[ahead]) - 1
            if other >= 0 and other != Guardian.PRIESTESS:
                best = max(best, outlook.replays[other])
    return best


@rule
def weigh_recall(outlook: Any, weights: Any, place: Any) -> None:
    """A Guardian goes into the bag; by day the Priestess takes its place."""
    clear(outlook)
    kind = int(outlook.guardian[place]) - 1
    outlook.terms[Term.REPLAY] += weights.recall + outlook.replays[kind]
    if kind == Guardian.GUIDE and outlook.night[Guardian.GUIDE] == 0:
        outlook.terms[Term.TENTS] -= _tent(outlook, weights, place)


@rule
def weigh_use(outlook: Any, thing: Any) -> None:
    """An object before the move, and the best move with it and any others."""
    best, chosen, spent = -np.inf, 0, outlook.object_worth[thing]
    for way in range(WAYS):
        if not can_use(outlook, way) or _number_of(way, thing) == 0:
            continue
        cost = (
            boots_of(way) * outlook.object_worth[Thing.BOOTS]
            + feather_of(way) * outlook.object_worth[Thing.FEATHER]
            + sword_of(way) * outlook.object_worth[Thing.SWORD]
        )
        for place in range(AREA):
            reached = (int(outlook.ways[place]) >> way) & 1
            if reached != 0 and outlook.destination[place] - cost > best:
                best, chosen, spent = outlook.destination[place] - cost, place, cost
    clear(outlook)
    if chosen != 0:
        weigh_move(outlook, chosen)
    outlook.terms[Term.OBJECTS] -= spent


@rule
def _number_of(way: Any, thing: Any) -> Any:
    if thing == Thing.BOOTS:
        return boots_of(way)
    return feather_of(way) if thing == Thing.FEATHER else sword_of(way)
