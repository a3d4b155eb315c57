"""Section 2.II, a move: which cells a Guardian can reach."""

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import (
    DIRECTIONS,
    Face,
    Guardian,
    Prey,
)
from pixies_env.havresac.places import around, towards
from pixies_env.havresac.state import CREATURE_PLANE, guardians_in, monsters_in, pigs_in

_ZERO = np.uint64(0)


@rule
def ignores_terrain(state: Any, guardian: Any) -> Any:
    """Whether forests and lakes mean nothing: the Day Druid, or with the Feather."""
    return state.feather != 0 or (
        guardian == Guardian.DRUID and state.faces[Guardian.DRUID] == Face.DAY
    )


@rule
def may_kill(state: Any, guardian: Any) -> Any:
    """Which monsters the Guardian kills by entering their cells."""
    if state.sword != 0:
        return Prey.ALL
    if guardian == Guardian.WARRIOR:
        return Prey.ALL if state.faces[Guardian.WARRIOR] == Face.DAY else Prey.NO_PIGS
    return Prey.NONE


@rule
def goes_straight(state: Any, guardian: Any) -> Any:
    """Whether all steps have one direction and there may be any number: the Night Thief."""
    return guardian == Guardian.THIEF and state.faces[Guardian.THIEF] == Face.NIGHT


@rule
def steps_of(state: Any, board: Any, guardian: Any) -> Any:
    """Most steps of a move, Boots included; not for the Night Thief."""
    face = int(state.faces[guardian])
    return int(board.moves[face, guardian]) + int(board.boots_steps) * int(state.boots)


@rule
def ground(state: Any, board: Any, player: Any, word: Any, kills: Any, free: Any) -> Any:
    """Cells that can be entered, those of them that end the move, and start points; one word."""
    guardians = guardians_in(state, player, word)
    creatures = state.occupants[player, CREATURE_PLANE, word]
    enter = board.cells[word] & ~guardians
    ends = creatures
    if kills == Prey.NONE:
        enter &= ~monsters_in(state, player, word)
    elif kills == Prey.NO_PIGS:
        enter &= ~pigs_in(state, player, word)
    if not free:
        enter &= ~board.lakes[word]
        ends |= board.forests[word]
    return enter, ends, guardians | state.tents[player, word] | board.castles[word]


@rule
def destinations(state: Any, board: Any, player: Any, guardian: Any) -> Any:
    """Every cell at which a route of the Guardian drawn can end, as four words."""
    kills, free = may_kill(state, guardian), ignores_terrain(state, guardian)
    enter0, ends0, start0 = ground(state, board, player, 0, kills, free)
    enter1, ends1, start1 = ground(state, board, player, 1, kills, free)
    enter2, ends2, start2 = ground(state, board, player, 2, kills, free)
    enter3, ends3, start3 = ground(state, board, player, 3, kills, free)
    go0, go1, go2, go3 = enter0 & ~ends0, enter1 & ~ends1, enter2 & ~ends2, enter3 & ~ends3
    a, b, c, d = start0, start1, start2, start3
    # In the first step no start point has ended the move, whatever its cell.
    if goes_straight(state, guardian):
        found0, found1, found2, found3 = _ZERO, _ZERO, _ZERO, _ZERO
        for direction in range(len(DIRECTIONS)):
            a, b, c, d = start0, start1, start2, start3
            while (a | b | c | d) != 0:
                a, b, c, d = towards(a, b, c, d, direction)
                found0 |= a & enter0
                found1 |= b & enter1
                found2 |= c & enter2
                found3 |= d & enter3
                a, b, c, d = a & go0, b & go1, c & go2, d & go3
        return found0, found1, found2, found3
    steps = steps_of(state, board, guardian)
    if steps == 0:
        return _ZERO, _ZERO, _ZERO, _ZERO
    # A cell is reached once something beside it was: only the last step matters apart.
    for _ in range(steps - 1):
        e, f, g, h = around(a, b, c, d)
        e, f, g, h = a | (e & go0), b | (f & go1), c | (g & go2), d | (h & go3)
        if e == a and f == b and g == c and h == d:
            break
        a, b, c, d = e, f, g, h
    a, b, c, d = around(a, b, c, d)
    return a & enter0, b & enter1, c & enter2, d & enter3
