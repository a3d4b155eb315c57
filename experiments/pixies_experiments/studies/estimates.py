"""Means over games that share deals: intervals clustered by deal.

Games of one deal are alike, those of different deals independent. Per deal there is a total and a
count, and the estimate is the ratio of their sums; its error is that of a ratio estimator over
clusters (Cochran 1977, *Sampling Techniques*, chapter 9A). Agents that share deals are compared by
their difference in each deal.
"""

from __future__ import annotations

import math

import numpy as np

from pixies_experiments.intervals import LEVEL, Estimate, student_quantile, wilson

_ROUNDING = 1e-12
"""Share of a sum of squares below which a difference of such sums is nothing but rounding."""


class Clustered:
    """Ratios of totals to counts for an array of quantities, deal by deal."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.deals = np.zeros(shape, np.int64)
        """Deals in which the quantity was seen."""
        self.totals = np.zeros(shape)
        self.counts = np.zeros(shape)
        self._squares = np.zeros((3, *shape))

    def add(self, totals: np.ndarray, counts: np.ndarray) -> None:
        """Take in deals: arrays ``(deals, *shape)``; a count of 0 says that nothing was seen."""
        totals, counts = np.broadcast_arrays(totals, counts)
        self.deals += (counts > 0).sum(axis=0)
        self.totals += totals.sum(axis=0)
        self.counts += counts.sum(axis=0)
        self._squares += np.stack(
            [(totals**2).sum(axis=0), (totals * counts).sum(axis=0), (counts**2).sum(axis=0)]
        )

    def values(self) -> np.ndarray:
        """The ratios; NaN where nothing was seen."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.totals / self.counts)

    def errors(self) -> np.ndarray:
        """Their standard errors; NaN from fewer than two deals, 0 where all deals are alike."""
        ratio = self.values()
        squares, products, sizes = self._squares
        with np.errstate(invalid="ignore", divide="ignore"):
            spread = squares - 2 * ratio * products + ratio**2 * sizes
            spread = np.where(spread > _ROUNDING * squares, spread, 0.0)
            error = np.sqrt(spread * self.deals / (self.deals - 1.0)) / self.counts
        return np.asarray(error)

    def mean(self, *place: int, level: float = LEVEL) -> Estimate:
        """One ratio with Student's interval; without where all deals are alike."""
        value, error = float(self.values()[place]), float(self.errors()[place])
        deals, games = int(self.deals[place]), round(float(self.counts[place]))
        if deals < 2 or error == 0:
            return Estimate(value, math.nan, math.nan, games, deals)
        half = student_quantile(deals - 1, level) * error
        return Estimate(value, value - half, value + half, games, deals)

    def share(self, *place: int, level: float = LEVEL) -> Estimate:
        """One ratio between 0 and 1 with Wilson's interval on the effective number of games.

        That is the number of independent games that would have the error (Dean and Pagano 2015,
        "Evaluating confidence interval methods for binomial proportions in clustered surveys");
        where all games go the same way, it is the number of deals.
        """
        value, error = float(self.values()[place]), float(self.errors()[place])
        deals, games = int(self.deals[place]), round(float(self.counts[place]))
        if deals < 2:
            return Estimate(value, math.nan, math.nan, games, deals)
        effective = value * (1 - value) / error**2 if error > 0 else float(deals)
        z = student_quantile(deals - 1, level)
        low, high = wilson(value, effective, z)
        return Estimate(value, float(low), float(high), games, deals)


class Paired:
    """Differences between the ratios of several quantities that share deals."""

    def __init__(self, quantities: int) -> None:
        self.deals = 0
        self.totals = np.zeros(quantities)
        self.counts = np.zeros(quantities)
        self._products = np.zeros((3, quantities, quantities))

    def add(self, totals: np.ndarray, counts: np.ndarray) -> None:
        """Take in deals: arrays ``(deals, quantities)``."""
        self.deals += len(totals)
        self.totals += totals.sum(axis=0)
        self.counts += counts.sum(axis=0)
        self._products += [totals.T @ totals, totals.T @ counts, counts.T @ counts]

    def difference(self, one: int, other: int, level: float = LEVEL) -> Estimate:
        """One ratio less another, with Student's interval over the deals.

        Without it where they differ by as much in all deals.
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            ratios = self.totals / self.counts
            scale = np.outer(self.counts, self.counts)
            squares, mixed, sizes = self._products
            both = np.outer(ratios, ratios) * sizes
            covariance = (squares - mixed * ratios - (mixed * ratios).T + both) / scale
        value = float(ratios[one] - ratios[other])
        games = round(float(min(self.counts[one], self.counts[other])))
        spread = float(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])
        size = float((squares / scale)[[one, other], [one, other]].sum())
        if self.deals < 2 or spread <= _ROUNDING * size:
            return Estimate(value, math.nan, math.nan, games, self.deals)
        error = math.sqrt(spread * self.deals / (self.deals - 1))
        half = student_quantile(self.deals - 1, level) * error
        return Estimate(value, value - half, value + half, games, self.deals)


def independent_difference(
    one: Clustered, other: Clustered, place: int, level: float = LEVEL
) -> Estimate:
    """A ratio of some deals less that of other deals, with Welch's interval (1947).

    Without it where all deals of both are alike. ``deals`` are those of both.
    """
    value = float(one.values()[place] - other.values()[place])
    games = round(float(min(one.counts[place], other.counts[place])))
    sizes = [int(each.deals[place]) for each in (one, other)]
    squares = [float(each.errors()[place]) ** 2 for each in (one, other)]
    if min(sizes) < 2 or not sum(squares) > 0:
        return Estimate(value, math.nan, math.nan, games, sum(sizes))
    parts = [square**2 / (size - 1) for square, size in zip(squares, sizes, strict=True)]
    freedom = max(1, math.floor(sum(squares) ** 2 / sum(parts)))
    half = student_quantile(freedom, level) * math.sqrt(sum(squares))
    return Estimate(value, value - half, value + half, games, sum(sizes))


def per_deal(
    deals: np.ndarray, groups: np.ndarray, values: np.ndarray, shape: tuple[int, int]
) -> np.ndarray:
    """Sums of values by deal and group: float64 of that shape; both count from 0."""
    sums = np.bincount(deals * shape[1] + groups, weights=values, minlength=shape[0] * shape[1])
    return sums.reshape(shape)
