"""Which spots of the drawing an action or a chance outcome means."""

from typing import Any

from pixies_env.core.drawing.spots import Found, Spots, at, spots_by_verb
from pixies_env.pixie_queen.names import (
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    SKILLS,
    OneUseTile,
    Skill,
)


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


def _use(tile: OneUseTile) -> Found:
    return lambda record, arguments, player: (_one_use(record, ONE_USE_TILES[tile]),)


def _up(record: Any, arguments: Spots, player: int) -> Spots:
    return (_place(arguments[1], player),)


def _skills(record: Any, arguments: Spots, player: int) -> Spots:
    return tuple(_skill(record, skill) for skill in arguments)


spots = spots_by_verb(
    {
        "draft": _skills,
        "tile_food": at("stock-{0}"),
        "place": at("space-{0}"),
        "food": at("stock-{0}"),
        "promote": _up,
        "exchange": at("good-{player}-{0}"),
        "convert": at("good-{player}-silver"),
        "track": at("track-{0}"),
        "assign": at("screen-{0}"),
        "rob": at("space-{0}"),
        "pick": at("bag-{0}"),
        "chain": at("mine-{0}"),
        "swap": _swap,
        "discard": at("good-{player}-{0}"),
        "take": at("stock-{0}"),
        "copy": at("space-{0}"),
        "add": at("good-{player}-{0}"),
        "advance": at("order-small"),
        "announce": _use(OneUseTile.DOUBLE_OFFERING),
        "peek": _use(OneUseTile.LOOK_IN_THE_BAG),
        "mercy": _use(OneUseTile.MERCY),
        "offer": at("good-{player}-{0}"),
        "demote": at("space-{0}"),
        "lift": _up,
        "unchain": at("mine-{player}"),
        "start_order": at("order-small"),
        "skills": _skills,
        "deal": _skills,
        "demand": at("demand-{0}"),
        "cube": at("bag-{0}"),
        "pass": at("screen-{player}"),
    }
)
"""Spots of a name; what they are called is in :mod:`pixies_env.pixie_queen.drawing`."""
