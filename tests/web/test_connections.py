"""Connections that come to nothing, and what is logged of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from pixies_experiments.web import connections
from pixies_experiments.web.connections import (
    Connection,
    Sparing,
    most_connections,
    tell_of_trouble,
)
from pixies_experiments.web.hosting import BACKLOG
from tests.web.conftest import people
from tests.web.test_bounds import waiting_pages
from tests.web.test_play_command import asked, started
from tests.web.test_server import view_of

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
ALL = "all of these seats in one browser"


def connected(address: str, said: bytes = b"") -> socket.socket:
    place = urlsplit(address)
    client = socket.create_connection((place.hostname, place.port), timeout=60)
    client.sendall(said)
    return client


def is_ended(client: socket.socket) -> bool:
    """Wait until the server has ended a connection; whatever it said before is read."""
    try:
        while client.recv(65536):
            pass
    except ConnectionError:
        pass
    client.close()
    return True


@contextlib.contextmanager
def open_files(limit: int) -> Iterator[None]:
    """A limit for the processes that are started in this block."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_half_open_connections_do_not_keep_a_table_from_going_on(tmp_path):
    """With 200 files 400 of them once blocked it, and filled the log with tracebacks."""
    with open_files(200):
        server, told = started("--agents", "human,human", "--folder", tmp_path, "--seed", 1)
    half = []
    try:
        shown = asked(told, ALL, "view")
        for number in range(400):
            half.append(connected(told["address"], HALF))
            if number % 80 == 0:
                choice = shown["choices"][0]["id"]
                shown = asked(told, ALL, "decide", {"action": choice, "key": shown["key"]})
        assert len(os.listdir(f"/proc/{server.pid}/fd")) < 200
        assert asked(told, ALL, "view")["log"] == shown["log"]
        for client in (connected(told["address"], b"nonsense\r\n\r\n") for _ in range(50)):
            assert is_ended(client)
        # Many at once, in a moment in which the server has no time.
        server.send_signal(signal.SIGSTOP)
        half += [connected(told["address"], HALF) for _ in range(BACKLOG - 8)]
        server.send_signal(signal.SIGCONT)
        assert asked(told, ALL, "view")["log"] == shown["log"]
    finally:
        for client in half:
            client.close()
        server.terminate()
        _, said = server.communicate()
    assert said.count("Invalid HTTP request") == 1
    assert "no more connections" not in said
    assert "Traceback" not in said and len(said.splitlines()) < 8


def test_that_files_have_run_out_is_one_line_and_the_table_goes_on_afterwards(tmp_path):
    server, told = started("--agents", "human,human", "--folder", tmp_path, "--seed", 1)
    half = []
    try:
        shown = asked(told, ALL, "view")
        used = len(os.listdir(f"/proc/{server.pid}/fd"))
        before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (used + 10, before[1]))
        half = [connected(told["address"], HALF) for _ in range(60)]
        assert server.stderr is not None
        lines = iter(server.stderr.readline, "")
        assert any("no more connections for now: Too many open files" in line for line in lines)
        for client in half:
            client.close()
        choice = shown["choices"][0]["id"]
        after = asked(told, ALL, "decide", {"action": choice, "key": shown["key"]})
        assert after["key"] != shown["key"]
    finally:
        for client in half:
            client.close()
        server.terminate()
        _, said = server.communicate()
    assert "Traceback" not in said and len(said.splitlines()) < 4


def test_that_a_server_ends_before_it_accepts_again_is_no_fault(caplog):
    loop = asyncio.new_event_loop()
    told = []
    loop.set_exception_handler(lambda loop, context: told.append(context))
    try:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            pass
        loop.call_soon(loop._start_serving, None, listening)
        loop.call_soon(loop.stop)
        loop.run_forever()
        (context,) = told
        loop.set_exception_handler(None)
        tell_of_trouble(loop, context)
        assert not caplog.records
        tell_of_trouble(loop, {**context, "message": "Exception in callback of ours"})
        assert len(caplog.records) == 1
    finally:
        loop.close()


def test_a_request_has_to_come_within_its_time(served, monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    for begun in (b"", b"GET", HALF):
        assert is_ended(connected(served.address, begun))
    asks_again = connected(served.address, HALF + b"\r\n")
    assert asks_again.recv(15) == b"HTTP/1.1 200 OK"
    asks_again.sendall(HALF)
    assert is_ended(asks_again)


def test_the_rest_of_a_request_has_to_come_within_its_time(served, monkeypatch):
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    table = served.begin(people(2, at=(0, 1)))
    view_of(served, table, table.tokens.watch)
    head = (
        f"POST /api/tables/{table.id}/decide HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Pixies-Tokens: {table.tokens.seats[0]}\r\nContent-Length: 1000\r\n\r\n{{"
    )
    assert is_ended(connected(served.address, head.encode()))


def test_who_takes_no_answers_is_not_waited_for(served, monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    place = urlsplit(served.address)
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect((place.hostname, place.port))
    client.settimeout(0.5)
    request = b"GET /assets/page.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with contextlib.suppress(OSError):
        client.sendall(request * 2000)
    while served._server.server_state.connections:
        time.sleep(0.01)
    client.close()


def test_who_takes_an_answer_slowly_is_waited_for():
    waiting, aborted = [], []
    connection = Connection.__new__(Connection)
    connection._untaken = 1000
    connection.loop = SimpleNamespace(call_later=lambda *told: waiting.append(told))
    left = iter([900, 20, 20])
    connection.transport = SimpleNamespace(
        get_write_buffer_size=lambda: next(left), abort=lambda: aborted.append(True)
    )
    for count in (1, 2):
        connection._too_late()
        assert len(waiting) == count and not aborted
    connection._too_late()
    assert aborted


def test_the_connection_that_asks_for_nothing_longest_makes_room(served):
    served._server.config.limit_concurrency = 3
    table = served.begin(people(2))
    first = connected(served.address, HALF)
    while not served._server.server_state.connections:
        time.sleep(0.01)
    others = [connected(served.address, HALF) for _ in range(3)]
    assert is_ended(first)
    assert view_of(served, table, table.tokens.watch)["id"] == table.id
    for client in others:
        client.close()


def test_connections_that_all_wait_for_answers_stay_and_one_more_is_refused(served):
    served._server.config.limit_concurrency = 4
    table = served.begin(people(2, at=(0, 1)))
    key = view_of(served, table, table.tokens.watch)["key"]
    pages = waiting_pages(served, table, key, 3)
    code, answer = served.ask(table, "view", tokens=table.tokens.watch)
    assert (code, answer) == (503, "Service Unavailable")
    assert served.service._seatings[table.id].waiting == 3
    pages.pop().close()
    while len(served._server.server_state.connections) > 2:
        time.sleep(0.01)
    assert view_of(served, table, table.tokens.watch)["key"] == key
    for page in pages:
        page.close()


@pytest.mark.parametrize(("limit", "most"), [(100_000, 512), (200, 136), (40, 8)])
def test_connections_leave_files_for_the_rest(monkeypatch, limit, most):
    monkeypatch.setattr(resource, "getrlimit", lambda which: (limit, limit))
    assert most_connections() == most


def test_lines_of_one_kind_are_logged_once_in_a_while(monkeypatch):
    now, sparing = [0.0], Sparing()
    monkeypatch.setattr(connections, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def logged(text: str, *told: object) -> str | None:
        line = logging.LogRecord("x", logging.WARNING, "", 0, text, told, None)
        return line.getMessage() if sparing.filter(line) else None

    assert logged("refused: %s", "a") == "refused: a"
    assert logged("refused: %s", "b") is logged("refused: %s", "c") is None
    assert logged("other") == "other"
    assert logged("other\nof <object at 0x1>") is None
    now[0] = connections.QUIET_SECONDS
    assert logged("refused: %s", "d 100%") == "refused: d 100% (2 more of this kind were left out)"
    assert logged("other") == "other (1 more of this kind were left out)"
