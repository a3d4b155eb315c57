"""Running a study where somebody looks on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from pixies_env.core.compilation.messages import compilation_messages_to
from pixies_env.core.inputs import check_count
from pixies_experiments.progress import progress_bar
from pixies_experiments.studies.configuration import settled_study, usual_folder
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.study import Outcome, Study

Studied = TypeVar("Studied", bound=Study)
Make = Callable[[Mapping[str, Any]], Studied]
"""Makes a study, with what its folder has settled."""


@dataclass(frozen=True)
class Work:
    """How a study is played, as of ``run_study``; it does not decide what comes out.

    TypeError or ValueError if that is no number of workers: without any a study would never end.
    """

    workers: int | None
    backend: str
    on_error: str

    def __post_init__(self) -> None:
        if self.workers is not None:
            check_count("workers", self.workers)


def taken_up(make: Make[Studied], folder: Path | None) -> tuple[Studied, Path]:
    """A study and its folder, by default the usual one of what is studied.

    StudyRefusedError if the folder holds something else.
    """
    where = usual_folder(make({})) if folder is None else folder
    return settled_study(make, where), where


def run_shown(
    study: Study, folder: Path, work: Work, progress: bool = True, *, told: bool = True
) -> Outcome:
    """Run a study with a progress bar; errors as of ``run_study``."""
    with (
        progress_bar("games", 1, shown=progress) as bar,
        compilation_messages_to(bar.say),
    ):
        pace = _Pace()

        def show(done: int, wanted: int) -> None:
            bar.set_total(wanted)
            bar.advance_to(done, pace.note(done))

        return run_study(study, folder, **asdict(work), progress=show, say=bar.say, told=told)


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
