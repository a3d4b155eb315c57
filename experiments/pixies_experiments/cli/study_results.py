"""What commands that run studies print of their outcome."""

from __future__ import annotations

from typing import Any

from pixies_experiments.cli.tables import print_report
from pixies_experiments.intervals import LEVEL
from pixies_experiments.studies.kinds import pages_of
from pixies_experiments.studies.store import REPORT
from pixies_experiments.studies.study import Outcome


def everything(outcome: Outcome) -> dict[str, Any]:
    """Configuration, what follows from the results and all their tables, for JSON."""
    folder = outcome.folder
    return {
        **outcome.configuration,
        "ours": [f"{n.table}.{n.key}" for n in outcome.study.game.printed if n.ours],
        "level": LEVEL,
        "folder": str(folder),
        "page": str(folder / REPORT),
        "failures": len(outcome.failures),
        **pages_of(outcome.study).told(outcome.study, outcome),
        "results": {name: table.to_pylist() for name, table in outcome.tables.items()},
    }


def print_answer(outcome: Outcome) -> None:
    """What the page begins with, the tables of its answer, and where it is."""
    print_report(pages_of(outcome.study).report(outcome.study, outcome))
    print(f"The page is {outcome.folder / REPORT}.")
