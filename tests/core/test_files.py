"""Files written whole: what is there already is replaced, never destroyed."""

from __future__ import annotations

import os
import stat

import pytest

from pixies_env.core.files import remove_left_behind, written_whole


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


def test_what_killed_writes_left_is_removed_and_nothing_else(tmp_path):
    for name in (".git", ".gitignore", "a-12345678", ".lock", ".lock-7-0123456789abcdef"):
        (tmp_path / name).touch()
    kept = {path.name for path in tmp_path.iterdir()}
    write = written_whole(tmp_path / "report.html")
    write.__enter__()  # and is killed
    assert len(list(tmp_path.iterdir())) == len(kept) + 1
    remove_left_behind(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == kept
