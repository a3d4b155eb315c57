"""Which spots of the drawing an action or a chance outcome means."""

from typing import Any

from pixies_env.core.drawing.spots import Spots, at, spots_by_verb
from pixies_env.havresac.describe import name_of_place, occupants_of
from pixies_env.havresac.names import (
    DIRECTIONS,
    FIRST_CREATURE,
    Guardian,
)
from pixies_env.havresac.places import STRIDE

_STEPS = {"up": -STRIDE, "right": 1, "down": STRIDE, "left": -1}
assert tuple(_STEPS) == DIRECTIONS


def _power(record: Any, arguments: Spots, player: int) -> Spots:
    shoots = int(record.guardian) == Guardian.HUNTRESS
    return _aimed_at(record, player, arguments[0], shoots)


def _aim(record: Any, arguments: Spots, player: int) -> Spots:
    thing, direction = arguments
    target = _aimed_at(record, player, direction, thing == "bow")
    return (f"object-{player}-{thing}", *target)


def _aimed_at(record: Any, player: int, direction: str, shoots: bool) -> Spots:
    """The cell two away, or that of the first creature; none once the Guardian is done."""
    place = int(record.place)
    if place < 0:
        return ()
    step = _STEPS[direction]
    if not shoots:
        return (_cell(player, place + 2 * step),)
    occupants = occupants_of(record, player)
    place += step
    while 0 <= place < STRIDE * STRIDE and place % STRIDE != STRIDE - 1:
        if occupants.get(place, 0) >= FIRST_CREATURE:
            return (_cell(player, place),)
        place += step
    return ()


def _cell(player: int, place: int) -> str:
    return f"cell-{player}-{name_of_place(place)}"


spots = spots_by_verb(
    {
        "move": at("cell-{player}-{0}"),
        "recall": at("cell-{player}-{0}"),
        "use": at("object-{player}-{0}"),
        "power": _power,
        "aim": _aim,
        "buy": at("tile-{0}"),
        "face": at("tile-{0}"),
        "card": at("card-{0}"),
        "draw": at("bag-{player}-{0}"),
        "chest": at("object-{player}-{0}"),
    }
)
"""Spots of a name; what they are called is in :mod:`pixies_env.havresac.drawing`."""
