"""The page of a study of sizes: which level is too strong, and what would level it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby, product
from typing import Any

from pixies_env.core.words import count_players
from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.balance.size_study import SizeStudy
from pixies_experiments.studies.balance.told import is_clear
from pixies_experiments.studies.balance.words import (
    POINTS,
    TOO_FEW,
    failures_section,
    games_for_all,
    labelled,
    named_levels,
    points,
    spoken,
    too_few_seats,
)
from pixies_experiments.studies.figures import curves
from pixies_experiments.studies.overview import Cell, overview
from pixies_experiments.studies.report import (
    Picture,
    Report,
    ReportTable,
    Section,
    facts_of,
    listed,
    ours,
)
from pixies_experiments.studies.study import Outcome

_MOST_NAMED = 4
"""Levels that a line names one by one."""


def size_page(study: SizeStudy, outcome: Outcome) -> Report:
    """Everything that a study of sizes says."""
    page = _Page(study, outcome)
    sizes = [
        ("agents", ", ".join(study.agents)),
        ("boards", f"1 given, {len(study.variations()) - 1} with one size otherwise"),
        ("games", f"{study.games:,} for each board, number of players and agent"),
        ("seed", str(study.seed)),
    ]
    return Report(
        f"{study.game.title}: which {page.name} is too strong, and what would level it?",
        page.lines(),
        facts_of(outcome.configuration, sizes),
        [*page.sections(), *failures_section(outcome)],
        page.picture(),
    )


class _Page:
    def __init__(self, study: SizeStudy, outcome: Outcome) -> None:
        self.study = study
        self.name = spoken(study.factor.name)
        self.rows: list[dict[str, Any]] = outcome.tables["sizes"].to_pylist()
        self.changes: list[dict[str, Any]] = outcome.tables["changes"].to_pylist()
        self.views = list(product(study.players, study.agents))

    def picture(self) -> Picture | None:
        """The advantage of every level with its shipped size."""
        columns = [self._column(*view) for view in self.views]
        shipped = [row for row in self.rows if row["shipped"]]
        levels = list(dict.fromkeys(row["level"] for row in shipped))
        cells = {
            (row["level"], self._column(row["players"], row["agent"])): Cell.of(row)
            for row in shipped
        }
        caption = (
            f"Advantage of each {self.name} in share of wins, {POINTS}, with the size that it has, "
            "dealt at random. Framed: too strong or too weak beyond doubt, with all intervals of "
            "all sizes together."
        )
        return overview(levels, columns, cells, caption) if cells else None

    @staticmethod
    def _column(players: int, agent: str) -> str:
        return f"{players} players, {agent}"

    def lines(self) -> list[str]:
        """What was done and what it says, in five lines at most."""
        study = self.study
        said = [
            f"Each {self.name} was dealt at random, with its own and with other sizes, with "
            f"{listed(study.players)} players; all boards share their deals.",
            *(self._answers() if self.rows else ()),
        ]
        if few := self._too_few():
            said.append(few)
        if text := ours(study.game):
            said.append(text)
        return said

    def _too_few(self) -> str:
        """Of which levels, with some of their sizes, nothing is known; "" of none."""
        levels = self.study.factor.levels
        sizes = {size.level: 1 + len(size.others) for size in self.study.game.sizes}
        parts, games = [], 0
        for players, agent in self.views:
            known = Counter(
                row["level"]
                for row in self.rows
                if (row["players"], row["agent"]) == (players, agent)
            )
            if lacking := [level for level in sizes if known[level] < sizes[level]]:
                which = named_levels(lacking, len(sizes), self.name)
                parts.append(f"with {count_players(players)}, {agent}, {which}")
                needed = games_for_all(self.study.games, players, len(levels))
                games = max(games, needed)
        return too_few_seats(parts, games, "board, number of players and agent")

    def _answers(self) -> Iterable[str]:
        """What is too strong or too weak, with the size at which it is not any more."""
        unlevel = [row for row in self.rows if row["shipped"] and is_clear(row)]
        for word, sign in (("strong", 1), ("weak", -1)):
            by_level: dict[str, list[dict[str, Any]]] = {}
            for row in sorted(unlevel, key=lambda row: -abs(row["value"])):
                if sign * row["value"] > 0:
                    by_level.setdefault(row["level"], []).append(row)
            if not by_level:
                yield f"No {self.name} is too {word} beyond doubt."
                continue
            told = [self._told(rows) for rows in by_level.values()]
            more = len(told) - _MOST_NAMED
            told = told[:_MOST_NAMED] + ([f"{more} more, see below"] if more > 0 else [])
            yield f"Too {word} beyond doubt: {'; '.join(told)}."

    def _told(self, rows: list[dict[str, Any]]) -> str:
        """A level where it is too strong or too weak, by the case in which it is so most."""
        most = rows[0]
        level = labelled(most["level"], self.name)
        if len(self.views) == 1:
            return f"{level}, {points(most)}: {self._levelled(most)}"
        cases = f"{len(rows)} of {len(self.views)} cases"
        where = f"most with {most['players']} players, {most['agent']}"
        return f"{level} in {cases}, {where}, {points(most)}: {self._levelled(most)}"

    def _levelled(self, row: dict[str, Any]) -> str:
        """What a change of its size does for a level that is too strong or too weak."""
        best = self._nearest(row)
        if best["shipped"]:
            return "no other size that was tried is seen to be nearer to the mean"
        after = f"size {best['size']} instead of {row['size']} leaves {points(best)}"
        return after if is_clear(best) else f"{after}, which cannot be told from the mean"

    def _nearest(self, row: dict[str, Any]) -> dict[str, Any]:
        """The size of the same level, players and agent that is the nearest to the mean."""
        keys = ("players", "agent", "level")
        alike = [other for other in self.rows if all(other[key] == row[key] for key in keys)]
        return min(alike, key=lambda other: abs(other["value"]))

    def sections(self) -> list[Section]:
        """All sizes of each level, and what they change for the other levels."""
        return [
            *(self._sizes(players, agent) for players, agent in self.views),
            self._others(),
        ]

    def _sizes(self, players: int, agent: str) -> Section:
        own = [row for row in self.rows if (row["players"], row["agent"]) == (players, agent)]
        title = f"Every size, {self._column(players, agent)}"
        if not own:
            return Section(title, [TOO_FEW])
        cells, series = [], {}
        for level, group in groupby(own, key=lambda row: str(row["level"])):
            rows = list(group)
            best = self._nearest(rows[0])
            for row in rows:
                mark = ", ".join(
                    word
                    for word, there in (("shipped", row["shipped"]), ("nearest", row is best))
                    if there
                )
                cells.append([level, str(row["size"]), points(row), mark])
            series[level] = ([float(row["size"]) for row in rows], [_joint(row) for row in rows])
        text = (
            "The advantage of a level less the mean of all, with its simultaneous interval. "
            "“Nearest” is the size at which the estimate is the nearest to the mean."
        )
        place = self.views.index((players, agent))
        drawing = curves(series, "size", f"advantage, {POINTS}", percent=True, reference=0.0)
        picture = Picture(f"sizes-{place}", f"Advantage by size, {players} players.", drawing)
        head = (self.name, "size", "advantage", "")
        return Section(title, [text], [ReportTable(head, cells)], [picture], answers=True)

    def _others(self) -> Section:
        """Other levels that a change of one makes better or worse."""
        clear = [
            row
            for row in self.changes
            if is_clear(row) and row["board"].partition("=")[0] != row["level"]
        ]
        text = (
            f"What a change of one size does to the advantage of every other {self.name}, on the "
            "same deals, as far as it is beyond doubt."
        )
        if not clear:
            return Section("What it changes for the others", [text, "Nothing is."])
        rows = [
            [row["board"], row["level"], self._column(row["players"], row["agent"]), points(row)]
            for row in sorted(clear, key=lambda row: -abs(row["value"]))
        ]
        head = ("size", self.name, "where", "change")
        return Section("What it changes for the others", [text], [ReportTable(head, rows)])


def _joint(row: dict[str, Any]) -> Estimate:
    """The estimate in a row, with its simultaneous interval."""
    return Estimate(row["value"], row["joint_low"], row["joint_high"], row["seats"])
