"""Where a move can end, found without any cleverness (section 2, a move)."""

from .grid import DIRECTIONS, Cell, ahead
from .state import Seat, State


def destinations(
    state: State,
    seat: Seat,
    guardian: str,
    boots: int = 0,
    feather: bool = False,
    sword: bool = False,
) -> set[Cell]:
    """All cells on which at least one route ends.

    Every (cell, steps made, direction of the first step) that a route can come by is visited once.
    """
    limit = state.movement(guardian, boots)
    straight = limit is None
    longest = len(state.grid.kind) if limit is None else limit
    ignores = state.ignores_terrain(guardian, feather)
    starts = {state.grid.castle, *seat.guardians, *seat.tents}
    waiting = [(cell, 0, way) for cell in starts for way in DIRECTIONS]
    seen = set(waiting)
    found: set[Cell] = set()
    while waiting:
        place, steps, first = waiting.pop()
        if steps == longest:
            continue
        for way in DIRECTIONS:
            # Only a straight mover is bound to its first direction.
            if straight and way != first:
                continue
            cell = ahead(place, way)
            if not _may_enter(state, seat, guardian, cell, ignores, sword):
                continue
            found.add(cell)
            forest = state.grid.kind[cell] == "forest" and not ignores
            visit = (cell, steps + 1, first)
            if not forest and cell not in seat.creatures and visit not in seen:
                seen.add(visit)
                waiting.append(visit)
    return found


def _may_enter(
    state: State, seat: Seat, guardian: str, cell: Cell, ignores: bool, sword: bool
) -> bool:
    if cell not in state.grid.kind or cell in seat.guardians:
        return False
    if state.grid.kind[cell] == "lake" and not ignores:
        return False
    creature = seat.creatures.get(cell, "fairy")
    return creature == "fairy" or state.may_kill(guardian, creature, sword)
