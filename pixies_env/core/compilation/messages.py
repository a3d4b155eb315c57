"""What is told of compiling, and where to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

COMPILING = "... compiling "
"""How the message about one function begins."""

_announced = False
_message_hook: Callable[[str], None] | None = None
_told_at_once = False


@contextmanager
def told_at_once() -> Iterator[Callable[[str], None]]:
    """Functions that are compiled in this block are told of by what it yields, not one by one."""
    global _told_at_once
    _told_at_once = True
    try:
        yield _say_what_is_compiled
    finally:
        _told_at_once = False


def compiles(name: str) -> None:
    """A function is compiled now."""
    if not _told_at_once:
        _say_what_is_compiled(name)


def _say_what_is_compiled(what: str) -> None:
    """Tell that a function is compiled now; the first time also why one has to wait."""
    global _announced
    if not _announced:
        _announced = True
        _say("Compiling what this machine has not run yet; it is kept, later starts are quick ...")
    _say(COMPILING + what.lstrip("_"))


def _say(message: str) -> None:
    if _message_hook is not None:
        _message_hook(message)
    else:
        print(message, file=sys.stderr, flush=True)


@contextmanager
def compilation_messages_to(hook: Callable[[str], None]) -> Iterator[None]:
    """Send the messages of compilation to a function instead of standard error."""
    global _message_hook
    before, _message_hook = _message_hook, hook
    try:
        yield
    finally:
        _message_hook = before
