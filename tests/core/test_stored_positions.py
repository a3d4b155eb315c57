"""Positions that cannot be are refused wherever they are read from: bytes, JSON, records."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states.possible import why_impossible
from pixies_env.core.states.record_files import parse, to_json_lines
from pixies_env.core.states.records import Record
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.core.states.stored import digest_of
from pixies_env.registry import make_game
from pixies_env.testing.playing import Player
from tests.games.hidden_card import game

CARDS, QUEEN = game(), make_game("pixie_queen")


def edited(state: State, seat: int | None = None, **fields: Any) -> State:
    """The state with other bytes in some fields, which nothing has checked yet."""
    array = state.array.copy()
    for name, value in fields.items():
        array[name][0] = value
    stripped = {} if seat is None else {"stripped_for": seat}
    return State.from_arrays(state.game, array, chance=MANUAL, **stripped)


def begun() -> State:
    state = State(CARDS, 2, 3)
    return state.apply(int(state.legal_actions()[0]))


IMPOSSIBLE = {
    "more cards than there are": {"deck": 9},
    "a hand that was not dealt": {"dealt": 2},
    "a round that does not come": {"turn": 7},
    "a card laid by nobody": {"laid": 2},
    "points that nobody won": {"score": 100},
    "a seat that is not there": {"player": 3},
    "a question that is not there": {"question": 9},
    "nothing known to wait for": {"waiting": 9},
    "a game of nobody": {"players": 0},
    "values of no card": {"choice": -5},
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_stored_position_that_cannot_be_is_refused(name):
    state = edited(begun(), **IMPOSSIBLE[name])
    with pytest.raises(DamagedDataError, match="cannot be: "):
        State.from_bytes(state.to_bytes(), CARDS)
    with pytest.raises(DamagedDataError, match="cannot be: "):
        State.from_json(state.to_json(), CARDS)


@pytest.mark.parametrize(
    "fields",
    [
        {"stones": [[0, 0, 1], [0] * 3, [0] * 3, [0] * 3, [0] * 3]},
        {"round_number": 9},
        {"demand": 77},
        {"big_order": 100},
        {"phase": -1},
        {"frame_count": 6},
        {"skill_at": 90},
        {"pile_size": 100},
        {"offers": -1},
        {"cursor": 100},
    ],
    ids=str,
)
def test_bytes_that_no_rule_may_look_at_are_refused_before_any_does(fields):
    state = edited(State(QUEEN, 3, 1), **fields)
    with pytest.raises(DamagedDataError, match="cannot be: "):
        State.from_bytes(state.to_bytes(), QUEEN)


def test_flipped_bits_are_found_or_give_a_position_that_can_be_played():
    draws, player = np.random.default_rng(4), Player(QUEEN, ["random"])
    accepted = 0
    for number in range(300):
        array = State(QUEEN, 3, number % 20).array.copy()
        player.play(array, player.agents[0], number, events=100)
        raw = array.view(np.uint8)
        raw[draws.integers(0, len(raw))] ^= np.uint8(1 << draws.integers(0, 8))
        why_impossible(QUEEN, array.copy(), stripped_for=0)  # Says something of any bytes.
        if why_impossible(QUEEN, array):
            continue
        accepted += 1
        known = State.from_arrays(QUEEN, array).hidden_from(0)
        assert why_impossible(QUEEN, known.array.copy(), stripped_for=0) == ""
        assert player.play(array, player.agents[0], number)[0] == ""
    assert 0 < accepted < 20


def test_what_a_seat_knows_is_checked_like_a_whole_position():
    known = begun().hidden_from(0)
    assert State.from_bytes(known.to_bytes(), CARDS) == known
    for fields in ({"score": 100}, {"turn": 7}, {"dealt": 2}):
        state = edited(known, 0, **fields)
        with pytest.raises(DamagedDataError, match="cannot be: "):
            State.from_bytes(state.to_bytes(), CARDS)


def test_a_view_that_holds_more_than_the_seat_knows_is_refused():
    state = edited(begun(), 0)
    with pytest.raises(DamagedDataError, match="holds what player 0 does not know"):
        State.from_bytes(state.to_bytes(), CARDS)


def test_a_log_that_does_not_lead_to_the_position_is_refused():
    content = json.loads(begun().to_json())
    for log, said in (
        (content["log"][:-1], "does not lead"),
        ([*content["log"], 6], "cannot be"),
        ([0], "event 1"),
        ([-1, -99], "header"),
    ):
        told = content | {"log": log}
        told["sha256"] = digest_of(told)
        with pytest.raises(DamagedDataError, match=said):
            State.from_json(json.dumps(told), CARDS)


def test_a_stream_whose_key_is_not_of_its_seed_is_refused():
    state = begun()
    state._stream["key"] += np.uint64(1)
    with pytest.raises(DamagedDataError, match="random stream"):
        State.from_bytes(state.to_bytes(), CARDS)


def test_a_record_that_begins_with_an_impossible_position_is_refused():
    state = edited(begun(), score=100)
    lines = to_json_lines(Record.from_state(state)).splitlines()
    with pytest.raises(DamagedDataError, match="cannot be: "):
        list(parse(lines, "record", CARDS))


@pytest.mark.parametrize("error", [IndexError, KeyError, TypeError, OverflowError])
def test_a_position_that_a_game_stumbles_over_cannot_be(error):
    """Bytes of any kind are described and restored, which the author of a game hardly tries."""

    def restore(described):
        raise error("odd")

    notation = dataclasses.replace(CARDS.notation, restore=restore)
    stumbling = dataclasses.replace(CARDS, notation=notation)
    assert "odd" in why_impossible(stumbling, begun().array)
