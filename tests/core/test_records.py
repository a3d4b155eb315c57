"""Records: what they tell, their files in both forms, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pixies_env.core.errors import DamagedDataError, ForeignGameError, RecordError
from pixies_env.core.states.record_files import parse, read, to_json_lines, to_text, write
from pixies_env.core.states.records import Record
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from tests.games.hidden_card import game

GAME = game()
DEAL = ["card(1)", "card(6)", "card(2)", "card(5)", "card(3)", "card(4)"]
EVENING = [*DEAL, "play(1)", "play(6)", "roll", "die(2)"]


def played(players: int = 3, seed: int = 1, decisions: int = 99) -> State:
    state = State(GAME, players, seed)
    while not state.is_over and decisions:
        state.apply(int(state.legal_actions()[-1]))
        decisions -= 1
    return state


def test_an_event_tells_who_did_what_and_who_saw_it():
    record = Record.from_names(GAME, 2, EVENING)
    first, secret, roll, die = (record.events[at] for at in (0, 6, 8, 9))
    assert (first.kind, first.name, first.sees) == ("chance", "card(1)", (0,))
    assert (first.player, first.question) == (0, "deal")
    assert (secret.kind, secret.name, secret.sees) == ("decision", "play(1)", (0,))
    assert (roll.player, roll.question, roll.sees) == (1, "double", (0, 1))
    assert (die.kind, die.player, die.question) == ("chance", 1, "die")


def test_a_record_replays_step_by_step_without_a_random_generator():
    state = played()
    record = Record.from_state(state)
    steps = list(record.replay())
    assert len(steps) == len(record.events) + 1
    assert steps[0] == State(GAME, 3, chance=MANUAL) and steps[-1] == state
    assert record.final() == state and record.finished
    record.verify()
    assert record.end["scores"] == state.result()["scores"]
    assert record.end["state"] == state.digest


def test_the_states_of_a_replay_are_independent():
    first, second, *_ = Record.from_names(GAME, 2, EVENING).replay()
    first.apply_chance("card(3)")
    assert second == State(GAME, 2, chance=MANUAL).apply_chance("card(1)")


def test_an_unfinished_record_holds_the_position_so_far():
    record = Record.from_names(GAME, 2, EVENING)
    assert not record.finished and record.end is None
    record.verify()
    assert record.final().as_dict()["scores"] == [0, 2]


def test_a_record_can_begin_at_a_position():
    start = Record.from_names(GAME, 2, EVENING).final()
    middle = State.from_arrays(GAME, start.array, chance=MANUAL)
    middle.apply("play(5)")
    record = Record.from_state(middle)
    assert [event.name for event in record.events] == ["play(5)"]
    (again,) = parse(to_json_lines(record).splitlines(), "x", GAME)
    assert again == record and again.final() == middle
    assert Record.from_names(GAME, 2, ["play(5)"], position=start) == record
    with pytest.raises(RecordError, match="whole games"):
        to_text(record)


@settings(max_examples=20)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**64 - 1), decisions=st.integers(0, 20))
def test_written_records_are_read_again(players, seed, decisions):
    state = played(players, seed, decisions)
    record = Record.from_state(state)
    (read_again,) = parse(to_json_lines(record).splitlines(), "file", GAME)
    assert read_again == record and hash(read_again) == hash(record)
    (typed,) = parse(to_text(record).splitlines(), "file", GAME)
    assert typed.events == record.events and typed.end == record.end


@pytest.mark.parametrize("suffix", ["jsonl", "txt"])
def test_several_games_follow_one_another_in_a_file(tmp_path, suffix):
    records = [
        Record.from_state(played(2)),
        Record.from_state(played(3, 5, 4)),
        Record.from_state(played(4)),
    ]
    path = tmp_path / f"games.{suffix}"
    write(path, iter(records))
    assert [record.events for record in read(path, GAME)] == [record.events for record in records]
    assert [record.players for record in read(path, GAME)] == [2, 3, 4]
    write(path, records[1])
    assert len(list(read(path, GAME))) == 1


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "games.jsonl"
    write(path, Record.from_state(played()))
    before = path.read_text()

    def broken():
        yield Record.from_state(played(2))
        raise RuntimeError("out of paper")

    with pytest.raises(RuntimeError, match="paper"):
        write(path, broken())
    assert path.read_text() == before and [p.name for p in tmp_path.iterdir()] == ["games.jsonl"]


def test_the_header_names_game_digests_and_stream():
    state = played(3, 7)
    header = json.loads(to_json_lines(Record.from_state(state)).splitlines()[0])
    assert header["format"] == "pixies-record" and header["version"] == 1
    assert (header["game"], header["game_version"], header["players"]) == ("hidden_card", 1, 3)
    assert (header["seed"], header["lane"], header["episode"]) == (7, 0, 0)
    assert header["board"] == GAME.board_digest and header["catalogue"] == GAME.actions.digest
    assert header["options"] == {"rounds": 3, "faces": 3, "open_hands": False}


def test_a_seat_sees_only_what_it_saw():
    record = Record.from_state(played(3, 7))
    mine = record.seen_by(1)
    assert mine.events == tuple(event for event in record.events if 1 in event.sees)
    assert len(mine.events) < len(record.events) and mine.seen_by(1) == mine
    assert mine.seed is None and "state" not in mine.end and mine.viewer == 1
    (again,) = parse(to_json_lines(mine).splitlines(), "file", GAME)
    assert again == mine
    for replayed in (lambda: list(mine.replay()), mine.final, mine.verify):
        with pytest.raises(RecordError, match="only what seat 1 saw"):
            replayed()
    with pytest.raises(RecordError, match="what seat 1 saw, not seat 0"):
        mine.seen_by(0)
    with pytest.raises(RecordError, match="plain form"):
        to_text(mine)
    with pytest.raises(ValueError, match="seat"):
        record.seen_by(3)


def test_what_a_seat_saw_of_a_position_is_hidden_too():
    start = Record.from_names(GAME, 2, EVENING).final()
    record = Record.from_state(State.from_arrays(GAME, start.array, chance=MANUAL).apply("play(4)"))
    stripped = record.seen_by(0)
    assert stripped.position == start.hidden_from(0).position_bytes


def test_a_stripped_state_has_no_record():
    with pytest.raises(RecordError, match="stripped"):
        Record.from_state(played(2, 1, 2).hidden_from(0))


# ---- typed in by hand


def test_a_game_typed_in_by_hand_is_read():
    text = """
    # our evening
    game: hidden_card
    players: 2
    rounds: 3

    card(1)     # mine
    card( 6 )
    card(2)
    card(5)
    card(3)
    card(4)
    play(1)
    play(6)
    roll
    die(2)
    """
    (record,) = parse(text.splitlines(), "evening", GAME)
    assert record == Record.from_names(GAME, 2, EVENING)
    (converted,) = parse(to_json_lines(record).splitlines(), "evening", GAME)
    assert converted == record


def test_names_alone_are_enough_in_json_lines():
    whole = to_json_lines(Record.from_names(GAME, 2, EVENING)).splitlines()
    short = [whole[0]]
    for line in whole[1:]:
        content = json.loads(line)
        kind = "chance" if "chance" in content else "decision"
        short.append(json.dumps({kind: content[kind]}))
    (record,) = parse(["", *short, ""], "short", GAME)
    assert record == Record.from_names(GAME, 2, EVENING)


def test_games_without_events_are_games():
    text = ["game: hidden_card", "players: 2", "game: hidden_card", "players: 3"]
    assert [record.players for record in parse(text, "x", GAME)] == [2, 3]
    assert list(parse([], "x", GAME)) == list(parse(["", "# nothing"], "x", GAME)) == []


@pytest.mark.parametrize(
    ("lines", "error", "parts"),
    [
        (["card(1)"], DamagedDataError, ["line 1", "game: NAME"]),
        (["game: hidden_card", "card(1)"], DamagedDataError, ["line 2", "players: N"]),
        (["game: hidden_card", "players: 9", "x"], DamagedDataError, ["line 3", "not 9"]),
        (["game: hidden_card", "players: two", "x"], DamagedDataError, ["line 3", "two"]),
        (["game: chess", "players: 2", "x"], ForeignGameError, ["line 3", "chess"]),
        (["game: hidden_card", "players: 2", "faces: 9"], ForeignGameError, ["faces", "9"]),
        (
            ["game: hidden_card", "players: 2", "card(7)"],
            RecordError,
            ["line 3", "card(7)", "card(1), card(2)"],
        ),
        (
            ["game: hidden_card", "players: 2", *DEAL, "", "play(4)"],
            RecordError,
            ["line 10", "play(4)", "player 0", "play(1), play(2), play(3)"],
        ),
    ],
)
def test_what_is_wrong_in_a_typed_game_is_named(lines, error, parts):
    with pytest.raises(error) as caught:
        list(parse(lines, "evening.txt", GAME))
    for part in ("evening.txt", *parts):
        assert part in str(caught.value)


def test_an_event_that_does_not_fit_is_named_with_what_would_be_right():
    with pytest.raises(RecordError, match=r"event 7: .*'play\(5\)'.*play\(1\), play\(2\)"):
        Record.from_names(GAME, 2, ["card(1)", "card(6)", *["card(2)", "card(5)"] * 2, "play(5)"])
    with pytest.raises(RecordError, match="event 1: 'stop', but the game is over"):
        Record.from_names(GAME, 2, ["stop"], position=played(2))


# ---- damaged and foreign files


Lines = Callable[[], list[str]]
"""Made by the test: to play a game compiles, which is not done while tests are collected."""


def whole(*decisions: int) -> list[str]:
    """The lines of a game of two, of its first decisions only if their number is given."""
    return to_json_lines(Record.from_state(played(2, 1, *decisions))).splitlines()


def edited(line: int, **changes) -> Lines:
    def lines() -> list[str]:
        changed = whole()
        content = json.loads(changed[line])
        content.update(changes)
        changed[line] = json.dumps({k: v for k, v in content.items() if v is not ...})
        return changed

    return lines


def cut(line: int, replacement: str | None) -> Lines:
    def lines() -> list[str]:
        changed = whole()
        changed[line : line + 1] = [] if replacement is None else [replacement]
        return changed

    return lines


@pytest.mark.parametrize(
    ("lines", "error", "parts"),
    [
        (edited(0, format="other"), DamagedDataError, ["line 1", "other"]),
        (edited(0, version=2), ForeignGameError, ["line 1", "version 2"]),
        (edited(0, game_version=5), ForeignGameError, ["line 1", "version of the rules"]),
        (edited(0, board="0"), ForeignGameError, ["line 1", "digest of the board"]),
        (edited(0, catalogue="0"), ForeignGameError, ["line 1", "action catalogue"]),
        (edited(0, options={"faces": 9}), ForeignGameError, ["line 1", "faces is 9"]),
        (edited(0, board=...), DamagedDataError, ["line 1", "board"]),
        (edited(0, players=7), DamagedDataError, ["line 1", "not 7"]),
        (edited(0, position="?"), DamagedDataError, ["line 1", "base64"]),
        (edited(0, position="AAAA"), DamagedDataError, ["line 1", "3 bytes"]),
        (cut(0, None), DamagedDataError, ["line 1", "header"]),
        (cut(2, '{"chance": "card(3)"'), DamagedDataError, ["line 3", "JSON"]),
        (cut(2, '{"move": "x"}'), DamagedDataError, ["line 3", "'decision', 'chance'"]),
        (cut(2, '{"chance": 3}'), DamagedDataError, ["line 3", "text"]),
        (cut(2, '{"chance": "card(1)", "sees": 0}'), DamagedDataError, ["line 3", "sees"]),
        (cut(2, "{}"), DamagedDataError, ["line 3"]),
        (edited(2, chance="card(9)"), RecordError, ["line 3", "card(9)", "card(1), card(2)"]),
        (cut(2, '{"decision": "stop"}'), RecordError, ["line 3", "waits for a chance of 'deal'"]),
        (edited(2, player=0), RecordError, ["line 3", "player", "is 1, not 0"]),
        (edited(2, question="die"), RecordError, ["line 3", "question"]),
        (edited(2, sees=[0, 1]), RecordError, ["line 3", "sees"]),
        (edited(-1, end={}), RecordError, ["'reason'"]),
        (edited(-1, end=3), DamagedDataError, ["object"]),
        (lambda: whole()[:-1], RecordError, ["line 1", "end is not told"]),
        (lambda: [*whole(), '{"decision": "stop"}'], RecordError, ["already ended"]),
        (lambda: [*whole(2), '{"end": {}}'], RecordError, ["not over"]),
        (lambda: [*whole()[:-1], '{"decision": "stop"}'], RecordError, ["stop", "over"]),
        (lambda: whole()[:-1] + whole(), RecordError, ["the game before is over"]),
    ],
)
def test_damaged_and_foreign_records_are_refused_with_their_line(lines, error, parts, tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines()))
    with pytest.raises(error) as caught:
        list(read(path, GAME))
    for part in ("games.jsonl", *parts):
        assert part in str(caught.value)


def test_whole_games_before_a_damaged_one_are_read(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([*whole(), "{"]))
    reading = read(path, GAME)
    with pytest.raises(DamagedDataError):
        list(reading)


def test_binary_junk_is_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DamagedDataError, match="UTF-8"):
        list(read(path, GAME))


def test_a_game_that_is_not_registered_must_be_handed_over(tmp_path):
    path = tmp_path / "games.jsonl"
    write(path, Record.from_state(played()))
    with pytest.raises(ForeignGameError, match="hand the game over"):
        list(read(path))


def test_verify_names_what_differs():
    from dataclasses import replace

    record = Record.from_state(played(2))
    with pytest.raises(RecordError, match="'scores'"):
        replace(record, end={**record.end, "scores": [9, 9]}).verify()
    with pytest.raises(RecordError, match="'state'"):
        replace(record, end={**record.end, "state": "0"}).verify()
    with pytest.raises(RecordError, match="not told"):
        replace(record, end=None).verify()
    event = replace(record.events[3], player=0)
    with pytest.raises(RecordError, match="event 4: player"):
        replace(record, events=(*record.events[:3], event, *record.events[4:])).verify()
