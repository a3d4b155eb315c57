"""A study of balance and its outcome as pages look at them: rows, tables and forests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pixies_experiments.studies.balance.pictures import forest_height, forest_of
from pixies_experiments.studies.balance.plan import MIXED
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.balance.words import SCORE, TOO_FEW, WIN, differ, spoken
from pixies_experiments.studies.report import Picture
from pixies_experiments.studies.study import Outcome

DESIGNS = {
    "played": "as the game is played",
    "chosen": "as chosen by the agents",
    "dealt": "dealt at random",
    "owned": "dealt at random and kept to the end",
    "exchanged": "exchanged with all else equal",
}
"""Each design in words."""


class Told:
    """What the parts of a page have in common."""

    def __init__(self, study: BalanceStudy, outcome: Outcome) -> None:
        self.study, self.outcome, self.axes = study, outcome, study.axes
        self._tables = {name: table.to_pylist() for name, table in outcome.tables.items()}
        self.name = spoken(study.factor_name)
        self.levels = study.axes.factor.levels
        there = [p for p in study.plan.players if any(self.rows("effects", players=p))]
        won = [p for p in there if differ(self.rows("effects", players=p, measure=WIN.name))]
        self.measure = SCORE if there and not won else WIN
        self.players = won or there
        """Numbers of players with which advantages are told."""
        self.level = [p for p in there if p not in self.players]
        """Those with which nobody can win more than others."""

    @property
    def asks(self) -> str:
        """What the study asks."""
        if self.axes.factor.at_end:
            return f"how do seats do that have each {self.name} at the end"
        return f"what is each {self.name} worth"

    def has(self, table: str) -> bool:
        """Whether there is a table of results of that name."""
        return table in self._tables

    def rows(self, name: str, /, **wanted: Any) -> list[dict[str, Any]]:
        """Rows of a table of results."""
        return [
            row
            for row in self._tables.get(name, [])
            if all(row[key] == value for key, value in wanted.items())
        ]

    def worth(self, players: int, table: str, design: str = "") -> list[dict[str, Any]]:
        """Advantages in a design, the main one by default."""
        wanted = {"players": players, "table": table, "measure": self.measure.name}
        return self.rows("effects", design=design or self.axes.main, **wanted)

    def bound_to(self, players: int) -> str:
        """The kind of place that always had one and the same level each; "" if there is none."""
        names = [place.name for place in self.axes.places]
        bound = (n for n in names if never_apart(self.rows(f"by_{n}", players=players), n))
        return next(bound, "")

    def forest(
        self, name: str, caption: str, series: dict[str, list[dict[str, Any]]]
    ) -> Iterable[Picture]:
        """The picture, if there is anything to show."""
        levels = self.sorted([row for rows in series.values() for row in rows])
        if levels:
            axis, scale = f"advantage, {self.measure.axis}", self.measure.scale
            drawing = forest_of(levels, series, axis, scale)
            size = (6.4, forest_height(len(levels), len(series)))
            yield Picture(name, caption, drawing, size)

    def sorted(self, rows: Sequence[dict[str, Any]]) -> list[str]:
        """Levels from the best to the worst by their first row; those of chance in their order."""
        found = [level for level in self.levels if any(row["level"] == level for row in rows)]
        if self.axes.factor.by_chance:
            return found
        value = {row["level"]: row["value"] for row in reversed(rows)}
        return sorted(found, key=lambda level: -value[level])


def never_apart(rows: Iterable[Mapping[str, Any]], place: str) -> bool:
    """Whether each of several places had one and the same level in all games."""
    held: dict[str, set[str]] = {}
    for row in rows:
        if row["seats"]:
            held.setdefault(row[place], set()).add(row["level"])
    return len(held) > 1 and all(len(levels) == 1 for levels in held.values())


def missing(pictures: Sequence[Picture]) -> list[str]:
    """Says why there is no picture where there is none."""
    return [] if pictures else [TOO_FEW]


def is_clear(row: Mapping[str, Any]) -> bool:
    """Whether the simultaneous interval does not hold 0."""
    clear: bool = row["joint_low"] * row["joint_high"] > 0
    return clear


def seated(table: str) -> str:
    """Who sits at a table."""
    return "a mixture of all agents at the table" if table == MIXED else f"{table} on all seats"
