"""Paths that a command will write to, tried before its work begins."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pixies_env.core.files.whole import written_whole
from pixies_experiments.cli.console import InputError


class _TriedError(Exception):
    """Ends the writing before anything takes the place of the file."""


def try_files(*paths: Path | None) -> None:
    """InputError unless files of these paths can be written; nothing of them is left or changed."""
    for path in paths:
        if path is None:
            continue
        parent = path.resolve().parent
        if not parent.is_dir():
            raise InputError(f"there is no folder {parent}")
        try:
            with written_whole(path):
                raise _TriedError
        except _TriedError:
            pass
        except OSError as error:
            raise _refused(path, error) from error


def try_to_append(path: Path) -> None:
    """InputError unless a file can be added to, or begun; nothing of it is left or changed."""
    if not path.exists():
        try_files(path)
        return
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        raise _refused(path, error) from error


def try_folder(path: Path, *, inside: bool = False, read: bool = False) -> None:
    """InputError unless a folder can be written to, or made with those above it.

    ``inside``: only the folder itself is made, so the one above it has to be there. ``read``:
    nothing will be written.
    """
    if inside and not path.resolve().parent.is_dir():
        raise InputError(
            f"there is no folder {path.resolve().parent} in which {path.name} could lie"
        )
    there = path.resolve()
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        raise InputError(f"{path} cannot be a folder: {there} is a file")
    if read:
        return
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> InputError:
    return InputError(f"{path} cannot be written: {error.strerror or error}")
