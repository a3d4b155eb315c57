"""Stored states whose header was edited, also where the checksum was made to fit."""

from __future__ import annotations

import hashlib
import json

import pytest

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states.state import State
from pixies_env.core.states.stored import digest_of
from tests.games.hidden_card import game

GAME = game()

IMPOSSIBLE = [
    {"log": [99]},
    {"log": [-99]},
    {"log": [2**70]},
    {"log": [True]},
    {"log": "x"},
    {"start": "x"},
    {"start": 5},
    {"start": ""},
    {"stripped_for": 2},
    {"stripped_for": -2},
    {"stripped_for": 2**70},
    {"stripped_for": None},
    {"script": []},
    {"script": [[99], [0]]},
    {"script": [[0], [0, 1]]},
    {"script": 5},
    {"chance": 5},
    {"chance": []},
]


def state() -> State:
    made = State(GAME, 2, 3)
    return made.apply(int(made.legal_actions()[0]))


@pytest.mark.parametrize(
    "changes", [{"log": []}, {"log": [0, 0]}, {"chance": "manual"}, {"sha256": ""}], ids=str
)
def test_an_edited_header_does_not_have_its_digest(changes):
    content = json.loads(state().to_json()) | changes
    with pytest.raises(DamagedDataError, match="digest"):
        State.from_json(json.dumps(content), GAME)


@pytest.mark.parametrize("changes", IMPOSSIBLE, ids=str)
def test_a_header_that_cannot_be_is_refused_even_with_its_digest(changes):
    content = json.loads(state().to_json()) | changes
    content["sha256"] = digest_of(content)
    with pytest.raises(DamagedDataError, match="state in JSON"):
        State.from_json(json.dumps(content), GAME)


def resigned(header: bytes) -> bytes:
    stored = state().to_bytes()
    start, size = 11, int.from_bytes(stored[7:11], "little")
    body = stored[:7] + len(header).to_bytes(4, "little") + header + stored[start + size : -32]
    return body + hashlib.sha256(body).digest()


@pytest.mark.parametrize("header", [b"", b"{", b"\xff\xfe", b"[1]", b"[" * 100_000], ids=len)
def test_a_header_that_is_no_json_is_refused_behind_a_valid_checksum(header):
    with pytest.raises(DamagedDataError, match="state in bytes"):
        State.from_bytes(resigned(header), GAME)


@pytest.mark.parametrize("changes", IMPOSSIBLE, ids=str)
def test_a_header_that_cannot_be_is_refused_behind_a_valid_checksum(changes):
    stored = state().to_bytes()
    size = int.from_bytes(stored[7:11], "little")
    header = json.loads(stored[11 : 11 + size])
    assert State.from_bytes(resigned(json.dumps(header).encode()), GAME) == state()
    with pytest.raises(DamagedDataError, match="state in bytes"):
        State.from_bytes(resigned(json.dumps(header | changes).encode()), GAME)
