"""Two studies, or the games of two calls, compared."""

from __future__ import annotations

import hashlib
import json
import os
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as arrow

from pixies_env.core.files.whole import written_whole
from pixies_env.core.game import Game
from pixies_env.core.states.identity import identity
from pixies_experiments.api.results import Results
from pixies_experiments.api.simulating import SimulationResults
from pixies_experiments.api.studying import StudyResults
from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.comparing.comparison import DIFFERENCES, Comparison, compared
from pixies_experiments.studies.comparing.sides import Side
from pixies_experiments.studies.kept import kept_outcome
from pixies_experiments.studies.pages import write_page
from pixies_experiments.studies.part_files import write_table
from pixies_experiments.studies.store import FIGURES, REPORT, RESULTS

Compared: TypeAlias = StudyResults | SimulationResults | str | os.PathLike[str]
"""What a call gave back, or the folder of a study."""


class ComparisonResults(Results):
    """Differences between two studies."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.paired = comparison.sides.paired
        """Whether they were compared deal by deal."""
        super().__init__(comparison.report, {DIFFERENCES: comparison.table})

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write page, pictures and table to a folder, which is made where it is missing.

        Those of an earlier comparison are written over; StudyRefusedError if the folder holds
        anything else.
        """
        where = Path(folder)
        check_folder(where)
        for inner in (where / FIGURES, where / RESULTS):
            inner.mkdir(parents=True, exist_ok=True)
        write_table(where / RESULTS / f"{DIFFERENCES}.parquet", self.tables[DIFFERENCES])
        text = write_page(self.report, where / FIGURES)
        with written_whole(where / REPORT) as aside:
            aside.write_text(text, encoding="utf-8")


def compare(one: Compared, other: Compared, *, game: Game | None = None) -> ComparisonResults:
    """What the second has more than the first: ``pixies compare`` as a call.

    Two tournaments, two studies of skills or seats, or two simulations. With one seed for both
    they are compared deal by deal, on the deals that both have; else as independent. An agent that
    only the first has stands for the one at its place in the second, if both have equally many of
    these.

    Args:
        one: what a call gave back, or the folder of a study.
        other: likewise.
        game: what the studies of folders are of, where that is not a registered game.

    Returns:
        ``differences``: values of both, ``value``, the second less the first, and its intervals.

    Raises:
        TypeError: one is something else.
        StudyRefusedError: they are of other kinds or games, or have nothing in common; or a folder
            keeps no study, or no games of it.
    """
    return ComparisonResults(compared(_side(one, game), _side(other, game)))


def _side(given: Compared, game: Game | None) -> Side:
    if isinstance(given, SimulationResults):
        return _simulation(given)
    if isinstance(given, StudyResults):
        return Side.of(given.outcome, "" if given.is_temporary else str(given.folder))
    if not isinstance(given, str | os.PathLike):
        raise TypeError(
            "compare takes what tournament, balance_skills, balance_seats or simulate gave back, "
            f"or the folder of a study, not {given!r}"
        )
    return Side.of(kept_outcome(Path(given), game), os.fspath(given))


def _simulation(results: SimulationResults) -> Side:
    def games(players: int, design: str, table: str) -> arrow.Table | None:
        return results.tables["games"] if results.tables["games"].num_rows else None

    configuration: dict[str, Any] = {
        **identity(results.game),
        "pixies_env": version("pixies-env"),
        "kind": "simulation",
        "agents": results.line_up,
        "rotated": results.rotate,
        "seed": results.seed,
    }
    agents = tuple(dict.fromkeys(results.line_up))
    players = (len(results.line_up),)
    return Side("", "simulation", results.game, configuration, agents, players, games)


def usual_folder(one: Path, other: Path) -> Path:
    """Where the comparison of two folders goes if nobody says: the same place for the same two."""
    names = json.dumps([os.fspath(path.resolve()) for path in (one, other)])
    return Path("studies") / f"compare-{hashlib.sha256(names.encode()).hexdigest()[:10]}"


def check_folder(folder: Path) -> None:
    """StudyRefusedError if a folder holds what is no comparison; a missing one may be made."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise StudyRefusedError(f"{folder} is no folder")
    there = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    if not there <= {FIGURES, RESULTS, REPORT}:
        raise StudyRefusedError(
            f"{folder} holds something else than a comparison "
            f"({', '.join(sorted(there - {FIGURES, RESULTS, REPORT}))}); take another folder"
        )
