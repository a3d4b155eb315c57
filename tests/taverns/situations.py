"""Positions in the middle of things, made by hand and played on from there."""

from __future__ import annotations

from typing import Any

from pixies_env.core.states.state import State
from pixies_env.registry import make_game

GAME = make_game("taverns")
PASSING = make_game("taverns", city_on_pass=True)
"""Minions may store and heal where they pass the City."""


def at(game: Any = GAME, players: int = 3, **position: Any) -> State:
    """The position of which so much is said."""
    return State.from_dict(game, {"players": players, **position}, chance="manual")


def play(state: State, *events: str) -> State:
    """The position after decisions and outcomes; another state than the one given."""
    state = State.from_dict(state.game, state.as_dict(), chance="manual")
    for event in events:
        (state.apply if state.waiting == "decision" else state.apply_chance)(event)
    return state


def acting(zone: str = "wild_b", own: dict[str, Any] | None = None, **position: Any) -> State:
    """An open point of seat 0, whose plain minion has been activated and stands in a zone."""
    own = own or {}
    minions = {"plain": {"zone": zone, "die": 3, **own.pop("plain", {})}}
    turn = {"main_action_done": True, "active": "plain", "may_collect": True}
    minions |= own.pop("minions", {})
    seats = [{"minions": minions, **own}, {}, {}]
    return at(seats=seats, turn=turn, **position)


def at_dragon(own: dict[str, Any] | None = None, **position: Any) -> State:
    """The same at the dragon `ember` on site 1, in round 2."""
    return acting("wild_b", {"energy": 5, **(own or {})}, round=2, dragon="ember", **position)


def walking() -> State:
    """On a walk, where an arrow starts."""
    return play(at(), "activate(4,plain)")


def attacking(*faces: str, own: dict[str, Any] | None = None, **position: Any) -> State:
    """At an attack point, with dice that show these faces."""
    rolls = [f"hunt_die({face})" for face in faces]
    return play(at_dragon(own, **position), f"hunt({len(faces)})", *rolls)


def cooking() -> State:
    """Asked what a cube replaces."""
    own = {"reserve": {"plant": 2}, "items": {"cube": 1}}
    return play(at(seats=[own, {}, {}]), "cook(1,PP)")


def in_dungeon() -> State:
    """In the dungeon, after a token that gave gold."""
    locations = ["dungeon", "campfire", "portal", "forge"]
    state = acting("wild_a", {"energy": 5}, locations=locations)
    return play(state, "visit(dungeon)", "dungeon(gold_1)")


def trading() -> State:
    """An encounter offers an egg."""
    own = {"energy": 2, "gold": 2}
    return play(acting("wild_g", own), "meet", "encounter(egg_seller)")


def resolving_event(event: str = "song", round_number: int = 2) -> State:
    """Seat 0 resolves a half of an event: the good one after round 2, the bad one after round 3."""
    own = {
        "heroes": ["archer", "bard"],
        "minions": {"plain": {"carried": {"egg": 1}}},
        "reserve": {"plant": 1},
    }
    end = {"phase": "round_end", "round": round_number, "icon": 1, "exhausted": ["archer"]}
    due = {"for": "chance", "question": "event"}
    return play(at(**end, waiting=due, seats=[own, {}, {}]), f"event({event})")
