"""The sections of a page on styles: pictures, then tables for each number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core.course import course_of
from pixies_env.core.game import Game
from pixies_env.core.words import count_players
from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.balance.words import spoken
from pixies_experiments.studies.figures import curves, heat_map
from pixies_experiments.studies.report import (
    Picture,
    ReportTable,
    Section,
    common_digits,
    number,
    signed,
    told,
)
from pixies_experiments.studies.style.facts import AMOUNT

_OPENINGS = 3
"""Openings of each agent that are told."""
Row = dict[str, Any]


class Cell(NamedTuple):
    """How the estimates of a table are told."""

    before: str = ""
    """What their columns begin with."""
    percent: bool = False
    plus: bool = False

    def digits(self, rows: Iterable[Row]) -> int:
        """Decimals that all of some rows are told to."""
        scale = 100.0 if self.percent else 1.0
        return common_digits((_estimate(row, self.before) for row in rows), scale)

    def told(self, row: Row, digits: int) -> str:
        """An estimate with its interval."""
        estimate = _estimate(row, self.before)
        return told(estimate, percent=self.percent, plus=self.plus, digits=digits)


class Sections:
    """What the tables of a study say."""

    def __init__(self, game: Game, tables: Mapping[str, list[Row]]) -> None:
        self._game, self._tables = game, tables
        self._course = course_of(game)

    def _rows(self, table: str, **wanted: Any) -> list[Row]:
        return [
            row
            for row in self._tables.get(table, [])
            if all(row[key] == value for key, value in wanted.items())
        ]

    # ---- pictures

    def overview(self, players: int) -> Picture | None:
        """Where points come from, for one number of players; None if the game does not tell."""
        scored = self._rows("tallies", players=players, scored=True)
        return _points_picture(scored) if scored else None

    def pictures(self, players: int) -> list[Section]:
        """What answers the question at a glance, for one number of players."""
        scored = self._rows("tallies", players=players, scored=True)
        if not scored:
            return []
        counted = self._rows("tallies", players=players, scored=False)
        about = count_players(players)
        drawn = [
            self._by_round(players, row["name"], row["meaning"])
            for row in {row["name"]: row for row in counted}.values()
        ]
        return [
            Section(
                f"Where the points of a seat come from, {about}",
                [],
                [_matrix(scored, ("name",), spoken, _mean(plus=True), "points of a seat")],
                answers=True,
            ),
            Section(f"Round by round, {about}", [], [], drawn, folded=True),
        ]

    def _by_round(self, players: int, name: str, meaning: str) -> Picture:
        series: dict[str, tuple[list[float], list[Estimate]]] = {}
        for row in self._rows("rounds", players=players, what=AMOUNT, name=name):
            at, means = series.setdefault(row["agent"], ([], []))
            at.append(row["round"])
            means.append(_estimate(row))
        return Picture(
            f"round-{name.replace('_', '-')}",
            f"{meaning.capitalize()}: mean of a seat in each round.",
            curves(series, "round", spoken(name)),
            (5.6, 2.8),
        )

    # ---- tables

    def of(self, players: int) -> list[Section]:
        """All tables about games with so many players."""
        about = count_players(players)
        found = [
            (
                "how games end",
                [],
                [
                    _matrix(
                        self._rows("statistics", players=players),
                        ("name",),
                        spoken,
                        _mean(),
                        "mean of a seat; winner score and decisions: of a game",
                    )
                ],
            ),
            ("what a seat comes by", [], self._tallies(players)),
            ("routes", [_ROUTES], self._routes(players)),
            ("openings", [_OPENING], [self._opening(players)]),
            ("decisions", [_DECISIONS], self._decisions(players)),
        ]
        return [
            Section(f"{about}: {title}", texts, tables, folded=True)
            for title, texts, tables in found
            if tables
        ]

    def _tallies(self, players: int) -> list[ReportTable]:
        rows = self._rows("tallies", players=players)
        if not rows:
            return []
        counted = {row["name"] for row in rows if not row["scored"]}
        by_round = [
            row
            for row in self._rows("rounds", players=players, what=AMOUNT)
            if row["name"] in counted
        ]
        return [
            _matrix(rows, ("name",), spoken, _mean(plus=True), "in the whole game"),
            _matrix(
                sorted(by_round, key=lambda row: (row["name"], row["round"])),
                ("name", "round"),
                lambda name, at: f"{spoken(name)}, round {at}",
                _mean(plus=True),
                "in each round",
            ),
        ]

    def _routes(self, players: int) -> list[ReportTable]:
        rows = self._rows("routes", players=players)
        if not rows:
            return []
        shares = _matrix(rows, ("route",), spoken, _share(), "share of seats")
        wins = _matrix(rows, ("route",), spoken, _share("wins_"), "share of wins of such seats")
        return [shares, wins]

    def _opening(self, players: int) -> ReportTable:
        first = [
            row for row in self._rows("openings", players=players) if row["place"] <= _OPENINGS
        ]
        digits = _share().digits(first)
        rows = [[row["opening"], row["agent"], _share().told(row, digits)] for row in first]
        return ReportTable(["first moves", "agent", "share of seats"], rows)

    def _decisions(self, players: int) -> list[ReportTable]:
        rows = self._rows("decisions", players=players)
        verbs = [row for row in rows if not row["action"]]
        tables = [
            _matrix(verbs, ("verb",), spoken, _share("share_"), "share of the cases"),
            _matrix(verbs, ("verb",), spoken, _mean(), "times of a seat in a game"),
        ]
        course = self._course
        if course is None:
            return tables
        moves = [row for row in rows if row["action"] and row["verb"] in course.moves]
        if not moves:
            return tables
        return [*tables, _matrix(moves, ("action",), course.label, _mean(), "moves one by one")]

    # ---- reviewed games

    def reviews(self) -> list[Section]:
        """The reviewed games, each in a line."""
        reviews = self._tables.get("reviews", [])
        if not reviews:
            return []
        rows = []
        for review in reviews:
            events = self._rows("events", number=review["number"])
            dear = [event for event in events if event["low"] > 0]
            worst = max(dear, key=lambda event: event["cost"], default=None)
            rows.append(
                [
                    f"games/game-{review['number']}.html",
                    str(review["players"]),
                    ", ".join(signed(score, 0) for score in sorted(review["scores"])[::-1]),
                    str(len(dear)),
                    number(worst["cost"], 2) if worst else number(float("nan"), 0),
                    worst["words"] if worst else "",
                ]
            )
        head = ["page", "players", "scores", "surely worse", "dearest", "what it was"]
        return [Section("Reviewed games", [_REVIEWED], [ReportTable(head, rows)], folded=True)]


_ROUTES = "The route of a seat is the source that brought it most points."
_OPENING = "The first moves of a seat, in their order; the most frequent ones of each agent."
_DECISIONS = "All decisions count, those with one option too."
_REVIEWED = (
    "Of the numbers of players in turn, the game whose winner's score is nearest to the median, "
    "then the next nearest. The pages lie beside this one, also as Markdown (.md) and as records "
    "(.jsonl), which `pixies play --replay` opens."
)


def _estimate(row: Row, before: str = "") -> Estimate:
    value, low, high = (row[f"{before}{end}"] for end in ("value", "low", "high"))
    return Estimate(value, low, high, 0, row["deals"])


def _mean(*, plus: bool = False) -> Cell:
    return Cell(plus=plus)


def _share(before: str = "") -> Cell:
    return Cell(before, percent=True)


def _matrix(
    rows: Sequence[Row],
    keys: Sequence[str],
    name: Callable[..., str],
    cell: Cell,
    caption: str,
) -> ReportTable:
    """A row for each thing that is told, a column for each agent.

    Shares are all told to the same decimals; means, of which each row has a scale of its own, to
    the same in a row.
    """
    agents = list(dict.fromkeys(row["agent"] for row in rows))
    things = dict.fromkeys(tuple(row[key] for key in keys) for row in rows)
    of = {
        thing: [row for row in rows if tuple(row[key] for key in keys) == thing] for thing in things
    }
    digits = {thing: cell.digits(rows if cell.percent else own) for thing, own in of.items()}
    cells = {
        (thing, row["agent"]): cell.told(row, digits[thing])
        for thing, own in of.items()
        for row in own
    }
    none = number(float("nan"), 0)
    body = [
        [name(*thing), *(cells.get((thing, agent), none) for agent in agents)] for thing in things
    ]
    return ReportTable(["", *agents], body, caption)


def _points_picture(scored: Sequence[Row]) -> Picture:
    """Sources of the score by agent, those from which something comes."""
    agents = list(dict.fromkeys(row["agent"] for row in scored))
    names = list(dict.fromkeys(row["name"] for row in scored if row["value"] != 0))
    values = np.zeros((len(agents), len(names)))
    for row in scored:
        if row["name"] in names:
            values[agents.index(row["agent"]), names.index(row["name"])] = row["value"]
    texts = [[signed(value, 1) for value in row] for row in values]
    reach = float(np.abs(values).max(initial=0.0)) or 1.0
    drawing = heat_map(
        agents, list(map(spoken, names)), values, centre=0.0, reach=reach, texts=texts
    )
    caption = "Mean points of a seat by source; together they are its score."
    return Picture(
        "overview", caption, drawing, (1.6 + 0.55 * len(names), 1.2 + 0.32 * len(agents))
    )
