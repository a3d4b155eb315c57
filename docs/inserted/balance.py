"""The studies of skills, seats and boards that the docs keep."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import product
from typing import Any, Generic, TypeVar

from docs.inserted.sources import (
    bullets,
    code,
    command,
    commas,
    kept,
    lead_of,
    paragraphs,
    table,
)
from pixies_env.core.game import Game
from pixies_env.core.words import count_games
from pixies_experiments.api.prepared import first_factor
from pixies_experiments.default_game import DEFAULT_GAME
from pixies_experiments.studies.balance.board_page import holds
from pixies_experiments.studies.balance.board_study import BoardStudy
from pixies_experiments.studies.balance.boards import ALL
from pixies_experiments.studies.balance.facts import is_place
from pixies_experiments.studies.balance.opening import Opening
from pixies_experiments.studies.balance.plan import MIXED, PLAYED, Plan
from pixies_experiments.studies.balance.separation import SeparationStudy
from pixies_experiments.studies.balance.size_study import SizeStudy
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.balance.told import is_clear, seated
from pixies_experiments.studies.balance.words import joint, spoken
from pixies_experiments.studies.kinds import pages_of
from pixies_experiments.studies.report import ReportTable, listed, number, signed

Row = dict[str, Any]
OfBoards = TypeVar("OfBoards", bound=BoardStudy | SeparationStudy)


def game_words(game: Game) -> list[str]:
    """The words of a command that name a game and its options; none for the game by default."""
    words = [] if game.name == DEFAULT_GAME else ["--game", game.name]
    given = [
        f"{option.name}={json.dumps(game.specification[option.name])}"
        for option in game.options
        if game.specification[option.name] != option.default
    ]
    return [*words, *(part for text in given for part in ("--option", text))]


class BalanceSays:
    """What a study of skills or seats says on a page."""

    def __init__(self, name: str) -> None:
        outcome = kept(name)
        assert isinstance(outcome.study, BalanceStudy)
        self._study, self._name = outcome.study, name
        self._told = Opening(self._study, outcome)
        self._views = [
            (players, seats, rows)
            for players, seats in product(self._told.players, self._told.axes.tables)
            if (rows := self._told.worth(players, seats))
        ]

    def command(self) -> str:
        """What plays it again."""
        plan = self._study.plan
        game, factor = self._study.game, self._study.factor
        designs = [] if plan.designs == (PLAYED,) else ["--designs", commas(plan.designs)]
        seats = is_place(factor)
        first = first_factor(game, by_chance=seats)
        named = [] if factor.name == first else ["--factor", factor.name]
        return command(
            *("pixies", "balance", "seats" if seats else "skills", *game_words(game), *named),
            *("--agents", commas(plan.agents)),
            *("--players", commas(plan.players), "--games", _games(plan)),
            *("--piece", plan.piece_games, *designs, "--seed", plan.seed),
            *("--folder", f"studies/{self._name}"),
        )

    def lead(self) -> str:
        """The answer in few sentences."""
        return spoken(
            " ".join(lead_of(pages_of(self._study).report(self._study, self._told.outcome)))
        )

    def findings(self) -> str:
        """The answer for each number of players and table."""
        _, *texts = self._told.findings().texts
        said = [text for text in texts if text.startswith(("With ", "For "))]
        return bullets(spoken(text).replace(" pp (", " (") for text in said)

    def places(self) -> str:
        """All advantages of levels that are numbers, a column each."""
        return self._by_level(f"{self._told.name} ", [rows for _, _, rows in self._views])

    def added(self) -> str:
        """What each level adds to a seat that has it, all else that the seat has as it is."""
        wanted = {"measure": self._told.measure.name}
        views = [
            self._told.rows("added", players=players, table=seats, **wanted)
            for players, seats, _ in self._views
        ]
        return self._by_level("", views)

    def _by_level(self, before: str, views: list[list[Row]]) -> str:
        """Rows of each view side by side; columns are called by their levels behind ``before``."""
        levels, scale = [str(level) for level in self._told.levels], self._told.measure.scale
        lines = []
        for (players, seats, _), rows in zip(self._views, views, strict=True):
            of = {row["level"]: joint(row, 1, scale=scale, plus=True) for row in rows}
            who = seats if seats == MIXED else code(seats)
            lines.append([str(players), who, *(of.get(level, "") for level in levels)])
        return table(["players", "agents", *(f"{before}{level}" for level in levels)], lines)

    def precision(self) -> str:
        """How far intervals reach, and what one point would take."""
        players = self._told.players
        alone, together = (
            self._reach(*ends) for ends in (("low", "high"), ("joint_low", "joint_high"))
        )
        wide = [n for n in players if not all(map(self._told.measure.is_told, self._of(n)))]
        joint_reach = (
            f"one of those that hold together {_list(together.values())}."
            if not wide
            else f"those that hold together are as wide as the scale for some with {listed(wide)}."
        )
        said = (
            f"A single interval reaches {_list(alone.values())} points to each side at most with "
            f"{listed(players)} players, {joint_reach}"
        )
        widest = max(alone, key=lambda n: alone[n])
        if round(alone[widest], 1) <= 1:
            return said
        return (
            f"{said} One point singly with {widest} players, where that takes most, needs about "
            f"{alone[widest] ** 2:.1f} times as many games."
        )

    def owning(self, players: int, table: str) -> str:
        """What owning a level to the end is worth more or less than starting with it."""
        rows = self._told.rows("owning_effect", measure="win", players=players, table=table)
        clear = sorted(filter(is_clear, rows), key=lambda row: -abs(row["value"]))
        more = [_named(row) for row in clear if row["value"] > 0]
        less = [_named(row) for row in clear if row["value"] < 0]
        who = f"{players} players and {seated(table)}"
        if not clear:
            return f"With {who} no {self._told.name} is told to be worth more or less by it."
        parts = [
            f"{word} for {listed(found)}"
            for word, found in (("more", more), ("less", less))
            if found
        ]
        return f"With {who} to own it is worth {'; '.join(parts)}."

    def worth(self, table: str) -> list[Row]:
        """The advantages of all levels at a table of agents, with any number of players."""
        return [row for _, seats, rows in self._views if seats == table for row in rows]

    def _reach(self, low: str, high: str) -> dict[int, float]:
        """Half the width of the widest interval by number of players, in points."""
        half = self._told.measure.scale / 2
        return {
            players: max(half * (row[high] - row[low]) for row in self._of(players))
            for players in self._told.players
        }

    def _of(self, players: int) -> list[Row]:
        """All advantages with a number of players."""
        return [row for n, _, rows in self._views if n == players for row in rows]


def _games(plan: Plan) -> str:
    return commas(plan.games if isinstance(plan.games, tuple) else [plan.games])


class _OfBoards(Generic[OfBoards]):
    """What a study of one board or several says on a page."""

    _kind: type[OfBoards]

    def __init__(self, name: str) -> None:
        self._outcome, self._name = kept(name), name
        study = self._outcome.study
        assert isinstance(study, self._kind)
        self._study = study
        self._report = pages_of(study).report(study, self._outcome)

    def _again(self, kind: str, *numbers: Any, before: Iterable[str] = ()) -> str:
        """The command, with numbers of its own."""
        study = self._study
        return command(
            *("pixies", "balance", kind, *game_words(study.game), *before),
            *("--agents", commas(study.agents), *numbers),
            *("--games", study.games, "--seed", study.seed, "--folder", f"studies/{self._name}"),
        )

    def _section(self, title: str) -> str:
        """The sentences and tables below a heading of the page."""
        (section,) = [each for each in self._report.sections if each.title == title]
        return paragraphs(*section.texts, *map(_table, section.tables))


class AloneSays(_OfBoards[SeparationStudy]):
    """What a study of games played alone says on a page."""

    _kind = SeparationStudy

    def command(self) -> str:
        """What plays it again."""
        return self._again("separation", "--boards", self._study.boards)

    def tables(self) -> str:
        """What stronger play gains."""
        return paragraphs(*lead_of(self._report), *map(_table, self._report.answers))


class BoardsSay(_OfBoards[BoardStudy]):
    """What a study over many boards says on a page."""

    _kind = BoardStudy

    def command(self) -> str:
        """What plays it again."""
        study = self._study
        every = [factor.name for factor in study.game.factors] == list(study.factor_names)
        named = [] if every else ["--factor", commas(study.factor_names)]
        numbers = "--players", commas(study.players), "--boards", study.boards
        return self._again("board", *numbers, before=named)

    def lead(self) -> str:
        """The answer in few sentences, and how much so many boards can prove."""
        rows = self._outcome.tables["over_boards"].to_pylist()
        boards = [row for row in self._outcome.tables["boards"].to_pylist() if row["kind"] == ALL]
        most = max(row["same_sign_low"] for row in rows)
        proved = (
            f"{len(boards)} boards of {count_games(self._study.games)} prove the same sign on "
            f"{100 * most:.0f} % of the boards at most."
        )
        return " ".join([*lead_of(self._report), proved])

    def tables(self) -> str:
        """What is worth how much over all boards."""
        texts = next(section.texts for section in self._report.sections if section.answers)
        return paragraphs(*texts, *map(_table, self._report.answers))

    def means(self, factor: str) -> str:
        """The mean over boards of each level and its spread, a column for each table."""
        rows = [r for r in self._outcome.tables["over_boards"].to_pylist() if r["factor"] == factor]
        views = list(dict.fromkeys((row["players"], row["agent"]) for row in rows))
        found = {(row["level"], row["players"], row["agent"]): row for row in rows}
        (levels,) = [each.levels for each in self._study.factors if each.name == factor]
        lines = [
            [spoken(level), *(_mean(found.get((level, *view))) for view in views)]
            for level in map(str, levels)
        ]
        heads = [f"{players}, {code(agent)}" for players, agent in views]
        return table([spoken(factor), *heads], lines)

    def origins(self, factor: str) -> str:
        """Which numbers, players or agents the worth of each level depends on, and its picture."""
        return self._section(f"On what the {spoken(factor)} depends")


class SizesSay(_OfBoards[SizeStudy]):
    """What a study of sizes says on a page."""

    _kind = SizeStudy

    def command(self) -> str:
        """What plays it again."""
        return self._again("sizes", "--players", commas(self._study.players))

    def lead(self) -> str:
        """The answer in few sentences."""
        return spoken(" ".join(lead_of(self._report)))

    def sizes(self, players: int, agent: str) -> str:
        """The advantage of each level with every size that was tried."""
        return self._section(f"Every size, {players} players, {agent}")


def _table(found: ReportTable) -> str:
    return table(list(found.head), [[spoken(row[0]), *row[1:]] for row in found.rows])


def _mean(row: Row | None) -> str:
    """Mean and spread of a row, in points; in bold what is safe."""
    if row is None:
        return ""
    said = f"{signed(100 * row['value'], 1)} ({number(100 * row['spread'], 1)})"
    return f"**{said}**" if holds(row) else said


def _points(row: Row) -> str:
    return joint(row, 1, scale=100.0, plus=True)


def _named(row: Row) -> str:
    return f"{spoken(row['level'])} {_points(row)}"


def _list(values: Any) -> str:
    return listed(number(value, 1) for value in values)
