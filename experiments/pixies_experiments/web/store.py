"""Tables on disk: one file each, whole at any time."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.whole import remove_leftovers, written_whole
from pixies_env.core.states import record_files
from pixies_env.core.states.stored import digest_of
from pixies_experiments.agents import open_agent
from pixies_experiments.games import OwnGame
from pixies_experiments.web.kept import FORMAT, VERSION, Content, damaged, read
from pixies_experiments.web.model import ANALYSIS, GAME, Table
from pixies_experiments.web.seats import HUMAN, Tokens
from pixies_experiments.web.timeline import Stream, Timeline

_ENOUGH = 400
"""Characters that tell what a file is, and who opened it."""
_ID = r"[A-Za-z0-9_-]{1,40}"
_OPENED_BY = re.compile(r'"kind": "analysis", "opened_by": "(?P<who>[^"\\]+)"')


def default_folder() -> Path:
    """Where tables are kept unless another folder is named."""
    return Path(platformdirs.user_data_dir("pixies-env", appauthor=False)) / "tables"


def kept_table(path: Path) -> str | None:
    """Id of the table if a file is one; None for anything else, also for what cannot be read."""
    begins = _head(path) or ""
    return path.stem if begins.startswith(json.dumps({"format": FORMAT})[:-1]) else None


def _head(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(_ENOUGH)
    except (OSError, UnicodeDecodeError):
        return None


class Store:
    """A folder of tables. The files hold all tokens, so only their owner can read them.

    What writes that were killed have left there is removed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_leftovers(folder, rf"{_ID}\.json")

    def path(self, table_id: str) -> Path:
        """File of a table; LookupError for what cannot be the name of one."""
        if not re.fullmatch(_ID, table_id):
            raise LookupError(f"there is no table {table_id!r}")
        return self.folder / f"{table_id}.json"

    def save(self, table: Table) -> None:
        """Write a table; what was there before stays if that fails."""
        with written_whole(self.path(table.id), private=True) as aside:
            aside.write_text(json.dumps(_signed(_content(table))), encoding="utf-8")

    def require(self, table_id: str) -> Path:
        """File of a table; LookupError if there is none."""
        path = self.path(table_id)
        if not path.is_file():
            raise LookupError(f"there is no table {table_id!r} in {self.folder}")
        return path

    def load(self, table_id: str) -> Table:
        """Read a table; LookupError if there is none, DamagedDataError if it cannot be taken up.

        That error names the file and what is wrong with it.
        """
        path = self.require(table_id)
        return _table(path, read(path))

    def remove(self, table_id: str) -> None:
        """Remove a table, if there is one."""
        self.path(table_id).unlink(missing_ok=True)

    def opened(self) -> dict[str, list[str]]:
        """Ids of the analyses that pages have opened, by whose link they did, oldest first."""
        found: dict[str, list[str]] = {}
        for path in reversed(self._newest_first()):
            opener = _OPENED_BY.search(_head(path) or "")
            if opener is not None:
                found.setdefault(opener["who"], []).append(path.stem)
        return found

    def _newest_first(self) -> list[Path]:
        """Files that may be tables; another server can remove one at any time."""
        written: dict[Path, int] = {}
        for path in self.folder.glob("*.json"):
            with suppress(OSError):
                if path.is_file() and re.fullmatch(_ID, path.stem):
                    written[path] = path.stat().st_mtime_ns
        return sorted(written, key=lambda path: -written[path])

    def newest(self) -> tuple[Table, list[str]]:
        """The game, not analysis, that was written last and can be taken up.

        With what is wrong with those that were written later. LookupError if there is none.
        """
        left_out: list[str] = []
        for path in self._newest_first():
            try:
                content = read(path)
                if content.kind == GAME:
                    return _table(path, content), left_out
            except DamagedDataError as error:
                left_out.append(str(error))
        raise LookupError(
            "\n  ".join([f"there is no table in {self.folder} to take up again", *left_out])
        )


def _content(table: Table) -> dict[str, Any]:
    stream = table.timeline.stream
    record = table.timeline.record(seeded=table.kind == GAME)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": table.id,
        "kind": table.kind,
        "opened_by": table.opened_by,
        "own_game": None if table.own is None else table.own._asdict(),
        "seats": table.seats,
        "seat_tokens": table.tokens.seats,
        "watch_token": table.tokens.watch,
        "owner_token": table.tokens.owner,
        "advice": table.advice,
        "stream": [stream.seed, stream.lane, stream.episode],
        "cursor": table.cursor,
        "main": table.main,
        "record": record_files.to_json_lines(record).splitlines(),
    }


def _signed(content: dict[str, Any]) -> dict[str, Any]:
    return {**content, "sha256": digest_of(content)}


def _table(path: Path, content: Content) -> Table:
    with _named(path, "the game of this table cannot be opened"):
        own = None if content.own_game is None else OwnGame(**content.own_game.model_dump())
        game = None if own is None else own.open()
    with _named(path, "the record of this table"):
        records = list(record_files.parse(content.record, os.fspath(path), game))
    if len(records) != 1 or records[0].viewer is not None:
        raise DamagedDataError(f"{path}: the record of a table is one game, and all of it")
    record = records[0]
    if len(content.seats) != record.players or len(content.seat_tokens) != record.players:
        raise DamagedDataError(f"{path}: seats and tokens are not for {record.players} players")
    with _named(path, "this table"):
        begun = partial(
            Timeline, record.game, record.players, Stream(*content.stream), record.position
        )
        timeline = begun()
        for event in record.events:
            take = timeline.decide if event.kind == "decision" else timeline.let_happen
            take(event.name)
        # A kill between a decision and the chance after it cannot be, but a hand-made file can.
        if content.kind == GAME:
            timeline.settle()
        table = Table(
            id=path.stem,
            kind=content.kind,
            seats=content.seats,
            tokens=Tokens(tuple(content.seat_tokens), content.watch_token, content.owner_token),
            timeline=timeline,
            own=own,
            opened_by=content.opened_by,
            advice=content.advice,
            cursor=len(timeline.entries),
            main=content.main,
        )
        if table.kind == ANALYSIS:
            table.go_to(content.cursor)
            if table.varies:
                begun().take_again(table.main)
    for seat, who in enumerate(table.seats):
        if who != HUMAN and not table.state.is_over:
            with _named(path, f"the agent of seat {seat} cannot be opened"):
                open_agent(who, table.game)
    return table


@contextmanager
def _named(path: Path, what: str) -> Iterator[None]:
    """Make any error that a file leads to one that names it: games and agents can raise any."""
    try:
        yield
    except Exception as error:
        said = str(error) or type(error).__name__
        known = said.startswith(os.fspath(path))
        raise damaged(path, said if known else f"{what}: {said}") from error
