"""Compilation of functions that do not need each other, on all cores at once.

Numba compiles one function at a time in a process. So further processes take a part of what is
missing, each keeps what it made in the cache folder, and this process loads it from there.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from pixies_env.core.compilation.compile import (
    COMPILED,
    entry,
    is_kept,
    is_kernel,
    named,
    told_at_once,
)
from pixies_env.core.compilation.cores import usable_cores

Name = tuple[str, str]
"""Module and name of a function."""


class Job(NamedTuple):
    """A function to be compiled for a signature; other processes find it by its name."""

    name: Name
    signature: Any

    def run(self) -> None:
        """Compile it here, or load it."""
        function: Any = named(self.name)
        if is_kernel(function):
            function.compile(self.signature)
        else:
            entry(function, self.signature)


def compile_together(jobs: Iterable[tuple[Callable[..., Any], Any]]) -> None:
    """Compile what is not kept yet of some functions for their signatures, the longest first.

    These are kernels, and functions for :func:`entry`. Afterwards they are loaded where they are
    used, or compiled if that could not be done here: functions without a name that leads to them,
    code that cannot be kept, all if one core is to be used.
    """
    if not COMPILED:
        return
    missing = [
        Job(name, signature)
        for function, signature in jobs
        if (name := _name_of(function)) is not None and not is_kept(function, signature)
    ]
    helpers = min(usable_cores(), len(missing)) - 1
    if helpers > 0:
        _share(missing, helpers)


Call = tuple[Any, tuple[Any, ...]]
"""A kernel and arguments that it will be called with."""


def compile_kernels(calls: Iterable[Call]) -> None:
    """Compile kernels before they are called, the longest first; see :func:`compile_together`.

    Those that this process has called or asked for before are left out: an agent asks at every
    decision, and to look for one kernel in the cache takes as long as dozens of simulations.
    """
    new = [
        (kernel, arguments)
        for kernel, arguments in calls
        if is_kernel(kernel) and kernel not in _asked_for and not kernel.overloads
    ]
    _asked_for.update(kernel for kernel, _ in new)
    compile_together((kernel, tuple(map(kernel.typeof_pyval, given))) for kernel, given in new)


_asked_for: set[Any] = set()
"""Kernels that this process compiled beforehand, or found in the cache."""


def _name_of(function: Any) -> Name | None:
    name = (function.__module__, function.__qualname__)
    try:
        return name if named(name) is function and name[0] != "__main__" else None
    except (ImportError, AttributeError):
        return None


def _share(missing: Sequence[Job], helpers: int) -> None:
    """Take one job after the other, as the helping processes do."""
    lock, places = threading.Lock(), iter(range(len(missing)))

    def jobs() -> Iterator[Job]:
        while True:
            with lock:
                place = next(places, None)
                if place is None:
                    return
                name = missing[place].name[1]
                say(f"{name} ({place + 1} of {len(missing)})")
            yield missing[place]

    with told_at_once() as say, _processes(helpers) as processes:
        threads = [
            threading.Thread(target=_hand_out, args=(process, jobs())) for process in processes
        ]
        for thread in threads:
            thread.start()
        for job in jobs():
            job.run()
        for thread in threads:
            thread.join()


@contextmanager
def _processes(number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes that run :func:`main`; none is left at the end."""
    import_path = pickle.dumps(sys.path)
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(number):
            process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            processes.append(process)
            assert process.stdin is not None
            process.stdin.write(import_path)
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


_PROGRAM = f"""\
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from {__name__} import main
main()
"""


def _hand_out(process: subprocess.Popen[bytes], jobs: Iterator[Job]) -> None:
    """Let a process do jobs while it can; what it fails to do is done later, where it is needed."""
    assert process.stdin is not None and process.stdout is not None
    try:
        for job in jobs:
            process.stdin.write(pickle.dumps(job))
            process.stdin.flush()
            if not process.stdout.readline():
                return
    except OSError:
        return


def main() -> None:
    """Do the jobs that arrive on standard input; a line tells the end of each."""
    # What is compiled may print.
    answers, sys.stdout = sys.stdout, sys.stderr
    while True:
        try:
            job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        job.run()
        print("done", file=answers, flush=True)
