"""Files of tables that are not whole: what is wrong is told, and other tables go on."""

from __future__ import annotations

import asyncio
import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states.stored import digest_of
from pixies_experiments.web.model import ANALYSIS, GAME, Table
from pixies_experiments.web.seats import HUMAN
from pixies_experiments.web.service import Service
from pixies_experiments.web.store import Store
from tests.web.test_play_command import asked, started
from tests.web.test_tables import begin, play_some

DEEP = "[" * 100_000
DAMAGES: list[tuple[str, Any]] = [
    ("seats", 5),
    ("seats", [1, 2, 3]),
    ("seats", [HUMAN, "nobody", HUMAN]),
    ("seats", [HUMAN, "no.such.module:agent", HUMAN]),
    ("seat_tokens", [1, 2, 3]),
    ("seat_tokens", ["a", "", "b"]),
    ("watch_token", None),
    ("owner_token", "x"),
    ("advice", "yes"),
    ("stream", [-1, 0, 0]),
    ("stream", [2**64, 0, 0]),
    ("stream", [True, 0, 0]),
    ("stream", [1]),
    ("record", ["{}"]),
    ("record", [DEEP]),
    ("record", 5),
    ("own_game", {"factory": "no.such.module:game", "board": None, "options": {}}),
    ("own_game", {"factory": "tests.web.test_damaged_tables:worn_out", "options": {}}),
    (
        "own_game",
        {"factory": "tests.web.test_damaged_tables:worn_out", "board": None, "options": {}},
    ),
    ("own_game", {"name": "x"}),
    ("kind", None),
    ("cursor", "1"),
    ("main", [1.5]),
    ("unknown", 1),
]


def worn_out() -> None:
    """A factory of a game that raises what nobody expects."""
    raise ZeroDivisionError("worn out")


def kept(folder: Path, age: int, **changes: Any) -> Table:
    """A table on disk, so many seconds old, with other entries, and their digest, in its file."""
    store, table = Store(folder), begin([HUMAN] * 3)
    play_some(table, 1)
    store.save(table)
    path = store.path(table.id)
    content = json.loads(path.read_text()) | changes
    path.write_text(json.dumps(content | {"sha256": digest_of(content)}))
    written = path.stat().st_mtime_ns - age * 10**9
    os.utime(path, ns=(written, written))
    return table


@pytest.mark.parametrize(("key", "value"), DAMAGES)
def test_a_damaged_table_is_told_with_its_file_and_left_out(tmp_path, key, value):
    damaged, healthy = kept(tmp_path, 0, **{key: value}), kept(tmp_path, 9)
    store = Store(tmp_path)
    with pytest.raises(DamagedDataError) as refused:
        store.load(damaged.id)
    assert str(refused.value).startswith(f"{store.path(damaged.id)}")
    assert len(str(refused.value)) < 1000
    newest, left_out = store.newest()
    assert newest.id == healthy.id and left_out == [str(refused.value)]


@pytest.mark.parametrize("key", ["kind", "seats", "own_game", "stream", "record", "watch_token"])
def test_a_table_that_lacks_an_entry_is_told_which(tmp_path, key):
    table, store = kept(tmp_path, 0), Store(tmp_path)
    path = store.path(table.id)
    content = json.loads(path.read_text())
    del content[key]
    path.write_text(json.dumps(content))
    with pytest.raises(DamagedDataError, match=f"{table.id}.*{key}: Field required"):
        store.load(table.id)


@pytest.mark.parametrize("data", [b"", b"\xff", b"5", DEEP.encode(), b'{"format": 1}'])
def test_a_file_that_is_no_table_is_told_and_left_out(tmp_path, data):
    damaged, healthy, store = kept(tmp_path, 0), kept(tmp_path, 9), Store(tmp_path)
    store.path(damaged.id).write_bytes(data)
    newest, (wrong,) = store.newest()
    assert newest.id == healthy.id and wrong.startswith(f"{store.path(damaged.id)}: this is no")


def test_what_is_no_file_among_the_tables_is_passed_by(tmp_path):
    healthy, store = kept(tmp_path, 9), Store(tmp_path)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.json")
    newest, left_out = store.newest()
    assert (newest.id, left_out) == (healthy.id, [])


def test_the_line_of_an_analysis_must_be_playable(tmp_path):
    table, store = begin([HUMAN] * 3, kind=ANALYSIS), Store(tmp_path)
    table.main = [10**6]
    store.save(table)
    with pytest.raises(DamagedDataError, match=table.id):
        store.load(table.id)


def test_a_view_of_one_seat_is_no_record_of_a_table(tmp_path):
    from pixies_env.core.states import record_files

    table = begin([HUMAN] * 3)
    seen = record_files.to_json_lines(table.timeline.record(seeded=True).seen_by(0)).splitlines()
    damaged = kept(tmp_path, 0, record=seen)
    with pytest.raises(DamagedDataError, match="one game, and all of it"):
        Store(tmp_path).load(damaged.id)


def test_a_finished_game_is_looked_at_without_its_agents(tmp_path):
    table, store = begin([HUMAN] * 3), Store(tmp_path)
    while not table.state.is_over:
        play_some(table, 1)
    table.seats[1] = "nobody"
    store.save(table)
    assert store.load(table.id).state.is_over


@pytest.mark.parametrize(
    ("key", "value"), [("seats", 5), ("record", ["{}"]), ("stream", []), ("seats", ["nobody"] * 3)]
)
def test_no_link_to_a_damaged_table_is_printed(pixies, tmp_path, key, value):
    damaged = kept(tmp_path, 0, **{key: value})
    path = str(Store(tmp_path).path(damaged.id))
    for words in (("--resume",), ("--table", damaged.id)):
        said = pixies.refused("play", "--no-open", "--port", 0, "--folder", tmp_path, *words)
        assert path in said


def test_resume_goes_on_with_the_table_before_a_damaged_one_and_says_so(tmp_path):
    damaged, healthy = kept(tmp_path, 0, seats=5), kept(tmp_path, 9)
    server, told = started("--resume", "--folder", tmp_path)
    try:
        assert told["table"] == healthy.id
        assert asked(told, "seat 0", "view")["id"] == healthy.id
    finally:
        server.terminate()
        _, said = server.communicate()
    assert str(Store(tmp_path).path(damaged.id)) in said
    assert f"going on with table {healthy.id}" in said


def test_a_table_that_could_not_be_kept_when_it_began_is_begun_again(tmp_path, monkeypatch):
    store, table = Store(tmp_path), begin([HUMAN] * 3)
    save, attempts = store.save, []

    def save_at_the_second_attempt(wanted: Table) -> None:
        attempts.append(wanted)
        if len(attempts) == 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        save(wanted)

    monkeypatch.setattr(store, "save", save_at_the_second_attempt)

    async def begin_twice() -> Table:
        service = Service(store)
        service.begin(table.id, lambda: table)
        with pytest.raises(OSError, match="No space"):
            await service.find(table.id)
        found = (await service.find(table.id)).table
        await service.close()
        return found

    assert asyncio.run(begin_twice()) is table and store.load(table.id).kind == GAME


def test_a_table_with_another_token_is_damaged(tmp_path):
    """What can be read and played may still be another table: its digest tells."""
    table, store = begin([HUMAN] * 3), Store(tmp_path)
    store.save(table)
    path = store.path(table.id)
    written = path.read_text()
    for old, new in ((table.tokens.watch, "x" * 32), ('"advice": true', '"advice": false')):
        assert old in written
        path.write_text(written.replace(old, new))
        with pytest.raises(DamagedDataError, match=f"{table.id}.*the digest written with it"):
            store.load(table.id)
    path.write_text(json.dumps(json.loads(written), indent=1))
    assert store.load(table.id).tokens == table.tokens
