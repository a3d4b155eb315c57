"""One run at a time in a folder, with all processes that work for it.

A run holds the file ``.lock`` of its folder, and each process that works for it one of its own
while it does. It is the operating system that holds them for a process, so none stays locked when
its process ends, however that ends; and what a killed run left at work keeps the folder in use.
"""

from __future__ import annotations

import functools
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import filelock

LOCK = ".lock"
"""File that a run holds; the names of its workers' files begin likewise."""


class FolderInUseError(ValueError):
    """Another run works in the folder, or what a killed one left behind."""


@contextmanager
def only_run(folder: str | os.PathLike[str]) -> Iterator[None]:
    """No other run in a folder as long as the block runs; a missing folder is made.

    Raises:
        FolderInUseError: another run is in it, or a worker of one that was killed.
        OSError: the folder cannot be made, or not be written to.
    """
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    with _held(where / LOCK, f"{where} is in use by another run; wait for its end"):
        _clear(where)
        try:
            yield
        finally:
            with suppress(FolderInUseError, OSError):
                _clear(where)


@contextmanager
def worker_in(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Keep a folder in use for this process, which works for the run that holds it."""
    with _held(Path(folder) / f"{LOCK}-{os.getpid()}-{_random_name()}", "unheard of"):
        yield


@functools.cache
def _random_name() -> str:
    """Of this process: numbers of processes are given again, and on other machines too."""
    return uuid.uuid4().hex


def _clear(folder: Path) -> None:
    """Remove the files of workers; FolderInUseError if one is at work."""
    for file in folder.glob(f"{LOCK}-*"):
        with _held(
            file, f"{folder} is in use by a process that a killed run left behind; wait for its end"
        ):
            pass
        file.unlink(missing_ok=True)


@contextmanager
def _held(file: Path, otherwise: str) -> Iterator[None]:
    lock = filelock.FileLock(file, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise FolderInUseError(otherwise) from None
    try:
        yield
    finally:
        lock.release()
