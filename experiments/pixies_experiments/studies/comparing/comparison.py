"""Two studies compared: the table of differences and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import pyarrow as arrow

from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.comparing import balance, games
from pixies_experiments.studies.comparing.balance_page import balance_sections
from pixies_experiments.studies.comparing.games import Common
from pixies_experiments.studies.comparing.games_page import games_sections
from pixies_experiments.studies.comparing.sides import ONE, OTHER, Side, Sides, matched_name
from pixies_experiments.studies.comparing.words import (
    MAIN,
    Row,
    clear_rows,
    other_opponents,
    told_row,
)
from pixies_experiments.studies.report import Report, listed, ours

DIFFERENCES = "differences"
"""Name of the table of results."""
_MOST_NAMED = 12
"""Differences that the first sentences name."""


@dataclass(frozen=True)
class Comparison:
    """What two studies say about each other."""

    sides: Sides
    table: arrow.Table
    """Rows of the second less the first, with both kinds of intervals."""
    common: list[Common]
    """How many deals of each number of players were compared."""

    @property
    def report(self) -> Report:
        """The page."""
        rows = self.table.to_pylist()
        sections = balance_sections if self.sides.one.study else games_sections
        return Report(self._title, self._lead(), self._facts(), list(sections(self.sides, rows)))

    @property
    def _title(self) -> str:
        kinds = {"balance": "studies of balance"}
        kind = self.sides.one.kind
        return f"{self.sides.one.game.title}: two {kinds.get(kind, f'{kind}s')} compared"

    def _lead(self) -> list[str]:
        sides = self.sides
        named = [
            f"The {place} is {side.name}. "
            for place, side in ((ONE, sides.one), (OTHER, sides.other))
            if side.name
        ]
        said = [f"{''.join(named)}Every difference is what the {OTHER} has more than the {ONE}."]
        changes = sides.changes
        said.append(
            f"They differ in {'; '.join(changes)}."
            if changes
            else "They are of the same game, board, agents and seed."
        )
        said += [*self._deals(), *self._opponents(), *self._clear()]
        if sides.agents.alone:
            said.append(f"Only one of both has {listed(sides.agents.alone)}: left out.")
        if alone := {*sides.one.players, *sides.other.players}.difference(sides.players):
            said.append(
                f"Only one of both has games with {listed(sorted(alone))} players: left out."
            )
        compared = {players for players, *_ in self.common}
        if without := [players for players in sides.players if players not in compared]:
            said.append(f"With {listed(without)} players they have no deal in common.")
        if text := ours(sides.other.game):
            said.append(text)
        return said

    def _deals(self) -> Sequence[str]:
        """On how many deals it rests, and why they are paired or not."""
        said = []
        for players, one, other, deals, count in self.common:
            size = f"{count:,} games with {players} players, {deals:,} independent deals"
            if not self.sides.paired:
                said.append(f"{size}: {one:,} of the {ONE} and {other:,} of the {OTHER}.")
                continue
            rest = max(one, other) - deals
            spare = f" {rest:,} deals that only one of both has are left out." if rest else ""
            said.append(f"{size} that both have, compared deal by deal.{spare}")
        if not self.sides.paired:
            seeds = (side.configuration["seed"] for side in (self.sides.one, self.sides.other))
            said.append(
                f"The seeds are {listed(seeds)}, so no deal of one is a deal of the other: they "
                "are compared as independent of each other. With one seed for both, differences "
                "are known better."
            )
        return said

    def _opponents(self) -> Sequence[str]:
        """Who met others in one than in the other."""
        pairs = self.sides.tables if self.sides.one.study else self.sides.agents.pairs
        groups: dict[str, list[str]] = {}
        for pair in pairs:
            unlike = self.sides.unlike_opponents(*pair)
            where = [
                f"{listed(names)} only in the {place}"
                for place, names in zip((ONE, OTHER), unlike, strict=True)
                if names
            ]
            if where:
                groups.setdefault(" and ".join(where), []).append(matched_name(pair))
        return [
            f"The opponents of {listed(names)} are not the same: {where}. A difference there may "
            "come from them alone."
            for where, names in groups.items()
        ]

    def _clear(self) -> Sequence[str]:
        """What differs beyond doubt, and what only where opponents differ too."""
        differences = self.table.to_pylist()
        most = max(min(each.one, each.other) for each in self.common)
        # What is alike in all of several deals has no interval either, and does not differ.
        alike = most > 1 and differences and not any(row["value"] for row in differences)
        if all(isnan(row["joint_low"]) for row in differences) and not alike:
            return [
                "Whether anything differs cannot be said: with so few games no difference has an "
                "interval."
            ]
        rows = clear_rows(differences)
        if not rows:
            return [
                "Nothing differs beyond doubt: every interval that holds for all of a measure "
                "together reaches 0."
            ]
        kinds = (
            (
                "Beyond doubt, by the intervals that hold for all of a measure together, differ",
                [row for row in rows if not other_opponents(row)],
            ),
            (
                "By these intervals differ too, but against other opponents",
                [row for row in rows if other_opponents(row)],
            ),
        )
        return [f"{words}: {_named(found)}." for words, found in kinds if found]

    def _facts(self) -> list[tuple[str, str]]:
        return [
            (
                name,
                f"{told['game']} v{told['game_version']}, board {told['board']}, seed "
                f"{told['seed']}, pixies-env {told['pixies_env']}",
            )
            for name, side in ((ONE, self.sides.one), (OTHER, self.sides.other))
            for told in [side.configuration]
        ]


def _named(rows: Sequence[Row]) -> str:
    """The main ones of some differences, and how many others there are."""
    main = [row for row in rows if row["measure"] in MAIN][:_MOST_NAMED]
    rest = len(rows) - len(main)
    more = [f"{rest} more in the tables" if main else f"{rest} in the tables"] if rest else []
    return "; ".join([*map(told_row, main), *more])


def compared(one: Side, other: Side) -> Comparison:
    """Compare two; StudyRefusedError if they are of other kinds, or have nothing in common."""
    sides = Sides(one, other)
    table, common = (balance if one.study else games).differences(sides)
    if not common:
        raise StudyRefusedError(
            f"{one.called(ONE)} and {other.called(OTHER)} have no deal in common: there is nothing "
            "to compare"
        )
    return Comparison(sides, table, common)
