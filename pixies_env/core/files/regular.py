"""Reading files that may be anything: a pipe, a device, a folder, or larger than they should be."""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO


class IrregularFileError(OSError):
    """What is opened is a device or a pipe, not a file."""


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """A file opened for reading bytes; it is never waited for.

    OSError if it cannot be read; IsADirectoryError for a folder, IrregularFileError for a device
    or a pipe.
    """
    # Without O_NONBLOCK a pipe is waited for before it can be looked at.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "this is a folder, not a file", os.fspath(path))
        if not stat.S_ISREG(mode):
            raise IrregularFileError(
                errno.EINVAL, "this is a device or pipe, not a regular file", os.fspath(path)
            )
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(path: str | os.PathLike[str], most: int | None = None) -> bytes:
    """Contents of a file of at most so many bytes; None for any number.

    Raises:
        OSError: as of :func:`open_regular`.
        ValueError: it is larger.
    """
    with open_regular(path) as file:
        content = file.read(-1 if most is None else most + 1)
    if most is not None and len(content) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return content
