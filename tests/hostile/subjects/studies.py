"""What the folder of a study holds: taken up again, it has the results of an undisturbed one."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

import pyarrow as arrow
import pyarrow.parquet as parquet

from pixies_env.registry import make_game
from pixies_experiments.pieces import CONTINUE, StudyRefusedError
from pixies_experiments.studies import pages
from pixies_experiments.studies.exploit.learned import LearningPlan
from pixies_experiments.studies.exploit.study import ExploitStudy
from pixies_experiments.studies.exploit.tuned import TuningPlan
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.study import Study
from pixies_experiments.studies.tournament import Tournament
from tests.experiments.games import card_game
from tests.experiments.studies.conftest import AGENTS, contents
from tests.hostile.alterations import Alteration, in_json, in_lines, json_altered
from tests.hostile.subject import EQUAL, REFUSED, Subject


class StudyFiles(Subject):
    """Files of a small study; the same command runs after each alteration."""

    documented: ClassVar = (StudyRefusedError,)
    sealed: ClassVar = True
    pattern: ClassVar[str]

    def study(self) -> Study:
        """Of few games, in some of which an agent fails."""
        return Tournament(card_game(), ("random", f"{AGENTS}Raising"), (2,), 20, piece_deals=(4,))

    def make(self) -> Sequence[Path]:
        self.place = self.folder / "study"
        self.again()
        self.whole = contents(self.place)
        return sorted(self.place.glob(self.pattern))

    def again(self) -> list[str]:
        """Run the study; what it says of what was damaged."""
        said: list[str] = []
        with patch.object(pages, "write_page", lambda report, folder: report.title):
            run_study(self.study(), self.place, workers=1, on_error=CONTINUE, say=said.append)
        return [line for line in said if not line.startswith("left out")]

    def use(self, path: Path) -> Any:
        return self.again()

    def outcome(self, path: Path, meaning: Any, forged: bool) -> str:
        altered = path.read_bytes()
        before = contents(self.place)
        try:
            said = self.again()
        except StudyRefusedError as error:
            assert path.name == "study.json", "only a configuration is refused"
            self.check_message(path, error)
            assert contents(self.place) == before, "something was lost"
            return REFUSED
        asides = list(self.place.rglob("*.damaged"))
        assert len(said) == len(asides) <= 1, said
        for aside in asides:
            assert aside.stem in said[0], said
            assert path.suffix != ".parquet" or aside.read_bytes() == altered
            aside.unlink()
        found = contents(self.place)
        if path.name == "study.json":
            # Written in another way, it says the same.
            assert json.loads(altered) == json.loads(self.whole[path.name])
            found[path.name] = self.whole[path.name]
        assert found == self.whole, "the results are others"
        return REFUSED if asides else EQUAL


class StudyConfigurations(StudyFiles):
    """`study.json`: refused, and nothing is lost."""

    pattern: ClassVar = "study.json"

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_json(indent=1), in_json()]


class Parts(StudyFiles):
    """Finished pieces: put aside and made again."""

    pattern: ClassVar = "parts/*.parquet"

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [self._rewritten]

    def _rewritten(self, content: bytes, draw: random.Random) -> bytes:
        """As another program would write it: another table, or other words about it."""
        file = parquet.ParquetFile(arrow.BufferReader(content))
        table, told = file.read(), dict(file.metadata.metadata)
        told.pop(b"ARROW:schema", None)
        names = table.column_names
        name = draw.choice(names) if names else ""
        match draw.randrange(7):
            case 0:
                table = table.slice(draw.randrange(len(table) + 1))
            case 1:
                table = table.rename_columns([draw.choice([each, each, "x"]) for each in names])
            case 2 if names:
                table = table.drop_columns([name])
            case 3:
                key = draw.choice(list(told))
                told[key] = draw.choice((b"[]", b"{", b"\xff", b"null", b"[" * 200_000, b"{}"))
            case 4:
                told = {}
            case 5:
                table = table.take(list(reversed(range(len(table)))))
            case _ if names:
                column = json_altered(table[name].to_pylist(), draw)
                try:
                    changed = arrow.array(column, table[name].type)
                    table = table.set_column(names.index(name), name, changed)
                except (arrow.ArrowException, TypeError, ValueError, OverflowError):
                    return content  # A column cannot say that.
        aside = self.folder / "aside"
        with parquet.ParquetWriter(aside, table.schema) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata(told)
        return aside.read_bytes()


class ExploitParts(Parts):
    """Of a search for a best response, whose pieces decide which others there are."""

    def study(self) -> Study:
        tuning = TuningPlan("greedy", generations=1, candidates=4, deals=1)
        game, plans = make_game("pixie_queen"), (tuning, LearningPlan(0))
        return ExploitStudy(game, ("random",), (2,), ("careful",), *plans, 4, 4, 3)


class Times(Parts):
    """Measured times: put aside, and not made again."""

    pattern: ClassVar = "times/*.parquet"


class Failures(StudyFiles):
    """Games in which an agent failed: their part is made again."""

    pattern: ClassVar = "failures/*"

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_lines()] if path.suffix == ".jsonl" else [in_json(indent=1)]


class Results(StudyFiles):
    """What all parts together say, and the page: written anew from the parts."""

    pattern: ClassVar = "re*/*.parquet"
