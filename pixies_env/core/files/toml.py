"""TOML files, whoever wrote them: read in a moment, or refused in a few words."""

from __future__ import annotations

import os
import tomllib
from typing import Any

from pixies_env.core.files.regular import read_regular

MOST = 2**20
"""Bytes of a file, unless a reader says otherwise."""
_MOST_DOTS = 200
"""In a line: a key of many parts takes the parser minutes."""


def read_toml(path: str | os.PathLike[str], most: int = MOST) -> dict[str, Any]:
    """What a TOML file of at most so many bytes says; a byte order mark before it is no part of it.

    Raises:
        OSError: it cannot be read, or is no file but a folder, a device or a pipe.
        ValueError: it is no TOML, or too much of it; the message, one line, goes on behind the
            name of the file.
    """
    try:
        text = read_regular(path, most).decode("utf-8-sig")  # Editors of Windows write the mark.
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 text: {error.reason} at byte {error.start}") from None
    except ValueError as error:
        raise ValueError(f"is not TOML: {error}") from None
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        raise ValueError(f"is not TOML: a line has more than {_MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    except ValueError as error:  # Of TOML, or of a number with more digits than Python reads.
        raise ValueError(f"is not TOML: {' '.join(str(error).split())[:300]}") from None
