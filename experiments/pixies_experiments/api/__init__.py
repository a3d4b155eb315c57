"""Everything that the commands do, as calls that take and give back plain objects.

``import pixies_experiments.api as pixies`` and then ``pixies.tournament(...)`` does what
``pixies tournament`` does. No call writes files unless it is given a folder.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pixies_experiments.api.comparing import ComparisonResults, compare
    from pixies_experiments.api.results import Results
    from pixies_experiments.api.reviewing import ReviewResults, review
    from pixies_experiments.api.simulating import SimulationResults, simulate
    from pixies_experiments.api.studying import (
        StudyResults,
        balance_boards,
        balance_seats,
        balance_separation,
        balance_sizes,
        balance_skills,
        read_study,
        style,
        tournament,
    )

__all__ = [
    "ComparisonResults",
    "Results",
    "ReviewResults",
    "SimulationResults",
    "StudyResults",
    "balance_boards",
    "balance_seats",
    "balance_separation",
    "balance_sizes",
    "balance_skills",
    "compare",
    "read_study",
    "review",
    "simulate",
    "style",
    "tournament",
]

_HOMES = {
    "ComparisonResults": "comparing",
    "Results": "results",
    "ReviewResults": "reviewing",
    "SimulationResults": "simulating",
    "StudyResults": "studying",
    "balance_boards": "studying",
    "balance_seats": "studying",
    "balance_separation": "studying",
    "balance_sizes": "studying",
    "balance_skills": "studying",
    "compare": "comparing",
    "read_study": "studying",
    "review": "reviewing",
    "simulate": "simulating",
    "style": "studying",
    "tournament": "studying",
}
"""Modules imported at the first use of what they hold, so that each command loads its own only."""


def __dir__() -> list[str]:
    """What can be had."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
