"""What the commands that run studies share: their options, their progress, their errors."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from pixies_experiments.cli.console import FailedError, InputError, tell

if TYPE_CHECKING:
    from pixies_experiments.studies.study import Outcome, Study

STUDY_FAILED = 1
Studied = TypeVar("Studied", bound="Study")

Folder = Annotated[
    Path | None,
    typer.Option(
        "--folder",
        help="Where the study lives; one that is there goes on.",
        show_default="studies/..., by what is studied",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, max=1024, help="Processes at work.", show_default="all cores"),
]
Backend = Annotated[
    str, typer.Option("--backend", help="joblib: this machine; ray: a Ray cluster.")
]
OnError = Annotated[
    str,
    typer.Option(
        "--on-error",
        help="stop when an agent fails, or continue without that game.",
    ),
]


def take_up(
    folder: Path | None, make: Callable[[Mapping[str, Any]], Studied]
) -> tuple[Studied, Path]:
    """A study and its folder; what the folder settles is handed to ``make``."""
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.studies.configuration import (
        describe,
        read_configuration,
        usual_folder,
    )
    from pixies_experiments.studies.study import StudyRefusedError

    study = make({})
    where = usual_folder(study) if folder is None else folder
    try:
        kept = read_configuration(where)
    except StudyRefusedError as error:
        raise InputError(str(error)) from error
    # What another study settled need not even fit this one, which is refused later.
    free = {*study.grows, *study.settled}
    fixed = {key: value for key, value in describe(study).items() if key not in free}
    if kept is not None and fixed == {key: kept.get(key) for key in fixed}:
        study = make({key: kept[key] for key in study.settled if key in kept})
    try_folder(where)
    return study, where


def run_and_tell(
    study: Study, folder: Path, workers: int | None, backend: str, on_error: str
) -> Outcome:
    """Run a study with a progress bar; code 1 with a message if it stops on an error."""
    from pixies_env.core.compilation.compile import compilation_messages_to
    from pixies_experiments.cli.progress import progress_bar
    from pixies_experiments.studies.runner import run_study
    from pixies_experiments.studies.study import StudyError, StudyRefusedError

    with progress_bar("games", 1) as bar, compilation_messages_to(bar.say):
        pace = _Pace()

        def show(done: int, wanted: int) -> None:
            bar.set_total(wanted)
            bar.advance_to(done, pace.note(done))

        try:
            return run_study(
                study,
                folder,
                workers=workers,
                backend=backend,
                on_error=on_error,
                progress=show,
                say=bar.say,
            )
        except StudyRefusedError as error:
            raise InputError(str(error)) from error
        except StudyError as error:
            raise FailedError(str(error), STUDY_FAILED) from error
        except KeyboardInterrupt:
            tell(f"pixies: what was finished is kept in {folder}; the same command goes on")
            raise


class _Pace:
    """How fast the games of this run are played."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.before: int | None = None

    def note(self, done: int) -> str:
        """For the bar."""
        if self.before is None:
            self.before = done  # by earlier runs
        seconds = time.perf_counter() - self.began
        rate = (done - self.before) / seconds if seconds > 0 else 0.0
        return "" if rate == 0 else f"{rate:,.1f}/s" if rate < 10 else f"{rate:,.0f}/s"
