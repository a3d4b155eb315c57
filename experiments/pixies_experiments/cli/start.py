"""The start of a command, which of a short one is nearly all."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OF_A_START = 200_000
"""Objects, more than a short command has at its end."""


@contextmanager
def garbage_collected_later() -> Iterator[None]:
    """Look for garbage in this block when there are more objects than a start makes, as usual then.

    Modules that load make many objects, and nearly all stay: to look through them again and again
    takes a seventh of the time of a short command. When Python ends it does so once more, in vain.
    """
    atexit.register(gc.freeze)
    usual = gc.get_threshold()

    def as_usual(phase: str, _: dict[str, int]) -> None:
        if phase == "stop" and as_usual in gc.callbacks:
            gc.callbacks.remove(as_usual)
            gc.set_threshold(*usual)

    gc.callbacks.append(as_usual)
    gc.set_threshold(_OF_A_START, *usual[1:])
    try:
        yield
    finally:
        as_usual("stop", {})
