"""The folder of a study: its configuration, one file per finished piece, and the results.

::

    study.json               what decides the results, and digests of results/ when it is done
    parts/NAME.parquet       results of a piece; there if and only if the piece is done
    times/NAME.parquet       measured times of a piece; times/report.html tells them
    failures/NAME.json       games in which an agent failed, and NAME-0.jsonl ... their records
    results/NAME.parquet     what all parts together say
    report.html, figures/    the page, and its pictures as PNG

Files are written aside and renamed when whole, so a run can be killed at any moment. Parts and
times carry a digest of all their bytes, the configuration one of what it says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pyarrow as arrow

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import IrregularFileError, read_regular
from pixies_env.core.files.whole import remove_leftovers, written_whole
from pixies_env.core.states.stored import damaged
from pixies_experiments.folder_lock import FolderInUseError, only_run
from pixies_experiments.pieces import Failure, Piece, StudyRefusedError
from pixies_experiments.studies.configuration import (
    CONFIGURATION,
    PARTS,
    describe,
    read_configuration,
    read_kept,
    study_digest,
    write_configuration,
)
from pixies_experiments.studies.part_files import (
    read_part,
    rows_digest,
    write_part,
    write_table,
)
from pixies_experiments.studies.study import Done, Study

REPORT = "report.html"
TIMES, FIGURES = "times", "figures"
RESULTS = "results"
_FAILURES = "failures"
_FOLDERS = (PARTS, TIMES, _FAILURES, RESULTS, FIGURES)


FAILED = "failures"
"""Table of the games or pieces that are missing in the results, where there are any."""
_FAILURE = arrow.schema(
    [
        ("message", arrow.string()),
        ("agent", arrow.string()),
        ("game", arrow.int64()),
        ("seat", arrow.int64()),
        ("record", arrow.string()),
    ]
)


def failures_table(failures: Iterable[Failure]) -> arrow.Table:
    """What failed, with the names of the files of records."""
    rows = [asdict(failure) for failure in failures]
    for row in rows:
        row["record"] = row["record"] and Path(row["record"]).name
    return arrow.Table.from_pylist(rows, _FAILURE)


class StoredParts:
    """The finished pieces of a study in its folder, as :class:`Parts`."""

    def __init__(
        self, folder: Path, study: Study, say: Callable[[str], None] = lambda line: None
    ) -> None:
        self.folder = folder
        self.study = study
        self.configuration = describe(study)
        self._digest = study_digest(study)
        self._say = say
        self._whole: set[str] = set()

    @classmethod
    @contextmanager
    def opened(
        cls, folder: Path, study: Study, say: Callable[[str], None] = lambda line: None
    ) -> Iterator[StoredParts]:
        """Begin a study in a folder, or take it up, while nobody else does.

        ``say`` is told what is put aside. StudyRefusedError if the folder holds another study,
        something else, or is in use; OSError if it cannot be written to.
        """
        parts = cls(folder, study, say)
        parts._check_same_study()
        with ExitStack() as held:
            try:
                held.enter_context(only_run(folder))
            except FolderInUseError as error:
                raise StudyRefusedError(str(error)) from None
            parts._check_same_study()
            parts._prepare()
            yield parts

    def _check_same_study(self) -> None:
        """StudyRefusedError if the folder holds something else than this study."""
        before = read_configuration(self.folder)
        if before is None:
            self._check_owner()
            return
        for key in dict.fromkeys((*self.configuration, *before)):
            had, wanted = before.get(key), self.configuration.get(key)
            if had != wanted and key not in self.study.grows:
                # A board is long; its digest tells it.
                raise StudyRefusedError(
                    f"{self.folder} holds another study: its {key:.60} is {_short(had)}, not "
                    f"{_short(wanted)}; take another folder, or the options of that study "
                    f"({CONFIGURATION})"
                )

    def _check_owner(self) -> None:
        """StudyRefusedError if parts whose configuration is lost are not of this study."""
        for part in sorted((self.folder / PARTS).glob("*.parquet")):
            try:
                told = read_part(part)[1]
            except DamagedDataError:
                continue
            if told.get("study") != self._digest:
                raise StudyRefusedError(
                    f"{self.folder} holds parts of another study, and no {CONFIGURATION} that says "
                    "which; give the options of that study, or take another folder"
                )

    def _prepare(self) -> None:
        remove_leftovers(self.folder, sole_writer=True)
        kept = read_kept(self.folder)
        digests = ({}, "") if kept is None else (kept.results, kept.parts)
        write_configuration(self.folder, self.configuration, *digests)
        for name in _FOLDERS:
            (self.folder / name).mkdir(exist_ok=True)
            remove_leftovers(self.folder / name, sole_writer=True)

    def __contains__(self, piece: Piece) -> bool:
        """Whether a piece is done. If its part is damaged, that is put aside, and it is not."""
        if piece.name not in self._whole:
            part = self._part(piece)
            if not part.exists():
                return False
            try:
                self._check_failures(piece, self._read(piece)[1]["failures"])
            except DamagedDataError:
                _put_aside(part)
                self._say(f"the part {piece.name} is damaged; it is put aside and made again")
                return False
            self._whole.add(piece.name)
        return True

    def _part(self, piece: Piece) -> Path:
        return self.folder / PARTS / f"{piece.name}.parquet"

    def _read(self, piece: Piece) -> tuple[arrow.Table, dict[str, Any]]:
        """The part of a piece; DamagedDataError unless it is whole and its own."""
        part = self._part(piece)
        table, told = read_part(part)
        if told.get("study") != self._digest:
            raise StudyRefusedError(
                f"{part} belongs to another study; remove it, it will be made again"
            )
        if told.get("piece") != piece.name:
            raise DamagedDataError(f"{part}: holds the part {told.get('piece')}, not its own")
        return table, told

    def _check_failures(self, piece: Piece, told: Mapping[str, str]) -> None:
        """DamagedDataError unless the files of failures of a piece are those that it tells."""
        folder = self.folder / _FAILURES
        names = {*told, f"{piece.name}.json"}
        found = {name: _digest(folder / name) for name in names if (folder / name).exists()}
        if found != told:
            raise DamagedDataError(f"{self._part(piece)}: its files in {folder} are others")

    def keep(self, piece: Piece, done: Done) -> None:
        """Write what a piece gave, the part itself last."""
        told = {"study": self._digest, "kind": self.study.kind, "piece": piece.name}
        failures = {path.name: _digest(path) for path in self._write_failures(piece, done.failures)}
        if done.times is not None:
            write_part(self._times(piece), done.times, told)
        write_part(self._part(piece), done.table, {**told, "failures": failures})
        self._whole.add(piece.name)

    def keep_failures(self, piece: Piece, failures: Iterable[Failure]) -> list[Path]:
        """Write what failed in a piece instead of what was written before; files of records."""
        return [path for path in self._write_failures(piece, failures) if path.suffix == ".jsonl"]

    def _write_failures(self, piece: Piece, failures: Iterable[Failure]) -> list[Path]:
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
            files.append(folder / f"{piece.name}.json")
            with written_whole(files[-1]) as aside:
                aside.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        return files

    def failures(self, pieces: Iterable[Piece]) -> list[Failure]:
        """What failed in some pieces; ``record`` is the path of the file."""
        found = []
        for piece in pieces:
            file = self.folder / _FAILURES / f"{piece.name}.json"
            if file.exists():
                entries = load_json(file.read_bytes(), str(file))
                with damaged(str(file)):
                    failures = [Failure(**entry) for entry in entries]
                for failure in failures:
                    if failure.record is not None:
                        failure = replace(failure, record=str(file.parent / failure.record))
                    found.append(failure)
        return found

    def tables(self, pieces: Iterable[Piece]) -> Iterator[arrow.Table]:
        """The results of some finished pieces, one table each, in their order.

        Those of which every game failed have none. DamagedDataError if a part was damaged since
        it was seen to be there.
        """
        for piece in pieces:
            table, _ = self._read(piece)
            if table.num_columns:
                yield table

    def _times(self, piece: Piece) -> Path:
        return self.folder / TIMES / f"{piece.name}.parquet"

    def times(self, pieces: Iterable[Piece]) -> arrow.Table | None:
        """Measured times of some finished pieces, None if there are none.

        What is damaged of them is put aside; it is not made again.
        """
        tables = []
        for piece in pieces:
            file = self._times(piece)
            if not file.exists():
                continue
            try:
                tables.append(read_part(file)[0])
            except DamagedDataError:
                _put_aside(file)
                self._say(f"the times of {piece.name} are damaged; they are put aside")
        return arrow.concat_tables(tables) if tables else None

    def digest(self, pieces: Iterable[Piece]) -> str:
        """Of what the games of some finished pieces gave, row by row.

        The same wherever, in whatever order and by whatever release the same games were played.
        """
        told = {piece.name: rows_digest(self._read(piece)[0]) for piece in pieces}
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    def keep_results(self, tables: Mapping[str, arrow.Table], pieces: Iterable[Piece]) -> None:
        """Write tables of results instead of those that were there, and digests, last.

        ``pieces`` are the finished ones that the tables are of.
        """
        for old in (self.folder / RESULTS).glob("*.parquet"):
            if old.stem not in tables:
                old.unlink()
        for name, table in tables.items():
            write_table(self.folder / RESULTS / f"{name}.parquet", table)
        digests = {name: _digest(self.folder / RESULTS / f"{name}.parquet") for name in tables}
        write_configuration(self.folder, self.configuration, digests, self.digest(pieces))


def _digest(path: Path) -> str:
    """Of a file; "", which no file has, if there is something else instead."""
    try:
        return hashlib.sha256(read_regular(path)).hexdigest()
    except (IsADirectoryError, IrregularFileError):
        return ""


def _put_aside(path: Path) -> None:
    """Rename a damaged file, so that nothing takes it for a whole one and nothing is lost."""
    aside, number = path.with_suffix(".damaged"), 1
    while aside.exists():
        number += 1
        aside = path.with_suffix(f".{number}.damaged")
    path.rename(aside)


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
