"""Which spots of the drawing an action or a chance outcome means."""

from collections.abc import Callable
from typing import Any

import numpy as np

from pixies_env.core.catalogue import parse_name
from pixies_env.havresac.describe import name_of_place, occupants_of
from pixies_env.havresac.names import (
    DIRECTIONS,
    FIRST_CREATURE,
    Guardian,
)
from pixies_env.havresac.places import STRIDE

Spots = tuple[str, ...]
_STEPS = {"up": -STRIDE, "right": 1, "down": STRIDE, "left": -1}
assert tuple(_STEPS) == DIRECTIONS


def spots(state: np.ndarray, name: str, player: int) -> Spots:
    """Spots of a name; ``player`` decides or owns the chance event.

    See :mod:`pixies_env.core.drawing` for what spots are; their names are those of
    :mod:`pixies_env.havresac.drawing`.
    """
    verb, arguments = parse_name(name)
    found = _SPOTS.get(verb)
    return found(state[0], arguments, player) if found else ()


def _at(pattern: str) -> Callable[[Any, Spots, int], Spots]:
    """A spot whose name holds the first argument (``{0}``) or the player."""
    return lambda record, arguments, player: (pattern.format(*arguments, player=player),)


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


_SPOTS: dict[str, Callable[[Any, Spots, int], Spots]] = {
    "move": _at("cell-{player}-{0}"),
    "recall": _at("cell-{player}-{0}"),
    "use": _at("object-{player}-{0}"),
    "power": _power,
    "aim": _aim,
    "buy": _at("tile-{0}"),
    "face": _at("tile-{0}"),
    "card": _at("card-{0}"),
    "draw": _at("bag-{player}-{0}"),
    "chest": _at("object-{player}-{0}"),
}
