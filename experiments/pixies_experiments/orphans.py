"""Workers that do not outlive the process they work for.

One that is killed cannot tell its workers, and they would wait for work for ever.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from typing import NamedTuple

import psutil

ENDED = 1
"""Exit code of a worker whose process is gone."""
_SECONDS = 0.5


class Boss(NamedTuple):
    """The process that others on this machine work for."""

    number: int
    began: float
    """Numbers are given again; no two processes have the same one and begin at the same time."""

    @classmethod
    def this_process(cls) -> Boss:
        """For its workers."""
        return cls(os.getpid(), psutil.Process().create_time())

    def lives(self) -> bool:
        """Whether it still runs."""
        try:
            process = psutil.Process(self.number)
            began, status = process.create_time(), process.status()
        except psutil.NoSuchProcess:
            return False
        return bool(began == self.began and status != psutil.STATUS_ZOMBIE)


@functools.cache
def end_with(boss: Boss) -> None:
    """Let this process end soon after another one, whatever it is at then."""
    threading.Thread(target=_watch, args=(boss,), daemon=True).start()


def end_without(boss: Boss) -> None:
    """End this process at once if another one has ended."""
    if not boss.lives():
        # Threads and locks of what works here must not keep it.
        os._exit(ENDED)


def _watch(boss: Boss) -> None:
    while True:
        end_without(boss)
        time.sleep(_SECONDS)
