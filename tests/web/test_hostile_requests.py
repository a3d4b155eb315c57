"""Requests that no page of ours sends."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request

import pytest

from pixies_env.core.states import record_files
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_experiments.games import open_game
from tests.web.conftest import people
from tests.web.test_server import view_of


@pytest.mark.parametrize("wrong", ["1e999", "true", "1.5", "[1]", '"1e9"', '"-1"', "{}"])
def test_a_seat_that_is_no_whole_number_is_refused(served, wrong):
    table = served.begin(people(2, at=(0, 1)))
    request = urllib.request.Request(
        f"{served.address}api/tables/{table.id}/decide",
        data=f'{{"action": 1, "as": {wrong}}}'.encode(),
        headers={"Pixies-Tokens": table.tokens.seats[0]},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 400 and b"a seat is a whole number" in refused.value.read()


def test_seats_that_nobody_has_are_all_shown_the_same_view(served):
    table = served.begin(people(2, at=(0, 1)))
    shown = [view_of(served, table, table.tokens.seats[0], f"as={seat}") for seat in (0, 1, 99)]
    assert shown[0] == shown[1] == shown[2]
    assert len(served.service._seatings[table.id].views) == 2


def board_of(content: str, plain: bool) -> str:
    """A record whose header names a board file, in either form."""
    if plain:
        return f"game: pixie_queen\nplayers: 2\nboard: {content}\nplace(1)\n"
    header = record_files.to_json_lines(Record.from_state(State(open_game("pixie_queen"), 2, 1)))
    told = json.loads(header.splitlines()[0])
    return json.dumps({**told, "options": {**told["options"], "board": content}})


@pytest.mark.parametrize("plain", [False, True])
def test_a_record_that_a_page_sends_opens_no_file(served, tmp_path, plain):
    """It could find out which files there are, or let a pipe hold up all agents."""
    table = served.begin(people(2))
    pipe, there = tmp_path / "pipe", tmp_path / "there"
    os.mkfifo(pipe)
    there.write_text("secret = 1")
    said = set()
    for path in (pipe, there, tmp_path / "nothing", "/dev/zero"):
        record = board_of(os.fspath(path), plain)
        code, answer = served.ask(table, "replay", {"record": record}, table.tokens.watch)
        assert code == 400
        said.add(answer["error"].replace(os.fspath(path), "FILE"))
    (only,) = said
    assert "the board is the name of a file, 'FILE', which is not opened" in only


def test_a_record_that_is_nested_too_deeply_is_refused(served):
    table = served.begin(people(2))
    for depth in (900, 100_000):
        text = board_of("BOARD", False).replace(
            '"BOARD"', '{"demand": ' * depth + "1" + "}" * depth
        )
        code, answer = served.ask(table, "replay", {"record": text}, table.tokens.seats[0])
        assert code == 400 and answer["error"]


def test_half_a_character_in_a_record_is_told(served):
    table = served.begin(people(2))
    for text in ("\ud800", '{"x": "\\ud800"}', '"\ud800"', "game: \ud800\nplayers: 2\n"):
        code, answer = served.ask(table, "replay", {"record": text}, table.tokens.seats[0])
        assert code == 400 and answer["error"]


@pytest.mark.parametrize("action", [10**30, -(10**30), 2**63])
def test_an_action_beyond_all_numbers_is_refused(served, action):
    table = served.begin(people(2, at=(0, 1)))
    tokens = ",".join(table.tokens.seats)
    shown = view_of(served, table, tokens)
    code, answer = served.ask(table, "decide", {"action": action, "key": shown["key"]}, tokens)
    assert code == 400 and answer["error"]
