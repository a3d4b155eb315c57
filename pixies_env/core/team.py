"""Threads that do one thing again and again, and stay awake for the next time.

A thread that sleeps takes up to half a millisecond to get up, as long as a step of a thousand games
takes. So the helpers of a team wait in compiled code, without the GIL, as long as work comes
quickly, as threads of OpenMP do; when it does not, they go back to the pool of threads.

The work is a kernel that takes the words of the team and the number of its worker::

    part = first_part(words, worker)
    while part >= 0:
        ...  # do it; report(words, number) if something is wrong
        part = next_part(words, worker)
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from pixies_env.core.compilation.atomics import add, load, pause, replace, store
from pixies_env.core.compilation.compile import kernel, rule
from pixies_env.core.compilation.cores import available_cores
from pixies_env.core.compilation.together import Call
from pixies_env.core.threads import chunk, own_buffer, shared_pool

LEADER = 0
"""The worker that calls the others."""
WELL = -1
"""What nothing was reported for."""

_APART = 32
"""Words between those that different threads write: four cache lines."""
_PARTS, _PAUSES, _PATIENT, _WAITED, _REPORTED = range(5)
"""Places of the number of parts, of the pauses that a helper waits awake for work and that the
leader waits for helpers, of those that it did wait, and of a report."""
_NEXT = _APART
"""Place of the first part that nobody has taken."""

_ASLEEP, _CALLED, _AWAKE, _AT_WORK = range(4)
"""A helper sleeps, is called, waits for work or works; :func:`_state_of` is the place of that."""

_PATIENCE = 2e-3
"""Seconds that a helper waits awake, if the last work came as soon, and the leader for helpers."""
_CROWDED = 0.2
"""Seconds for which helpers sleep after the leader waited for half as long: others want the cores,
and the system makes those wait that were awake."""


@rule
def _state_of(worker: Any) -> Any:
    return _NEXT + worker * _APART


@rule
def _workers(words: Any) -> Any:
    return words.shape[0] // _APART - 1


@rule
def open_parts(words: Any) -> None:
    """Begin: no part is taken yet, and helpers who are awake work."""
    words[_REPORTED] = WELL
    store(words, _NEXT, 0)
    for worker in range(1, _workers(words)):
        replace(words, _state_of(worker), _AWAKE, _AT_WORK)


@rule
def bounds(words: Any, count: Any, part: Any) -> Any:
    """The first of ``count`` things that a part has, and the first behind it."""
    return chunk(count, words[_PARTS], part)


@rule
def report(words: Any, number: Any) -> None:
    """Tell a number of 0 or more to whoever runs the team; the smallest counts."""
    known = load(words, _REPORTED)
    while (known == WELL or number < known) and not replace(words, _REPORTED, known, number):
        known = load(words, _REPORTED)


@rule
def _more_to_come(words: Any, worker: Any) -> Any:
    """Where no part is left: whether a helper was given new ones; never so for the leader.

    The leader waits until nobody works, but not for long: a helper may have lost its core.
    """
    if worker == LEADER:
        left = words[_PATIENT]
        for helper in range(1, _workers(words)):
            while load(words, _state_of(helper)) == _AT_WORK and left > 0:
                pause()
                left -= 1
        words[_WAITED] = words[_PATIENT] - left
        return False
    place, left = _state_of(worker), words[_PAUSES]
    store(words, place, _AWAKE)
    while load(words, place) != _AT_WORK:
        if left <= 0 and replace(words, place, _AWAKE, _ASLEEP):
            return False
        pause()
        left -= 1
    return True


@rule
def first_part(words: Any, worker: Any) -> Any:
    """The first part for a worker, as :func:`next_part`; the leader begins the work with it."""
    if worker == LEADER:
        open_parts(words)
    return next_part(words, worker)


@rule
def next_part(words: Any, worker: Any) -> Any:
    """A part that nobody has taken; -1 if the leader's work is over or a helper goes to sleep."""
    part = add(words, _NEXT, 1)
    while part >= words[_PARTS]:
        if not _more_to_come(words, worker):
            return -1
        part = add(words, _NEXT, 1)
    return part


@kernel
def _pause_often(times: Any) -> Any:
    for _ in range(times):
        pause()
    return 0


@functools.cache
def _patience() -> int:
    """In pauses, whose length differs by a factor of ten between processors."""
    times, seconds = 1000, []
    _pause_often(0)
    for _ in range(3):
        started = time.perf_counter()
        _pause_often(times)
        seconds.append(time.perf_counter() - started)
    return int(_PATIENCE * times / min(seconds))


class Team:
    """The calling thread, which leads, and its helpers.

    Args:
        parts: of the work, at least 1.
        workers: at most so many, the leader included.
    """

    def __init__(self, parts: int, workers: int) -> None:
        self.parts, self.workers = parts, min(parts, workers)
        self.words = own_buffer((self.workers + 1) * _APART, np.int64)
        """What the kernel takes: int64, to be read and written by the rules of this module."""
        self._gather()

    def _gather(self) -> None:
        self.words[:] = _ASLEEP
        # None is left before the leader begins: a helper may be there first.
        self.words[_PARTS] = self.words[_NEXT] = self.parts
        self._process = os.getpid()
        self._fits = self.workers <= available_cores()
        self._ended = self._crowded = -np.inf
        self._errors: list[BaseException] = []

    def kernel_calls(self) -> list[Call]:
        """Kernels that it needs beside the one of its work."""
        return [(_pause_often, (0,))] if self.workers > 1 else []

    def run(self, work: Callable[[int], Any]) -> int:
        """Call ``work(worker)`` for the leader here and for helpers who sleep in other threads.

        It calls the kernel; always the same one and with the same arguments, for helpers who are
        awake go on with what they have. Returns :data:`WELL` or what was reported; the first error
        of a worker is raised when all have ended.
        """
        if self.workers == 1:
            work(LEADER)
            return int(self.words[_REPORTED])
        if self._process != os.getpid():  # Threads do not survive a fork.
            self._gather()
        self._wait()  # An interrupt may have kept the last call from it.
        self._set_patience(time.perf_counter())
        try:
            for worker in range(1, self.workers):
                self._call(work, worker)
            work(LEADER)
        finally:
            # After an error parts are left, which nobody is to take any more.
            store(self.words, _NEXT, self.parts)
            self._wait()
            errors, self._errors = self._errors, []
            self._ended = time.perf_counter()
        if errors:
            raise errors[0]
        if self.words[_WAITED] > self.words[_PATIENT] // 2:
            self._crowded = self._ended + _CROWDED
        return int(self.words[_REPORTED])

    def _set_patience(self, now: float) -> None:
        awake = now - self._ended < _PATIENCE and now > self._crowded
        self.words[_PATIENT] = _patience()
        self.words[_PAUSES] = self.words[_PATIENT] if awake and self._fits else 0

    def _call(self, work: Callable[[int], Any], worker: int) -> None:
        """Let a helper who sleeps work in a thread of the pool."""
        place = _state_of(worker)
        if not replace(self.words, place, _ASLEEP, _CALLED):
            return
        try:
            shared_pool().submit(self._help, work, worker)
        except BaseException:
            replace(self.words, place, _CALLED, _ASLEEP)
            raise

    def _help(self, work: Callable[[int], Any], worker: int) -> None:
        place = _state_of(worker)
        if not replace(self.words, place, _CALLED, _AT_WORK):
            return  # The call was taken back.
        try:
            work(worker)
        except BaseException as error:
            self._errors.append(error)
            store(self.words, place, _ASLEEP)

    def _wait(self) -> None:
        """Until no helper works; which takes no time but for one that has lost its core."""
        while _AT_WORK in self.words[_state_of(1) :: _APART]:
            time.sleep(1e-5)
