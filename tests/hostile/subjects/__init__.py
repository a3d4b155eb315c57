"""Everything that is stored and read again, by name."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.hostile.subject import Subject

SUBJECTS = {
    "records": "records:Records",
    "states": "states:States",
    "positions of Pixie Queen": "states:QueenPositions",
    "positions of Havresac": "states:HavresacPositions",
    "boards": "boards:Boards",
    "tables": "tables:Tables",
    "study configurations": "studies:StudyConfigurations",
    "parts": "studies:Parts",
    "parts of exploit": "studies:ExploitParts",
    "times": "studies:Times",
    "failures": "studies:Failures",
    "results": "studies:Results",
    "policies": "arrays:Policies",
    "trajectories": "arrays:TrajectoryFiles",
    "checkpoints of ppo": "training:PpoCheckpoints",
    "checkpoints of expert": "training:ExpertCheckpoints",
    "games of expert": "training:ExpertGames",
    "run configurations": "training:Configurations",
    "progress of tune": "tunings:Tunings",
    "weights": "weights:WeightFiles",
    "counts of soak": "kept:SoakCounts",
    "judgements of review": "kept:Judgements",
    "answers of llm": "kept:Answers",
    "transcripts of llm": "kept:Transcripts",
    "kernel cache": "kernels:KernelFiles",
}
"""Module and class of each; a module is imported when its subject is asked for."""


def subject_named(name: str, folder: Path) -> Subject:
    """A subject with its originals in a folder."""
    module, _, kind = SUBJECTS[name].partition(":")
    made: Subject = getattr(import_module(f"{__name__}.{module}"), kind)(folder)
    return made
