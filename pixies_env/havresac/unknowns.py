"""How the printed numbers that are not known could be otherwise: plausible other printings.

All of them agree with what is known: what lies on the maps and what each kind of it is, the pig
that a card names, the moves that the rulebook tells, ten objects of seven kinds, Glory of two
villages and of the first Fairy, Gold and points of Glory 10. And all can lie side by side in a
batch: the size of the maps is the same. One number from 0 to 1 says how far each way goes;
:data:`UNKNOWNS` says what 0 and 1 mean.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from pixies_env.core.game import Unknown
from pixies_env.core.kit import unknowns
from pixies_env.core.kit.unknowns import Way
from pixies_env.havresac import varying
from pixies_env.havresac.names import FACES, GUARDIANS, OBJECTS, SEASONS

_ARRANGED = f"0: as shipped; else one of {varying.ARRANGEMENTS - 1} arrangements drawn at random: "
_TILES = {face: tuple(f"{face}.{guardian}" for guardian in GUARDIANS) for face in FACES}
_OF_SPECIALISTS = tuple(f"{face}.{guardian}" for face in FACES for guardian in varying.SPECIALISTS)
_MOVES = {
    face: tuple(key for key in _TILES[face] if key not in ("day.warrior", "night.thief"))
    for face in FACES
}


def _between(
    name: str, keys: tuple[str, ...], what: str, ends: tuple[float, float], shipped: float
) -> Unknown:
    where = (shipped - ends[0]) / (ends[1] - ends[0])
    return Unknown(name, keys, f"{what}, {ends[0]:g} to {ends[1]:g}", where)


def _arrangement(name: str, keys: tuple[str, ...], what: str) -> Unknown:
    return Unknown(name, keys, _ARRANGED + what, 0.0)


_WAYS: tuple[Way, ...] = (
    *(
        (
            _arrangement(
                f"{season}_map",
                (f"maps.{season}",),
                "all but castle and set-up spaces in other places, lakes cut off nothing",
            ),
            varying.map_of(season),
        )
        for season in SEASONS
    ),
    (
        _arrangement(
            "cards",
            ("cards.fox", "cards.crocodile", "cards.pig"),
            "which monster comes to which hut",
        ),
        varying.cards,
    ),
    *(
        (
            _between(
                f"{face}_moves", _MOVES[face], "further steps of each move", varying.MOVE_SHIFTS, 0
            ),
            varying.moves_of(face),
        )
        for face in FACES
    ),
    *(
        (
            _between(
                f"{face}_costs", _TILES[face], "more Gold for each Guardian", varying.COST_SHIFTS, 0
            ),
            varying.costs_of(face),
        )
        for face in FACES
    ),
    (
        _between(
            "specialist_costs",
            _OF_SPECIALISTS,
            "more Gold for druid and huntress",
            varying.SPECIALIST_SHIFTS,
            0,
        ),
        varying.specialist_costs,
    ),
    (
        _arrangement(
            "tiles",
            tuple(key for face in FACES for key in _TILES[face]),
            "each move and price by one more, the same or one less",
        ),
        varying.tiles,
    ),
    (
        _arrangement(
            "chests",
            tuple(f"chests.{thing}" for thing in OBJECTS),
            "how many of each object, all kinds among them",
        ),
        varying.chests,
    ),
    (
        _between(
            "village_column",
            ("glory.village_column",),
            "Glory that each village beyond the second adds",
            varying.VILLAGE_STEPS,
            varying.SHIPPED_VILLAGE_STEP,
        ),
        varying.village_column,
    ),
    (
        _between(
            "fairy_column",
            ("glory.fairy_column",),
            "Glory that each Fairy beyond the first adds",
            varying.FAIRY_STEPS,
            varying.SHIPPED_FAIRY_STEP,
        ),
        varying.fairy_column,
    ),
    (
        _between(
            "gold",
            ("gains.gold",),
            "Gold without Glory, in equal steps to the known 9",
            varying.FIRST_GOLD,
            varying.SHIPPED_FIRST_GOLD,
        ),
        varying.gold,
    ),
    (
        _between(
            "vp_below",
            ("gains.vp",),
            "power of Glory that points for less than the known 10 rise with",
            varying.BENDS,
            varying.SHIPPED_BEND,
        ),
        varying.vp_below,
    ),
    (
        _between(
            "vp_above",
            ("gains.vp",),
            "points for Glory 15, in equal steps from the known 4",
            varying.LAST_VP,
            varying.SHIPPED_LAST_VP,
        ),
        varying.vp_above,
    ),
    (
        Unknown(
            "monster_points",
            ("final.monster",),
            f"one of {len(varying.MONSTER_POINTS)} scores of fox, crocodile and pig, few to many",
            varying.MONSTER_POINTS.index(varying.SHIPPED_POINTS)
            / (len(varying.MONSTER_POINTS) - 1),
        ),
        varying.monster_points,
    ),
)

UNKNOWNS = tuple(unknown for unknown, _ in _WAYS)
"""Every way; together they touch every entry that is ours and that a rule reads."""

open_questions = partial(unknowns.open_questions, UNKNOWNS)
"""Ways in which a board could be otherwise: those that change only what is ours."""


def vary(board: Mapping[str, Any], point: Mapping[str, float]) -> dict[str, Any]:
    """A board, in the structure of the file, that is otherwise at the ways named.

    ValueError for an unknown way or a number not from 0 to 1.
    """
    return unknowns.vary(_WAYS, board, point)
