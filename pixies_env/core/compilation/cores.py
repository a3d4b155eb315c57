"""How many processor cores a process uses."""

from __future__ import annotations

import os

_most: int | None = None


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def limit_cores(most: int) -> None:
    """Let this process use so many, where processes share the cores."""
    global _most
    _most = most


def usable_cores() -> int:
    """Cores that this process uses where nothing else is said."""
    return available_cores() if _most is None else _most
