"""A study as its folder keeps it: configuration and tables of results, without playing or parts."""

from __future__ import annotations

from pathlib import Path

import pyarrow as arrow
import pyarrow.parquet as parquet

from pixies_env.core.errors import StoredDataError
from pixies_env.core.files.regular import read_regular
from pixies_env.core.game import Game
from pixies_env.core.states.identity import check_identity, game_of
from pixies_experiments.folder_lock import FolderInUseError, only_run
from pixies_experiments.studies.configuration import CONFIGURATION, read_configuration
from pixies_experiments.studies.kinds import configured, pages_of
from pixies_experiments.studies.pages import write_pages
from pixies_experiments.studies.store import FAILED, RESULTS
from pixies_experiments.studies.study import Failure, Outcome, StudyRefusedError


def kept_outcome(folder: Path, game: Game | None = None) -> Outcome:
    """The outcome that a folder keeps.

    Args:
        folder: with ``study.json`` and ``results/``; nothing else is read.
        game: what the study is of, where that is not a registered game.

    Raises:
        StudyRefusedError: there is no study, its game cannot be made, or a table cannot be read.
    """
    told = read_configuration(folder)
    if told is None:
        raise StudyRefusedError(f"{folder} holds no study ({CONFIGURATION} is missing)")
    if game is None:
        try:
            game = game_of(told, str(folder / CONFIGURATION))
        except StoredDataError as error:
            raise StudyRefusedError(str(error)) from None
    tables = {file.stem: _table(file) for file in sorted((folder / RESULTS).glob("*.parquet"))}
    if not tables:
        raise StudyRefusedError(
            f"{folder} keeps no tables of results; the command that made the study writes them"
        )
    failures = [Failure(**row) for row in tables[FAILED].to_pylist()] if FAILED in tables else []
    return Outcome(configured(game, told), folder, told, tables, failures)


def _table(file: Path) -> arrow.Table:
    try:
        return parquet.read_table(arrow.BufferReader(read_regular(file))).replace_schema_metadata()
    except (OSError, arrow.ArrowException) as error:
        said = " ".join(str(error).split())
        raise StudyRefusedError(
            f"{file}: cannot be read: {said}; the command that made the study writes it anew"
        ) from None


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
    kept_outcome(folder, game)  # Where nothing is kept, nothing is made.
    try:
        with only_run(folder):
            outcome = kept_outcome(folder, game)
            write_pages(outcome, pages_of(outcome.study), _remarks(outcome), pictures=pictures)
            return outcome
    except FolderInUseError as error:
        raise StudyRefusedError(str(error)) from None
    except (LookupError, TypeError, ValueError) as error:
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
