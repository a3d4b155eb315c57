"""Files that carry a digest of all their bytes.

It stands in the file as :data:`BLANK` does, with its digits in place of the zeros, and is that of
the file with the zeros. So a file keeps its format: Parquet has room among its key-value metadata,
a zip archive in its comment. It tells damage, not forgery.
"""

from __future__ import annotations

import hashlib
import mmap
import os

from pixies_env.core.errors import DamagedDataError

_MARK = b"pixies-sha256:"
_DIGITS = 64
_ZEROS = b"0" * _DIGITS

BLANK = (_MARK + _ZEROS).decode()
"""What a file holds before it is sealed, once, and behind everything that somebody else chose."""


def seal(path: str | os.PathLike[str]) -> None:
    """Write the digest into a file; ValueError if it has no :data:`BLANK`."""
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as content:
        at = content.rfind(BLANK.encode())
        if at < 0:
            raise ValueError(f"{os.fspath(path)} has no room for a digest")
        with memoryview(content) as view:
            digest = hashlib.sha256(view).hexdigest()
        first = at + len(_MARK)
        content[first : first + _DIGITS] = digest.encode()


def check_seal(content: bytes | mmap.mmap, place: str) -> None:
    """DamagedDataError unless the content of a file has the digest that it carries."""
    first = content.rfind(_MARK) + len(_MARK)
    if first < len(_MARK):
        raise DamagedDataError(f"{place}: not whole: it carries no digest")
    with memoryview(content) as view, view[:first] as before, view[first + _DIGITS :] as behind:
        digest = hashlib.sha256(before)
        digest.update(_ZEROS)
        digest.update(behind)
        same = view[first : first + _DIGITS] == digest.hexdigest().encode()
    if not same:
        raise DamagedDataError(f"{place}: not whole: it does not have the digest that it carries")
