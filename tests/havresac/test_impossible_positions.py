"""Positions that cannot be: one entry of a position that can be is altered, each is refused."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pixies_env.core.single import broken_invariant
from pixies_env.core.state import State
from pixies_env.havresac.invariants import MESSAGES
from pixies_env.registry import make_game

GAME = make_game("havresac")
NIGHT = make_game("havresac", faces="night")
MIXED = make_game("havresac", faces=["day", "day", "night", "day", "day", "day"])
"""The Night Thief among Day faces."""

Mapping = dict[str, Any]
Change = Callable[[Mapping], None]


def whole(game=GAME, **position: Any) -> Mapping:
    """A position that can be, with everything filled in."""
    return State.from_dict(game, {"players": 2, **position}, chance="manual").as_dict()


def put(path: str, value: Any) -> Change:
    """Give the entry at a path, written with points, another value."""

    def change(position: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in way:
            position = position[part]
        position[last] = value

    return change


def add(path: str, number: int) -> Change:
    """Add to the number at a path."""

    def change(position: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in way:
            position = position[part]
        position[last] += number

    return change


SCOUT = whole(phase="scout", round=2, turned=4, cards_left=list("ABCDEFGHIJKLMN7P"))
FIRST_SCOUT = whole(phase="scout", round=1, turned=2)
SETUP = whole(phase="setup", turned=1)
FIRST_DRAW = whole()
SECOND_TURN = whole(round=2, turn=1, seats=[{}, {"guardians": {"r4c4": "guide"}}])
"""Seat 1 has played, seat 0 is to draw."""
BUYING = whole(
    phase="recruitment", round=3, seats=[{"gold": 20}, {"gold": 20, "vp": 2, "hunted": {"fox": 1}}]
)
OVER = whole(phase="over")
CHEST = whole(
    waiting={"for": "chance"},
    played={"guardian": "thief", "cell": "r1c4"},
    seats=[{"bag": {}, "guardians": {"r1c4": "thief"}}, {}],
)
FOUND = whole(
    played={"guardian": "thief", "cell": "r1c4", "found": "bow"},
    seats=[{"bag": {}, "guardians": {"r1c4": "thief"}, "objects": {"bow": 1}}, {}],
)
HUNTRESS = whole(
    round=3, played={"guardian": "huntress"}, seats=[{"idle": {"warrior": 1}, "gold": 1}, {}]
)
DRUID = whole(round=3, played={"guardian": "druid"}, seats=[{"gold": 1}, {}])
BOOTS = whole(played={"guardian": "guide", "boots": 2}, seats=[{"bag": {"warrior": 1}}, {}])
FEATHER = whole(
    round=3,
    played={"guardian": "guide", "feather": True},
    seats=[{"bag": {"warrior": 1}, "tents": ["r4c4"]}, {}],
)
NIGHT_THIEF = whole(MIXED, played={"guardian": "thief"}, seats=[{"opened": ["r1c1"]}, {}])
WARRIOR = whole(played={"guardian": "warrior"}, seats=[{"opened": ["r1c1"]}, {}])


def several(*changes: Change) -> Change:
    def change(position: Mapping) -> None:
        for each in changes:
            each(position)

    return change


def lose(seat: int, creature: str) -> Change:
    """Take the first creature of a kind off a board."""

    def change(position: Mapping) -> None:
        board = position["seats"][seat]["creatures"]
        board.pop(next(cell for cell, kind in board.items() if kind == creature))

    return change


IMPOSSIBLE: dict[str, tuple[Mapping, Change, str]] = {
    # what is played
    "a chest event for a Guide on another cell": (
        CHEST,
        several(
            put("played", {"guardian": "guide", "cell": "r4c4"}),
            add("seats.0.idle.guide", -1),
            put("seats.0.guardians", {"r1c4": "thief", "r4c4": "guide"}),
        ),
        "played: the Guardian being played does not fit what is asked",
    ),
    "a chest event for a Guide on the chest": (
        CHEST,
        several(
            put("played.guardian", "guide"),
            put("seats.0.guardians.r1c4", "guide"),
            add("seats.0.idle.guide", -1),
            add("seats.0.idle.thief", 1),
        ),
        "played: the Guardian being played does not fit",
    ),
    "a chest event where there is no chest": (
        CHEST,
        several(put("played.cell", "r4c4"), put("seats.0.guardians", {"r4c4": "thief"})),
        "played: the Guardian being played does not fit",
    ),
    "an open chest opened again": (
        CHEST,
        several(put("seats.0.opened", ["r1c4"]), add("seats.0.closed.boots", -1)),
        "played: the Guardian being played does not fit",
    ),
    "a Huntress with 100 powers": (HUNTRESS, put("played.powers", 100), "played: the Guardian"),
    "a Huntress without her power before the move": (HUNTRESS, put("played.powers", 0), "played:"),
    "9 Boots used": (BOOTS, put("played.boots", 9), "an object has been used that was not found"),
    "a Sword used that is in a closed chest": (BOOTS, put("played.sword", True), "not found"),
    "Boots for the Night Thief": (NIGHT_THIEF, put("played.boots", 1), "or never helps"),
    "a Feather for the Day Druid": (
        DRUID,
        several(
            put("played.feather", True),
            add("seats.0.closed.feather", -1),
            put("seats.0.opened", ["r1c1"]),
        ),
        "or never helps",
    ),
    "a Sword for the Day Warrior": (
        WARRIOR,
        several(
            put("played.sword", True),
            add("seats.0.closed.sword", -1),
            put("seats.0.opened", ["r1c1", "r1c4"]),
        ),
        "or never helps",
    ),
    "a find of one that is no Thief": (
        FOUND,
        several(
            put("played.guardian", "guide"),
            put("seats.0.guardians.r1c4", "guide"),
            add("seats.0.idle.guide", -1),
            add("seats.0.idle.thief", 1),
        ),
        "played: the Guardian being played does not fit",
    ),
    "a find that is not at hand": (FOUND, put("played.found", "net"), "played: the Guardian"),
    "a find before the move": (BOOTS, put("played.found", "boots"), "played: the Guardian"),
    # the phases
    "a recruitment phase in the last round": (BUYING, put("round", 5), "round: this phase"),
    "a set-up in round 1": (SETUP, put("round", 1), "round: this phase cannot be in this round"),
    "a scout phase in round 0": (SCOUT, put("round", 0), "round: this phase cannot be"),
    "cards turned in the adventure": (
        FIRST_DRAW,
        several(put("turned", 1), lambda position: position["cards_left"].pop()),
        "cards_left, turned, round",
    ),
    "a card too many in the scout phase": (SCOUT, put("turned", 5), "cards_left, turned, round"),
    "a turn in the scout phase": (SCOUT, put("turn", 1), "waiting, turn"),
    "a turn when the game is over": (OVER, put("turn", 1), "waiting, turn"),
    # Guardians
    "a Guardian on the hut of a card to come": (
        SCOUT,
        several(put("seats.0.guardians", {"r0c3": "guide"}), add("seats.0.bag.guide", -1)),
        "seats.*.guardians: no Guardian stands on a board before",
    ),
    "a Guardian on the board in the scout phase": (
        SCOUT,
        several(put("seats.1.guardians", {"r4c5": "thief"}), add("seats.1.bag.thief", -1)),
        "seats.*.guardians: no Guardian stands on a board before",
    ),
    "a Guardian of a player who has not begun": (
        FIRST_DRAW,
        several(put("seats.1.guardians", {"r4c5": "thief"}), add("seats.1.bag.thief", -1)),
        "seats.*.guardians: no Guardian stands on a board before",
    ),
    "a token set aside before the player has begun": (
        FIRST_DRAW,
        several(add("seats.1.idle.thief", 1), add("seats.1.bag.thief", -1)),
        "seats.*.bag, seats.*.idle: a player has fewer tokens",
    ),
    "a bag not emptied": (
        SECOND_TURN,
        several(add("seats.1.idle.thief", -1), add("seats.1.bag.thief", 1)),
        "seats.*.bag, seats.*.idle: a player has fewer tokens",
    ),
    "a token bought in the first round": (
        FIRST_DRAW,
        several(add("seats.1.bag.druid", 1), add("reserve.druid", -1)),
        "seats.*.bag, seats.*.idle: a player has fewer tokens",
    ),
    "a token sold": (
        SECOND_TURN,
        several(add("seats.0.bag.warrior", -1), add("reserve.warrior", 1)),
        "seats.*.bag, seats.*.idle: a player has fewer tokens",
    ),
    "a token out of nowhere": (FIRST_DRAW, add("reserve.warrior", 1), "reserve, seats.*.bag"),
    "a Guardian on a ruin": (
        SECOND_TURN,
        put("seats.1.guardians", {"r0c10": "guide"}),
        "on a ruin that it would have",
    ),
    "a Thief on a closed chest": (
        SECOND_TURN,
        several(put("seats.1.guardians.r1c4", "thief"), add("seats.1.idle.thief", -1)),
        "a Thief is on a chest that it would have opened",
    ),
    "a Guide on a lake": (
        SECOND_TURN,
        put("seats.1.guardians", {"r0c7": "guide"}),
        "seats.*.guardians, seats.*.tents",
    ),
    "a second Guardian for one Feather": (
        FEATHER,
        several(put("seats.0.guardians", {"r0c7": "warrior"}), add("seats.0.idle.warrior", -1)),
        "seats.*.guardians, seats.*.tents: more Guardians and Tents are on lakes",
    ),
    "a Guardian on a monster": (
        SECOND_TURN,
        put("seats.1.creatures.r4c4", "fox"),
        "a Guardian stands on r4c4 already",
    ),
    # Tents
    "a Tent of the Night Guide": (
        whole(NIGHT, round=2),
        put("seats.0.tents", ["r4c4"]),
        "seats.*.tents: there are Tents",
    ),
    "a Tent in the first round": (FIRST_DRAW, put("seats.0.tents", ["r4c4"]), "seats.*.tents"),
    "more Tents than Guides": (SCOUT, put("seats.0.tents", ["r4c4", "r4c6"]), "seats.*.tents"),
    "a Tent under a monster": (SCOUT, put("seats.0.tents", ["r6c8"]), "seats.*.tents: there are"),
    "a Tent on a lake": (SCOUT, put("seats.0.tents", ["r0c7"]), "seats.*.guardians, seats.*.tents"),
    "a Tent on a ruin": (SCOUT, put("seats.0.tents", ["r0c10"]), "on a ruin that it would have"),
    # creatures
    "a monster on the hut of a card to come": (
        SCOUT,
        several(put("seats.0.creatures.r0c3", "fox"), lose(0, "fox")),
        "seats.*.creatures, cards_left: a creature is where neither",
    ),
    "a fox on the castle": (
        SECOND_TURN,
        several(put("seats.1.creatures.r4c5", "fox"), lose(1, "fox")),
        "seats.*.creatures, cards_left: a creature is where neither",
    ),
    "a fox on the hut of a pig": (
        SECOND_TURN,
        put("seats.0.creatures.r0c1", "fox"),
        "a creature is where neither",
    ),
    "a creature on its cell in the set-up": (
        SETUP,
        put("seats.0.creatures", {"r0c3": "fox"}),
        "a creature is where neither",
    ),
    "a creature on a set-up space too early": (
        SETUP,
        several(put("seats.0.creatures.r3c6", "fox"), lose(0, "fox")),
        "a player has taken what could not yet be taken",
    ),
    "a Fairy of the set-up in round 2": (
        SECOND_TURN,
        put("seats.1.creatures.r3c6", "fairy"),
        "a creature is where neither",
    ),
    "a creature gone before anybody could take it": (
        FIRST_DRAW,
        several(lose(1, "fox"), add("seats.1.gains.fox", 1)),
        "a player has taken what could not yet be taken",
    ),
    "a creature gone in the first scout phase": (
        FIRST_SCOUT,
        lose(1, "fox"),
        "a monster is not conserved",
    ),
    "monsters on the hunting board before the first Glory phase": (
        FIRST_DRAW,
        several(lose(0, "fox"), add("seats.0.hunted.fox", 1)),
        "a player has taken what could not yet be taken",
    ),
    "more on the hunting board than came before this round": (
        whole(round=2, turn=1, seats=[{}, {"creatures": {}}]),
        several(
            put("seats.1.hunted", {"fox": 13, "crocodile": 0, "pig": 0}), put("seats.1.gains", {})
        ),
        "the players have not met the same cards",
    ),
    "a Fairy captured in the scout phase": (
        SCOUT,
        add("seats.0.gains.fairy", 1),
        "a player has taken what could not yet be taken",
    ),
    "gains kept in recruitment": (
        BUYING,
        several(add("seats.1.gains.fox", 1), add("seats.1.hunted.fox", -1)),
        "or keeps what Glory has counted",
    ),
    "gains kept when the game is over": (
        whole(phase="over", seats=[{}, {"hunted": {"fox": 1}}]),
        several(add("seats.1.gains.fox", 1), add("seats.1.hunted.fox", -1)),
        "or keeps what Glory has counted",
    ),
    "different creatures on a set-up space": (
        whole(
            round=2,
            turn=1,
            cards_left=list("1234567EDIFGHKL"),
            seats=[{}, {"creatures": {"r3c4": "fox"}, "hunted": {}}],
        ),
        several(
            put("seats.1.creatures", {"r3c4": "pig"}),
            lambda p: p["seats"][1]["gains"].update(fox=p["seats"][1]["gains"]["fox"] + 1),
        ),
        "seats.*.",
    ),
    "Fairies that only one has met": (
        SECOND_TURN,
        add("seats.1.gains.fairy", 1),
        "there are more Fairies than cards turned",
    ),
    # chests and villages
    "5 Cups of 2": (
        whole(round=2, turn=1, seats=[{}, {"opened": ["r1c1", "r1c4"]}]),
        put("seats.1.cups", 5),
        "seats.*.cups, seats.*.opened: the chest tokens",
    ),
    "Cups counted twice": (
        whole(phase="recruitment", round=2, seats=[{"opened": ["r1c1", "r1c4"]}, {}]),
        several(
            put("seats.0.cups", 1), add("seats.0.closed.cup", -1), add("seats.0.closed.boots", 1)
        ),
        "or keeps what Glory has counted",
    ),
    "a Cup at hand": (
        whole(round=2, turn=1, seats=[{}, {"opened": ["r1c1"], "objects": {"bow": 1}}]),
        put("seats.1.objects", {"cup": 1}),
        "seats.*.closed, seats.*.objects",
    ),
    "a Cup counted before the first Glory phase": (
        whole(turn=1, seats=[{"opened": ["r1c1"], "cups": 1}, {}]),
        put("seats.0.cups", 0),
        "a player has taken what could not yet be taken",
    ),
    "a chest opened before the player has begun": (
        FIRST_DRAW,
        several(
            put("seats.1.opened", ["r1c1"]),
            add("seats.1.closed.bow", -1),
            add("seats.1.objects.bow", 1),
        ),
        "seats.*.closed, seats.*.objects",
    ),
    "a village repaired before the player has begun": (
        FIRST_DRAW,
        several(put("seats.1.repaired", ["r0c10"]), add("seats.1.villages_left", -1)),
        "seats.*.villages_left, seats.*.repaired",
    ),
    # Gold, points and recruitment
    "points before the first Glory phase": (FIRST_DRAW, put("seats.0.vp", 1), "seats.*.vp: the"),
    "more points than Glory can have given": (SCOUT, put("seats.0.vp", 30000), "seats.*.vp: the"),
    "Gold before the first Glory phase": (FIRST_DRAW, put("seats.0.gold", 1), "seats.*.gold: Gold"),
    "more Gold than Glory phases give": (SCOUT, put("seats.0.gold", 13), "seats.*.gold: Gold"),
    "less Gold than Glory phases give": (SCOUT, put("seats.0.gold", 2), "seats.*.gold: Gold"),
    "tokens that nobody could pay": (
        SCOUT,
        several(add("seats.0.bag.huntress", 2), add("reserve.huntress", -2)),
        "seats.*.gold: Gold and the price",
    ),
    "Gold of the last Glory phase spent": (
        whole(phase="over", seats=[{"gold": 20}, {}]),
        put("seats.0.gold", 2),
        "seats.*.gold",
    ),
    "a stopped buyer asked again": (BUYING, put("stopped", [0]), "buying_order, stopped"),
    "a buying order against the points": (
        BUYING,
        several(put("buying_order", [1, 0]), put("waiting.player", 1)),
        "buying_order",
    ),
    "a buyer who was not asked and has stopped": (BUYING, put("stopped", [1]), "buying_order"),
    "a buyer out of turn": (
        BUYING,
        several(add("seats.1.bag.guide", 1), add("reserve.guide", -1), add("seats.1.gold", -4)),
        "buying_order, stopped, seats.*.bag",
    ),
    "a buyer passed over": (
        BUYING,
        several(put("turn", 1), put("waiting.player", 1)),
        "buying_order, stopped",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused(name: str) -> None:
    position, change, words = IMPOSSIBLE[name]
    changed = copy.deepcopy(position)
    change(changed)
    game = {"a Tent of the Night Guide": NIGHT, "Boots for the Night Thief": MIXED}.get(name, GAME)
    assert State.from_dict(game, position, chance="manual").as_dict() == position
    with pytest.raises(ValueError, match=re.escape(words)):
        State.from_dict(game, changed, chance="manual")


@pytest.mark.parametrize("field", ["vp", "gold", "cups", "fairies", "villages_left"])
def test_a_seat_that_is_not_in_the_game_has_nothing(field: str) -> None:
    state = State(GAME, 2, 1).array.copy()
    assert broken_invariant(GAME, state) == 0
    state[field][0, 3] = 1
    assert "a seat that is not in the game" in MESSAGES[broken_invariant(GAME, state)]


@pytest.mark.parametrize("field", GAME.state_dtype.names)
def test_no_number_in_a_field_breaks_the_check(field: str) -> None:
    """What is read from a file may hold any bytes: they are judged, and index nothing outside."""
    state = State(GAME, 2, 1).array.copy()
    whole_field = state[field].reshape(-1)
    extremes = np.iinfo(whole_field.dtype)
    for number in (extremes.min, -2, -1, 3, 16, extremes.max):
        if extremes.min <= number:
            altered = state.copy()
            altered[field] = number
            broken = broken_invariant(GAME, altered)
            assert broken or State.from_arrays(GAME, altered).as_dict()
