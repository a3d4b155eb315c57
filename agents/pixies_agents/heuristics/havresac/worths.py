"""What Glory, targets, objects and Gold are worth in a position."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.havresac.outlook import (
    A_CHEST,
    A_RUIN,
    AREA,
    CHEST,
    FAIRY,
    FARTHEST,
    FOX,
    GLORY,
    KINDS,
    MAX_TARGETS,
    NOTHING,
    OBJECTS,
    PIG,
    RUIN,
    flight,
)
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.limits import GAINS
from pixies_env.havresac.names import Guardian, Thing

_STRAIGHT = 4
"""Steps that a Night Thief's move counts as, which has no limit and no turn."""


@rule
def find_worths(outlook: Any, board: Any, weights: Any) -> None:
    """Fill in all worths, and the targets with theirs."""
    outlook.gold = weights.gold * int(outlook.recruitments)
    outlook.unit = weights.later + 0.5 * outlook.gold
    _find_gains(outlook, board, weights)
    _find_objects(outlook, weights)
    _find_taken(outlook, board, weights)
    _find_means(outlook, weights)
    _find_targets(outlook, weights)


@rule
def worth_of_glory(outlook: Any, board: Any, glory: Any) -> Any:
    """Points and Gold for an amount of Glory, in between by straight lines."""
    last = GAINS - 1
    if glory >= last:
        above = (glory - last) * int(board.vp_per_glory_above)
        return int(board.vp_gains[last]) + above + outlook.gold * int(board.gold_gains[last])
    whole = int(glory)
    part = glory - whole
    here = int(board.vp_gains[whole]) + outlook.gold * int(board.gold_gains[whole])
    above = int(board.vp_gains[whole + 1]) + outlook.gold * int(board.gold_gains[whole + 1])
    return here + part * (above - here)


@rule
def _find_gains(outlook: Any, board: Any, weights: Any) -> None:
    """Against the mean of the worths around what is to be expected."""
    tokens = int(outlook.tokens)
    expected = int(outlook.glory) + weights.more * tokens
    width = weights.blur * tokens
    before = 0.0
    for glory in range(GLORY):
        around = 0.0
        for step in range(-2, 3):
            amount = max(expected + glory + 0.5 * step * width, 0.0)
            around += worth_of_glory(outlook, board, amount)
        if glory == 0:
            before = around
        outlook.gain[glory] = (around - before) / 5.0


@rule
def gain_of(outlook: Any, glory: Any) -> Any:
    """Worth of so much more Glory in this round, in between by straight lines."""
    whole = min(int(glory), GLORY - 2)
    step = outlook.gain[whole + 1] - outlook.gain[whole]
    return outlook.gain[whole] + (glory - whole) * step


@rule
def _find_objects(outlook: Any, weights: Any) -> None:
    """Objects are worth less when few draws are left to use them in."""
    owned = 0
    for kind in range(KINDS):
        owned += int(outlook.owned[kind])
    draws = int(outlook.tokens) + int(outlook.rounds) * owned
    share = min(draws / max(weights.spending, 1.0), 1.0)
    for thing in range(Thing.CUP):
        outlook.object_worth[thing] = weights.thing[thing] * share
    outlook.object_worth[Thing.CUP] = gain_of(outlook, outlook.cup_glory)


@rule
def _find_taken(outlook: Any, board: Any, weights: Any) -> None:
    for goal in range(A_CHEST + 1):
        outlook.taken_points[goal] = 0.0
        outlook.taken_objects[goal] = 0.0
    fairy = int(board.fairy_column[min(int(outlook.fairies), int(board.fairy_places) - 1)])
    outlook.taken_glory[NOTHING] = 0.0
    outlook.taken_glory[FAIRY] = weights.fairy + gain_of(outlook, fairy)
    for monster in range(PIG - FOX + 1):
        goal = FOX + monster
        gain = gain_of(outlook, int(board.monster_glory[monster]))
        outlook.taken_glory[goal] = weights.monster[monster] + gain
        outlook.taken_points[goal] = int(board.monster_vp[monster])
    # The next two steps of the column: often only every other one adds.
    repaired, last = int(outlook.repaired), int(board.village_tokens)
    ahead = min(repaired + 2, last)
    step = (int(board.village_column[ahead]) - int(board.village_column[min(repaired, last)])) / 2.0
    rounds = int(outlook.rounds)
    outlook.taken_glory[A_RUIN] = (
        weights.ruin + gain_of(outlook, step) + weights.village * step * rounds * outlook.unit
    )
    outlook.taken_glory[A_CHEST] = 0.0
    outlook.taken_points[A_CHEST] = int(board.opened_chest_vp)
    closed, worth = 0, 0.0
    for thing in range(OBJECTS):
        closed += int(outlook.closed[thing])
        worth += int(outlook.closed[thing]) * outlook.object_worth[thing]
    outlook.taken_objects[A_CHEST] = worth / max(closed, 1)


@rule
def _find_means(outlook: Any, weights: Any) -> None:
    """Who can take what, and the chance to do so at a distance."""
    for kind in range(KINDS):
        for goal in range(A_CHEST + 1):
            outlook.can[kind, goal] = 0
        outlook.can[kind, FAIRY] = 1
        outlook.can[kind, A_RUIN] = 1
        steps = int(outlook.steps[kind])
        if kind == Guardian.THIEF and outlook.night[Guardian.THIEF] != 0:
            steps = _STRAIGHT
        chance = weights.sure
        for distance in range(FARTHEST + 1):
            if distance > steps:
                chance *= weights.fade
            outlook.chance[kind, distance] = chance
        outlook.chance[kind, FARTHEST] = 0.0
    outlook.can[Guardian.THIEF, A_CHEST] = 1
    for goal in range(FOX, PIG + 1):
        outlook.can[Guardian.HUNTRESS, goal] = 1
        outlook.can[Guardian.WARRIOR, goal] = goal != PIG or outlook.night[Guardian.WARRIOR] == 0


@rule
def _find_targets(outlook: Any, weights: Any) -> None:
    outlook.targets = 0
    for place in range(AREA):
        outlook.at[place] = -1
    for pass_number in range(3):
        for place in range(AREA):
            goal = 0
            if pass_number == 0:
                goal = int(outlook.creature[place])
            elif pass_number == 1 and outlook.kind[place] == CHEST:
                goal = A_CHEST
            elif pass_number == 2 and outlook.kind[place] == RUIN and outlook.villages > 0:
                goal = A_RUIN
            if goal != 0:
                _add_target(outlook, weights, place, goal)


@rule
def _add_target(outlook: Any, weights: Any, place: Any, goal: Any) -> None:
    target = int(outlook.targets)
    if target == MAX_TARGETS:
        return
    worth = outlook.taken_glory[goal] + outlook.taken_points[goal] + outlook.taken_objects[goal]
    if goal != FAIRY and goal != A_RUIN and outlook.rounds > 0:
        # What is near the castle can be taken in any round.
        worth *= 1.0 + weights.far * flight(place, int(outlook.castle))
    outlook.cell[target] = place
    outlook.type[target] = goal
    outlook.worth[target] = worth
    outlook.at[place] = target
    outlook.targets = target + 1
