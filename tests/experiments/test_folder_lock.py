"""One run at a time in a folder, its workers included."""

from __future__ import annotations

import pytest

from pixies_experiments.folder_lock import FolderInUseError, only_run, worker_in


def test_two_runs_do_not_work_in_one_folder(tmp_path):
    said = f"^{tmp_path} is in use by another run; wait for its end$"
    with only_run(tmp_path), pytest.raises(FolderInUseError, match=said), only_run(tmp_path):
        pytest.fail("both are in it")
    with only_run(tmp_path):
        pass


def test_a_run_that_fails_gives_its_folder_back(tmp_path):
    with pytest.raises(KeyError), only_run(tmp_path):
        raise KeyError
    with only_run(tmp_path):
        pass


def test_a_worker_keeps_the_folder_of_its_run_in_use(tmp_path):
    said = "by a process that a killed run left behind"
    with worker_in(tmp_path), pytest.raises(FolderInUseError, match=said), only_run(tmp_path):
        pytest.fail("both are in it")
    with only_run(tmp_path):
        pass


def test_workers_leave_nothing_in_the_folder(tmp_path):
    (tmp_path / ".lock-of-a-killed-worker").touch()
    with only_run(tmp_path), worker_in(tmp_path):
        assert len(list(tmp_path.iterdir())) == 2
    with only_run(tmp_path):
        pass
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]


def test_a_folder_that_is_not_there_is_made(tmp_path):
    with only_run(tmp_path / "new" / "folder"):
        assert (tmp_path / "new" / "folder").is_dir()
