"""Running a study in its folder: what is missing is done, and all of it is summed up."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from pixies_env.core.errors import DamagedDataError
from pixies_experiments.backends import Task, Trouble, backend_of
from pixies_experiments.pieces import ON_ERROR, STOP, Piece, StudyError, StudyRefusedError
from pixies_experiments.studies.kinds import Pages, pages_of
from pixies_experiments.studies.store import FAILED, StoredParts, failures_table
from pixies_experiments.studies.study import Done, Outcome, Study

Progress = Callable[[int, int], None]
"""Called with the games that are done and those that are wanted so far."""


def run_study(
    study: Study,
    folder: Path,
    *,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: Progress | None = None,
    say: Callable[[str], None] | None = None,
    pages: Pages | None = None,
    told: bool = True,
) -> Outcome:
    """Do what is missing of a study and write its results and its page.

    It can be killed at any moment; called again, it goes on with the pieces that are missing.

    Args:
        study: what is to be done.
        folder: where it lives; one that holds the same study is taken up.
        workers: processes; all cores by default.
        backend: ``joblib`` or ``ray``.
        on_error: ``stop`` when an agent fails or a process dies, or ``continue`` without the game
            or the piece.
        progress: called whenever a piece is done.
        say: called with lines for people.
        pages: what is written for people; needed for a study that does not come with the package.
        told: write it; drawing takes longer than a small study.

    Raises:
        StudyError: it cannot go on; what was finished stays. A StudyRefusedError says that
            nothing was begun.
    """
    if on_error not in ON_ERROR:
        raise StudyRefusedError(f"on_error must be one of {', '.join(ON_ERROR)}, not {on_error!r}")
    written = pages or pages_of(study)
    work, count = backend_of(backend, workers)
    tell = say or (lambda line: None)
    try:
        with StoredParts.opened(folder, study, tell) as parts:
            run = _Run(study, parts, Task(study, on_error, folder.absolute()), progress)
            while missing := run.missing():
                with closing(work(run.task, missing, min(count, len(missing)))) as results:
                    for piece, result in results:
                        run.take(piece, result, tell)
            return finish(parts, written if told else None)
    except DamagedDataError as error:
        raise StudyError(f"{error}; the same command makes it again") from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise StudyError(
            f"{where}{error.strerror or error}; what was finished is kept in {folder}, and the "
            "same command goes on there"
        ) from error


class _Run:
    """What is done and what is missing."""

    def __init__(
        self, study: Study, parts: StoredParts, task: Task, progress: Progress | None
    ) -> None:
        self.study, self.parts, self.task, self.progress = study, parts, task, progress
        self.lost: set[str] = set()
        self.wanted: list[Piece] = []
        self.games = 0

    def missing(self) -> list[Piece]:
        self.wanted = self.study.pieces(self.parts)
        missing = [piece for piece in self.wanted if piece not in self.parts]
        self.games = self._total(self.wanted) - self._total(missing)
        self._show()
        return [piece for piece in missing if piece.name not in self.lost]

    def take(self, piece: Piece, result: Done | Trouble, tell: Callable[[str], None]) -> None:
        if isinstance(result, Trouble):
            self._note(piece, result, tell)
            return
        self.parts.keep(piece, result)
        for failure in result.failures:
            tell(f"left out: {failure.message}")
        self.games += piece.games
        self._show()

    def _note(self, piece: Piece, trouble: Trouble, tell: Callable[[str], None]) -> None:
        files = self.parts.keep_failures(piece, [trouble.failure] if trouble.failure else [])
        kept = f"; the game so far is in {files[0]}" if files else ""
        if self.task.on_error == STOP or not trouble.died:
            raise StudyError(f"{trouble.message}{kept}")
        self.lost.add(piece.name)
        tell(f"left out: {trouble.message}")

    def _show(self) -> None:
        if self.progress is not None:
            self.progress(self.games, self._total(self.wanted))

    @staticmethod
    def _total(pieces: list[Piece]) -> int:
        return sum(piece.games for piece in pieces)


def finish(parts: StoredParts, pages: Pages | None) -> Outcome:
    """Sum up the finished pieces and write results and pages, if there are any."""
    from pixies_experiments.studies.pages import write_pages

    study = parts.study
    wanted = study.pieces(parts)
    pieces = [piece for piece in wanted if piece in parts]
    if next(parts.tables(pieces), None) is None:
        raise StudyError(
            f"no game came to its end, so there is nothing to show; see {parts.folder}"
        )
    tables = study.summarise(parts, pieces)
    failures = parts.failures(wanted)
    if failures:
        tables[FAILED] = failures_table(failures)
    parts.keep_results(tables, pieces)
    times = parts.times(pieces)
    outcome = Outcome(study, parts.folder, parts.configuration, tables, failures, times)
    if pages is not None:
        write_pages(outcome, pages)
    return outcome
