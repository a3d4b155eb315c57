"""A study of balance and its outcome as pages look at them: rows, tables and forests."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from pixies_env.core.words import count_players
from pixies_experiments.studies.balance.facts import possible_levels
from pixies_experiments.studies.balance.pictures import forest_height, forest_of
from pixies_experiments.studies.balance.plan import MIXED
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.balance.words import (
    SCORE,
    TOO_FEW,
    WIN,
    differ,
    labelled,
    spoken,
    too_few_seats,
)
from pixies_experiments.studies.report import Picture, listed
from pixies_experiments.studies.study import Outcome

DESIGNS = {
    "played": "as the game is played",
    "chosen": "as chosen by the agents",
    "dealt": "dealt at random",
    "owned": "dealt at random and kept to the end",
    "exchanged": "exchanged with all else equal",
}
"""Each design in words."""

_MOST_NAMED = 4
"""Levels that a line names one by one."""
_WIDE = 0.25
"""Half the width of an interval of a share of wins that says something."""


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
        self.unknown = self._unknown()
        """Levels of which nothing can be said, by number of players and table."""

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

    def _unknown(self) -> dict[tuple[int, str], list[str]]:
        """Those without an estimate, or with an interval that is as wide as the scale."""
        found = {}
        for players, table in product(self.study.plan.players, self.axes.tables):
            if players not in self.level:
                rows = self.worth(players, table)
                said = {row["level"] for row in rows if self.measure.is_told(row)}
                possible = possible_levels(self.axes.factor, players)
                if lacking := [level for level in possible if level not in said]:
                    found[players, table] = lacking
        return found

    def too_few(self) -> str:
        """Of which levels there are too few seats, and how many games would do; "" if of none."""
        if not self.unknown:
            return ""
        rows = [row for view in self.unknown for row in self.worth(*view)]
        wide = [row for row in rows if not self.measure.is_told(row)]
        parts = []
        for players in dict.fromkeys(players for players, _ in self.unknown):
            views = [levels for (number, _), levels in self.unknown.items() if number == players]
            counts = Counter(level for levels in views for level in levels)
            tables = len(self.axes.tables)
            everywhere = min(counts.values()) == tables
            every = everywhere and len(counts) == len(possible_levels(self.axes.factor, players))
            named = self.counted(counts, 1 if everywhere else tables)
            which = f"any {self.name}" if every else named
            parts.append(f"with {count_players(players)} {which}")
        lacking = self.rows("too_few", design=self.axes.main)
        return too_few_seats(
            parts,
            self._games_needed([*lacking, *wide]),
            "number of players, table and design",
            wide=bool(wide),
            never=not all(row["games_needed"] for row in lacking),
        )

    def _games_needed(self, rows: Iterable[Mapping[str, Any]]) -> float:
        """Games after which something can be said of all of them; 0 if that is not known."""
        wide = (self.study.precision / _WIDE) ** 2
        return max(
            (row["games_needed"] * (wide if "value" in row else 1) for row in rows), default=0
        )

    def counted(self, found: Mapping[str, int], views: int) -> str:
        """Levels with the number of cases, the most first."""
        order = sorted(found, key=lambda level: -found[level])
        told = [
            labelled(level, self.name)
            + (f" ({found[level]} of {views} cases)" if views > 1 else "")
            for level in order[:_MOST_NAMED]
        ]
        more = len(order) - _MOST_NAMED
        return listed(told + ([f"{more} more"] if more > 0 else []))

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
            series = {label: [self._shown(row) for row in rows] for label, rows in series.items()}
            axis, scale = f"advantage, {self.measure.axis}", self.measure.scale
            drawing = forest_of(levels, series, axis, scale)
            size = (6.4, forest_height(len(levels), len(series)))
            yield Picture(name, caption, drawing, size)

    def _shown(self, row: dict[str, Any]) -> dict[str, Any]:
        """A row as a picture has it: without a simultaneous interval that says nothing."""
        if self.measure.is_told(row):
            return row
        return {**row, "joint_low": math.nan, "joint_high": math.nan}

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
