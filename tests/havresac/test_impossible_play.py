"""Positions that cannot be: the Guardian being played, the phases, Guardians and Tents."""

from __future__ import annotations

import pytest

from tests.havresac.altering import (
    MIXED,
    NIGHT,
    Given,
    Impossible,
    add,
    check_refused,
    put,
    several,
)

SCOUT = Given(phase="scout", round=2, turned=4, cards_left=list("ABCDEFGHIJKLMN7P"))
SETUP = Given(phase="setup", turned=1)
FIRST_DRAW = Given()
SECOND_TURN = Given(round=2, turn=1, seats=[{}, {"guardians": {"r4c4": "guide"}}])
"""Seat 1 has played, seat 0 is to draw."""
BUYING = Given(
    phase="recruitment", round=3, seats=[{"gold": 20}, {"gold": 20, "vp": 2, "hunted": {"fox": 1}}]
)
OVER = Given(phase="over")
CHEST = Given(
    waiting={"for": "chance"},
    played={"guardian": "thief", "cell": "r1c4"},
    seats=[{"bag": {}, "guardians": {"r1c4": "thief"}}, {}],
)
FOUND = Given(
    played={"guardian": "thief", "cell": "r1c4", "found": "bow"},
    seats=[{"bag": {}, "guardians": {"r1c4": "thief"}, "objects": {"bow": 1}}, {}],
)
HUNTRESS = Given(
    round=3, played={"guardian": "huntress"}, seats=[{"idle": {"warrior": 1}, "gold": 1}, {}]
)
DRUID = Given(round=3, played={"guardian": "druid"}, seats=[{"gold": 1}, {}])
BOOTS = Given(played={"guardian": "guide", "boots": 2}, seats=[{"bag": {"warrior": 1}}, {}])
FEATHER = Given(
    round=3,
    played={"guardian": "guide", "feather": True},
    seats=[{"bag": {"warrior": 1}, "tents": ["r4c4"]}, {}],
)
NIGHT_THIEF = Given(
    MIXED, played={"guardian": "thief"}, seats=[{"bag": {"guide": 1}, "opened": ["r1c1"]}, {}]
)
WARRIOR = Given(
    played={"guardian": "warrior"}, seats=[{"bag": {"guide": 1}, "opened": ["r1c1"]}, {}]
)


IMPOSSIBLE: dict[str, Impossible] = {
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
        Given(NIGHT, round=2),
        put("seats.0.tents", ["r4c4"]),
        "seats.*.tents: there are Tents",
    ),
    "a Tent in the first round": (FIRST_DRAW, put("seats.0.tents", ["r4c4"]), "seats.*.tents"),
    "more Tents than Guides": (SCOUT, put("seats.0.tents", ["r4c4", "r4c6"]), "seats.*.tents"),
    "a Tent under a monster": (SCOUT, put("seats.0.tents", ["r6c8"]), "seats.*.tents: there are"),
    "a Tent on a lake": (SCOUT, put("seats.0.tents", ["r0c7"]), "seats.*.guardians, seats.*.tents"),
    "a Tent on a ruin": (SCOUT, put("seats.0.tents", ["r0c10"]), "on a ruin that it would have"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused(name: str) -> None:
    check_refused(IMPOSSIBLE[name])
