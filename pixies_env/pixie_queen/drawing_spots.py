"""Which spots of the drawing an action or a chance outcome means."""

from collections.abc import Callable
from typing import Any

import numpy as np

from pixies_env.core.catalogue import parse_name
from pixies_env.pixie_queen.names import (
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    SKILLS,
    OneUseTile,
    Skill,
)

Spots = tuple[str, ...]


def spots(state: np.ndarray, name: str, player: int) -> Spots:
    """Spots of a name; ``player`` decides or owns the chance event.

    See :mod:`pixies_env.core.drawing` for what spots are; their names are those of
    :mod:`pixies_env.pixie_queen.drawing`.
    """
    verb, arguments = parse_name(name)
    found = _SPOTS.get(verb)
    return found(state[0], arguments, player) if found else ()


def _place(name: str, player: int) -> str:
    return {"mine": f"mine-{player}", "servant": "servant"}.get(name, f"space-{name}")


def _skill(record: Any, skill: str) -> str:
    at = int(record.skill_at[SKILLS.index(skill)])
    return f"slot-{at}-skill" if at >= 0 else f"skill-{skill}"


def _one_use(record: Any, tile: str) -> str:
    at = int(record.one_use_at[ONE_USE_TILES.index(tile)])
    if at == ON_EXTRA_SLOT:
        owner = int(record.skill_at[Skill.EXTRA_SLOT])
        return f"slot-{owner}-extra" if owner >= 0 else "skill-extra_slot"
    return f"one-use-{tile}" if at == ON_BOARD else f"slot-{at}-one_use"


def _swap(record: Any, arguments: Spots, player: int) -> Spots:
    kind, _own, other = arguments[:3]
    if kind == "one_use":
        return (_one_use(record, other),)
    if kind == "skill":
        return (_skill(record, other),)
    if other == "board":
        return ("tile-food",)
    on_own_slot = int(record.food_tile[int(other)]) == int(arguments[3])
    return (f"slot-{other}-{'food' if on_own_slot else 'extra'}",)


def _use(tile: OneUseTile) -> Callable[[Any, Spots, int], Spots]:
    return lambda record, arguments, player: (_one_use(record, ONE_USE_TILES[tile]),)


def _at(pattern: str) -> Callable[[Any, Spots, int], Spots]:
    """A spot whose name holds the first argument (``{0}``) or the player."""
    return lambda record, arguments, player: (pattern.format(*arguments, player=player),)


def _up(record: Any, arguments: Spots, player: int) -> Spots:
    return (_place(arguments[1], player),)


def _skills(record: Any, arguments: Spots, player: int) -> Spots:
    return tuple(_skill(record, skill) for skill in arguments)


_SPOTS: dict[str, Callable[[Any, Spots, int], Spots]] = {
    "draft": _skills,
    "tile_food": _at("stock-{0}"),
    "place": _at("space-{0}"),
    "food": _at("stock-{0}"),
    "promote": _up,
    "exchange": _at("good-{player}-{0}"),
    "convert": _at("good-{player}-silver"),
    "track": _at("track-{0}"),
    "assign": _at("screen-{0}"),
    "rob": _at("space-{0}"),
    "pick": _at("bag-{0}"),
    "chain": _at("mine-{0}"),
    "swap": _swap,
    "discard": _at("good-{player}-{0}"),
    "take": _at("stock-{0}"),
    "copy": _at("space-{0}"),
    "add": _at("good-{player}-{0}"),
    "advance": _at("order-small"),
    "announce": _use(OneUseTile.DOUBLE_OFFERING),
    "peek": _use(OneUseTile.LOOK_IN_THE_BAG),
    "mercy": _use(OneUseTile.MERCY),
    "offer": _at("good-{player}-{0}"),
    "demote": _at("space-{0}"),
    "lift": _up,
    "unchain": _at("mine-{player}"),
    "start_order": _at("order-small"),
    "skills": _skills,
    "deal": _skills,
    "demand": _at("demand-{0}"),
    "cube": _at("bag-{0}"),
    "pass": _at("screen-{player}"),
}
