"""Differences between two tournaments, or two simulations, in what agents, seats and games gave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pyarrow as arrow

from pixies_experiments.intervals import Estimate
from pixies_experiments.simulation import FIRST
from pixies_experiments.studies.comparing.sides import Side, Sides
from pixies_experiments.studies.estimates import (
    Clustered,
    Paired,
    independent_difference,
    per_deal,
)
from pixies_experiments.studies.standings import measures_of, rows_of
from pixies_experiments.studies.tournament_tables import both_intervals

AGENT, SEAT, GAME = "agent", "seat", "game"
"""What a row is about."""
LENGTH = "decisions"
"""Measure of a game: decisions of all players."""


class Quantity(NamedTuple):
    """Something of which both sides have a mean: the name on one side, that on the other."""

    about: str
    one: str
    other: str
    measure: str


@dataclass(frozen=True)
class Sums:
    """Totals and counts of quantities by deal."""

    deals: np.ndarray
    """int64 ``(deals,)``: their numbers, rising."""
    totals: np.ndarray
    """float64 ``(deals, quantities)``."""
    counts: np.ndarray

    def of(self, deals: np.ndarray) -> Sums:
        """Those of some of the deals."""
        kept = np.isin(self.deals, deals)
        return Sums(self.deals[kept], self.totals[kept], self.counts[kept])


class Common(NamedTuple):
    """How many deals of a number of players are compared."""

    players: int
    one: int
    other: int
    """Deals that each side has."""
    deals: int
    """Deals that both have; those of both, where they are independent."""
    games: int
    """Games of these deals, of both sides together."""


def differences(sides: Sides) -> tuple[arrow.Table, list[Common]]:
    """Rows of the second less the first, and of how many deals they are.

    A family is all that is said of one measure of agents, of seats or of games, over all numbers
    of players.
    """
    found = [found for n in sides.players if (found := _compared(sides, n)) is not None]
    sizes: dict[tuple[str, str], int] = {}
    for each in found:
        for quantity in each.quantities:
            key = quantity.about, quantity.measure
            sizes[key] = sizes.get(key, 0) + 1
    rows = [row for each in found for row in each.rows(sizes)]
    return arrow.Table.from_pylist(rows, _SCHEMA), [each.common for each in found]


_SCHEMA = arrow.schema(
    [
        *((name, arrow.int64()) for name in ("players",)),
        *((name, arrow.string()) for name in ("about", "first", "second", "measure")),
        *((name, arrow.float64()) for name in ("first_value", "second_value")),
        *((n, arrow.float64()) for n in ("value", "low", "high", "joint_low", "joint_high")),
        *((name, arrow.int64()) for name in ("games", "deals")),
        ("paired", arrow.bool_()),
        # Of agents only.
        ("same_opponents", arrow.bool_()),
    ]
)


@dataclass(frozen=True)
class _Compared:
    """What is compared with one number of players."""

    common: Common
    quantities: Sequence[Quantity]
    one: Sums
    other: Sums
    sides: Sides
    level: float

    @property
    def paired(self) -> bool:
        """Whether the deals are the same."""
        return self.sides.paired

    def rows(self, sizes: dict[tuple[str, str], int]) -> Iterator[dict[str, Any]]:
        """A row of each quantity; those that one side never has are left out."""
        count = len(self.quantities)
        sides = [Clustered((count,)) for _ in range(2)]
        for side, sums in zip(sides, (self.one, self.other), strict=True):
            side.add(sums.totals, sums.counts)
        together = Paired(2 * count if self.paired else 0)
        if self.paired:
            both = self.one, self.other
            together.add(
                np.hstack([sums.totals for sums in both]), np.hstack([s.counts for s in both])
            )
        values = [side.values() for side in sides]
        for place, quantity in enumerate(self.quantities):
            if min(side.counts[place] for side in sides) == 0:
                continue

            def difference(*, level: float, place: int = place) -> Estimate:
                if self.paired:
                    return together.difference(count + place, place, level)
                return independent_difference(sides[1], sides[0], place, level)

            members = sizes[quantity.about, quantity.measure]
            yield {
                "players": self.common.players,
                "about": quantity.about,
                "first": quantity.one,
                "second": quantity.other,
                "measure": quantity.measure,
                "first_value": float(values[0][place]),
                "second_value": float(values[1][place]),
                **both_intervals(partial(difference), self.level, members),
                "paired": self.paired,
                "same_opponents": not any(self.sides.unlike_opponents(quantity.one, quantity.other))
                if quantity.about == AGENT
                else None,
            }


def _compared(sides: Sides, players: int) -> _Compared | None:
    tables = [side.games(players, "", "") for side in (sides.one, sides.other)]
    if tables[0] is None or tables[1] is None:
        return None
    quantities = _quantities(sides, players, [tables[0], tables[1]])
    one = _sums(sides.one, tables[0], players, [(q.about, q.one, q.measure) for q in quantities])
    other = _sums(
        sides.other, tables[1], players, [(q.about, q.other, q.measure) for q in quantities]
    )
    had = len(one.deals), len(other.deals)
    deals = sum(had)
    if sides.paired:
        common = np.intersect1d(one.deals, other.deals)
        one, other, deals = one.of(common), other.of(common), len(common)
    if not len(one.deals):
        return None
    # The last column counts games.
    games = round(float(one.counts[:, -1].sum() + other.counts[:, -1].sum()))
    level = max(side.level(players) for side in (sides.one, sides.other))
    counts = Common(players, *had, deals, games)
    return _Compared(counts, quantities, one, other, sides, level)


def _quantities(sides: Sides, players: int, tables: Sequence[arrow.Table]) -> list[Quantity]:
    measures = [m for m in FIRST if all(m in measures_of(table) for table in tables)]
    seats = [str(seat) for seat in range(players)]
    return [
        *(Quantity(AGENT, *pair, measure) for pair in sides.agents.pairs for measure in measures),
        *(Quantity(SEAT, seat, seat, measure) for seat in seats for measure in measures),
        Quantity(GAME, "", "", LENGTH),
    ]


def _sums(
    side: Side, table: arrow.Table, players: int, wanted: Sequence[tuple[str, str, str]]
) -> Sums:
    rows = rows_of(table, side.agents)
    numbers = np.unique(table["deal"].to_numpy())
    totals, counts = (np.zeros((rows.count, len(wanted))) for _ in range(2))
    groups = {AGENT: (rows.agents, len(side.agents)), SEAT: (rows.seats, players)}
    for measure in dict.fromkeys(measure for _, _, measure in wanted if measure != LENGTH):
        values = table[measure].cast(arrow.float64()).to_numpy()
        for about, (group, size) in groups.items():
            total = per_deal(rows.deals, group, values, (rows.count, size))
            count = per_deal(rows.deals, group, np.ones(len(values)), (rows.count, size))
            for column, (own, name, its) in enumerate(wanted):
                if (own, its) == (about, measure):
                    place = side.agents.index(name) if about == AGENT else int(name)
                    totals[:, column], counts[:, column] = total[:, place], count[:, place]
    # All seats of a game tell its length.
    first = slice(None, None, players)
    deals = rows.deals[first]
    nothing = np.zeros(len(deals), np.int64)
    shape = rows.count, 1
    totals[:, -1] = per_deal(deals, nothing, table["decisions"].to_numpy()[first], shape)[:, 0]
    counts[:, -1] = per_deal(deals, nothing, np.ones(len(deals)), shape)[:, 0]
    return Sums(numbers, totals, counts)
