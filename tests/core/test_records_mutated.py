"""Records that were altered at random: refused with their place, or read as what they were."""

from __future__ import annotations

import json
import random

import pytest

from pixies_env.core.errors import DamagedDataError, ForeignGameError, RecordError
from pixies_env.core.record_files import parse, read, to_json_lines, to_text
from pixies_env.core.state import State
from tests.games.hidden_card import game

GAME = game()
REFUSED = (DamagedDataError, ForeignGameError, RecordError)
ODD = (None, True, -1, 2**31, 2**64, 1.5, float("nan"), "", "x", "\ud800", [], [[1]], {}, {"a": 1})


def played(seed, players):
    state = State(GAME, players, seed=seed)
    while not state.is_over:
        state.apply(int(state.legal_actions()[-1]))
    return state.record()


RECORDS = [played(1, 4), played(2, 2)]
LINES = "".join(map(to_json_lines, RECORDS))
TEXT = "".join(map(to_text, RECORDS))


def altered_bytes(text, rng):
    content = bytearray(text.encode())
    at = rng.randrange(len(content))
    kind = rng.randrange(6)
    if kind == 0:
        content[at] ^= 1 << rng.randrange(8)
    elif kind == 1:
        del content[at : at + rng.choice([1, 10, 200])]
    elif kind == 2:
        content[at:at] = rng.randbytes(3)
    elif kind == 3:
        content[at] = rng.choice(b'{}[],:"\n\\ 19-e#')
    elif kind == 4:
        content[at:at] = rng.choice([b"[" * 120_000, b'{"a":' * 50_000, b"9" * 5000, b"1e999"])
    else:
        content[at:at] = content[at : at + rng.randrange(1, 60)]
    return bytes(content)


def places(value, path=()):
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def altered_values(text, rng):
    lines = [json.loads(line) for line in text.splitlines()]
    path = rng.choice([path for path in places(lines) if path])
    inside = lines
    for key in path[:-1]:
        inside = inside[key]
    if rng.random() < 0.3:
        del inside[path[-1]]
    else:
        inside[path[-1]] = rng.choice(ODD)
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def outcomes(path, content_of, times=200):
    """Records or the message of the documented error, for contents made at random."""
    rng = random.Random(path.name)
    for _ in range(times):
        path.write_bytes(content_of(rng))
        try:
            yield list(read(path, GAME))
        except REFUSED as error:
            yield str(error)


@pytest.mark.parametrize("alter", [altered_bytes, altered_values])
def test_altered_lines_are_refused_or_mean_the_same(tmp_path, alter):
    path = tmp_path / f"{alter.__name__}.jsonl"
    found = list(outcomes(path, lambda rng: alter(LINES, rng)))
    refused = [outcome for outcome in found if isinstance(outcome, str)]
    assert len(refused) > 100 and all(str(path) in said for said in refused)
    # What was cut off is not missed: a game may stop at any line, and a file after any game.
    whole = [to_json_lines(record) for record in RECORDS]
    for record in (record for outcome in found if outcome not in refused for record in outcome):
        lines = to_json_lines(record)
        if not record.finished:
            lines = lines.split("\n", 1)[1]
        assert any(lines in text for text in whole)


def test_altered_plain_text_is_refused_with_its_place(tmp_path):
    path = tmp_path / "records.txt"
    found = outcomes(path, lambda rng: altered_bytes(TEXT, rng))
    refused = [outcome for outcome in found if isinstance(outcome, str)]
    assert len(refused) > 50 and all(str(path) in said for said in refused)


@pytest.mark.parametrize("change", [{"seed": 5}, {"lane": 3}, {"episode": 1}, {"note": "mine"}])
def test_a_header_that_was_altered_does_not_have_its_digest(change):
    first, *others = to_json_lines(RECORDS[0]).splitlines()
    header = json.loads(first)
    lines = [json.dumps({**header, **change}), *others]
    with pytest.raises(DamagedDataError, match=r"file, line 1: .*does not have the digest"):
        list(parse(lines, "file", GAME))
    del header["sha256"]
    (record,) = parse([json.dumps({**header, **change}), *others], "file", GAME)
    assert record.events == RECORDS[0].events
