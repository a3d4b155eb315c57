"""Tables served in this process."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pixies_experiments.games import open_game, own_game
from pixies_experiments.table import hosting, opening
from pixies_experiments.table.address import PublicUrl
from pixies_experiments.table.model import GAME, Table
from pixies_experiments.table.seats import HUMAN, Tokens
from pixies_experiments.table.service import Service
from pixies_experiments.table.store import Store
from tests.experiments.conftest import CARD_GAME, pixies
from tests.table.page import Page

__all__ = ["CARD_GAME", "pixies"]


class Served:
    """A server in a thread, and its tables."""

    def __init__(self, folder: Path, port: int = 0, public: PublicUrl | None = None) -> None:
        self.store = Store(folder)
        self.service = Service(self.store)
        self._socket = hosting.listen("127.0.0.1", port)
        self.address = hosting.base_address(self._socket, "127.0.0.1")
        self._ready = threading.Event()
        self._server = hosting.TableServer(
            self.service, ["127.0.0.1"], lambda service: self._ready.set(), public=public
        )
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )
        self._thread.start()
        assert self._ready.wait(30)

    def stop(self) -> None:
        """End the server; the tables lie on disk."""
        self._server.should_exit = True
        self._thread.join(30)
        self._socket.close()

    def begin(
        self, seats: list[str], seed: int = 1, *, game: str = "pixie_queen", **options: Any
    ) -> Table:
        """A new table, found by the server on disk."""
        opened = open_game(game)
        kind = options.pop("kind", GAME)
        table = opening.begin(
            opened,
            seats,
            seed,
            Tokens.drawn(len(seats), analysis=kind != GAME),
            table_id=opening.new_id(),
            kind=kind,
            own=own_game(game),
            **options,
        )
        self.store.save(table)
        return table

    def links(self, table: Table) -> dict[str, str]:
        """Links to a table."""
        return hosting.links(self.address, table.id, table.tokens, table.seats)

    def ask(
        self,
        table: Table,
        what: str,
        content: Any = None,
        tokens: str = "",
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """Code and answer of a request without a browser."""
        request = urllib.request.Request(
            f"{self.address}api/tables/{table.id}/{what}",
            data=None if content is None else json.dumps(content).encode(),
            headers={"Pixies-Tokens": tokens, **(headers or {})},
        )
        try:
            # What has to be compiled first can take minutes on a busy machine.
            with urllib.request.urlopen(request, timeout=600) as response:
                return response.status, _decoded(response.read())
        except urllib.error.HTTPError as error:
            return error.code, _decoded(error.read())


def _decoded(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data.decode()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server with an empty folder."""
    server = Served(tmp_path / "tables")
    yield server
    server.stop()


def people(count: int, *, at: tuple[int, ...] = (0,), others: str = "random") -> list[str]:
    """Seats of persons at some places, of an agent elsewhere."""
    return [HUMAN if seat in at else others for seat in range(count)]


@pytest.fixture
def sit(browser: Any, served: Served) -> Iterator[Any]:
    """Opens pages, and closes them."""
    pages: list[Page] = []

    def open_page(link: str, **context: Any) -> Page:
        pages.append(Page(browser, link, **context))
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()
