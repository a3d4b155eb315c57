"""Which spots of the drawing an action or a chance outcome means."""

from typing import Any

from pixies_env.core.drawing.spots import Found, Spots, at, spots_by_verb
from pixies_env.taverns.names import MINIONS


def both(*found: Found) -> Found:
    """The spots of several at once."""
    return lambda record, arguments, player: tuple(
        spot for one in found for spot in one(record, arguments, player)
    )


def _of_active(pattern: str) -> Found:
    """A spot of the active minion: ``{minion}``, and where it stands, ``{zone}``."""

    def found(record: Any, arguments: Spots, player: int) -> Spots:
        if player < 0 or record.active < 0:
            return ()
        active = int(record.active)
        zone = int(record.zone[player, active])
        return (pattern.format(*arguments, player=player, minion=MINIONS[active], zone=zone),)

    return found


def _drop(record: Any, arguments: Spots, player: int) -> Spots:
    """The pocket of the minion that is asked about; nothing is left of it afterwards."""
    if record.subject < 0:
        return ()
    return (f"carried-{player}-{MINIONS[int(record.subject)]}-{arguments[0]}",)


def _mission(record: Any, arguments: Spots, player: int) -> Spots:
    return ("mission-common",) if player < 0 else (f"mission-{player}-{arguments[0]}",)


def _rolled(record: Any, arguments: Spots, player: int) -> Spots:
    return ("goblin",) if player < 0 else (f"die-{player}-{arguments[0]}",)


_MINE = _of_active("minion-{player}-{minion}")
_DIE, _HERO, _LOCATION, _ZONE = (
    at("die-{player}-{0}"),
    at("hero-{0}"),
    at("location-{0}"),
    at("zone-{0}"),
)
_MINION, _RESERVE, _FACE = at("minion-{player}-{0}"), at("reserve-{player}-{0}"), at("face-{0}")
_HUNT, _DUNGEON = at("dragon"), at("location-dungeon")

spots = spots_by_verb(
    {
        # the main action
        "cook": both(_DIE, at("recipe-{1}")),
        "bank": both(_DIE, at("bank-{1}")),
        "energy": both(_DIE, at("energy")),
        "activate": both(_DIE, at("minion-{player}-{1}")),
        "lose": _DIE,
        # secondary actions
        "collect": both(_MINE, _of_active("tokens-{zone}-{0}")),
        "gather": both(_MINE, _of_active("printed-{zone}-{0}")),
        "visit": _LOCATION,
        "hunt": _HUNT,
        "meet": at("encounter"),
        "buy": at("goblin"),
        # free actions
        "reroll": _DIE,
        "hire": _HERO,
        "ability": _HERO,
        "bonus": _HERO,
        "store": _MINION,
        "heal": _MINION,
        "use": at("item-{player}-{0}"),
        "track": at("track-{player}-{0}"),
        "king_call": _MINE,
        # parameters
        "substitute": both(_RESERVE, at("item-{player}-cube")),
        "path": _ZONE,
        "warp": _ZONE,
        "again": _MINION,
        "search": _DUNGEON,
        "leave": _DUNGEON,
        "market": both(at("location-market"), _RESERVE),
        "mark": at("row-{1}"),
        "rethrow": _FACE,
        "strike": _HUNT,
        "drop": _drop,
        "copy": _of_active("carried-{player}-{minion}-{0}"),
        "unload": both(at("carried-{player}-{0}-{1}"), at("reserve-{player}-{1}")),
        "set_die": _DIE,
        "ready": _HERO,
        "exhaust": _HERO,
        "treat": _MINION,
        "hurt": _MINION,
        "discard": _RESERVE,
        "symbol": _FACE,
        "turn": _FACE,
        # set-up
        "tavern": at("tavern-{0}"),
        "keep": at("mission-{player}-{0}"),
        # chance
        "lay": _LOCATION,
        "hero": _HERO,
        "recipe": at("recipe-{0}"),
        "mission": _mission,
        "dragon": _HUNT,
        "trophy": at("trophies-{player}"),
        "event": at("deck-events"),
        "encounter": both(at("deck-encounters"), at("encounter")),
        "item": at("item-{player}-{0}"),
        "dungeon": _DUNGEON,
        "forge": at("forge-{player}-{0}"),
        "die": _rolled,
        "hunt_die": _FACE,
        "first": at("screen-{0}"),
    }
)
"""Spots of a name; what they are called is in :mod:`pixies_env.taverns.drawing`."""
