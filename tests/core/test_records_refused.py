"""Records that were edited or damaged, and what a view of one seat must not tell."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest

from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.states.record_files import parse, read, to_json_lines, to_text
from pixies_env.core.states.records import Record
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.games.hidden_card import game

GAME = game()
DEAL = ["card(1)", "card(6)", "card(2)", "card(5)", "card(3)", "card(4)"]
EVENING = [*DEAL, "play(1)", "play(6)", "roll", "die(2)"]


def from_position() -> list[dict]:
    start = Record.from_names(GAME, 2, EVENING).final()
    state = State.from_arrays(GAME, start.array, chance=MANUAL).apply("play(5)")
    return [json.loads(line) for line in to_json_lines(Record.from_state(state)).splitlines()]


def refused(lines, match, where="line 1"):
    with pytest.raises(DamagedDataError, match=match) as caught:
        list(parse([json.dumps(line) for line in lines], "file", GAME))
    assert f"file, {where}" in str(caught.value)


def with_bytes(header, change):
    array = np.frombuffer(base64.b64decode(header["position"]), GAME.state_dtype).copy()
    change(array)
    header["position"] = base64.b64encode(array.tobytes()).decode()
    header["position_sha256"] = hashlib.sha256(array.tobytes()).hexdigest()


def test_a_position_with_other_players_is_refused():
    header, *events = from_position()
    refused([header | {"players": 3}, *events], "is of 2 players, not 3")


def test_a_position_with_another_digest_is_refused():
    header, *events = from_position()
    refused([header | {"position_sha256": "0"}, *events], "digest")
    del header["position_sha256"]
    refused([header, *events], "digest")


@pytest.mark.parametrize(
    ("field", "value"),
    [("players", 9), ("waiting", 7), ("player", 5), ("player", -1), ("question", 99)],
)
def test_a_position_with_an_impossible_header_is_refused(field, value):
    header, *events = from_position()

    def change(array):
        array[field] = value

    with_bytes(header, change)
    refused([header, *events], "position")


def test_a_position_against_the_invariants_is_refused():
    pixies = make_game("pixie_queen")
    state = State(pixies, 2, seed=1)
    record = Record.from_state(State.from_arrays(pixies, state.array, chance=MANUAL))
    header = json.loads(to_json_lines(record))
    (again,) = parse([json.dumps(header)], "file", pixies)
    assert again == record
    array = np.frombuffer(base64.b64decode(header["position"]), pixies.state_dtype).copy()
    array["goods"][0, 0, 0] += 50
    header["position"] = base64.b64encode(array.tobytes()).decode()
    header["position_sha256"] = hashlib.sha256(array.tobytes()).hexdigest()
    with pytest.raises(DamagedDataError, match="line 1: 'position': cannot be: a good is not"):
        list(parse([json.dumps(header)], "file", pixies))


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": "7"},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": True},
        {"lane": 1.5},
        {"lane": 2**32},
        {"episode": []},
        {"viewer": 2},
        {"viewer": -1},
        {"viewer": "0"},
        {"viewer": True},
        {"players": [2]},
    ],
)
def test_a_header_with_values_that_cannot_be_is_refused(changes):
    header = json.loads(to_json_lines(Record.from_state(State(GAME, 2, 7))).splitlines()[0])
    refused([header | changes], next(iter(changes)))


@pytest.mark.parametrize(
    "changes",
    [
        {"player": "0"},
        {"player": 2},
        {"player": True},
        {"question": 3},
        {"question": None},
        {"sees": 0},
        {"sees": [2]},
        {"sees": [[0]]},
    ],
)
@pytest.mark.parametrize("viewer", [None, 0])
def test_an_event_with_values_that_cannot_be_is_refused(changes, viewer):
    record = Record.from_names(GAME, 2, EVENING)
    text = to_json_lines(record if viewer is None else record.seen_by(viewer))
    header, event, *_ = map(json.loads, text.splitlines())
    refused([header, event | changes], next(iter(changes)), "line 2")


def test_an_event_that_the_viewer_did_not_see_is_refused():
    record = Record.from_names(GAME, 2, EVENING)
    header, event, *_ = map(json.loads, to_json_lines(record.seen_by(0)).splitlines())
    refused([header, event | {"sees": [1]}], "seat 0", "line 2")


def test_deeply_nested_json_is_refused():
    deep = "[" * 200_000
    with pytest.raises(DamagedDataError, match="line 1: not JSON"):
        list(parse(['{"a":' + deep], "file", GAME))
    with pytest.raises(DamagedDataError, match="not JSON"):
        State.from_json(deep, GAME)


def test_a_number_sign_inside_a_value_is_no_comment():
    named = replace(GAME, specification={"note": "a # b", "rounds": 3, "faces": 3})
    record = Record.from_names(named, 2, EVENING)
    text = to_text(record).replace("play(6)", "play(6)  # mine: the highest", 1)
    text = text.replace("players: 2", "players: 2 # and a dog: none")
    text = text.replace('"a # b"', '"a # b" # kept whole', 1)
    (again,) = parse(text.splitlines(), "file", named)
    assert again.events == record.events


def test_a_byte_order_mark_is_skipped():
    for text in (to_text, to_json_lines):
        record = Record.from_names(GAME, 2, EVENING)
        (again,) = parse(("\ufeff" + text(record)).splitlines(), "file", GAME)
        assert again.events == record.events


@pytest.mark.parametrize("seed", range(3))
def test_a_view_does_not_tell_how_many_secret_decisions_there_were(seed):
    """Games that a seat cannot tell apart before the reveal give it equal records."""
    state = State(make_game("pixie_queen"), 2, seed=seed)
    while state.question != "offer":
        state.apply(int(state.legal_actions()[0]))
    first, second = state.player, 1 - state.player
    reached, met = [state], []
    while reached:
        at = reached.pop()
        met.append(at)
        if at.player == first:
            reached += [
                following
                for action in at.legal_actions()
                if (following := at.clone().apply(int(action))).question == "offer"
            ]
    for asked in (first, second):
        alike = [at for at in met if at.player == asked]
        assert len({at.hidden_from(second) for at in alike}) == 1
        assert len({len(Record.from_state(at).events) for at in alike}) > 1
        views = [Record.from_state(at).seen_by(second) for at in alike]
        assert all(view == views[0] for view in views)
        assert len({to_json_lines(view) for view in views}) == 1


@pytest.mark.parametrize(
    "lines",
    [
        ["game: pixie_queen", "players: 2", "board: /dev/zero", "place(1)"],
        [
            json.dumps(
                {
                    "format": "pixies-record",
                    "version": 1,
                    "game": "pixie_queen",
                    "options": {"board": "/dev/zero"},
                    "players": 2,
                }
            )
        ],
    ],
    ids=["plain", "json"],
)
def test_a_board_file_that_a_record_names_is_not_opened(lines):
    """It would never end: what somebody else wrote must not choose what is read here."""
    with pytest.raises(ForeignGameError, match="'/dev/zero', which is not opened"):
        next(parse(lines, "file"))


@pytest.mark.parametrize("change", [{"seed": 5}, {"lane": 3}, {"episode": 1}, {"note": "mine"}])
def test_a_header_that_was_altered_does_not_have_its_digest(change):
    record = Record.from_state(State(GAME, 3, seed=1))
    first, *others = to_json_lines(record).splitlines()
    header = json.loads(first)
    lines = [json.dumps({**header, **change}), *others]
    with pytest.raises(DamagedDataError, match=r"file, line 1: .*does not have the digest"):
        list(parse(lines, "file", GAME))
    del header["sha256"]
    (found,) = parse([json.dumps({**header, **change}), *others], "file", GAME)
    assert found.events == record.events


def test_a_line_that_never_ends_is_not_read_to_its_end(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("0" * (2**22 + 1))
    with pytest.raises(DamagedDataError, match="line 1: has more than 4,194,304 characters"):
        next(read(path))


@pytest.mark.parametrize(
    "change",
    [
        {"catalogue": "a" * 5000},
        {"game": "two\nlines"},
        {"options": {"x\ny" * 900: 1}},
        {"options": {"board": {"tracks": {"standing": ""}}}},
    ],
)
def test_however_much_a_record_says_its_error_is_one_line(change):
    header, *_ = to_json_lines(
        Record.from_state(State(make_game("pixie_queen"), 2, seed=1))
    ).splitlines()
    told = json.loads(header)
    del told["sha256"]
    with pytest.raises((DamagedDataError, ForeignGameError), match=r"^file, line 1: ") as refused:
        list(parse([json.dumps({**told, **change})], "file"))
    assert len(str(refused.value)) < 2100 and "\n" not in str(refused.value)
