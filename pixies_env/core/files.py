"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ASIDE = re.compile(r"\..+-[a-z0-9_]{8}")
"""Names that :func:`tempfile.mkstemp` makes for :func:`written_whole`."""


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Path to write to; it takes the place of ``path`` when the block ends without an error.

    A link stays, and the file it leads to is replaced. OSError if ``path`` leads to a folder, a
    device or a pipe: they cannot be replaced without being destroyed.
    """
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "this is a folder, not a file", os.fspath(path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "this is a device or pipe, not a file", os.fspath(path))
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    os.close(handle)
    aside = Path(name)
    try:
        yield aside
        umask = os.umask(0)
        os.umask(umask)
        aside.chmod(0o666 & ~umask)
        aside.replace(target)
    except BaseException:
        with suppress(OSError):
            aside.unlink()
        raise


def remove_left_behind(folder: Path) -> None:
    """Remove what writes that were killed left in a folder, in which nobody else writes."""
    for path in folder.iterdir():
        if _ASIDE.fullmatch(path.name) and path.is_file():
            path.unlink()
