"""The tables of one server: who waits for what, agents that move, everything kept on disk.

All of it runs in one event loop; only agents compute in threads of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from pixies_experiments.table.model import GAME, Table, TableError
from pixies_experiments.table.seats import Guest
from pixies_experiments.table.store import Store
from pixies_experiments.table.thinking import Thinker, advisers
from pixies_experiments.table.views import view

Answer = TypeVar("Answer")

WORKERS = 2
"""Threads in which agents think."""


@dataclass(eq=False)
class Seating:
    """A table with what the server needs around it."""

    table: Table
    advisers: list[str]
    thinker: Thinker
    adviser: Thinker
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    version: int = 0
    views: dict[Any, dict[str, Any]] = field(default_factory=dict)
    driving: bool = False
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)


class Service:
    """Tables by their ids.

    Args:
        store: where they are kept.
        wanted: agents that may be asked besides those that always can.
    """

    def __init__(self, store: Store, wanted: Sequence[str] = ()) -> None:
        self.store = store
        self._wanted = list(wanted)
        self._seatings: dict[str, Seating] = {}
        self._begun: dict[str, asyncio.Task[Seating]] = {}
        self._loading = asyncio.Lock()
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="agents")
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def compute(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Let a thread do what takes its time."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, work, *arguments)

    def begin(self, table_id: str, make: Callable[[], Table]) -> None:
        """Make a table in a thread; who asks for it meanwhile waits.

        Making the first one loads compiled code, and compiles it where nobody has played yet.
        """
        self._begun[table_id] = asyncio.get_running_loop().create_task(self._begin(make))

    async def _begin(self, make: Callable[[], Table]) -> Seating:
        return await self.add(await self.compute(make))

    async def find(self, table_id: str) -> Seating:
        """A table, read from disk if need be; LookupError if there is none."""
        if table_id in self._begun:
            return await asyncio.shield(self._begun[table_id])
        async with self._loading:
            if table_id not in self._seatings:
                await self._seat(await self.compute(self.store.load, table_id))
            return self._seatings[table_id]

    async def add(self, table: Table) -> Seating:
        """A new table."""
        async with self._loading:
            self.store.save(table)
            return await self._seat(table)

    async def _seat(self, table: Table) -> Seating:
        offered = await self.compute(advisers, table.game, self._wanted, table.seats)
        seating = Seating(table, offered, Thinker(table.game), Thinker(table.game))
        self._seatings[table.id] = seating
        self._drive(seating)
        return seating

    def view(self, seating: Seating, guest: Guest, wanted: int | None) -> dict[str, Any]:
        """What a guest is shown now."""
        if (guest, wanted) not in seating.views:
            shown = view(seating.table, guest, wanted, seating.advisers)
            seating.views[guest, wanted] = shown
        return seating.views[guest, wanted]

    async def next_view(
        self, seating: Seating, guest: Guest, wanted: int | None, have: str, seconds: float
    ) -> dict[str, Any] | None:
        """The view as soon as it differs from the one that a page has; None after so long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not self._closing:
            changed = seating.changed
            shown = self.view(seating, guest, wanted)
            if shown["key"] != have:
                return shown
            try:
                await asyncio.wait_for(changed.wait(), max(0.0, end - loop.time()))
            except TimeoutError:
                return None
        return None

    def change(self, seating: Seating, act: Callable[[], None]) -> None:
        """Do something at a table, keep it on disk, tell all pages, and let agents go on.

        A game goes on only as far as it can be kept: OSError, and nothing has changed.
        """
        table = seating.table
        before = len(table.timeline.entries)
        act()
        try:
            self.store.save(table)
        except OSError:
            if table.kind == GAME:
                table.timeline.cut(before)
                table.cursor = before
            raise
        self._changed(seating)
        self._drive(seating)

    def _changed(self, seating: Seating) -> None:
        seating.version += 1
        seating.views.clear()
        seating.changed.set()
        seating.changed = asyncio.Event()

    def _drive(self, seating: Seating) -> None:
        if not seating.driving and seating.table.agent_due is not None:
            seating.driving = True
            task = asyncio.get_running_loop().create_task(self._let_agents_move(seating))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _let_agents_move(self, seating: Seating) -> None:
        table = seating.table
        try:
            while (spec := table.agent_due) is not None:
                version, state = seating.version, table.state
                stream, number = table.timeline.stream, table.cursor
                try:
                    action = await self.compute(seating.thinker.choose, spec, state, stream, number)
                    if seating.version != version:
                        continue
                    self.change(seating, partial(table.decide, action))
                except (ValueError, TypeError, LookupError, ImportError, OSError) as error:
                    if seating.version == version:
                        table.problem = str(error)
                        self._changed(seating)
        finally:
            seating.driving = False

    async def opinion(self, seating: Seating, spec: str) -> dict[str, Any]:
        """What one of the advisers thinks of the position that is looked at."""
        table = seating.table
        if spec not in seating.advisers:
            raise TableError(
                f"{spec!r} cannot be asked here; these can be: {', '.join(seating.advisers)}"
            )
        if table.state.waiting != "decision":
            raise TableError("only a decision can be judged, and none is due")
        async with seating.asking:
            return await self.compute(
                seating.adviser.opinion, spec, table.state, table.timeline.stream, table.cursor
            )

    def release(self) -> None:
        """Let nobody wait any longer: the server ends."""
        self._closing = True
        for seating in self._seatings.values():
            seating.changed.set()

    async def close(self) -> None:
        """End: what agents are thinking is given up, the tables lie on disk."""
        for task in [*self._tasks, *self._begun.values()]:
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
