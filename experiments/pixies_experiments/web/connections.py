"""Connections that come to nothing: how long one may take, how many there are, what is logged.

Uvicorn ends a connection that is idle between two requests and refuses requests when there are too
many connections, but waits for ever for a request that does not come, or for one half of which has
come, and for a client that does not take its answer.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # Windows, which has no such limit.
    resource = None  # type: ignore[assignment]

REQUEST_SECONDS = 10.0
"""Within which the head of a request has come, and within which some of an answer is taken."""
BODY_SECONDS = 60.0
"""Within which the rest of a request has come."""
MOST_CONNECTIONS = 512
OTHER_FILES = 64
"""Open files that are not connections."""
FEWEST_CONNECTIONS = 8
QUIET_SECONDS = 60.0
"""Time between two lines of one kind in the log."""

_USED_UP = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

logger = logging.getLogger(__name__)


def most_connections() -> int:
    """How many connections are kept: as many as the limit of open files has room for."""
    if resource is None:
        return MOST_CONNECTIONS
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, limit - OTHER_FILES))


class Connection(H11Protocol):
    """A connection that has to get on.

    ``limit_concurrency`` of the configuration is how many there are. One more makes the one go that
    waits for a request longest, so that whoever only holds connections cannot keep others away; if
    all of them have requests, uvicorn refuses its requests.
    """

    _deadline: asyncio.TimerHandle | None = None
    _awaited: tuple[str | None, object] = (None, None)
    _since = 0.0
    _untaken = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and make room for it if there are too many."""
        super().connection_made(transport)
        self._since = self.loop.time()
        if len(self.connections) >= (self.limit_concurrency or MOST_CONNECTIONS):
            self._make_room()
        self._give_time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come in; what is to come next has its own time."""
        super().data_received(data)
        self._give_time()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._since = self.loop.time()
        super().on_response_complete()
        self._give_time()

    def pause_writing(self) -> None:
        """Wait until some of an answer is taken."""
        super().pause_writing()
        self._give_time()

    def resume_writing(self) -> None:
        """Wait for what comes after an answer that was taken."""
        super().resume_writing()
        self._give_time()

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _awaits(self) -> str | None:
        """What the client is to do; None: it is our turn."""
        if self.flow.write_paused:
            return "take"
        if self._is_idle:
            return "ask"
        return "go on" if self.cycle.more_body else None

    def _give_time(self) -> None:
        """Start the clock when the client has something else to do than before."""
        awaited = (self._awaits(), self.cycle)
        if awaited == self._awaited or self.transport.is_closing():
            return
        self._awaited = awaited
        self._stop_clock()
        if awaited[0] is not None:
            self._untaken = self.transport.get_write_buffer_size()
            seconds = BODY_SECONDS if awaited[0] == "go on" else REQUEST_SECONDS
            self._deadline = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        left = self.transport.get_write_buffer_size()
        if 0 < left < self._untaken:
            # Answers are taken, slowly.
            self._untaken = left
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._too_late)
        else:
            self.transport.abort()

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _make_room(self) -> None:
        others: Any = self.connections
        idle = [each for each in others if each is not self and each._is_idle]
        if idle:
            oldest = min(idle, key=lambda each: each._since)
            oldest.transport.abort()
            others.discard(oldest)


class Sparing(logging.Filter):
    """Lets one line of a kind through in a while, with how many of it were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[tuple[str, object], float] = {}
        self._left_out: dict[tuple[str, object], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; a kind is what stands in the code, not what is told of it."""
        raised = record.exc_info[0] if record.exc_info else None
        # asyncio puts what it tells of objects and addresses on further lines.
        kind = (str(record.msg).partition("\n")[0], raised)
        now = time.monotonic()
        if now < self._next.get(kind, now):
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        self._next[kind] = now + QUIET_SECONDS
        left_out = self._left_out.pop(kind, 0)
        if left_out:
            record.msg = f"{record.getMessage()} ({left_out:,} more of this kind were left out)"
            record.args = ()
        return True


_SPARING = Sparing()


def log_sparingly() -> None:
    """What a client can bring about any number of times is logged once in a while."""
    for name in ("uvicorn.error", "asyncio", "pixies_experiments.web.guard", __name__):
        logging.getLogger(name).addFilter(_SPARING)


def tell_of_trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handler of an event loop's errors: that files have run out is one line."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in _USED_UP:
        logger.warning("no more connections for now: %s", error.strerror)
    elif isinstance(error, ValueError) and "_start_serving" in context["message"]:
        # After files have run out asyncio begins anew a second later, although the server may have
        # ended in between.
        pass
    else:
        loop.default_exception_handler(context)
