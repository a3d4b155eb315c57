"""The same effect in each kind of place where it can stand, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from tests.taverns.rules.table import altered, at, last_turn, options, play

PLACES = ("ability", "bonus", "track", "encounter", "special", "good", "bad", "appears")
FREE = ("ability", "bonus", "track")
"""Those of them that are free actions."""
ELSEWHERE = tuple(place for place in PLACES if place not in FREE)
ROUND_ENDS = ("good", "bad", "appears")
"""Those that happen at the end of a round, when no minion is active and no die available."""

Effect = Mapping[str, Any]


def effect(name: str, **arguments: Any) -> dict[str, Any]:
    """An effect as the file writes it."""
    return {"effect": name, **arguments}


GUARDIAN, COIN, PURSE, EMBER = "guardian", "coin", "purse", "ember"
"""The cards on which :func:`about` prints an effect."""


def printing(*effects: Effect) -> Game:
    """The game in which some effects stand in every place: where there is one only, the first."""
    first, several = effects[0], list(effects)
    return altered(
        {
            "heroes.cards.0.ability": first,
            "heroes.cards.0.bonus": first,
            "asymmetric.tavern_1.0": first,
            "encounters.cards.0.effects": several,
            "dragons.boards.0.special": first,
            "dragons.boards.0.appears": first,
            "events.cards.0.good": several,
            "events.cards.0.bad": several,
            "round_track": {
                "standing": "made up",
                "1": ["dragon"],
                "2": ["event_good"],
                "3": ["event_bad"],
            },
        }
    )


ROUND = {"appears": 1, "good": 2, "bad": 3}
"""At the end of which round it happens."""


def about(
    place: str, *effects: Effect, seat: Mapping[str, Any] | None = None, **rest: Any
) -> State:
    """A situation right before some effects of player 0; what they cost is there besides.

    Where a minion must be active it is the plain one, beside site 1.
    """
    own, game = dict(seat or {}), printing(*effects)
    if place in ("ability", "bonus"):
        own["heroes"] = f"{GUARDIAN} {own.get('heroes', '')}"
    if place in ("bonus", "encounter"):
        own["energy"] = own.get("energy", 0) + 1
    if place == "track":
        own = {"tavern": "tavern_1", "marker": 1, **own}
    if place in ("encounter", "special"):
        own["plain"] = {"zone": "wild_b", **own.get("plain", {})}
        rest = {"active": "plain", **rest}
    if place == "encounter":
        rest["tokens"] = {"wild_b": "encounter", **rest.get("tokens", {})}
    if place == "special":
        rest = {"dragon": EMBER, "hunt": "F", **rest}
    if place in ROUND:
        return last_turn(ROUND[place], own, game=game, **rest)
    return at(2, own, game=game, **rest)


DUE = {
    "ability": [f"ability({GUARDIAN})"],
    "bonus": [f"bonus({GUARDIAN})"],
    "track": ["track(1)"],
    "encounter": ["meet", f"encounter({PURSE})"],
    "special": ["strike"],
    "good": ["end_turn", "recipe(MM)", f"event({COIN})"],
    "bad": ["end_turn", "recipe(MM)", f"event({COIN})"],
    "appears": ["end_turn", "recipe(MM)", f"dragon({EMBER})"],
}
"""What leads to an effect in each place."""


def carried_out(place: str, *effects: Effect, **situation: Any) -> State:
    """What comes of some effects, as far as nobody decides."""
    return play(about(place, *effects, **situation), *DUE[place])


def is_offered(place: str, given: Effect, **situation: Any) -> bool:
    """Whether an effect is a free action."""
    return DUE[place][0] in options(about(place, given, **situation))
