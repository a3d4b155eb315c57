"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where what is open cannot be removed anyhow.
    fcntl = None  # type: ignore[assignment]

_LEFTOVER = re.compile(r"\.(?P<name>.+)-[a-z0-9_]{8}", re.DOTALL)
"""What `written_whole` calls a file until it is whole."""
_YOUNG = 1.0
"""Seconds within which a file may not be locked yet, or not any longer, by who writes it."""


@contextmanager
def written_whole(path: str | os.PathLike[str], *, private: bool = False) -> Iterator[Path]:
    """Path to write to; it takes the place of ``path`` when the block ends without an error.

    It is on the disk before it does so: after a failure of the power either of the two is there,
    whole. A link stays, and the file it leads to is replaced. ``private``: only its owner can ever
    read it. OSError if ``path`` leads to a folder, a device or a pipe: they cannot be replaced
    without being destroyed. FileNotFoundError if the folder that it lies in does not exist.
    """
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "this is a folder, not a file", os.fspath(path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "this is a device or pipe, not a file", os.fspath(path))
    target = Path(os.path.realpath(path))
    if not os.path.lexists(target.parent):
        reason = f"the folder {target.parent} does not exist"
        raise FileNotFoundError(errno.ENOENT, reason, os.fspath(path))
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    aside = Path(name)
    try:
        try:
            _lock(handle)
            yield aside
            if not private:
                umask = os.umask(0)
                os.umask(umask)
                aside.chmod(0o666 & ~umask)
            os.fsync(handle)
        finally:
            os.close(handle)
        aside.replace(target)
    except BaseException:
        with suppress(OSError):
            aside.unlink()
        raise


def remove_leftovers(folder: Path, names: str = ".+", *, sole_writer: bool = False) -> None:
    """Remove what killed writes have left of files whose names match a regular expression.

    What a living process writes now, on this machine, stays; with ``sole_writer`` nobody else can
    be writing in the folder. Without it files of the last moment are waited for, up to a second.
    """
    wanted = re.compile(names)
    for path in folder.iterdir():
        left = _LEFTOVER.fullmatch(path.name)
        if left is None or not wanted.fullmatch(left["name"]):
            continue
        with suppress(OSError):
            if path.is_symlink() or not path.is_file():
                continue
            if sole_writer or _is_abandoned(path):
                path.unlink()


def _is_abandoned(path: Path) -> bool:
    age = time.time() - path.stat().st_mtime
    if age < _YOUNG:
        time.sleep(min(_YOUNG, _YOUNG - age))
    with path.open("rb") as file:
        try:
            _lock(file.fileno())
        except BlockingIOError:
            return False
    return True


def _lock(handle: int) -> None:
    """Mark a file as being written for as long as it is open; BlockingIOError if it is marked."""
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        pass  # A file system without locks: its age has to tell.
