"""A few of the kills of ``make kills``, and that it sees what it looks for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pixies_env.core.files.arrays import write_arrays
from tests.hostile import kills
from tests.hostile.commands import COMMANDS, RUN, Command, process_in
from tests.hostile.leavings import leftovers, results

pytestmark = [
    pytest.mark.study,
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
]


@pytest.mark.parametrize("name", ["tune", "play"])
def test_a_command_killed_at_random_comes_to_what_an_undisturbed_one_comes_to(
    name: str, tmp_path: Path
) -> None:
    struck = kills.struck_at(name, tmp_path, count=1, seed=1)
    assert struck.kills >= 1 and struck.runs >= 1


class Script(Command):
    """A program that adds a line to a file with every run, after some work."""

    def start(self, place: Path) -> subprocess.Popen[str]:
        return process_in(place, "-c", *self.words)


FORGETFUL = """
import pathlib, time
pathlib.Path("run").mkdir(exist_ok=True)
with open("run/result.txt", "a") as file:
    file.write("begun ")
time.sleep(0.6)
"""
UNTIDY = """
import pathlib, time
pathlib.Path("run").mkdir(exist_ok=True)
aside = pathlib.Path(f"run/.result.txt-{str(time.time_ns())[-8:]}")
aside.touch()
time.sleep(0.6)
aside.replace("run/result.txt")
"""
LEAVING = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
time.sleep(0.6)
"""


@pytest.mark.parametrize(
    ("program", "words"),
    [(FORGETFUL, "result.txt is another"), (UNTIDY, "left behind: run/.result.txt-")],
)
def test_what_a_kill_spoils_is_found(
    program: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS, "script", Script((program,)))
    with pytest.raises(kills.KilledError, match=words):
        kills.struck_at("script", tmp_path, count=4, seed=1)


def test_processes_that_outlive_a_kill_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kills, "SECONDS", 1.0)
    script = Script((LEAVING,))
    place = tmp_path / "place"
    script.prepare(place)
    process = script.start(place)
    kill = kills._Kill(place, process, 0.5)
    process.wait(60)
    with pytest.raises(AssertionError, match="1 processes are left"):
        kill.over()
    assert kill.struck and kills.still_alive(place) == []


def test_measured_times_are_no_results_and_all_else_is(tmp_path: Path) -> None:
    def write(seconds: float, number: float, name: str) -> dict[str, object]:
        folder = tmp_path / name / RUN
        folder.mkdir(parents=True)
        told = {"format": "x", "version": 1, "progress": {"seconds": seconds}}
        write_arrays(folder / "state.npz", told, {"a": np.array([number])}, sealed=True)
        return results(folder)

    first = write(1.0, 2.0, "first")
    assert first == write(3.0, 2.0, "other times")
    assert first != write(1.0, 2.5, "another number")
    (tmp_path / "first" / RUN / ".state.npz-abcd1234").touch()
    assert leftovers(tmp_path / "first") == [f"{RUN}/.state.npz-abcd1234"]
