"""What commands share whose run lives in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pixies_experiments.cli.console import FailedError, InputError, tell

if TYPE_CHECKING:
    from pixies_experiments.training.config import ConfigModel

Plan = TypeVar("Plan", bound="ConfigModel")

STOPPED = 1
"""Exit code when the folder cannot be written to any longer."""


def seeded(plan: Plan, seed: int | None) -> Plan:
    """The configuration with another seed, if one is given."""
    return plan if seed is None else plan.model_copy(update={"seed": seed})


def over_or_stopped(over: bool) -> str:
    """How a run came to its end, for the last line of a command."""
    return "over" if over else "stopped; the same command goes on"


@contextmanager
def run_in_folder(folder: Path) -> Iterator[None]:
    """Tell in one line that the folder is damaged, in use, or full, or other processes fail.

    The run goes on from its last checkpoint when that is mended, and so after an interrupt.
    """
    from pixies_env.core.errors import DamagedDataError, ForeignGameError
    from pixies_experiments.folder_lock import FolderInUseError
    from pixies_experiments.pieces import StudyError, StudyRefusedError

    try:
        yield
    except KeyboardInterrupt:
        tell(f"pixies: the last checkpoint is kept in {folder}; the same command goes on from it")
        raise
    except (DamagedDataError, ForeignGameError, FolderInUseError, StudyRefusedError) as error:
        raise InputError(str(error)) from error
    except StudyError as error:
        raise FailedError(f"{error}; the run stopped", STOPPED) from error
    except OSError as error:
        reason = error.strerror or str(error)
        where = f"{error.filename}: " if error.filename else ""
        raise FailedError(f"{where}{reason}; the run stopped", STOPPED) from error
