"""What a killed run leaves behind ends by itself, and keeps the folder until then."""

from __future__ import annotations

import signal
import sys
import time

import psutil
import pytest

from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.tournament import Tournament
from tests.experiments.conftest import process, python
from tests.experiments.games import card_game
from tests.experiments.studies.conftest import AGENTS, contents

pytestmark = [
    pytest.mark.usefixtures("no_pictures"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
]
SECONDS = 60


def until(condition):
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def gate(tmp_path):
    path = tmp_path / "gate"
    path.mkdir()
    return path


@pytest.fixture
def waiting(gate, folder):
    """A run in a process of its own whose two workers think without end, and they."""
    agents = f"random,{AGENTS}WAITING:gate={gate}"
    words = ("tournament", "--agents", agents, "--players", 2, "--games", 40)
    run = process(*words, "--folder", folder, "--workers", 2)
    until(lambda: len(list(gate.iterdir())) == 2 or run.poll() is not None)
    assert run.poll() is None, run.communicate()
    begun = psutil.Process(run.pid).children(recursive=True)
    yield run, begun
    run.kill()
    for left in psutil.wait_procs(begun, SECONDS)[1]:
        left.kill()
    run.communicate()


def study(gate):
    agents = ("random", f"{AGENTS}WAITING:gate={gate}")
    return Tournament(card_game(), agents, (2,), 40)


def test_workers_of_a_killed_run_end_that_never_had_any_work(folder):
    folder.mkdir()
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from pixies_experiments.backends import Task, in_processes\n"
        "from tests.experiments.studies.conftest import runners\n"
        "study = runners()\n"
        "list(in_processes(Task(study, 'stop', Path(sys.argv[1])), study.pieces({})[:1], 2))\n"
        "print('idle', flush=True)\n"
        "time.sleep(600)\n"
    )
    run = python("-c", code, folder)
    try:
        assert run.stdout is not None and run.stdout.readline() == "idle\n"
        begun = psutil.Process(run.pid).children(recursive=True)
        assert len(begun) >= 2
    finally:
        run.kill()
        run.wait(SECONDS)
    assert psutil.wait_procs(begun, SECONDS)[1] == []


def test_a_folder_is_in_use_until_the_last_worker_of_a_killed_run_has_ended(
    waiting, gate, folder, tmp_path
):
    run, begun = waiting
    with pytest.raises(StudyRefusedError, match=f"{folder} is in use by another run; wait"):
        run_study(study(gate), folder, workers=1)
    for worker in begun:
        worker.suspend()
    run.send_signal(signal.SIGKILL)
    run.wait(SECONDS)
    with pytest.raises(StudyRefusedError, match="in use by a process that a killed run left"):
        run_study(study(gate), folder, workers=1)
    for worker in begun:
        worker.resume()
    assert psutil.wait_procs(begun, SECONDS)[1] == []
    (gate / "open").touch()
    run_study(study(gate), folder, workers=1)
    run_study(study(gate), tmp_path / "undisturbed", workers=1)
    assert contents(folder) == contents(tmp_path / "undisturbed")
    assert [path.name for path in folder.glob(".lock*")] == [".lock"]
