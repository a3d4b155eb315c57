"""Progress of `pixies tune`, which a run goes on with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from pixies_experiments.tuning import PROGRESS, SEARCH, Plan, Tuning
from tests.hostile.alterations import Alteration, in_arrays
from tests.hostile.subject import Subject
from tests.hostile.subjects.playing import game_named

PLAN = Plan("greedy", seed=5, games=4, candidates=4, rivals=("careful",), players=(2,))


class Tunings(Subject):
    """Taken up, and gone on with for a generation."""

    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        run = self._taken_up()
        run.run(60.0, 10, 1, lambda progress, mean: None)
        return [self.folder / PROGRESS]

    def _taken_up(self) -> Tuning:
        return Tuning(self.folder, PLAN, game_named("pixie_queen"))

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_arrays()]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_arrays(sealed=True)]

    def use(self, path: Path) -> Tuning:
        return self._taken_up()

    def same(self, original: Tuning, found: Tuning) -> bool:
        one, other = original.progress, found.progress
        return (
            (one.generation, one.games, one.seconds)
            == (other.generation, other.games, other.seconds)
            and np.array_equal(one.start, other.start)
            and np.array_equal(np.stack(one.earlier), np.stack(other.earlier))
            and all(np.array_equal(_search(original)[key], _search(found)[key]) for key in SEARCH)
        )

    def check_sound(self, path: Path, found: Tuning) -> None:
        with np.errstate(over="ignore"):  # Made up paths of the search may be of any length.
            found.run(60.0, found.progress.generation + 1, 1, lambda progress, mean: None)
        assert np.isfinite(found.numbers()).all()


def _search(tuning: Tuning) -> dict[str, Any]:
    return {name: getattr(tuning.progress.optimiser, f"_{name}") for name in SEARCH}
