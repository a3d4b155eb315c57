"""A study that does not come with the package brings its pages along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as arrow
import pytest

from pixies_env.core.game import Game
from pixies_experiments.pieces import Piece, StudyRefusedError
from pixies_experiments.studies.kinds import Pages
from pixies_experiments.studies.report import Report
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.study import Done, Study
from tests.games import race


@dataclass(frozen=True)
class Squares(Study):
    """Numbers and their squares, one a piece."""

    kind: ClassVar[str] = "squares"
    game: Game
    games: int

    @classmethod
    def configured(cls, game, told):
        return cls(game, told["games"])

    def configuration(self):
        return {"games": self.games}

    def pieces(self, parts):
        return [Piece(str(number), {"number": number}) for number in range(self.games)]

    def run(self, piece, on_error):
        return Done(arrow.table({"square": [piece.arguments["number"] ** 2]}))

    def summarise(self, parts, pieces):
        return {"squares": arrow.concat_tables(parts.tables(pieces))}


def page(study, outcome):
    squares = outcome.tables["squares"]["square"].to_pylist()
    return Report(f"{study.games} squares", [f"The last is {squares[-1]}."], [])


def test_a_study_of_ones_own_has_its_pages_handed_over(folder):
    outcome = run_study(Squares(race.game(), 5), folder, workers=1, pages=Pages(page))
    assert outcome.tables["squares"]["square"].to_pylist() == [0, 1, 4, 9, 16]
    written = (folder / "report.html").read_text(encoding="utf-8")
    assert "<h1>5 squares</h1>" in written and "The last is 16." in written


def test_without_pages_it_is_refused_before_anything_is_done(folder):
    with pytest.raises(StudyRefusedError, match="'squares' has no pages"):
        run_study(Squares(race.game(), 5), folder, workers=1)
    assert not folder.exists()
