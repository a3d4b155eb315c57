"""What the commands that run studies share: their options, their progress, their errors."""

from __future__ import annotations

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
    from pixies_experiments.api.running import taken_up
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.pieces import StudyRefusedError

    try:
        study, where = taken_up(make, folder)
    except StudyRefusedError as error:
        raise InputError(str(error)) from error
    try_folder(where)
    return study, where


def run_and_tell(
    study: Study, folder: Path, workers: int | None, backend: str, on_error: str
) -> Outcome:
    """Run a study with a progress bar; code 1 with a message if it stops on an error."""
    from pixies_experiments.api.running import Work, run_shown
    from pixies_experiments.pieces import StudyError, StudyRefusedError

    try:
        return run_shown(study, folder, Work(workers, backend, on_error))
    except StudyRefusedError as error:
        raise InputError(str(error)) from error
    except StudyError as error:
        raise FailedError(str(error), STUDY_FAILED) from error
    except KeyboardInterrupt:
        tell(f"pixies: what was finished is kept in {folder}; the same command goes on")
        raise
