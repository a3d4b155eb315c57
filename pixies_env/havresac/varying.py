"""Ways in which the printed numbers that are not known are changed, for :mod:`unknowns`.

Each takes the tables of a board and a number from 0 to 1.
"""

from collections.abc import Callable, Iterable, Sequence
from math import floor
from typing import Any

import numpy as np

from pixies_env.core.kit.unknowns import Tables
from pixies_env.havresac import limits
from pixies_env.havresac.names import GUARDIANS, OBJECTS

ARRANGEMENTS = 1000
MOVE_SHIFTS = (-1.0, 1.0)
COST_SHIFTS = (-3.0, 2.0)
SPECIALIST_SHIFTS = (-2.0, 2.0)
VILLAGE_STEPS = (0.25, 1.25)
FAIRY_STEPS = (0.0, 1.0)
FIRST_GOLD = (0.0, 6.0)
BENDS = (0.8, 2.4)
LAST_VP = (6.0, 14.0)
MONSTER_POINTS = (
    (1, 1, 1),
    (1, 1, 2),
    (1, 2, 2),
    (1, 2, 3),
    (1, 2, 4),
    (1, 3, 5),
    (2, 4, 6),
)
"""Victory points of a Fox, a Crocodile and a Pig, from few to many."""
SHIPPED_VILLAGE_STEP, SHIPPED_FAIRY_STEP = 1.0, 0.5
SHIPPED_FIRST_GOLD = 1.0
SHIPPED_BEND, SHIPPED_LAST_VP = 1.0, 8.0
SHIPPED_POINTS = (1, 2, 3)
"""Where the shipped board stands within these ends."""
SPECIALISTS = ("druid", "huntress")
"""Guardians that are in no starting bag."""
KNOWN_PIG = "R"
_KNOWN_GLORY, _KNOWN_GOLD, _KNOWN_VP = 10, 9, 4
"""The column of the gain table that the rulebook tells."""
_KNOWN_VILLAGES, _KNOWN_COLUMN, _KNOWN_FAIRY = 2, 2, 2
"""Repaired villages and their Glory, Glory of the first place of the Fairy column."""
_DRAWS = 100
"""Maps drawn one after the other until lakes cut off nothing."""

Map = list[list[str]]


def between(where: float, ends: tuple[float, float]) -> float:
    """What lies at a number from 0 to 1 between two ends."""
    return ends[0] + where * (ends[1] - ends[0])


def _floor(number: float) -> int:
    """The whole number below, where sums of fractions may fall short of one by a rounding."""
    return floor(number + 1e-9)


def _arranged(where: float) -> np.random.Generator | None:
    """What draws an arrangement; None for the given one."""
    arrangement = round(where * (ARRANGEMENTS - 1))
    return np.random.default_rng(arrangement) if arrangement else None


def map_of(season: str) -> Callable[[Tables, float], None]:
    """All but castle and set-up spaces elsewhere on the map of a season; lakes cut off nothing."""

    def arrange(board: Tables, where: float) -> None:
        draws, legend = _arranged(where), board["legend"]
        if draws is None:
            return
        cells = [row.split() for row in board["maps"][season]]
        kept = (legend["castle"], legend["setup"])
        free = [
            (row, column)
            for row, signs in enumerate(cells)
            for column, sign in enumerate(signs)
            if sign not in kept
        ]
        signs = [cells[row][column] for row, column in free]
        for _ in range(_DRAWS):
            for (row, column), place in zip(free, draws.permutation(len(free)), strict=True):
                cells[row][column] = signs[place]
            if is_connected(cells, legend["lake"]):
                break
        board["maps"][season] = [" ".join(row) for row in cells]

    return arrange


def is_connected(cells: Sequence[Sequence[str]], lake: str) -> bool:
    """Whether steps from cell to cell lead from any one to any other without a lake."""
    dry = {
        (row, column)
        for row, signs in enumerate(cells)
        for column, sign in enumerate(signs)
        if sign != lake
    }
    ahead = [min(dry)] if dry else []
    reached = set(ahead)
    while ahead:
        row, column = ahead.pop()
        steps = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        new = (steps & dry) - reached
        reached |= new
        ahead += new
    return reached == dry


def cards(board: Tables, where: float) -> None:
    """Other huts for the monsters, as many of each; the pig that is known stays."""
    draws, printed = _arranged(where), board["cards"]
    if draws is None:
        return
    kinds = ("fox", "crocodile", "pig")
    pigs = [label for label in printed["pig"] if label == KNOWN_PIG]
    huts = [label for kind in kinds for label in printed[kind] if label not in pigs]
    counts = {kind: len(printed[kind]) for kind in kinds}
    counts["pig"] -= len(pigs)
    left = iter([huts[place] for place in draws.permutation(len(huts))])
    for kind in kinds:
        drawn = [next(left) for _ in range(counts[kind])]
        printed[kind] = sorted([*drawn, *pigs] if kind == "pig" else drawn)


def _moves(board: Tables, face: str) -> Iterable[dict[str, int]]:
    """Tiles whose moves are not known."""
    known = ("warrior",) if face == "day" else ("thief",)
    return (board[face][guardian] for guardian in GUARDIANS if guardian not in known)


def _shifted(number: int, shift: float, most: int) -> int:
    return min(max(_floor(number + shift + 0.5), 1), most)


def moves_of(face: str) -> Callable[[Tables, float], None]:
    """More or fewer steps of all tiles on a face."""

    def change(board: Tables, where: float) -> None:
        for tile in _moves(board, face):
            tile["move"] = _shifted(tile["move"], between(where, MOVE_SHIFTS), limits.MAX_MOVE)

    return change


def costs_of(face: str) -> Callable[[Tables, float], None]:
    """More or less Gold for all tiles on a face."""

    def change(board: Tables, where: float) -> None:
        for guardian in GUARDIANS:
            _charge(board[face][guardian], between(where, COST_SHIFTS))

    return change


def specialist_costs(board: Tables, where: float) -> None:
    """More or less Gold for Guardians that are in no starting bag."""
    for face in ("day", "night"):
        for guardian in SPECIALISTS:
            _charge(board[face][guardian], between(where, SPECIALIST_SHIFTS))


def _charge(tile: dict[str, int], shift: float) -> None:
    tile["cost"] = _shifted(tile["cost"], shift, limits.MAX_COST)


def tiles(board: Tables, where: float) -> None:
    """Each move and each price by one more, the same, or one less."""
    draws = _arranged(where)
    if draws is None:
        return
    for face in ("day", "night"):
        for tile in _moves(board, face):
            tile["move"] = _shifted(tile["move"], int(draws.integers(-1, 2)), limits.MAX_MOVE)
        for guardian in GUARDIANS:
            _charge(board[face][guardian], int(draws.integers(-1, 2)))


def chests(board: Tables, where: float) -> None:
    """Another mix of as many objects; each kind is there."""
    draws, printed = _arranged(where), board["chests"]
    if draws is None:
        return
    more = sum(printed[thing] for thing in OBJECTS) - len(OBJECTS)
    drawn = draws.integers(len(OBJECTS), size=max(more, 0)).tolist()
    for kind, thing in enumerate(OBJECTS):
        printed[thing] = 1 + drawn.count(kind)


def village_column(board: Tables, where: float) -> None:
    """Glory that each village beyond the second adds."""
    step, column = between(where, VILLAGE_STEPS), board["glory"]["village_column"]
    board["glory"]["village_column"] = [
        _KNOWN_COLUMN + _floor(step * (count - _KNOWN_VILLAGES))
        if count > _KNOWN_VILLAGES
        else min(count, _KNOWN_COLUMN)
        for count in range(len(column))
    ]


def fairy_column(board: Tables, where: float) -> None:
    """Glory that each Fairy beyond the first adds."""
    step, column = between(where, FAIRY_STEPS), board["glory"]["fairy_column"]
    board["glory"]["fairy_column"] = [
        _KNOWN_FAIRY + _floor(step * place) for place in range(len(column))
    ]


def gold(board: Tables, where: float) -> None:
    """Gold without Glory; in equal steps through what is known."""
    first = between(where, FIRST_GOLD)
    step = (_KNOWN_GOLD - first) / _KNOWN_GLORY
    board["gains"]["gold"] = [_floor(first + step * glory) for glory in range(limits.GAINS)]


def vp_below(board: Tables, where: float) -> None:
    """Victory points for less Glory than is known: from early to late."""
    bend = between(where, BENDS)
    points = [
        _floor(_KNOWN_VP * (glory / _KNOWN_GLORY) ** bend) for glory in range(_KNOWN_GLORY + 1)
    ]
    board["gains"]["vp"] = [*points, *board["gains"]["vp"][_KNOWN_GLORY + 1 :]]


def vp_above(board: Tables, where: float) -> None:
    """Victory points for more Glory than is known, in equal steps to the last column."""
    steps = limits.GAINS - 1 - _KNOWN_GLORY
    step = (between(where, LAST_VP) - _KNOWN_VP) / steps
    points = [_KNOWN_VP + _floor(step * above) for above in range(1, steps + 1)]
    board["gains"]["vp"] = [*board["gains"]["vp"][: _KNOWN_GLORY + 1], *points]


def monster_points(board: Tables, where: float) -> None:
    """Victory points of the monsters in the end."""
    points: Any = MONSTER_POINTS[round(where * (len(MONSTER_POINTS) - 1))]
    board["final"]["monster"] = dict(zip(("fox", "crocodile", "pig"), points, strict=True))
