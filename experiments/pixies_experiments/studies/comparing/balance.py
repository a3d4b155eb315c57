"""Differences between two studies of balance in what the levels of their factor are worth."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pyarrow as arrow
import pyarrow.compute as compute

from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.balance.cells import Band, Cells, stack, unlike
from pixies_experiments.studies.balance.facts import MEASURES, Seats, read_seats
from pixies_experiments.studies.balance.gathering import Entry, entry_of, take_in
from pixies_experiments.studies.balance.results import family
from pixies_experiments.studies.comparing.games import Common
from pixies_experiments.studies.comparing.sides import Side, Sides


def differences(sides: Sides) -> tuple[arrow.Table, list[Common]]:
    """Advantages of the second less those of the first, and of how many deals they are.

    A family is all that is said of one design and measure, over all numbers of players, tables
    and levels.
    """
    if not sides.designs:
        raise StudyRefusedError(
            "they have no design in common, exchanges, whose deals are others, aside: there is "
            "nothing to compare"
        )
    compared = [each for n in sides.players if (each := _Compared.of(sides, n)) is not None]
    if not compared:
        raise StudyRefusedError("there are no games of both to compare")
    levels = _factor(sides.one).levels
    found = []
    for (place, design), measure in product(enumerate(sides.designs), MEASURES):
        bands = [each.difference(measure, place) for each in compared]
        keys: list[dict[str, Any]] = [
            {
                "design": design,
                "measure": measure,
                "players": each.common.players,
                "first": first,
                "second": second,
                "level": level,
            }
            for each in compared
            for (first, second), level in product(sides.tables, levels)
        ]
        one, other = (
            np.concatenate([each.advantages(measure, place)[side] for each in compared])
            for side in range(2)
        )
        table = family(keys, stack(bands), first_value=one, second_value=other)
        same = [
            not any(sides.unlike_opponents(*pair))
            for pair in zip(table["first"].to_pylist(), table["second"].to_pylist(), strict=True)
        ]
        table = table.append_column("paired", [[sides.paired] * table.num_rows])
        found.append(table.append_column("same_opponents", arrow.array(same, arrow.bool_())))
    return arrow.concat_tables(found), [each.common for each in compared]


def _factor(side: Side) -> Any:
    assert side.study is not None
    return side.study.factor


class _Compared:
    """Cells of both over (design, table, level) with one number of players."""

    def __init__(self, sides: Sides, common: Common, seats: list[dict[tuple[int, int], Seats]]):
        self.common, self._paired = common, sides.paired
        self._levels = len(_factor(sides.one).levels)
        self._tables = len(sides.tables)
        self._name = _factor(sides.one).name
        self._groups = len(sides.designs) * self._tables
        self._seats = seats
        self._bands: dict[str, list[Band]] = {}
        self._shared: dict[str, Band] = {}

    @classmethod
    def of(cls, sides: Sides, players: int) -> _Compared | None:
        """None if one of them has no game."""
        seats, counts = [], []
        for side, at in ((sides.one, 0), (sides.other, 1)):
            assert side.study is not None
            rows = {
                (design, table): found
                for design, table in product(range(len(sides.designs)), range(len(sides.tables)))
                if (found := side.games(players, sides.designs[design], sides.tables[table][at]))
                is not None
            }
            counts.append(max((_last(table) for table in rows.values()), default=0))
            seats.append((side, rows))
        if min(counts) == 0:
            return None
        deals = [min(counts)] * 2 if sides.paired else counts
        games = 0
        found = []
        for (side, rows), most in zip(seats, deals, strict=True):
            read = {
                key: read_seats(
                    table.filter(compute.less(table["deal"], most)),
                    side.game,
                    players,
                    range(most),
                    side.agents,
                )
                for key, table in rows.items()
            }
            games += sum(int((own.agents[:, 0] >= 0).sum()) for own in read.values())
            found.append(read)
        total = deals[0] if sides.paired else sum(deals)
        return cls(sides, Common(players, counts[0], counts[1], total, games), found)

    def advantages(self, measure: str, design: int) -> list[np.ndarray]:
        """Of one side and of the other ``(tables x levels,)``."""
        own = self._own(design)
        return [band.value[own] for band in self._of(measure)]

    def difference(self, measure: str, design: int) -> Band:
        """Of the second less the first."""
        one, other = self._of(measure)
        own = self._own(design)
        matrix = np.eye(len(one.value))[own]
        if not self._paired:
            return unlike(other.contrast(matrix), one.contrast(matrix))
        return self._together(measure).contrast(np.hstack([-matrix, matrix]))

    def _own(self, design: int) -> np.ndarray:
        size = self._tables * self._levels
        return np.arange(design * size, (design + 1) * size)

    def _of(self, measure: str) -> list[Band]:
        """Advantages of each side by itself."""
        if measure not in self._bands:
            self._bands[measure] = [
                self._cells(1, self._entries(side, measure, 0)).advantages() for side in range(2)
            ]
        return self._bands[measure]

    def _together(self, measure: str) -> Band:
        """Advantages of both as one family over the deals that they share."""
        if measure not in self._shared:
            entries = [*self._entries(0, measure, 0), *self._entries(1, measure, self._groups)]
            self._shared[measure] = self._cells(2, entries).advantages()
        return self._shared[measure]

    def _cells(self, sides: int, entries: list[Entry]) -> Cells:
        groups = np.repeat(np.arange(sides * self._groups), self._levels)
        cells = Cells(len(groups), groups)
        take_in(cells, entries)
        return cells

    def _entries(self, side: int, measure: str, first: int) -> list[Entry]:
        return [
            entry_of(
                seats, first + design * self._tables + table, self._name, measure, self._levels
            )
            for (design, table), seats in self._seats[side].items()
        ]


def _last(table: arrow.Table) -> int:
    return int(table["deal"].to_numpy().max()) + 1
