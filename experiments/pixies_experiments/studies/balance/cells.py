"""Means by cell, such as the score by skill, when deals and not seats are independent.

A *cell* is what is compared: a skill, or a skill with a player count. The seats of one game are
not independent of each other, nor are games that share a deal. So the sampling unit is the deal:
of each one the sums and numbers of seats in every cell are taken down, and a mean is a ratio of
two totals over deals. Its covariances with all other cells follow by linearisation (Cochran,
Sampling Techniques, 1977, chapter 6).

Intervals come one by one and *simultaneously*: all of a family hold together with 95 %
probability, so one may look for the largest of them (sup-t bands, Montiel Olea and
Plagborg-Moller 2019, here from a multivariate Student distribution).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pixies_experiments.intervals import LEVEL, student_quantile

LEAST_SEATS = 30
"""A cell with fewer seats than that has no interval: its variance is not known."""
_DRAWS = 10_000
"""Draws of the largest error, fixed so that equal results give equal intervals."""


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

    @property
    def error(self) -> np.ndarray:
        """Standard errors."""
        with np.errstate(invalid="ignore"):
            found: np.ndarray = np.sqrt(np.diagonal(self.covariance))
        return found

    @property
    def half(self) -> np.ndarray:
        """Half the width of each interval by itself."""
        return self.error * student_quantile(max(1, self.deals - 1))

    @property
    def joint_half(self) -> np.ndarray:
        """Half the width of each interval when all are to hold together."""
        return self.error * largest_error(self.covariance, self.deals - 1)

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
        least = np.array([self.seats[row != 0].min(initial=math.inf) for row in matrix])
        return Band(value, covariance, least, self.deals)


def largest_error(covariance: np.ndarray, freedom: int) -> float:
    """Half the width, in standard errors, of intervals that hold together; NaN without any."""
    variances = np.diagonal(covariance)
    used = np.isfinite(variances) & (variances > 0)
    if freedom < 1 or not np.isfinite(variances).any():
        return math.nan
    single = student_quantile(freedom)
    if used.sum() <= 1:
        return single
    scale = np.sqrt(variances[used])
    correlation = covariance[np.ix_(used, used)] / np.outer(scale, scale)
    values, vectors = np.linalg.eigh(correlation)
    # The symmetric root: it does not turn with eigenvectors that rounding turns.
    root = (vectors * np.sqrt(np.clip(values, 0.0, None))) @ vectors.T
    draw = np.random.default_rng(0)
    errors = np.abs(draw.standard_normal((_DRAWS, len(scale))) @ root).max(axis=1)
    errors /= np.sqrt(draw.chisquare(freedom, _DRAWS) / freedom)
    # None may be narrower than a single one.
    return max(single, float(np.quantile(errors, LEVEL)))


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

    def _band(self, relative: bool) -> Band:
        cells, deals = self.cells, self.deals
        count, total, base_count, base_total = np.split(self.total, self._starts[1:-1])
        _, sums, base_numbers, base_sums = self._starts[:-1]
        enough = count >= LEAST_SEATS
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
            covariance = slopes @ (self.products / deals) @ slopes.T / (deals - 1)
            # What cancels in exact arithmetic leaves no negative variance.
            np.fill_diagonal(covariance, np.clip(np.diagonal(covariance), 0.0, None))
        covariance[~enough, :] = covariance[:, ~enough] = math.nan
        return Band(value, covariance, count.copy(), deals)


def stack(bands: Sequence[Band]) -> Band:
    """Independent bands as one family; the one of the fewest deals sets its freedom."""
    sizes = [len(band.value) for band in bands]
    covariance = np.zeros((sum(sizes), sum(sizes)))
    at = 0
    for size, band in zip(sizes, bands, strict=True):
        covariance[at : at + size, at : at + size] = band.covariance
        at += size
    return Band(
        np.concatenate([band.value for band in bands]),
        covariance,
        np.concatenate([band.seats for band in bands]),
        min(band.deals for band in bands),
    )
