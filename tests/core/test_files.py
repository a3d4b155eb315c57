"""Files written whole: what is there already is replaced, never destroyed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest

from pixies_env.core.files import whole as files
from pixies_env.core.files.whole import remove_leftovers, written_whole


def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path):
    (tmp_path / "far").mkdir()
    real, link = tmp_path / "far" / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    link.symlink_to(real)
    with written_whole(link) as aside:
        aside.write_text("new")
    assert link.is_symlink() and real.read_text() == "new"
    assert [path.name for path in real.parent.iterdir()] == ["real.txt"]


def test_a_link_to_nothing_yet_is_followed(tmp_path):
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "real.txt")
    with written_whole(link) as aside:
        aside.write_text("new")
    assert link.is_symlink() and (tmp_path / "real.txt").read_text() == "new"


def test_what_is_no_file_is_not_replaced(tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(OSError, match="device or pipe"), written_whole(path):
            raise AssertionError("nothing is to be written")
    with pytest.raises(IsADirectoryError, match="folder"), written_whole(tmp_path):
        raise AssertionError("nothing is to be written")
    assert stat.S_ISFIFO(pipe.stat().st_mode) and sorted(tmp_path.iterdir()) == [link, pipe]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    path = tmp_path / "nodir" / "x.toml"
    missing = pytest.raises(FileNotFoundError, match=r"folder .*/nodir does not exist")
    with missing as raised, written_whole(path):
        raise AssertionError("nothing is to be written")
    assert raised.value.filename == str(path)


def leftovers(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def test_a_private_file_could_never_be_read_by_others(tmp_path):
    path = tmp_path / "secret"
    path.write_text("old")
    path.chmod(0o666)
    with written_whole(path, private=True) as aside:
        assert stat.S_IMODE(aside.stat().st_mode) == 0o600
        aside.write_text("new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_is_on_the_disk_before_it_takes_its_place(tmp_path, monkeypatch):
    path, done = tmp_path / "file", []
    synced, replaced = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append("on the disk"), synced(handle)))
    monkeypatch.setattr(
        os, "replace", lambda old, new: (done.append(path.exists()), replaced(old, new))
    )
    with written_whole(path) as aside:
        aside.write_text("whole")
    assert done == ["on the disk", False] and path.read_text() == "whole"


KILLED = """
import os, sys
from pixies_env.core.files.whole import written_whole
with written_whole(sys.argv[1]) as aside:
    aside.write_text("half")
    print(flush=True)
    sys.stdin.read()
"""


def test_what_a_killed_write_left_is_removed_and_what_is_being_written_stays(tmp_path):
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", KILLED, str(tmp_path / name)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for name in ("dead.json", "living.json")
    ]
    try:
        for writer in writers:
            assert writer.stdout is not None and writer.stdout.readline()
        writers[0].kill()
        writers[0].wait()
        foreign = [".dead.json-short", ".note.txt-abcdefgh", ".dead.json-ABCDEFGH"]
        for name in foreign:
            (tmp_path / name).write_text("not ours")
        (tmp_path / ".link.json-abcdefgh").symlink_to(tmp_path / "elsewhere")
        for path in tmp_path.iterdir():
            os.utime(path, (1, 1), follow_symlinks=False)
        # As a killed write leaves it whose command is given again at once.
        (tmp_path / ".young.json-abcdefgh").write_text("")
        assert len(leftovers(tmp_path)) == 7
        remove_leftovers(tmp_path, r"\w+\.json")
        left = leftovers(tmp_path)
        assert [name for name in left if name.startswith(".living.json-")]
        assert not [name for name in left if name.startswith(".dead.json-") and name not in foreign]
        assert {*foreign, ".link.json-abcdefgh"} < set(left)
        assert ".young.json-abcdefgh" not in left
        assert len(left) == 5
    finally:
        for writer in writers:
            writer.communicate()
    assert (tmp_path / "living.json").read_text() == "half"


def test_what_is_locked_a_moment_after_it_was_made_stays(tmp_path, monkeypatch):
    young = tmp_path / ".young.json-abcdefgh"
    with young.open("w") as writer:
        monkeypatch.setattr(files.time, "sleep", lambda seconds: files._lock(writer.fileno()))
        remove_leftovers(tmp_path)
        assert young.exists()
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    remove_leftovers(tmp_path)
    assert not young.exists()


def test_what_killed_writes_left_is_removed_and_nothing_else(tmp_path):
    for name in (".git", ".gitignore", "a-12345678", ".lock", ".lock-7-0123456789abcdef"):
        (tmp_path / name).touch()
    kept = {path.name for path in tmp_path.iterdir()}
    write = written_whole(tmp_path / "report.html")
    write.__enter__()  # and is killed
    assert len(list(tmp_path.iterdir())) == len(kept) + 1
    remove_leftovers(tmp_path, sole_writer=True)
    assert {path.name for path in tmp_path.iterdir()} == kept
