"""One pool of threads per process for kernels that release the GIL."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.cores import available_cores, limit_cores, usable_cores
from pixies_env.core.inputs import check_count

SMALLEST_CHUNK = 128
"""Lanes below which handing work to another thread costs more than it saves."""

CHUNKS_PER_THREAD = 4
"""More chunks than threads, so that an unlucky chunk does not keep the others waiting."""

_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _forget_pool() -> None:
    """Threads do not survive a fork: the child makes a pool of its own."""
    global _pool, _pool_lock
    _pool, _pool_lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def limit_threads(most: int) -> None:
    """Let None mean so many threads in this process, for processes that share the cores."""
    limit_cores(check_count("most", most))


def thread_count(threads: int | None) -> int:
    """Number of threads asked for; None means all cores. ValueError or TypeError otherwise."""
    if threads is None:
        return usable_cores()
    return check_count("threads", threads)


def chunk_count(lanes: int, threads: int, smallest: int = SMALLEST_CHUNK) -> int:
    """Into how many parts work on lanes is cut, at least one."""
    if threads == 1:
        return 1
    return max(1, min(threads * CHUNKS_PER_THREAD, lanes // smallest))


@rule
def chunk(lanes: Any, count: Any, part: Any) -> Any:
    """The first lane of one of ``count`` parts of nearly equal size, and the first behind it."""
    return lanes * part // count, lanes * (part + 1) // count


def chunks_of(lanes: int, threads: int, smallest: int = SMALLEST_CHUNK) -> list[tuple[int, int]]:
    """Cut ``0 .. lanes - 1`` into parts ``(first, last + 1)`` of nearly equal size."""
    count = chunk_count(lanes, threads, smallest)
    return [chunk(lanes, count, part) for part in range(count)]


def run_chunks(
    work: Callable[[int, int, int], None], chunks: list[tuple[int, int]], threads: int
) -> None:
    """Call ``work(worker, first, last)`` for each chunk, at most ``threads`` at a time.

    ``worker`` counts from 0 and is used by one thread at a time, so that it can name buffers.
    The calling thread works too. The first error of a worker is raised when all have ended.
    """
    workers = min(threads, len(chunks))
    if workers <= 1:
        for first, last in chunks:
            work(0, first, last)
        return
    waiting = iter(chunks)

    def labour(worker: int) -> None:
        # Advancing a list iterator is one step under the GIL, so no chunk is taken twice.
        for first, last in waiting:
            work(worker, first, last)

    pool = shared_pool()
    others = [pool.submit(labour, worker) for worker in range(1, workers)]
    try:
        labour(0)
    finally:
        # What has not begun by now has no chunk left to do, and need not be waited for.
        errors = [future.exception() for future in others if not future.cancel()]
    for error in errors:
        if error is not None:
            raise error


def shared_pool() -> ThreadPoolExecutor:
    """The threads of this process, made at the first use."""
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(max(1, available_cores()), "pixies")
        return _pool


_GAP = 256
"""Bytes around a buffer: more than the cache lines that a processor fetches together."""


def own_buffer(length: int, dtype: Any) -> np.ndarray:
    """Zeros that share no cache line with the buffers of other threads."""
    gap = -(-_GAP // np.dtype(dtype).itemsize)
    return np.zeros(length + 2 * gap, dtype)[gap : gap + length]
