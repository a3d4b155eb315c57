"""The page of a study over many boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from pixies_env.core.words import count_players
from pixies_experiments.studies.balance.board_study import BoardStudy
from pixies_experiments.studies.balance.boards import ALL, BASE, ONE
from pixies_experiments.studies.balance.cells import LEAST_SEATS
from pixies_experiments.studies.balance.dealing import is_asked
from pixies_experiments.studies.balance.facts import possible_levels
from pixies_experiments.studies.balance.pictures import forest_height, forest_of, matrix_of
from pixies_experiments.studies.balance.words import (
    NOTHING,
    SCORE,
    WIN,
    Measure,
    failures_section,
    games_for_all,
    labelled,
    named_levels,
    not_caused,
    spoken,
    too_few_seats,
)
from pixies_experiments.studies.figures import heat_map
from pixies_experiments.studies.overview import Cell, overview
from pixies_experiments.studies.report import (
    Picture,
    Report,
    ReportTable,
    Section,
    facts_of,
    number,
    ours,
    with_interval,
)
from pixies_experiments.studies.study import Outcome

_MOST_NAMED = 4
"""Cases of which nothing is told that a sentence names one by one."""
_FEWEST = 2
"""Boards over which there is a mean with an interval."""
HOLDS = 0.95
"""Share of boards on which an advantage must have the same sign to be called safe."""


def board_page(study: BoardStudy, outcome: Outcome) -> Report:
    """Everything that a study over boards says."""
    page = _Page(study, outcome)
    return Report(
        page.title,
        page.lead(),
        facts_of(outcome.configuration, page.sizes()),
        page.sections(),
        page.picture(),
    )


class _Page:
    def __init__(self, study: BoardStudy, outcome: Outcome) -> None:
        self.study, self.outcome = study, outcome
        self.tables = {name: table.to_pylist() for name, table in outcome.tables.items()}
        self.title = f"{study.game.title}: what survives other printed numbers?"
        names = study.players, study.agents, study.factor_names
        self.views: list[dict[str, Any]] = [
            {"players": players, "agent": agent, "factor": factor}
            for players, agent, factor in product(*names)
        ]

    def rows(self, name: str, /, **wanted: Any) -> list[dict[str, Any]]:
        """Rows of a table of results."""
        return [
            row
            for row in self.tables.get(name, [])
            if all(row[key] == value for key, value in wanted.items())
        ]

    def _label(self, row: dict[str, Any]) -> str:
        """A level as the first picture calls it: several factors may have one of that name."""
        name = spoken(row["factor"])
        others = [factor.levels for factor in self.study.factors if factor.name != row["factor"]]
        if any(row["level"] in levels for levels in others):
            return f"{name} {row['level']}"
        return labelled(row["level"], name)

    def measure(self, view: dict[str, Any]) -> Measure:
        """What advantages of a view are told in; tables of former versions are of wins."""
        row = next(iter(self.rows("given_board", **view)), {})
        return SCORE if row.get("measure") == SCORE.name else WIN

    def boards(self, kind: str) -> int:
        """Boards of a kind."""
        return len(self.rows("boards", kind=kind))

    def sizes(self) -> list[tuple[str, str]]:
        """How much was played."""
        study = self.study
        return [
            ("agents", ", ".join(study.agents)),
            ("players", ", ".join(map(str, study.players))),
            (
                "boards",
                f"{self.boards(BASE)} given, {self.boards(ONE)} with one number otherwise, "
                f"{self.boards(ALL)} with all",
            ),
            ("games", f"{study.games:,} for each board, number of players and agent"),
            ("seed", str(study.seed)),
        ]

    def picture(self) -> Picture | None:
        """Mean over boards of all levels by number of players and agent; framed what is safe."""
        columns, rows, cells = [], [], {}
        for view in self.views:
            column = _table_of(view)
            columns.append(column)
            scale = self.measure(view).scale
            for row in self.rows("over_boards", **view):
                level = self._label(row)
                rows.append(level)
                cells[level, column] = Cell(scale * row["value"], holds(row))
        if not cells:
            return None
        rows, columns = list(dict.fromkeys(rows)), list(dict.fromkeys(columns))
        told_in = dict.fromkeys(map(self.measure, self.views))
        words = " or ".join(f"{measure.words}, {measure.axis}," for measure in told_in)
        caption = (
            f"Advantage in {words} on average over {self.boards(ALL)} boards. "
            f"Framed: safe, that is beyond doubt, with the same sign on {HOLDS:.0%} of the boards "
            "at least."
        )
        return overview(rows, columns, cells, caption)

    def lead(self) -> list[str]:
        """What was done and what it says."""
        said = [
            f"Some printed numbers are not known. Here {len(self.study.unknowns)} of their ways to "
            f"be otherwise are tried: one at a time ({self.boards(ONE)} boards) and all at once "
            f"({self.boards(ALL)} boards spread evenly over everything plausible). What holds on "
            "nearly all of them does not depend on what is not known.",
        ]
        played = [factor for factor in self.study.factors if not is_asked(self.study.game, factor)]
        said += [text for factor in played for text in not_caused(factor)]
        if any(self.measure(view) == SCORE for view in self.views):
            said.append(
                "Where nobody can win more than others, since all seats have the same or one plays "
                "alone, differences are told in points of the score."
            )
        said += self._safe()
        if self.boards(ALL) < _FEWEST:
            said[-1] += (
                f" What holds over all boards cannot be said: that takes {_FEWEST} boards at least "
                "on which all numbers are otherwise."
            )
        for also in (self._counted(), self._too_few()):
            said[-1] += f" {also}" if also else ""
        if text := ours(self.study.game):
            said.append(text)
        return said

    def _counted(self) -> str:
        """On how many boards a level counts; "" if on all."""
        boards = self.boards(ALL)
        counts = sorted(int(row["units"]) for row in self.rows("over_boards"))
        if not counts or counts[0] == boards:
            return ""
        some = f"{counts[0]} of {boards} boards at least"
        return f"A level counts where {LEAST_SEATS} seats had it and as many lacked it: on {some}."

    def _too_few(self) -> str:
        """Of which levels nothing is known; "" of none."""
        table = "given_board" if self.boards(ALL) < _FEWEST else "over_boards"
        parts, games = [], 0
        for view, factor in product(self.views, self.study.factors):
            known = {row["level"] for row in self.rows(table, **view)}
            possible = possible_levels(factor, view["players"])
            lacking = [level for level in possible if level not in known]
            if factor.name == view["factor"] and lacking:
                which = named_levels(lacking, len(possible), spoken(factor.name))
                parts.append(f"with {_table_of(view)}, {which}")
                # Where a seat can have several, levels have no even shares.
                if not factor.several:
                    needed = games_for_all(self.study.games, view["players"], len(possible))
                    games = max(games, needed)
        return too_few_seats(parts, games, "board, number of players and agent")

    def _safe(self) -> Iterable[str]:
        """What is safe, and of which factors nothing is, in two sentences at most."""
        views = [view for view in self.views if self.rows("over_boards", **view)]
        safe, nothing = [], []
        for view in views:
            name = spoken(view["factor"])
            found = [
                f"{labelled(row['level'], name)} is {'better' if row['value'] > 0 else 'worse'} "
                f"than the mean of all, by {self.measure(view).of(row)} on average"
                for row in sorted(self.rows("over_boards", **view), key=lambda row: -row["value"])
                if holds(row)
            ]
            where = f"with {count_players(view['players'])}, {view['agent']} on all seats"
            if found:
                safe.append(f"{where}, {', '.join(found)}")
            else:
                nothing.append(f"about the {name} {where}")
        if safe:
            yield f"On nearly all boards: {'; '.join(safe)}."
        if len(nothing) > _MOST_NAMED:
            yield (
                f"In {len(nothing)} of {len(views)} cases, a factor with a number of players and "
                "an agent each, nothing is shown to hold on nearly all boards."
            )
        elif nothing:
            yield f"Nothing {' or '.join(nothing)} is shown to hold on nearly all boards."

    def sections(self) -> list[Section]:
        """All of them."""
        return [
            *self._variance(),
            *(section for view in self.views for section in self._of(view)),
            self._ways(),
            *failures_section(self.outcome),
        ]

    def _of(self, view: dict[str, Any]) -> Iterable[Section]:
        title = f"{spoken(view['factor'])}, {_table_of(view)}"
        mark = "-".join(
            [
                view["factor"],
                str(view["players"]),
                str(self.study.agents.index(view["agent"])),
            ]
        )
        if self.rows("over_boards", **view):
            yield self._over_boards(view, title, mark)
        yield from self._matrices(view, title, mark)

    def _levels(self, rows: Sequence[dict[str, Any]], factor: str) -> list[str]:
        (levels,) = [f.levels for f in self.study.factors if f.name == factor]
        there = {row["level"] for row in rows}
        return [level for level in levels if level in there]

    def _over_boards(self, view: dict[str, Any], title: str, mark: str) -> Section:
        over = self.rows("over_boards", **view)
        given = self.rows("given_board", **view)
        levels = self._levels([*over, *given], view["factor"])
        measure = self.measure(view)
        series = {"given board": given, "mean over boards": over}
        picture = Picture(
            f"boards-{mark}",
            f"Advantage in {measure.words} on the given board and on average over boards, with own "
            "(thick) and simultaneous (thin) intervals.",
            forest_of(levels, series, f"advantage, {measure.axis}", measure.scale),
            (6.4, forest_height(len(levels), len(series))),
        )
        here = {row["level"]: row for row in given}
        rows = [
            [
                row["level"],
                measure.of(here[row["level"]]) if row["level"] in here else NOTHING,
                measure.of(row),
                number(measure.scale * row["spread"], 1, measure.unit),
                number(100 * row["same_sign"], 0, " %"),
                number(100 * row["same_sign_low"], 0, " %"),
                "yes" if holds(row) else "no",
            ]
            for row in sorted(over, key=lambda row: -row["value"])
        ]
        head = (
            spoken(view["factor"]),
            "given board",
            "mean over boards",
            "spread",
            "same sign",
            "at least",
            "safe",
        )
        text = (
            "The spread is the standard deviation of the true advantage over boards: what would "
            "be left with endless games on each. The same sign as the mean is had on so many of "
            "them, if they are normally spread; on at least so many with 95 %, for all rows "
            "together. Safe is a mean whose simultaneous interval does not hold 0, with the same "
            f"sign on {HOLDS:.0%} of the boards by the column “at least”."
        )
        return Section(
            f"Over all boards: {title}", [text], [ReportTable(head, rows)], [picture], answers=True
        )

    def _matrices(self, view: dict[str, Any], title: str, mark: str) -> Iterable[Section]:
        measure = self.measure(view)
        one = self.rows("one_at_a_time", **view)
        if one:
            boards = list(dict.fromkeys(row["board"] for row in one))
            text = (
                f"By how many {measure.axis} an advantage changes when one number alone is at the "
                "lower (=0) or upper end (=1), on the same deals. In brackets: the simultaneous "
                "interval holds 0."
            )
            yield Section(
                f"One number at a time: {title}",
                [text],
                [],
                [self._matrix(f"one-{mark}", one, view, "board", boards)],
            )
        slopes = self.rows("slopes", **view)
        if slopes:
            text = (
                f"By how many {measure.axis} an advantage changes when a number goes from the "
                "lower to the upper end while all others vary too (least squares over the boards). "
                "In brackets: the simultaneous interval holds 0."
            )
            yield Section(
                f"Which numbers matter: {title}",
                [text],
                [],
                [self._matrix(f"slopes-{mark}", slopes, view, "unknown", self.study.unknowns)],
            )

    def _matrix(
        self,
        mark: str,
        rows: list[dict[str, Any]],
        view: dict[str, Any],
        down: str,
        names: Sequence[str],
    ) -> Picture:
        factor, measure = view["factor"], self.measure(view)
        levels = self._levels(rows, factor)
        size = (2.2 + 0.62 * len(levels), 1.3 + 0.27 * len(names))
        drawing = matrix_of(rows, (down, "level"), (names, levels), ("", factor), measure.scale)
        return Picture(mark, f"Changes of the advantage, {measure.axis}.", drawing, size)

    def _variance(self) -> Iterable[Section]:
        """Where the advantages differ: by which numbers, by players or by agent."""
        for name in self.study.factor_names:
            rows = self.rows("variance", factor=name, kind="total")
            if not rows:
                continue
            inputs = list(dict.fromkeys(row["input"] for row in rows))
            levels = self._levels(rows, name)
            shares = {(row["input"], row["level"]): row for row in rows}
            values = np.array(
                [[100 * shares[given, level]["value"] for level in levels] for given in inputs]
            )
            texts = [[number(value, 0) for value in line] for line in values]
            drawing = heat_map(
                inputs, levels, values, centre=0.0, reach=200.0, texts=texts, across=spoken(name)
            )
            size = (2.2 + 0.62 * len(levels), 1.3 + 0.27 * len(inputs))
            caption = "Share of the variance that goes back to each, with interactions, per cent."
            told = [self._origins([row for row in rows if row["level"] == one]) for one in levels]
            text = (
                "The variance of an advantage over all boards, numbers of players and agents by "
                "its origin (Sobol's total indices of a surface that is fitted to it). They add up "
                "to more than 100 % where one thing changes what another does. “Told” is the part "
                "of what was seen that the surface tells; the rest is mostly noise of the games. "
                "Intervals are from boards that are drawn anew."
            )
            head = (spoken(name), "told", "first", "then", "then")
            yield Section(
                f"On what the {spoken(name)} depends",
                [text],
                [ReportTable(head, told)],
                [Picture(f"variance-{name}", caption, drawing, size)],
            )

    def _origins(self, rows: list[dict[str, Any]]) -> list[str]:
        """A level, what the surface tells of it, and the three inputs that matter most."""
        most = sorted(rows, key=lambda row: -row["value"])[:3]
        ends = ("value", "low", "high")
        told = []
        for row in most:
            value, low, high = (100 * row[end] for end in ends)
            told.append(f"{row['input']} {with_interval(value, low, high, 0, unit=' %')}")
        told += [NOTHING] * (3 - len(told))
        return [rows[0]["level"], number(100 * rows[0]["explained"], 0, " %"), *told]

    def _ways(self) -> Section:
        rows = [
            [unknown.name, ", ".join(unknown.keys), unknown.meaning, number(unknown.shipped, 2)]
            for unknown in self.study.game.unknowns
        ]
        head = ("", "entries of the board file", "from 0 to 1", "shipped")
        return Section("How the numbers could be otherwise", [], [ReportTable(head, rows)])


def _table_of(view: dict[str, Any]) -> str:
    return f"{count_players(view['players'])}, {view['agent']}"


def holds(row: Mapping[str, Any]) -> bool:
    """Whether a mean over boards is safe: clear, and of the same sign on nearly all of them."""
    clear: bool = row["joint_low"] * row["joint_high"] > 0
    return clear and row["same_sign_low"] >= HOLDS
