"""The folder of a study: its configuration, one file per finished piece, and the results.

::

    study.json               what decides the results
    parts/NAME.parquet       results of a piece; there if and only if the piece is done
    times/NAME.parquet       measured times of a piece; times/report.html tells them
    failures/NAME.json       games in which an agent failed, and NAME-0.jsonl ... their records
    results/NAME.parquet     what all parts together say
    report.html, figures/    the page, and its pictures as PNG

Files are written aside and renamed when whole, so a run can be killed at any moment.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow as arrow
import pyarrow.parquet as parquet

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.fields import plain
from pixies_env.core.files import written_whole
from pixies_env.core.identity import identity
from pixies_experiments.folder_lock import FolderInUseError, only_run
from pixies_experiments.studies.study import Done, Failure, Piece, Study, StudyRefusedError

FORMAT = "pixies-study"
VERSION = 1

CONFIGURATION = "study.json"
REPORT = "report.html"
_PARTS, TIMES, _FAILURES, _RESULTS, FIGURES = "parts", "times", "failures", "results", "figures"
_FOLDERS = (_PARTS, TIMES, _FAILURES, _RESULTS, FIGURES)
_KEY = b"pixies"


def describe(study: Study) -> dict[str, Any]:
    """What the file of a study's configuration holds."""
    told = {
        "format": FORMAT,
        "version": VERSION,
        "kind": study.kind,
        "pixies_env": version("pixies-env"),
        **identity(study.game),
        **study.configuration(),
    }
    described: dict[str, Any] = json.loads(json.dumps(told, default=plain))
    return described


def usual_folder(study: Study) -> Path:
    """Where a study lives if nobody says: the same place for the same study, however long."""
    told = describe(study)
    for key in (*study.grows, *study.settled):
        told.pop(key, None)
    return Path("studies") / f"{study.kind}-{_digest(told)[:10]}"


def _digest(told: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def read_configuration(folder: Path) -> dict[str, Any] | None:
    """The configuration of the study that a folder holds; None if it holds nothing.

    StudyRefusedError if the folder holds something else.
    """
    file = folder / CONFIGURATION
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir()):
            raise StudyRefusedError(
                f"{folder} is not empty and holds no study ({CONFIGURATION} is missing); "
                "take another folder"
            ) from None
        return None
    except NotADirectoryError:
        raise StudyRefusedError(f"{folder} is no folder") from None
    except ValueError as error:
        raise StudyRefusedError(f"{file} is damaged: {error}") from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise StudyRefusedError(f"{file} is not the configuration of a study; take another folder")
    if told.get("version") != VERSION:
        raise StudyRefusedError(f"{file} is of version {told.get('version')!r}, this is {VERSION}")
    return told


class Parts:
    """The finished pieces of a study in its folder."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        self.configuration = describe(study)
        fixed = {key: v for key, v in self.configuration.items() if key not in study.grows}
        self._digest = _digest(fixed)

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, study: Study) -> Iterator[Parts]:
        """Begin a study in a folder, or take it up, while nobody else does.

        StudyRefusedError if the folder holds another study, something else, or is in use; OSError
        if it cannot be written to.
        """
        parts = cls(folder, study)
        parts._before()
        with ExitStack() as held:
            try:
                held.enter_context(only_run(folder))
            except FolderInUseError as error:
                raise StudyRefusedError(str(error)) from None
            parts._prepare(parts._before())
            yield parts

    def _before(self) -> dict[str, Any] | None:
        """What the folder holds, if that is this study; StudyRefusedError otherwise."""
        before = read_configuration(self.folder)
        if before is not None:
            self._check(before)
        return before

    def _check(self, before: Mapping[str, Any]) -> None:
        for key in dict.fromkeys((*self.configuration, *before)):
            had, wanted = before.get(key), self.configuration.get(key)
            if had != wanted and key not in self.study.grows:
                # A board is long; its digest tells it.
                raise StudyRefusedError(
                    f"{self.folder} holds another study: its {key} is {_short(had)}, not "
                    f"{_short(wanted)}; take another folder, or the options of that study "
                    f"({CONFIGURATION})"
                )

    def _prepare(self, before: Mapping[str, Any] | None) -> None:
        for name in _FOLDERS:
            (self.folder / name).mkdir(exist_ok=True)
            for left_behind in (self.folder / name).glob(".*"):
                left_behind.unlink()
        if before != self.configuration:
            text = json.dumps(self.configuration, indent=1)
            with written_whole(self.folder / CONFIGURATION) as aside:
                aside.write_text(text + "\n", encoding="utf-8")

    def __contains__(self, piece: Piece) -> bool:
        return self._part(piece).exists()

    def _part(self, piece: Piece) -> Path:
        return self.folder / _PARTS / f"{piece.name}.parquet"

    def drop_damaged(self, pieces: Iterable[Piece]) -> list[str]:
        """Put aside parts that cannot be read or are others, so that they are made again.

        Gives back their names.
        """
        damaged = []
        for piece in pieces:
            part = self._part(piece)
            if not part.exists():
                continue
            try:
                schema = parquet.read_schema(part)
                self._check_part(part, piece, schema)
            except (OSError, arrow.ArrowInvalid, DamagedDataError):
                part.replace(part.with_suffix(".damaged"))
                damaged.append(piece.name)
        return damaged

    def _check_part(self, part: Path, piece: Piece, schema: arrow.Schema) -> None:
        told = json.loads((schema.metadata or {}).get(_KEY, b"{}"))
        if told.get("study") != self._digest:
            raise StudyRefusedError(
                f"{part} belongs to another study; remove it, it will be made again"
            )
        if told.get("piece") != piece.name:
            raise DamagedDataError(f"{part}: holds the part {told.get('piece')}, not its own")

    def keep(self, piece: Piece, done: Done) -> None:
        """Write what a piece gave, the part itself last."""
        self.keep_failures(piece, done.failures)
        if done.times is not None:
            _write_table(self.folder / TIMES / f"{piece.name}.parquet", done.times)
        told = json.dumps({"study": self._digest, "kind": self.study.kind, "piece": piece.name})
        table = done.table.replace_schema_metadata({_KEY: told.encode()})
        _write_table(self._part(piece), table)

    def keep_failures(self, piece: Piece, failures: Iterable[Failure]) -> list[Path]:
        """Write what failed in a piece instead of what was written before; files of records."""
        folder = self.folder / _FAILURES
        for old in (*folder.glob(f"{piece.name}-*.jsonl"), *folder.glob(f"{piece.name}.json")):
            old.unlink()
        told, files = [], []
        for number, failure in enumerate(failures):
            entry = asdict(failure)
            if failure.record is not None:
                file = folder / f"{piece.name}-{number}.jsonl"
                with written_whole(file) as aside:
                    aside.write_text(failure.record, encoding="utf-8")
                entry["record"] = file.name
                files.append(file)
            told.append(entry)
        if told:
            with written_whole(folder / f"{piece.name}.json") as aside:
                aside.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        return files

    def failures(self, pieces: Iterable[Piece]) -> list[Failure]:
        """What failed in some pieces; ``record`` is the path of the file."""
        found = []
        for piece in pieces:
            file = self.folder / _FAILURES / f"{piece.name}.json"
            if file.exists():
                for entry in json.loads(file.read_text(encoding="utf-8")):
                    failure = Failure(**entry)
                    if failure.record is not None:
                        failure = replace(failure, record=str(file.parent / failure.record))
                    found.append(failure)
        return found

    def tables(self, pieces: Iterable[Piece]) -> Iterator[arrow.Table]:
        """The results of some finished pieces, one table each, in their order.

        Those of which every game failed have none.
        """
        for piece in pieces:
            part = self._part(piece)
            try:
                table = parquet.read_table(part)
            except (OSError, arrow.ArrowInvalid) as error:
                said = " ".join(str(error).split())
                raise DamagedDataError(f"{part}: cannot be read: {said}") from error
            self._check_part(part, piece, table.schema)
            if table.num_columns:
                yield table.replace_schema_metadata()

    def times(self, pieces: Iterable[Piece]) -> arrow.Table | None:
        """Measured times of some finished pieces, None if there are none."""
        files = (self.folder / TIMES / f"{piece.name}.parquet" for piece in pieces)
        tables = [parquet.read_table(file) for file in files if file.exists()]
        return arrow.concat_tables(tables) if tables else None

    def keep_results(self, tables: Mapping[str, arrow.Table]) -> None:
        """Write tables of results instead of those that were there."""
        for old in (self.folder / _RESULTS).glob("*.parquet"):
            if old.stem not in tables:
                old.unlink()
        for name, table in tables.items():
            _write_table(self.folder / _RESULTS / f"{name}.parquet", table)


def _write_table(path: Path, table: arrow.Table) -> None:
    with written_whole(path) as aside:
        parquet.write_table(table, aside, compression="zstd")


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
