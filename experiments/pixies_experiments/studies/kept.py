"""A study as its folder keeps it: configuration and tables of results, without playing or parts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as arrow
import pyarrow.parquet as parquet

from pixies_env.core.errors import DamagedDataError, StoredDataError
from pixies_env.core.files.regular import read_regular
from pixies_env.core.game import Game
from pixies_env.core.states.identity import check_identity, game_of, identity
from pixies_experiments.folder_lock import FolderInUseError, only_run
from pixies_experiments.pieces import Failure, Piece, StudyRefusedError
from pixies_experiments.studies.configuration import CONFIGURATION, PARTS, kept_digest, read_kept
from pixies_experiments.studies.kinds import configured, pages_of
from pixies_experiments.studies.pages import write_pages
from pixies_experiments.studies.part_files import read_part
from pixies_experiments.studies.store import FAILED, RESULTS
from pixies_experiments.studies.study import Outcome

_KINDS = {str: "a text", int: "a number", dict: "a mapping"}
"""What a configuration says of its game, in words."""


def kept_outcome(folder: Path, game: Game | None = None) -> Outcome:
    """The outcome that a folder keeps.

    Args:
        folder: with ``study.json`` and ``results/``; nothing else is read.
        game: what the study is of, where that is not a registered game.

    Raises:
        StudyRefusedError: there is no study, its game cannot be made, or a table is missing,
            damaged or another one.
    """
    kept = read_kept(folder)
    if kept is None:
        raise StudyRefusedError(
            f"{folder} holds no study to report on ({CONFIGURATION} is missing); name the folder "
            "that the command of a study wrote"
        )
    told, digests, _ = kept
    if game is None:
        try:
            game = game_of(told, str(folder / CONFIGURATION))
        except StoredDataError as error:
            raise StudyRefusedError(str(error)) from None
    _check_game(told, game, folder / CONFIGURATION)
    there = {file.stem for file in (folder / RESULTS).glob("*.parquet")}
    if not there:
        raise StudyRefusedError(
            f"{folder} keeps no tables of results; the command that made the study writes them"
        )
    study = configured(game, told)
    tables = _tables(folder / RESULTS, digests or dict.fromkeys({*study.tables(), *there}, ""))
    _check_texts(tables, folder / RESULTS)
    failures = [Failure(**row) for row in tables[FAILED].to_pylist()] if FAILED in tables else []
    return Outcome(study, folder, told, tables, failures)


class KeptParts:
    """The finished pieces of a study that a folder keeps, to be read only.

    Unlike those of a study that goes on they may be of an earlier version of the game.
    """

    def __init__(self, outcome: Outcome) -> None:
        """Of what :func:`kept_outcome` read; StudyRefusedError if there are no parts."""
        self.folder = outcome.folder
        self._digest = kept_digest(outcome.configuration, outcome.study.grows)
        if not any((self.folder / PARTS).glob("*.parquet")):
            raise StudyRefusedError(
                f"{self.folder} keeps no games ({PARTS}/ is missing or empty), only what was made "
                "of them; the command that made the study plays them anew"
            )

    def __contains__(self, piece: Piece) -> bool:
        """Whether a piece is done."""
        return self._file(piece).exists()

    def tables(self, pieces: Iterable[Piece]) -> Iterator[arrow.Table]:
        """The results of some finished pieces, see ``Parts``.

        StudyRefusedError if one is damaged or of another study.
        """
        for piece in pieces:
            file = self._file(piece)
            try:
                table, told = read_part(file)
            except DamagedDataError as error:
                raise StudyRefusedError(
                    f"{error}; the command that made the study makes it again"
                ) from None
            if (told.get("study"), told.get("piece")) != (self._digest, piece.name):
                raise StudyRefusedError(f"{file} belongs to another study")
            if table.num_columns:
                yield table

    def _file(self, piece: Piece) -> Path:
        return self.folder / PARTS / f"{piece.name}.parquet"


def _check_game(told: Mapping[str, Any], game: Game, place: Path) -> None:
    """StudyRefusedError if it is no identity of a game, or that of another one.

    Another version or board of the game is none: the page tells it.
    """
    for key, value in identity(game).items():
        if type(told.get(key)) is not type(value):
            raise StudyRefusedError(
                f"{place}: {key!r} must be {_KINDS[type(value)]}, not {told.get(key)!r:.60}; the "
                "command that made the study writes it anew"
            )
    if told["game"] != game.name:
        raise StudyRefusedError(
            f"{place}: the game is {told['game']!r}, not {game.name!r}; name the game of the study"
        )


def _check_texts(tables: Mapping[str, arrow.Table], folder: Path) -> None:
    """StudyRefusedError if a name is missing in a table; numbers may be."""
    for name, table in tables.items():
        for column in () if name == FAILED else table.column_names:
            found = table[column]
            if found.null_count and (
                arrow.types.is_string(found.type) or arrow.types.is_null(found.type)
            ):
                raise StudyRefusedError(
                    f"{folder / name}.parquet: the column {column!r} lacks values; the command "
                    "that made the study writes it anew"
                )


def _tables(folder: Path, digests: Mapping[str, str]) -> dict[str, arrow.Table]:
    """Tables by name, each with its digest, or any where that is "".

    StudyRefusedError if one is missing, damaged or another one.
    """
    return {name: _table(folder / f"{name}.parquet", digests[name]) for name in sorted(digests)}


def _table(file: Path, digest: str) -> arrow.Table:
    try:
        content = read_regular(file)
        table = parquet.read_table(arrow.BufferReader(content)).replace_schema_metadata()
    except FileNotFoundError:
        raise StudyRefusedError(
            f"{file} is missing; the command that made the study writes it anew"
        ) from None
    except (OSError, arrow.ArrowException) as error:
        said = " ".join(str(error).split())
        raise StudyRefusedError(
            f"{file}: cannot be read: {said}; the command that made the study writes it anew"
        ) from None
    if digest and hashlib.sha256(content).hexdigest() != digest:
        raise StudyRefusedError(
            f"{file} is damaged or of another study: it does not have its digest in "
            f"{CONFIGURATION}; the command that made the study writes it anew"
        )
    return table


def write_kept_pages(folder: Path, game: Game | None = None, *, pictures: bool = True) -> Outcome:
    """Make the page of a study again from what its folder keeps.

    The page says it where the game at hand is not the very game of the study: numbers are those of
    the study, what names mean is that of the game at hand.

    Args:
        folder: what :func:`kept_outcome` reads; the page is written there.
        game: likewise.
        pictures: write the pictures as files too, beside those inside the page.

    Raises:
        StudyRefusedError: as of :func:`kept_outcome`, or the folder is in use.
        OSError: the folder cannot be written to.
    """
    try:
        kept_outcome(folder, game)  # Where nothing is kept, nothing is made.
        with only_run(folder):
            outcome = kept_outcome(folder, game)
            write_pages(outcome, pages_of(outcome.study), _remarks(outcome), pictures=pictures)
            return outcome
    except FolderInUseError as error:
        raise StudyRefusedError(str(error)) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        said = f"{error} is missing" if isinstance(error, KeyError) else error
        raise StudyRefusedError(
            f"the tables in {folder / RESULTS} are not those of its study: {said}; the command "
            "that made the study writes them anew"
        ) from error


def _remarks(outcome: Outcome) -> list[str]:
    try:
        check_identity(outcome.configuration, outcome.study.game, CONFIGURATION)
    except StoredDataError as error:
        return [f"The game has changed since these games were played. {error}."]
    return []
