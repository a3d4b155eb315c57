"""The progress bar of long work: on the standard error of a terminal, or in Jupyter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


class Bar:
    """A running bar: ``advance_to(done, note)`` moves it."""

    def __init__(self, progress: Progress, unit: str, total: float) -> None:
        self._progress = progress
        self._task = progress.add_task(unit, total=total, note="")

    def advance_to(self, done: float, note: str = "") -> None:
        """Show how much is done, with a short remark such as a rate."""
        self._progress.update(self._task, completed=done, note=note)

    def set_total(self, total: float) -> None:
        """Change how much there is to do."""
        self._progress.update(self._task, total=total)

    def say(self, message: str) -> None:
        """Print a line above the bar."""
        self._progress.console.print(message, highlight=False, markup=False)


@contextmanager
def progress_bar(unit: str, total: float, *, shown: bool = True) -> Iterator[Bar]:
    """A bar while the block runs; plain lines only where there is neither terminal nor Jupyter.

    Jupyter shows it where ``ipywidgets`` is installed, which the extra ``notebook`` brings.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not (shown and _can_show(console))
    ) as progress:
        yield Bar(progress, unit, total)


def _can_show(console: Console) -> bool:
    if console.is_jupyter:
        return find_spec("ipywidgets") is not None
    return console.is_terminal
