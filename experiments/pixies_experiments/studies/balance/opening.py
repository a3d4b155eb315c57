"""What the page of a study of balance begins with: one picture, and what it says in few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from pixies_env.core.words import count_players
from pixies_experiments.studies.balance.plan import CHOSEN, DEALT, OWNED, PLAYED
from pixies_experiments.studies.balance.told import DESIGNS, Told, seated
from pixies_experiments.studies.balance.words import (
    SCORE,
    counted_for,
    first_of,
    labelled,
    not_caused,
    telling,
)
from pixies_experiments.studies.overview import Cell, overview
from pixies_experiments.studies.report import Picture, Section, listed, ours


class Opening(Told):
    """The answer of a study of balance."""

    def picture(self) -> Picture | None:
        """All levels by number of players and table; None if there is no estimate."""
        views = [
            (f"{count_players(players)}, {table}", self.worth(players, table))
            for players, table in product(self.players, self.axes.tables)
        ]
        columns = {label: rows for label, rows in views if rows}
        if not columns:
            return None
        levels = self.sorted([row for rows in columns.values() for row in rows])
        cells = {
            (row["level"], label): Cell.of(row, self.measure.scale)
            for label, rows in columns.items()
            for row in rows
        }
        caption = (
            f"Advantage of each {self.name} in {self.measure.words}, {self.measure.axis}, "
            f"{DESIGNS[self.axes.main]}. Framed: above or below the mean of all beyond doubt, with "
            "all intervals together; the others cannot be told from it."
        )
        return overview(levels, list(columns), cells, caption)

    def lines(self) -> list[str]:
        """What was done and what it says, in five lines at most."""
        games = {
            design: sum(row["games"] for row in self.rows("games", design=design))
            for design in self.study.plan.designs
        }
        others = [
            f"{count:,} {DESIGNS[design]}"
            for design, count in games.items()
            if count and design != self.axes.main
        ]
        told = "what it is worth to start with"
        if self.measure == SCORE:
            told = "how scores go with"
        elif self.axes.factor.at_end:
            told = "how seats do that end with"
        elif self.axes.main == OWNED:
            told = "what it is worth to own"
        say = "say" if self.players else "are too few to say"
        said = [
            f"About {games[self.axes.main]:,} games {say} {told} each {self.name} "
            f"({self.axes.factor.meaning}), with {_seats(self.study.plan.players)}"
            + (f"; more games were played otherwise: {listed(others)}." if others else "."),
            *((*self._caused(), *self._answer()) if self.players else ()),
        ]
        if few := self.too_few():
            said[-1] += f" {few}"
        if text := ours(self.study.game):
            said.append(text)
        return said

    def findings(self) -> Section:
        """The answer for each number of players and table, in sentences."""
        said = [
            f"The intervals rest on {counted_for(self.study.plan, 'independent deals')}; all "
            "tables share them."
        ]
        if CHOSEN in self.axes.designs and self.axes.main != CHOSEN:
            said.append(
                "Where agents choose, what they choose goes with who they are, where they sit and "
                "what else lay there: such differences are not caused by the choice. The first "
                f"sections are about the {self.name} as it is {DESIGNS[self.axes.main]}; the "
                "difference of the two is shown on its own."
            )
        unclear = 0
        for players, table in self._open():
            if clear := telling(self.worth(players, table), self.name, self.measure):
                said.append(f"With {count_players(players)}, {seated(table)}: {clear}")
            else:
                unclear += 1
        if unclear:
            said.append(
                f"For {unclear} of {len(self._open())} numbers of players and tables no "
                f"{self.name} can be told from the mean of all with so many games."
            )
        return Section("What is told for each number of players", said)

    def _caused(self) -> Iterable[str]:
        """Whether the factor causes the differences, and of what, in sentences."""
        if self.measure == SCORE:
            alone = max(self.study.plan.players) == 1
            why = "Who plays alone always wins" if alone else "All seats of a game have the same"
            yield f"{why}, so nobody wins more by it: differences are told in points of the score."
        elif self.level:
            yield (
                f"With {_seats(self.level)} nobody can win more than others: a study of "
                "these alone tells differences of the score."
            )
        if self.axes.main == PLAYED:
            yield from not_caused(self.axes.factor)
        if self.axes.main == CHOSEN:
            yield (
                f"The agents chose the {self.name} themselves, so differences need not be caused "
                "by it: what is chosen goes with who chooses. Deal it at random to know."
            )
        elif self.axes.main in (DEALT, OWNED):
            yield f"Each {self.name} was {DESIGNS[self.axes.main]}, so it causes the differences."

    def _open(self) -> list[tuple[int, str]]:
        """Numbers of players and tables where levels can be told from places."""
        return [
            (players, table)
            for players, table in product(self.players, self.axes.tables)
            if not self.bound_to(players)
        ]

    def _answer(self) -> Iterable[str]:
        for players in self.players:
            if place := self.bound_to(players):
                yield (
                    f"With {count_players(players)} each {place} always had the same {self.name}: "
                    f"what is the {place}'s and what the {self.name}'s, nothing here can tell."
                )
        views = {view: self.worth(*view) for view in self._open()}
        if not views:
            return
        signs = {
            level: (
                sum(row["joint_low"] > 0 for row in _of(views.values(), level)),
                sum(row["joint_high"] < 0 for row in _of(views.values(), level)),
            )
            for level in self.levels
        }
        better = {level: up for level, (up, down) in signs.items() if up and not down}
        worse = {level: down for level, (up, down) in signs.items() if down and not up}
        both = [labelled(level, self.name) for level, (up, down) in signs.items() if up and down]
        if not (better or worse or both):
            nothing = f"No {self.name} can be told from the mean of all with so many games."
            yield " ".join(filter(None, (nothing, self._owning())))
            return
        parts = [
            f"{which} the mean of all, and nowhere {other}: {self.counted(found, len(views))}"
            for which, other, found in (
                ("above", "below", better),
                ("below", "above", worse),
            )
            if found
        ]
        parts += [f"above or below, depending on who plays: {listed(both)}"] if both else []
        yield f"Beyond doubt {'; '.join(parts)}."
        yield " ".join(filter(None, (self._first(views), self._owning())))

    def _owning(self) -> str:
        """Which levels are worth more or less to those who keep them; "" if nobody had to."""
        rows = self.rows("owning_effect", measure="win")
        views = len({(row["players"], row["table"]) for row in rows})
        more = Counter(row["level"] for row in rows if row["joint_low"] > 0)
        less = Counter(row["level"] for row in rows if row["joint_high"] < 0)
        parts = [
            f"{which} for {self.counted(found, views)}"
            for which, found in (("more", more), ("less", less))
            if found
        ]
        if not rows:
            return ""
        than = f"than to start with it, beyond doubt{': ' if parts else ''}{'; '.join(parts)}."
        return f"To own it to the end is {'' if parts else 'nowhere '}worth more or less {than}"

    def _first(self, views: Mapping[tuple[int, str], Sequence[dict[str, Any]]]) -> str:
        """Where one level is ahead of all others, in a sentence."""
        leads: dict[str, dict[int, list[str]]] = {}
        for (players, table), rows in views.items():
            if best := first_of(rows):
                leads.setdefault(best, {}).setdefault(players, []).append(table)
        if not leads:
            return f"Nowhere is one {self.name} ahead of all others beyond doubt."
        told = [
            f"{labelled(level, self.name)} with "
            + listed(self._where(*place) for place in where.items())
            for level, where in leads.items()
        ]
        return f"Ahead of all others beyond doubt: {'; '.join(told)}."

    def _where(self, players: int, tables: Sequence[str]) -> str:
        """A number of players, and who plays where that matters."""
        if list(tables) == list(self.axes.tables):
            return count_players(players) + (", whoever plays" if len(tables) > 1 else "")
        return f"{count_players(players)} ({', '.join(tables)})"


def _seats(players: Sequence[int]) -> str:
    """Numbers of players, such as "1 player" or "2 and 3 players"."""
    return count_players(players[0]) if len(players) == 1 else f"{listed(players)} players"


def _of(views: Iterable[Sequence[dict[str, Any]]], level: str) -> list[dict[str, Any]]:
    return [row for rows in views for row in rows if row["level"] == level]
