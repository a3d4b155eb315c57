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

from pixies_env.core.compilation.apart import parts_of
from pixies_env.core.compilation.compile import COMPILED, entry, is_kept, is_kernel, named
from pixies_env.core.compilation.cores import usable_cores
from pixies_env.core.compilation.messages import told_at_once

Name = tuple[str, str]
"""Module and name of a function."""


Job = tuple[Callable[..., Any], Any]
"""A kernel, or a function for :func:`entry`, and the signature for which it is compiled."""


class _NamedJob(NamedTuple):
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


def compile_together(jobs: Iterable[Job]) -> None:
    """Compile what is not kept yet of some functions for their signatures, the longest first.

    These are kernels, and functions for :func:`entry`, and what of these is apart. Afterwards they
    are loaded where they are used, or compiled if that could not be done here: functions without a
    name that leads to them, code that cannot be kept.
    """
    if not COMPILED:
        return
    whole = _missing(jobs)
    parts = _missing((part, part.signature) for part in parts_of(each for each, _ in whole))
    callers = [job for job in whole if parts_of([job[0]])]
    first = list(dict.fromkeys([*parts, *(job for job in whole if job not in callers)]))
    if len(first) + len(callers) > 1:
        _share([*map(_by_name, first), *map(_by_name, callers)], len(first))


def _by_name(job: Job) -> _NamedJob:
    function, signature = job
    return _NamedJob((function.__module__, function.__qualname__), signature)


def _missing(jobs: Iterable[Job]) -> list[Job]:
    """What is not kept yet and has a name."""
    return [
        (function, signature)
        for function, signature in jobs
        if _has_name(function) and not is_kept(function, signature)
    ]


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
    compile_together(kernel_jobs(new))


def kernel_jobs(calls: Iterable[Call]) -> list[Job]:
    """What is compiled of kernels for calls of them."""
    return [
        (kernel, tuple(map(kernel.typeof_pyval, arguments)))
        for kernel, arguments in calls
        if is_kernel(kernel)
    ]


_asked_for: set[Any] = set()
"""Kernels that this process compiled beforehand, or found in the cache."""


def _has_name(function: Any) -> bool:
    """Whether another process can find a function."""
    name = (function.__module__, function.__qualname__)
    try:
        return named(name) is function and name[0] != "__main__"
    except (ImportError, AttributeError):
        return False


def _share(missing: Sequence[_NamedJob], independent: int) -> None:
    """Take one job after the other, as helping processes do.

    The jobs behind the first ``independent`` ones wait until these are done.
    """
    turn, places, done = threading.Condition(), iter(range(len(missing))), 0

    def jobs() -> Iterator[_NamedJob]:
        nonlocal done
        while True:
            with turn:
                place = next(places, None)
                if place is None:
                    return
                while place >= independent > done:
                    turn.wait()
                name = missing[place].name[1]
                say(f"{name} ({place + 1} of {len(missing)})")
            try:
                yield missing[place]
            finally:
                with turn:
                    done += 1
                    turn.notify_all()

    helpers = min(usable_cores(), len(missing)) - 1
    with told_at_once() as say, _processes(helpers) as processes:
        threads = [
            threading.Thread(target=_hand_out, args=(process, jobs())) for process in processes
        ]
        for place, job in enumerate(jobs()):
            # The longest one is done here: the other processes have to start first.
            for thread in threads if place == 0 else ():
                thread.start()
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


def _hand_out(process: subprocess.Popen[bytes], jobs: Iterator[_NamedJob]) -> None:
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
