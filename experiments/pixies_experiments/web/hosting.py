"""Run the web server: the socket, the links to the table, the browser."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from threading import Thread

import uvicorn

from pixies_env.core.compilation.messages import compilation_messages_to
from pixies_experiments.web.address import PublicUrl
from pixies_experiments.web.connections import (
    Connection,
    log_sparingly,
    most_connections,
    tell_of_trouble,
)
from pixies_experiments.web.seats import HUMAN, Tokens
from pixies_experiments.web.server import make_app
from pixies_experiments.web.service import Service

WILDCARDS = ("0.0.0.0", "::", "")
"""Addresses that stand for all of this machine."""
BACKLOG = 128
"""Connections that wait to be accepted."""
ACCEPTED_AT_ONCE = 8
"""Of those; a file is open for each, and for those that have to make room a few turns longer."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens already; OSError says what cannot be and how it could."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((host, port))
    except OSError as error:
        server.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(
                error.errno, f"port {port} is taken; --port 0 finds a free one"
            ) from error
        raise OSError(error.errno, f"cannot listen on {host}:{port}: {error.strerror}") from error
    server.listen(BACKLOG)
    return server


def base_address(server: socket.socket, host: str) -> str:
    """What the links begin with."""
    port = server.getsockname()[1]
    name = "127.0.0.1" if host in WILDCARDS else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def links(address: str, table_id: str, tokens: Tokens, seats: Iterable[str]) -> dict[str, str]:
    """Links by whom they are for.

    What follows the # stays in the browser: no server and no other page is told the tokens.
    """
    people = [seat for seat, who in enumerate(seats) if who == HUMAN]

    def link(*given: str | None) -> str:
        return f"{address}#table={table_id}&tokens={','.join(each for each in given if each)}"

    if tokens.owner is not None:
        return {"analysis": link(tokens.owner)}
    found = {f"seat {seat}": link(tokens.seats[seat]) for seat in people}
    if len(people) > 1:
        found["all of these seats in one browser"] = link(*(tokens.seats[s] for s in people))
    found["looking on"] = link(tokens.watch)
    return found


class TableServer(uvicorn.Server):
    """The web server of one service; ``run(sockets=[...])`` answers until ``should_exit`` is set.

    Args:
        service: the tables.
        names: of this machine, besides its own.
        begin: called once in the running event loop, before the first answer.
        open_at: the page to open in a browser.
        public: where a proxy passes requests on from.
    """

    def __init__(
        self,
        service: Service,
        names: Iterable[str],
        begin: Callable[[Service], None],
        open_at: str | None = None,
        public: PublicUrl | None = None,
    ) -> None:
        config = uvicorn.Config(
            make_app(service, names, public),
            http=Connection,
            ws="none",
            limit_concurrency=most_connections(),
            backlog=ACCEPTED_AT_ONCE,
            proxy_headers=False,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        log_sparingly()
        self._service, self._begin, self._open_at = service, begin, open_at
        self._told = ExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin the table, and answer."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(tell_of_trouble)
        # Code is compiled in the threads of the agents.
        self._told.enter_context(compilation_messages_to(lambda said: self._compiles(loop, said)))
        self._begin(self._service)
        await super().startup(sockets)
        for each in sockets or ():
            # For asyncio those that wait are as many as it accepts at once.
            each.listen(BACKLOG)
        if self._open_at is not None:
            # A browser in a terminal would hold up the server until it ends.
            Thread(target=webbrowser.open, args=(self._open_at,), daemon=True).start()

    def _compiles(self, loop: asyncio.AbstractEventLoop, said: str) -> None:
        print(said, file=sys.stderr, flush=True)
        loop.call_soon_threadsafe(self._service.compiles)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send the pages that wait for news away, and end."""
        self._told.close()
        self._service.release()
        await super().shutdown(sockets)
