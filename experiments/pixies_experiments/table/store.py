"""Tables on disk: one file each, whole at any time."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import platformdirs

from pixies_env.core import record_files
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files import written_whole
from pixies_experiments.games import OwnGame
from pixies_experiments.table.model import ANALYSIS, GAME, Table
from pixies_experiments.table.seats import Tokens
from pixies_experiments.table.timeline import Stream, Timeline

FORMAT, VERSION = "pixies-table", 1
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


def default_folder() -> Path:
    """Where tables are kept unless another folder is named."""
    return Path(platformdirs.user_data_dir("pixies-env", appauthor=False)) / "tables"


class Store:
    """A folder of tables. Only its owner may look into it: the files hold all tokens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def path(self, table_id: str) -> Path:
        """File of a table; LookupError for what cannot be the name of one."""
        if not _ID.fullmatch(table_id):
            raise LookupError(f"there is no table {table_id!r}")
        return self.folder / f"{table_id}.json"

    def save(self, table: Table) -> None:
        """Write a table; what was there before stays if that fails."""
        with written_whole(self.path(table.id)) as aside:
            aside.write_text(json.dumps(_content(table)), encoding="utf-8")

    def load(self, table_id: str) -> Table:
        """Read a table; LookupError if there is none, DamagedDataError if it is not whole."""
        path = self.path(table_id)
        if not path.is_file():
            raise LookupError(f"there is no table {table_id!r} in {self.folder}")
        return _table(path)

    def newest(self) -> str:
        """The game, not analysis, that was written last; LookupError if there is none."""
        paths = sorted(self.folder.glob("*.json"), key=lambda path: -path.stat().st_mtime_ns)
        for path in paths:
            if _read(path)["kind"] == GAME:
                return path.stem
        raise LookupError(f"there is no table in {self.folder} to take up again")

    def header(self, table_id: str) -> dict[str, Any]:
        """What a file says of a table, read without making its game."""
        path = self.path(table_id)
        if not path.is_file():
            raise LookupError(f"there is no table {table_id!r} in {self.folder}")
        return _read(path)


def _content(table: Table) -> dict[str, Any]:
    stream = table.timeline.stream
    record = table.timeline.record(seeded=table.kind == GAME)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": table.id,
        "kind": table.kind,
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


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DamagedDataError(f"{path}: this is no table: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedDataError(f"{path}: this is no table")
    if content.get("version") != VERSION:
        raise DamagedDataError(
            f"{path}: table version {content.get('version')!r}; this is version {VERSION}"
        )
    return content


def _table(path: Path) -> Table:
    content = _read(path)
    try:
        own = None if content["own_game"] is None else OwnGame(**content["own_game"])
        game = None if own is None else own.open()
        record = next(record_files.parse(content["record"], os.fspath(path), game))
        timeline = Timeline(
            record.game, record.players, Stream(*content["stream"]), record.position
        )
        for event in record.events:
            take = timeline.decide if event.kind == "decision" else timeline.let_happen
            take(event.name)
        # A kill between a decision and the chance after it cannot be, but a hand-made file can.
        if content["kind"] == GAME:
            timeline.settle()
        table = Table(
            id=path.stem,
            kind={GAME: GAME, ANALYSIS: ANALYSIS}[content["kind"]],
            seats=[str(who) for who in content["seats"]],
            tokens=Tokens(
                tuple(content["seat_tokens"]), content["watch_token"], content["owner_token"]
            ),
            timeline=timeline,
            own=own,
            advice=bool(content["advice"]),
            cursor=len(timeline.entries),
            main=list(content["main"]),
        )
        if table.kind == ANALYSIS:
            table.go_to(content["cursor"])
    except (KeyError, TypeError, StopIteration) as error:
        raise DamagedDataError(f"{path}: this table lacks or has wrong {error}") from None
    if len(table.seats) != record.players or len(table.tokens.seats) != record.players:
        raise DamagedDataError(f"{path}: seats and tokens are not for {record.players} players")
    return table
