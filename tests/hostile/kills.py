"""Kills commands at random moments, takes them up again, and compares what they come to.

    python -m tests.hostile.kills --count 60 --seed 1 --only tournament play

Each command runs once undisturbed, which tells how long it takes. Then its process gets SIGKILL at
a moment drawn within that time, from its start to its last write; at times one of its workers does
instead. The same command takes the run up again and is killed once or twice more. In the end its
folder holds what the undisturbed run has, measured times aside, and nothing else, and no process
is left. Equal seeds draw the same moments.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.hostile.commands import COMMANDS, RUN, TEMPORARY, Command
from tests.hostile.leavings import leftovers, results

WORKER = 0.3
"""Share of the kills of commands with workers that strike a worker."""
SECONDS = 60.0
"""Within which the workers of a killed process end."""
_COMPILING = "Compiling what this machine has not run yet"


class KilledError(AssertionError):
    """A run that was killed came to something else, or left something behind."""


@dataclass
class Struck:
    """What the kills of a command met."""

    kills: int = 0
    workers: int = 0
    """Of them, those of a worker."""
    runs: int = 0
    """Runs to the end after one kill or several."""
    moments: list[float] = field(default_factory=list)
    """When they struck, as shares of an undisturbed run."""


class _Kill:
    """SIGKILL for a process, or for one of its workers, after a time; none if it ends before."""

    def __init__(
        self,
        place: Path,
        process: subprocess.Popen[str],
        delay: float,
        worker: random.Random | None = None,
    ) -> None:
        self._place, self._process, self._worker = place, process, worker
        self.struck = self.struck_worker = False
        self._timer = threading.Timer(delay, self._strike)
        self._timer.start()

    def _strike(self) -> None:
        with suppress(psutil.NoSuchProcess):
            main = psutil.Process(self._process.pid)
            workers = [child for child in main.children(recursive=True) if _is_worker(child)]
            if self._process.poll() is not None:
                return
            self.struck_worker = self._worker is not None and bool(workers)
            victim = self._worker.choice(workers) if self._worker and workers else main
            victim.kill()
            self.struck = True

    def over(self) -> None:
        """No kill any more; AssertionError if processes of a killed one do not end."""
        self._timer.cancel()
        self._timer.join()
        alive = still_alive(self._place)
        for process in alive:
            process.kill()
        assert not alive, f"{len(alive)} processes are left"


def still_alive(place: Path) -> list[psutil.Process]:
    """Processes of the runs in a folder, orphans included, that do not end within some time."""
    end = time.monotonic() + SECONDS
    while (alive := _processes_in(place)) and time.monotonic() < end:
        time.sleep(0.02)
    return alive


def _processes_in(place: Path) -> list[psutil.Process]:
    """What runs with the folder's own place for temporary files, which children inherit."""
    found, mark = [], str(place / TEMPORARY)
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            # One that ended stays a zombie where nobody asks for orphans.
            zombie = process.status() == psutil.STATUS_ZOMBIE
            if not zombie and process.environ().get("TMPDIR") == mark:
                found.append(process)
    return found


def _is_worker(process: psutil.Process) -> bool:
    try:
        return any("popen_loky" in word for word in process.cmdline())
    except psutil.Error:
        return False


class Target:
    """A command, what it comes to undisturbed, and how long it takes."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.command: Command = COMMANDS[name]
        self.seconds, self.expected = self._undisturbed("whole")
        if _COMPILING in (folder / "whole" / "output.txt").read_text():
            # So that the moments fall into a run as it is from now on.
            self.seconds, again = self._undisturbed("again")
            self._compare(again, "two undisturbed runs")

    def _undisturbed(self, name: str) -> tuple[float, dict[str, Any]]:
        place = self.folder / name
        self.command.prepare(place)
        began = time.monotonic()
        self._to_the_end(place)
        seconds = time.monotonic() - began
        self._check_left(place)
        return seconds, results(place / RUN)

    def _to_the_end(self, place: Path) -> None:
        process = self.command.start(place)
        try:
            self.command.see_to_its_end(place, process)
        finally:
            process.kill()
        if not self.command.ended_well(process):
            raise KilledError(self._said(place, f"it ended with {process.returncode}"))
        if still_alive(place):
            raise KilledError(f"{place}: processes are left")

    def round(self, number: int, moments: list[float], draw: random.Random, struck: Struck) -> None:
        """One run that is killed at these moments, as shares of an undisturbed run's time."""
        place = self.folder / f"round{number}"
        self.command.prepare(place)
        for attempt, moment in enumerate(moments):
            worker = draw if self.command.workers and draw.random() < WORKER else None
            began = time.monotonic()
            process = self.command.start(place)
            kill = _Kill(place, process, moment * self.seconds, worker)
            try:
                self.command.see_to_its_end(place, process)
            finally:
                kill.over()
                process.kill()
            if kill.struck:
                struck.kills += 1
                struck.workers += kill.struck_worker
                struck.moments.append(moment)
            elif not attempt:
                # The machine has become quicker since.
                self.seconds = min(self.seconds, time.monotonic() - began)
            to_its_end = not kill.struck or kill.struck_worker
            if to_its_end and not self.command.ended_well(process):
                raise KilledError(self._said(place, f"it ended with {process.returncode}"))
        self._to_the_end(place)
        self._check_left(place)
        self._compare(results(place / RUN), str(place))
        struck.runs += 1
        shutil.rmtree(place)

    def _compare(self, found: dict[str, Any], what: str) -> None:
        for name in sorted(self.expected.keys() | found.keys()):
            if self.expected.get(name) != found.get(name):
                both = (self.expected.get(name), found.get(name))
                told = "\n".join(f"{each!r:.3000}" for each in both)
                raise KilledError(f"{self.name}: {what}: {name} is another:\n{told}")

    def _check_left(self, place: Path) -> None:
        left = leftovers(place)
        if left:
            raise KilledError(f"{place}: left behind: {', '.join(left[:20])}")

    def _said(self, place: Path, what: str) -> str:
        output = place / "output.txt"
        return f"{self.name} in {place}: {what}; {output}:\n{output.read_text()[-3000:]}"


def struck_at(name: str, folder: Path, count: int, seed: int) -> Struck:
    """Kill a command at least so many times; KilledError tells what was not as it should be."""
    draw, struck = random.Random(f"{name} {seed}"), Struck()
    target = Target(name, folder)
    number = 0
    while struck.kills < count:
        if number >= 4 * count:
            raise KilledError(f"{name}: {number} runs ended before they could be killed")
        first = (struck.kills + draw.random()) / count
        others = [draw.random() for _ in range(min(draw.choice((0, 1, 2)), count - 1))]
        target.round(number, [first, *others], draw, struck)
        number += 1
    return struck


def main() -> int:
    """The command; its exit status is 1 if a killed run was not as one that nobody disturbed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=60, help="kills of all commands together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=COMMANDS, default=list(COMMANDS))
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pixies-kills-"))
    each, failures = -(-given.count // len(given.only)), 0
    print(f"{'command':12}{'kills':>6}{'of workers':>12}{'runs':>6}  moments, in % of a run")
    for name in given.only:
        try:
            struck = struck_at(name, folder / name, each, given.seed)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failures += 1
            again = f"python -m tests.hostile.kills --count {each} --seed {given.seed}"
            print(f"{name:12}failed: {error}\nonce more: {again} --only {name}", flush=True)
            continue
        moments = " ".join(f"{100 * moment:.0f}" for moment in sorted(struck.moments))
        numbers = f"{struck.kills:6}{struck.workers:12}{struck.runs:6}"
        print(f"{name:12}{numbers}  {moments}", flush=True)
    if failures:
        print(f"{failures} of {len(given.only)} commands failed; see {folder}")
        return 1
    shutil.rmtree(folder)
    print("every run came to what an undisturbed one comes to, and nothing was left behind")
    return 0


if __name__ == "__main__":
    sys.exit(main())
