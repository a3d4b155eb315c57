"""Where pieces of work are done: in this process, in joblib's processes, on a Ray cluster.

The work is a study, or anything else that can be cut into pieces, see :class:`Work`. A backend
hands every piece to :func:`carry_out` and yields what came of it, in any order. An error in a piece
is a :class:`Trouble`, not an exception. A piece whose process dies is tried once more,
alone: memory may have been short.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pixies_env.core.compilation.cores import available_cores
from pixies_env.core.threads import limit_threads
from pixies_experiments.folder_lock import worker_in
from pixies_experiments.orphans import Boss, end_with, end_without
from pixies_experiments.pieces import Failure, GameFailedError, Piece, StudyRefusedError

TRIES = 2
"""How often a piece is tried whose process dies."""


@dataclass(frozen=True)
class Trouble:
    """Why a piece of work gave nothing."""

    message: str
    failure: Failure | None = None
    died: bool = False


class Work(Protocol):
    """What is done in pieces, by processes that it is pickled for."""

    def run(self, piece: Piece, on_error: str) -> Any:
        """Do a piece, in a process that may use one thread.

        GameFailedError if an agent fails and ``on_error`` is ``stop``.
        """


class Task(NamedTuple):
    """What is the same for all pieces."""

    work: Work
    on_error: str
    folder: Path
    """Where the study or the run lives."""


Finished = tuple[Piece, Any]
"""A piece with what its work gave for it, or a :class:`Trouble`."""
Results = Generator[Finished, None, None]


def carry_out(task: Task, piece: Piece) -> Any:
    """Do a piece of work in a process that shares the cores with others."""
    limit_threads(1)
    return _carry_out(task, piece)


def _carry_out(task: Task, piece: Piece) -> Any:
    try:
        return task.work.run(piece, task.on_error)
    except GameFailedError as error:
        return Trouble(str(error), error.failure)
    except (Exception, SystemExit) as error:
        return Trouble(f"{type(error).__name__}: {error}\n{traceback.format_exc()}")


def in_this_process(task: Task, pieces: Sequence[Piece], workers: int) -> Results:
    """One piece after the other."""
    for piece in pieces:
        yield piece, _carry_out(task, piece)


def in_processes(task: Task, pieces: Sequence[Piece], workers: int) -> Results:
    """Several processes of joblib."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    waiting = list(pieces)
    while waiting:
        begun: list[Piece] = []
        ended: set[str] = set()
        try:
            for piece, result in _parallel(task, waiting, workers, 2 * workers, begun):
                ended.add(piece.name)
                yield piece, result
        except BrokenProcessPool:
            # One of those that were begun is to blame.
            suspects = [piece for piece in begun if piece.name not in ended]
            yield from _one_by_one(task, suspects)
            ended |= {piece.name for piece in suspects}
        waiting = [piece for piece in waiting if piece.name not in ended]


def _one_by_one(task: Task, suspects: Sequence[Piece]) -> Iterator[Finished]:
    """One at a time, so that it is known at which the process dies."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    waiting, deaths = list(suspects), 0
    while waiting:
        begun: list[Piece] = []
        ended: set[str] = set()
        try:
            for piece, result in _parallel(task, waiting, 1, 1, begun):
                ended.add(piece.name)
                deaths = 0
                yield piece, result
        except BrokenProcessPool as error:
            deaths += 1
            if deaths == TRIES:
                ended.add(begun[-1].name)
                deaths = 0
                yield begun[-1], _death(begun[-1], str(error))
        waiting = [piece for piece in waiting if piece.name not in ended]


def _parallel(
    task: Task, pieces: Sequence[Piece], workers: int, at_once: int, begun: list[Piece]
) -> Iterator[Finished]:
    """Pieces done by joblib; ``begun`` receives them as they are handed out."""
    import joblib

    boss = Boss.this_process()

    def calls() -> Iterator[Any]:
        for piece in pieces:
            begun.append(piece)
            yield joblib.delayed(_in_worker)(task, piece, boss)

    # At least two: joblib does the work of one in this process, which would die with it.
    with joblib.parallel_config(
        "loky", inner_max_num_threads=1, initializer=end_with, initargs=(boss,)
    ):
        run = joblib.Parallel(
            max(2, workers),
            return_as="generator_unordered",
            batch_size=1,
            pre_dispatch=at_once,
        )
        yield from run(calls())


def _in_worker(task: Task, piece: Piece, boss: Boss) -> Finished:
    with worker_in(task.folder):
        # Asked now: another run may have found the folder unused before.
        end_without(boss)
        return piece, carry_out(task, piece)


def _death(piece: Piece, message: str) -> Trouble:
    said = (
        f"the process that worked on {piece.name} {dict(piece.arguments)} died {TRIES} times, the "
        f"last time alone: {' '.join(message.split())}"
    )
    return Trouble(said, Failure(said), died=True)


def on_ray(task: Task, pieces: Sequence[Piece], workers: int) -> Results:
    """The nodes of a Ray cluster, see :func:`ray_cluster`."""
    with ray_cluster(workers) as ray:
        yield from _ray_tasks(ray, task, pieces, workers)


@contextmanager
def ray_cluster(workers: int) -> Iterator[Any]:
    """Ray, connected to a cluster for the block unless it is already.

    An address in the environment variable ``RAY_ADDRESS`` names the cluster; without it a local
    one is begun here and ended again.
    """
    try:
        import ray
    except ImportError as error:
        raise StudyRefusedError(
            f"--backend ray needs more: pip install 'pixies-env[cluster]' ({error})"
        ) from None
    ours = not ray.is_initialized()
    if ours:
        local: dict[str, Any] = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": workers}
        ray.init(include_dashboard=False if local else None, log_to_driver=False, **local)
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()


def _ray_tasks(ray: Any, task: Task, pieces: Sequence[Piece], workers: int) -> Iterator[Finished]:
    remote = ray.remote(num_cpus=1, max_retries=TRIES - 1)(carry_out)
    shared = ray.put(task)
    waiting = iter(pieces)
    at_once = 2 * max(workers, int(ray.cluster_resources().get("CPU", 1)))
    running: dict[Any, Piece] = {}
    while True:
        for piece in waiting:
            running[remote.remote(shared, piece)] = piece
            if len(running) >= at_once:
                break
        if not running:
            return
        (ready, *_), _ = ray.wait(list(running), num_returns=1)
        piece = running.pop(ready)
        try:
            result = ray.get(ready)
        except ray.exceptions.RayError as error:
            result = _death(piece, str(error))
        yield piece, result


Backend = Callable[[Task, Sequence[Piece], int], Results]

BACKENDS: dict[str, Backend] = {"joblib": in_processes, "ray": on_ray}
"""Backends by name; one worker of joblib is this process."""


def backend_of(name: str, workers: int | None) -> tuple[Backend, int]:
    """A backend and its number of workers, all cores by default; StudyRefusedError if unknown."""
    if name not in BACKENDS:
        raise StudyRefusedError(f"there is no backend {name!r}; there are {', '.join(BACKENDS)}")
    count = available_cores() if workers is None else workers
    if name == "joblib" and count == 1:
        return in_this_process, 1
    return BACKENDS[name], count


def kept_ready(name: str, workers: int) -> AbstractContextManager[Any]:
    """A block in which a backend is called again and again; a cluster is begun once for it."""
    return ray_cluster(workers) if name == "ray" else nullcontext()
