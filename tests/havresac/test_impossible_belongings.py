"""Positions that cannot be: creatures, chests, villages, Gold, points and purchases."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.single import broken_invariant
from pixies_env.core.states.state import State
from pixies_env.havresac.invariants import Wrong
from tests.havresac.altering import (
    GAME,
    Given,
    Impossible,
    add,
    check_refused,
    lose,
    put,
    several,
)

SCOUT = Given(phase="scout", round=2, turned=4, cards_left=list("ABCDEFGHIJKLMN7P"))
FIRST_SCOUT = Given(phase="scout", round=1, turned=2)
SETUP = Given(phase="setup", turned=1)
FIRST_DRAW = Given()
SECOND_TURN = Given(round=2, turn=1, seats=[{}, {"guardians": {"r4c4": "guide"}}])
"""Seat 1 has played, seat 0 is to draw."""
BUYING = Given(
    phase="recruitment", round=3, seats=[{"gold": 20}, {"gold": 20, "vp": 2, "hunted": {"fox": 1}}]
)


IMPOSSIBLE: dict[str, Impossible] = {
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
    "a creature gone before the first move": (
        FIRST_DRAW,
        several(lose(0, "fox"), add("seats.0.gains.fox", 1)),
        "a player has taken what could not yet be taken",
    ),
    "a village repaired before the first move": (
        FIRST_DRAW,
        several(put("seats.0.repaired", ["r0c10"]), add("seats.0.villages_left", -1)),
        "seats.*.villages_left, seats.*.repaired",
    ),
    "monsters on the hunting board before the first Glory phase": (
        FIRST_DRAW,
        several(lose(0, "fox"), add("seats.0.hunted.fox", 1)),
        "a player has taken what could not yet be taken",
    ),
    "more on the hunting board than came before this round": (
        Given(round=2, turn=1, seats=[{}, {"creatures": {}}]),
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
        Given(phase="over", seats=[{}, {"hunted": {"fox": 1}}]),
        several(add("seats.1.gains.fox", 1), add("seats.1.hunted.fox", -1)),
        "or keeps what Glory has counted",
    ),
    "different creatures on a set-up space": (
        Given(
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
        Given(round=2, turn=1, seats=[{}, {"opened": ["r1c1", "r1c4"]}]),
        put("seats.1.cups", 5),
        "seats.*.cups, seats.*.opened: the chest tokens",
    ),
    "Cups counted twice": (
        Given(phase="recruitment", round=2, seats=[{"opened": ["r1c1", "r1c4"]}, {}]),
        several(
            put("seats.0.cups", 1), add("seats.0.closed.cup", -1), add("seats.0.closed.boots", 1)
        ),
        "or keeps what Glory has counted",
    ),
    "a Cup at hand": (
        Given(round=2, turn=1, seats=[{}, {"opened": ["r1c1"], "objects": {"bow": 1}}]),
        put("seats.1.objects", {"cup": 1}),
        "seats.*.closed, seats.*.objects",
    ),
    "a Cup counted before the first Glory phase": (
        Given(turn=1, seats=[{"opened": ["r1c1"], "cups": 1}, {}]),
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
        Given(phase="over", seats=[{"gold": 20}, {}]),
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
    check_refused(IMPOSSIBLE[name])


@pytest.mark.parametrize("field", ["vp", "gold", "cups", "fairies", "villages_left"])
def test_a_seat_that_is_not_in_the_game_has_nothing(field: str) -> None:
    state = State(GAME, 2, 1).array.copy()
    assert broken_invariant(GAME, state) == 0
    state[field][0, 3] = 1
    assert broken_invariant(GAME, state) == Wrong.SEATS


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
