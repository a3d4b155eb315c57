"""Standard input and output as the machine has them: any encoding, a full disk, a closed pipe.

What an encoding has no character for is printed as what looks like it in ASCII.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

UNWRITABLE = 1
"""Exit code when results cannot be printed; also, quietly, when nobody reads them any more."""

_ASCII = "pixies_ascii"
_LOOKS_LIKE = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201a": ",",
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2212": "-",
    "\u2026": "...",
    "\u2022": "*",
    "\u00b7": ".",
    "\u00d7": "x",
    "\u00f7": "/",
    "\u00b1": "+-",
    "\u2248": "~",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2190": "<-",
    "\u2192": "->",
    "\u00a0": " ",
    "\u2009": " ",
    "\u202f": " ",
    "\u00df": "ss",
    "\u00ab": "<<",
    "\u00bb": ">>",
    "\u2500": "-",
    "\u2501": "-",
    "\u2502": "|",
    "\u2503": "|",
    "\u2550": "=",
    "\u2551": "|",
    "\u2588": "#",
}


def looks_like(character: str) -> str:
    """What stands for a character in ASCII; a question mark where nothing resembles it."""
    if character in _LOOKS_LIKE:
        return _LOOKS_LIKE[character]
    if unicodedata.name(character, "").startswith("BOX DRAWINGS"):
        return "+"
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return plain or "?"


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Error handler of codecs, for encoding only."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unknown = error.object[error.start : error.end]
    return "".join(map(looks_like, unknown)), error.end


codecs.register_error(_ASCII, _in_ascii)


def can_print(text: str) -> bool:
    """Whether standard output has all characters of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_unicode(stream: TextIO) -> bool:
    """Whether a stream has all characters."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().startswith("utf")


def make_legible() -> None:
    """Let no character that an encoding lacks end the program, on any of the three streams."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _ASCII), (sys.stderr, _ASCII)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    # A closed descriptor is no stream at all: what is printed goes nowhere then.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def with_streams(work: Callable[[], Any]) -> Any:
    """Do some work; what cannot be written ends the program with one line, or none.

    That is ``UNWRITABLE`` as its exit code. Nothing more is written to standard output then.
    """
    make_legible()
    try:
        try:
            return work()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _write_nothing_more()
        sys.exit(UNWRITABLE)
    except OSError as error:
        _write_nothing_more()
        where = f"{error.filename}: " if error.filename else ""
        with suppress(OSError):
            print(f"pixies: {where}{error.strerror or error}", file=sys.stderr, flush=True)
        sys.exit(UNWRITABLE)


def _write_nothing_more() -> None:
    """Python writes what is left in its buffers at the end, which would fail once more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
