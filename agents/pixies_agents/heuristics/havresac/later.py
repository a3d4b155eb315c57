"""What can be done after a move, and what a Guardian bought is worth."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.havresac.moves import (
    add_taken,
    afar,
    afar_points,
    goal_afar,
    power_means,
)
from pixies_agents.heuristics.havresac.outlook import (
    A_CHEST,
    FOX,
    PIG,
    Term,
    clear,
)
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import Guardian

NO_THING = -1
"""The own power instead of an object."""


@rule
def weigh_afar(outlook: Any, thing: Any, direction: Any) -> None:
    """A ranged object in a direction, or the power of the drawn Guardian."""
    clear(outlook)
    means = thing
    if thing == NO_THING:
        means = power_means(outlook, int(outlook.drawn))
    else:
        outlook.terms[Term.OBJECTS] -= outlook.object_worth[thing]
    ahead = afar(outlook, means, int(outlook.standing), direction)
    if ahead != 0:
        add_taken(outlook, goal_afar(outlook, means, ahead))
        outlook.terms[Term.POINTS] += afar_points(outlook, int(outlook.drawn), means)


@rule
def weigh_buy(outlook: Any, weights: Any, kind: Any) -> None:
    """A Guardian for all rounds to come."""
    clear(outlook)
    night = outlook.night[kind] != 0
    worth = weights.night[kind] if night else weights.day[kind]
    # Each further one of its kind finds less to do.
    worth *= weights.same ** int(outlook.owned[kind])
    worth += weights.work * _work(outlook, kind) / (1.0 + int(outlook.owned[kind]))
    outlook.terms[Term.RECRUITS] += worth * outlook.rounds
    outlook.terms[Term.GOLD] -= outlook.gold * int(outlook.price[kind])


@rule
def _work(outlook: Any, kind: Any) -> Any:
    """Targets on the board that only this kind can take, and such as are like it."""
    work = 0
    for target in range(int(outlook.targets)):
        goal = int(outlook.type[target])
        if goal == A_CHEST and kind == Guardian.THIEF:
            work += 1
        elif FOX <= goal <= PIG and outlook.can[kind, goal] != 0:
            work += 1
    return work
