"""The tables of one server: who waits for what, agents that move, everything kept on disk.

All of it runs in one event loop; only agents compute in threads of their own, those of games in
others than what is tried beside them.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from pixies_env.core.errors import RuleError
from pixies_env.core.single import is_uncompiled
from pixies_experiments.web import bounds
from pixies_experiments.web.bounds import Turns, opener
from pixies_experiments.web.model import ANALYSIS, Table, TableError
from pixies_experiments.web.seats import HUMAN, Guest
from pixies_experiments.web.store import Store
from pixies_experiments.web.thinking import Thinker, advisers
from pixies_experiments.web.views import view

Answer = TypeVar("Answer")

WORKERS = 2
"""Threads in which agents of games think, and as many for all that is tried beside games."""
RETRY_SECONDS = 3.0
"""Time between attempts to keep an agent's decision on disk."""
FIRST_LOOK_SECONDS = 5.0
"""So long what is to be compiled waits for the first page, which is drawn without it."""


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
    waiting: int = 0
    looked_at: float = 0.0
    removed: bool = False
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    compiled: asyncio.Task[None] | None = None
    """What compiles the game, if it began uncompiled: agents wait for it, people do not."""

    @property
    def is_idle(self) -> bool:
        """Nobody looks on, and nothing is under way: it can be read from disk again."""
        return not (self.waiting or self.driving or self.asking.locked())


class Service:
    """Tables by their ids.

    Args:
        store: where they are kept.
        wanted: agents that may be asked besides those that always can.
    """

    def __init__(self, store: Store, wanted: Sequence[str] = ()) -> None:
        self.store = store
        self._wanted = list(wanted)
        self._seatings: dict[str, Seating] = {}  # The last one used is the last one.
        self._making: dict[str, Callable[[], Table]] = {}
        self._begun: dict[str, asyncio.Task[Seating]] = {}
        self._loads: dict[str, asyncio.Task[Seating]] = {}
        self._opened: dict[str, list[str]] | None = None
        self._counting = asyncio.Lock()
        self._threads = f"service {id(self)}"
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix=f"{self._threads} agents")
        self._beside = ThreadPoolExecutor(WORKERS, thread_name_prefix=f"{self._threads} beside")
        self.work = Turns(
            bounds.MOST_AT_WORK,
            f"{bounds.MOST_AT_WORK} things that take their time are under way for this link; "
            "try again when one of them is done",
        )
        self.looking = Turns(
            bounds.MOST_WAITING,
            f"{bounds.MOST_WAITING} pages that were opened with this link are open; close one",
        )
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._compiling = False
        self._compiling_one = asyncio.Lock()

    async def compute(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Let a thread do what takes its time."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, work, *arguments)

    async def compute_beside(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """The same for what no game waits for."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._beside, work, *arguments)

    def compiles(self) -> None:
        """Tell all pages that code is being compiled, until the next agent has decided."""
        self._tell_compiling(True)

    def _tell_compiling(self, is_so: bool) -> None:
        if self._compiling != is_so:
            self._compiling = is_so
            for seating in self._seatings.values():
                self._tell(seating)

    def begin(self, table_id: str, make: Callable[[], Table]) -> None:
        """Make a table in a thread; who asks for it meanwhile waits.

        If it cannot be kept on disk, who asks for it next lets it be tried again.

        Making the first one loads compiled code, and compiles it where nobody has played yet.
        """
        self._making[table_id] = make
        self._begun[table_id] = asyncio.get_running_loop().create_task(self._begin(make))

    async def _begin(self, make: Callable[[], Table]) -> Seating:
        return await self.add(await self.compute(make))

    async def find(self, table_id: str) -> Seating:
        """A table, read from disk if need be; LookupError if there is none."""
        while table_id not in self._seatings:
            begun = self._begun.get(table_id)
            if begun is not None and begun.done():
                if begun.cancelled() or begun.exception() is None:
                    del self._begun[table_id]
                elif isinstance(begun.exception(), OSError):
                    self.begin(table_id, self._making[table_id])
            task = self._begun.get(table_id) or self._loads.get(table_id)
            if task is None:
                self.store.require(table_id)
                task = asyncio.get_running_loop().create_task(self._load(table_id))
                self._loads[table_id] = task
            await asyncio.shield(task)
        # Last used, last to leave memory.
        seating = self._seatings[table_id] = self._seatings.pop(table_id)
        seating.looked_at = asyncio.get_running_loop().time()
        mine = (self._opened or {}).get(seating.table.opened_by or "", [])
        if table_id in mine:
            mine.remove(table_id)
            mine.append(table_id)
        self._drive(seating)
        return seating

    async def _load(self, table_id: str) -> Seating:
        try:
            return await self._seat(await self.compute(self.store.load, table_id))
        finally:
            del self._loads[table_id]

    async def add(self, table: Table) -> Seating:
        """A new table. An analysis that a page opened may make the oldest of its link go."""
        self.store.save(table)
        seating = await self._seat(table)
        if table.opened_by is not None:
            async with self._counting:
                if self._opened is None:
                    self._opened = await self.compute_beside(self.store.opened)
                mine = self._opened.setdefault(table.opened_by, [])
                if table.id not in mine:
                    mine.append(table.id)
                while len(mine) > bounds.MOST_KEPT:
                    self._remove(mine[0])
                    del mine[0]
        return seating

    async def _seat(self, table: Table) -> Seating:
        offered = await self.compute(advisers, table.game, self._wanted, table.seats)
        seating = Seating(table, offered, Thinker(table.game), Thinker(table.game))
        seating.looked_at = asyncio.get_running_loop().time()
        if is_uncompiled(table.game):
            seating.compiled = self._do(self._compile(seating))
        self._seatings[table.id] = seating
        self._make_room(besides=seating)
        self._drive(seating)
        return seating

    async def _compile(self, seating: Seating) -> None:
        """Compile what a table needs, once somebody has seen it."""
        with suppress(TimeoutError):
            await asyncio.wait_for(seating.shown.wait(), FIRST_LOOK_SECONDS)
        async with self._compiling_one:
            with suppress(RuleError):  # Whoever needs the rule tells it.
                await self.compute(seating.thinker.compile, set(seating.table.seats) - {HUMAN})

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on beside all else until the server ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _make_room(self, besides: Seating) -> None:
        """Let tables that can be read from disk again leave memory, the oldest first."""
        held = Counter(each.table.opened_by for each in self._seatings.values())
        for seating in list(self._seatings.values()):
            who = seating.table.opened_by
            too_many = who is not None and held[who] > bounds.MOST_HELD
            if seating is besides or not seating.is_idle:
                continue
            if too_many or len(self._seatings) > bounds.MOST_SEATED:
                del self._seatings[seating.table.id]
                held[who] -= 1

    def _remove(self, table_id: str) -> None:
        """Let an analysis go for good; its agents stop, and who looks at it is told."""
        self.store.remove(table_id)
        seating = self._seatings.pop(table_id, None)
        if seating is not None:
            seating.removed = True
            self._changed(seating)

    def view(self, seating: Seating, guest: Guest, wanted: int | None) -> dict[str, Any]:
        """What a guest is shown now."""
        wanted = wanted if wanted in guest.seats else None  # One view for all that mean the same.
        if (guest, wanted) not in seating.views:
            if len(seating.views) >= bounds.MOST_VIEWS:
                seating.views.clear()
            shown = view(seating.table, guest, wanted, seating.advisers, self._compiling)
            seating.views[guest, wanted] = shown
        seating.shown.set()
        return seating.views[guest, wanted]

    async def next_view(
        self, seating: Seating, guest: Guest, wanted: int | None, have: str, seconds: float
    ) -> dict[str, Any] | None:
        """The view as soon as it differs from the one that a page has; None after so long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        seating.waiting += 1
        try:
            while not self._closing:
                self._require(seating)
                changed = seating.changed
                shown = self.view(seating, guest, wanted)
                if shown["key"] != have:
                    return shown
                with self.looking.taken(opener(seating.table, guest)):
                    await asyncio.wait_for(changed.wait(), max(0.0, end - loop.time()))
        except TimeoutError:
            return None
        finally:
            seating.waiting -= 1
        return None

    def _require(self, seating: Seating) -> None:
        if seating.removed:
            raise LookupError(
                f"this analysis has made room for newer ones: of those that pages open with one "
                f"link the last {bounds.MOST_KEPT} are kept"
            )

    def change(self, seating: Seating, act: Callable[[], None]) -> None:
        """Do something at a table, keep it on disk, tell all pages, and let agents go on.

        A table goes on only as far as it can be kept: OSError, and nothing has changed.
        """
        self._require(seating)
        go_back = seating.table.way_back()
        try:
            act()
            self.store.save(seating.table)
        except BaseException:
            go_back()
            raise
        self._changed(seating)
        self._drive(seating)

    def _changed(self, seating: Seating) -> None:
        seating.version += 1
        self._tell(seating)

    def _tell(self, seating: Seating) -> None:
        seating.views.clear()
        seating.changed.set()
        seating.changed = asyncio.Event()

    def _drive(self, seating: Seating) -> None:
        if not seating.driving and seating.table.agent_due is not None:
            seating.driving = True
            self._do(self._let_agents_move(seating))

    async def _let_agents_move(self, seating: Seating) -> None:
        table = seating.table
        compute = self.compute_beside if table.kind == ANALYSIS else self.compute
        try:
            while (spec := table.agent_due) is not None and self._is_looked_at(seating):
                version, state = seating.version, table.state
                stream, number = table.timeline.stream, table.cursor
                try:
                    await self._ready(seating)
                    action = await compute(seating.thinker.choose, spec, state, stream, number)
                    self._tell_compiling(False)
                    if seating.version == version:
                        await self._take(seating, action)
                except (ValueError, TypeError, LookupError, ImportError, OSError) as error:
                    if seating.version == version:
                        table.problem = str(error)
                        self._changed(seating)
        finally:
            seating.driving = False

    async def _ready(self, seating: Seating) -> None:
        """Wait until a table is compiled, as far as it can be."""
        if seating.compiled is not None:
            await asyncio.wait({seating.compiled})

    def _is_looked_at(self, seating: Seating) -> bool:
        """Games go on by themselves, analyses for who looks at them."""
        away = asyncio.get_running_loop().time() - seating.looked_at
        going_on = seating.table.kind != ANALYSIS or away < bounds.AWAY_SECONDS
        return going_on and not seating.removed

    async def _take(self, seating: Seating, action: int) -> None:
        """Take an agent's decision once it can be kept, unless the table changes meanwhile."""
        table = seating.table
        while True:
            try:
                self.change(seating, partial(table.decide, action))
                return
            except OSError as error:
                reason = (
                    f"the table could not be kept on disk: {error.strerror or error}; "
                    f"this is tried again every {RETRY_SECONDS:g} seconds"
                )
            if table.problem != reason:
                table.problem = reason
                self._changed(seating)
            version = seating.version
            await asyncio.sleep(RETRY_SECONDS)
            if seating.version != version:
                if table.problem == reason:
                    table.problem = None
                    self._changed(seating)
                return

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
            await self._ready(seating)
            told = await self.compute_beside(
                seating.adviser.opinion, spec, table.state, table.timeline.stream, table.cursor
            )
        self._tell_compiling(False)
        return told

    def release(self) -> None:
        """Let nobody wait any longer: the server ends."""
        self._closing = True
        for seating in self._seatings.values():
            seating.changed.set()

    async def close(self) -> None:
        """End: what agents are thinking is given up, the tables lie on disk."""
        for task in [*self._tasks, *self._begun.values(), *self._loads.values()]:
            task.cancel()
        for pool in (self._pool, self._beside):
            pool.shutdown(wait=False, cancel_futures=True)

    def has_ended(self, seconds: float) -> bool:
        """Whether nothing is at work any more once it is closed, after that time at most.

        What is compiled cannot be given up.
        """
        end = time.monotonic() + seconds
        own = [each for each in threading.enumerate() if each.name.startswith(f"{self._threads} ")]
        for thread in own:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in own)
