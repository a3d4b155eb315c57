"""Means by cell, such as the score by skill, when deals and not seats are independent.

A *cell* is what is compared: a skill, or a skill with a player count. The seats of one game are
not independent of each other, nor are games that share a deal. So the sampling unit is the deal:
of each one the sums and numbers of seats in every cell are taken down, and a mean is a ratio of
two totals over deals. Its covariances with all other cells follow by linearisation (Cochran,
Sampling Techniques, 1977, chapter 6), and count as many deals as the cell was seen in.

Intervals come one by one and *simultaneously*: all of a family hold together with 95 %
probability, so one may look for the largest of them; see :mod:`critical
<pixies_experiments.studies.balance.critical>`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pixies_experiments.studies.balance.critical import (
    Batches,
    Critical,
    Scores,
    critical_sizes,
)

LEAST_SEATS = 30
"""A cell with fewer seats than that has no interval, nor has its advantage if fewer lack it: the
variance is not known."""


@dataclass(frozen=True)
class Band:
    """Estimates of a family with both kinds of intervals; NaN where there is too little."""

    value: np.ndarray
    """float64 ``(k,)``."""
    covariance: np.ndarray
    """float64 ``(k, k)``."""
    seats: np.ndarray
    """float64 ``(k,)``: seats of each cell."""
    deals: int
    """Independent units."""
    units: np.ndarray
    """float64 ``(k,)``: those among them in which each cell was seen."""
    scores: tuple[Scores, ...] = ()
    """What units contribute to the errors; none where only Student's distribution is known."""

    @property
    def error(self) -> np.ndarray:
        """Standard errors."""
        with np.errstate(invalid="ignore"):
            found: np.ndarray = np.sqrt(np.diagonal(self.covariance))
        return found

    @cached_property
    def critical(self) -> Critical:
        """Half widths of the intervals in standard errors."""
        return critical_sizes(self.covariance, self.units, self.scores)

    @property
    def half(self) -> np.ndarray:
        """Half the width of each interval by itself."""
        half: np.ndarray = self.error * self.critical.single
        return half

    @property
    def joint_half(self) -> np.ndarray:
        """Half the width of each interval when all are to hold together."""
        half: np.ndarray = self.error * self.critical.joint
        return half

    def games_for(self, precision: float) -> np.ndarray:
        """Deals after which the simultaneous intervals reach no further than so much."""
        with np.errstate(invalid="ignore"):
            needed: np.ndarray = np.ceil(self.deals * (self.joint_half / precision) ** 2)
        return needed

    def contrast(self, matrix: np.ndarray) -> Band:
        """Linear combinations of the estimates, one per row."""
        unused = np.isnan(self.value)
        used = matrix[:, ~unused]
        lost = (matrix[:, unused] != 0).any(axis=1)
        value = used @ self.value[~unused]
        covariance = used @ self.covariance[np.ix_(~unused, ~unused)] @ used.T
        value[lost] = np.nan
        covariance[lost, :] = covariance[:, lost] = np.nan
        # What cancels in exact arithmetic leaves no negative variance.
        at = np.arange(len(value))
        covariance[at, at] = np.where(lost, np.nan, np.maximum(covariance[at, at], 0.0))
        seats, units = (
            np.array([of[row != 0].min(initial=math.inf) for row in matrix])
            for of in (self.seats, self.units)
        )
        scores = tuple(
            Scores(np.arange(len(matrix)), np.nan_to_num(part.values) @ matrix[:, part.members].T)
            for part in self.scores
        )
        return Band(value, covariance, seats, self.deals, units, scores)


class Cells:
    """Sums by cell and their products over deals, taken in block by block.

    Args:
        groups: for each cell the group, counted from 0, whose mean :meth:`advantages` compares it
            with; all are of one group by default.
    """

    def __init__(self, cells: int, groups: np.ndarray | None = None) -> None:
        self.cells = cells
        self.groups = np.zeros(cells, np.int64) if groups is None else np.asarray(groups)
        self.deals = 0
        bases = int(self.groups.max(initial=-1)) + 1
        # Numbers and sums of the cells, then of the groups.
        self._starts = np.cumsum([0, cells, cells, bases, bases])
        self.total = np.zeros(self._starts[-1])
        self.products = np.zeros((self._starts[-1], self._starts[-1]))
        self.seen = np.zeros(cells)
        self._batches = Batches(self._starts[-1])

    def add(
        self,
        cell: np.ndarray,
        outcome: np.ndarray,
        base: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> None:
        """Take in deals.

        Args:
            cell: integers ``(deals, k)``, the cells of the seats, -1 for none. Seats of all
                games that share the deal stand side by side; one with several levels is there
                once for each of them.
            outcome: numbers ``(deals, k)``.
            base: groups ``(deals, m)``, -1 for none, and outcomes ``(deals, m)`` of what the
                cells are compared with, where that is not what is in the cells: each seat once,
                whatever it has.
        """
        deals = len(cell)
        sums = np.zeros((deals, self._starts[-1]))
        self._count(sums, 0, cell, outcome)
        if base is None:
            base = np.where(cell < 0, -1, self.groups[cell]), outcome
        self._count(sums, 2, *base)
        self.deals += deals
        self.seen += (sums[:, : self.cells] > 0).sum(axis=0)
        self._batches.add(sums)
        self.total += sums.sum(axis=0)
        self.products += sums.T @ sums

    def _count(self, sums: np.ndarray, block: int, place: np.ndarray, outcome: np.ndarray) -> None:
        numbers, totals = self._starts[block : block + 2]
        for seat in range(place.shape[1]):
            rows = np.flatnonzero(place[:, seat] >= 0)
            at = place[rows, seat]
            sums[rows, numbers + at] += 1.0
            sums[rows, totals + at] += outcome[rows, seat]

    def means(self) -> Band:
        """The mean of each cell."""
        return self._band(False)

    def advantages(self) -> Band:
        """The mean of each cell less the mean of all seats of its group."""
        return self._band(True)

    def telling(self) -> np.ndarray:
        """Seats that tell of each cell's advantage: those in it, or that lack it, if fewer do.

        float64 ``(cells,)``. What nearly all seats have is told by the few that lack it.
        """
        count, _, base_count, _ = np.split(self.total, self._starts[1:-1])
        lacking = base_count[self.groups] - count
        return np.where(lacking > 0, np.minimum(count, lacking), count)

    def _band(self, relative: bool) -> Band:
        cells, deals = self.cells, self.deals
        count, total, base_count, base_total = np.split(self.total, self._starts[1:-1])
        _, sums, base_numbers, base_sums = self._starts[:-1]
        enough = ((self.telling() if relative else count) >= LEAST_SEATS) & (self.seen > 1)
        # Derivatives of the estimates by (numbers, sums), each of them times the deals.
        slopes = np.zeros((cells, len(self.total)))
        value = np.full(cells, math.nan)
        for cell in np.flatnonzero(enough):
            value[cell] = total[cell] / count[cell]
            slopes[cell, sums + cell] = deals / count[cell]
            slopes[cell, cell] = -value[cell] * deals / count[cell]
            if relative:
                group = int(self.groups[cell])
                number = base_count[group]
                mean = base_total[group] / number
                value[cell] -= mean
                slopes[cell, base_sums + group] -= deals / number
                slopes[cell, base_numbers + group] += mean * deals / number
        if deals < 2:
            covariance = np.full((cells, cells), math.nan)
        else:
            # As of a sample of the deals in which the cell was seen.
            with np.errstate(divide="ignore", invalid="ignore"):
                slopes *= np.sqrt(self.seen / (self.seen - 1))[:, None]
            slopes[~enough] = 0.0
            covariance = slopes @ (self.products / deals) @ slopes.T / deals
            # What cancels in exact arithmetic leaves no negative variance.
            np.fill_diagonal(covariance, np.clip(np.diagonal(covariance), 0.0, None))
        covariance[~enough, :] = covariance[:, ~enough] = math.nan
        scores = Scores(np.arange(cells), self._batches.rows() @ slopes.T)
        return Band(value, covariance, count.copy(), deals, self.seen.copy(), (scores,))


def unlike(one: Band, other: Band) -> Band:
    """Independent bands of the same members: one less the other.

    Deals of both are units of one sample, each with its weight in the difference.
    """
    scores = [
        Scores(
            np.arange(len(one.value)),
            np.vstack([_by_deal(one, one_part), -_by_deal(other, other_part)]),
        )
        for one_part, other_part in zip(one.scores, other.scores, strict=True)
    ]
    return Band(
        one.value - other.value,
        one.covariance + other.covariance,
        np.minimum(one.seats, other.seats),
        min(one.deals, other.deals),
        np.minimum(one.units, other.units),
        tuple(scores),
    )


def _by_deal(band: Band, part: Scores) -> np.ndarray:
    return part.values / band.deals


def stack(bands: Sequence[Band]) -> Band:
    """Independent bands as one family."""
    starts = np.cumsum([0, *(len(band.value) for band in bands)])
    covariance = np.zeros((starts[-1], starts[-1]))
    scores = []
    for start, band in zip(starts, bands, strict=False):
        own = slice(start, start + len(band.value))
        covariance[own, own] = band.covariance
        scores += [part._replace(members=part.members + start) for part in band.scores]
    return Band(
        np.concatenate([band.value for band in bands]),
        covariance,
        np.concatenate([band.seats for band in bands]),
        min(band.deals for band in bands),
        np.concatenate([band.units for band in bands]),
        tuple(scores),
    )
