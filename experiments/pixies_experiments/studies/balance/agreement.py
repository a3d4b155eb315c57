"""What boards have in common: their mean, and on how many an advantage has its sign, at least."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from pixies_experiments.intervals import LEVEL


class Pooled(NamedTuple):
    """The mean of boards that are weighed by their precision."""

    mean: np.ndarray
    """float64 ``(k,)``."""
    parts: np.ndarray
    """What each board contributes to the error of the mean, float64 ``(boards, k)``: 0 where it
    tells nothing, NaN without a mean."""
    boards: np.ndarray
    """How many boards tell something, float64 ``(k,)``; fewer than two have no mean."""
    spread: np.ndarray
    """Standard deviation of the true advantages over boards by moments, float64 ``(k,)``."""

    @property
    def covariance(self) -> np.ndarray:
        """Of the means, float64 ``(k, k)``; by what boards differ, whatever their errors are."""
        with np.errstate(divide="ignore", invalid="ignore"):
            scaled = self.parts * np.sqrt(self.boards / (self.boards - 1))
        found: np.ndarray = scaled.T @ scaled
        return found


def pooled(values: np.ndarray, errors: np.ndarray, seats: np.ndarray) -> Pooled:
    """The mean over boards, each weighed by the inverse of its variance about that mean.

    That variance is the spread of the boards and the noise of its own games (random effects,
    DerSimonian and Laird 1986). Boards that are played equally often weigh nearly the same.

    The noise is that of so many seats, not the error that was seen on the board: a rare thing seen
    still more rarely has a smaller error, so boards would weigh the more the less they show, and
    the mean would be too low.

    Args:
        values: advantages as seen, float64 ``(boards, k)``; NaN where a board tells nothing, for
            a reason that has nothing to do with how large the advantage is there.
        errors: their standard errors, likewise.
        seats: of how many seats they are, float64 ``(boards, k)``, above 0 where there is a value.
    """
    told = ~np.isnan(values)
    seen, noise = _variances(values, errors)
    spread = np.sqrt(np.maximum(0.0, seen - noise))
    of_a_seat = _mean(np.where(told, errors**2 * seats, math.nan))
    variance = spread**2 + np.divide(of_a_seat, seats, out=np.full_like(values, np.inf), where=told)
    # Boards without any noise that are all alike weigh the same.
    precision = np.divide(1.0, variance, out=told.astype(np.float64), where=variance > 0)
    boards = told.sum(axis=0).astype(np.float64)
    with np.errstate(invalid="ignore"):
        weights = precision / precision.sum(axis=0)
        mean = np.where(boards > 1, (weights * np.nan_to_num(values)).sum(axis=0), math.nan)
        parts = np.where(told | (boards < 2), weights * (values - mean), 0.0)
    return Pooled(mean, parts, boards, spread)


def _variances(values: np.ndarray, errors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the values over boards, and of their noise in the mean; boards that tell nothing apart."""
    told = ~np.isnan(values)
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = np.where(told, (values - _mean(values)) ** 2, 0.0).sum(axis=0)
        return squares / (told.sum(axis=0) - 1), _mean(np.where(told, errors**2, math.nan))


def _mean(values: np.ndarray) -> np.ndarray:
    """Over the boards that tell something; NaN where none does."""
    with np.errstate(invalid="ignore"):
        found: np.ndarray = np.nan_to_num(values).sum(axis=0) / (~np.isnan(values)).sum(axis=0)
    return found


def same_sign(
    values: np.ndarray, errors: np.ndarray, seats: np.ndarray, members: int
) -> tuple[np.ndarray, np.ndarray]:
    """How alike boards are, where true advantages are normally spread over boards.

    The lower bound takes the lower end of the mean's size and the upper end of the spread
    (Student's and chi-squared, each with half of the error), less the noise of the games: few
    boards prove little. All members of a family together are on the right side of it with 95 %.

    Args:
        values: as of :func:`pooled`.
        errors: likewise.
        seats: likewise.
        members: of the family.

    Returns:
        float64 ``(k,)`` each: the share of boards with the sign of the mean, and its lower bound,
        0 where the mean's own sign is not known.
    """
    from scipy.special import chdtri, stdtrit

    half = (1 - LEVEL) / 2 / max(1, members)
    together = pooled(values, errors, seats)
    seen, noise = _variances(values, errors)
    mean, freedom = np.abs(together.mean), together.boards - 1
    error = np.sqrt(np.diagonal(together.covariance))
    lowest = mean - stdtrit(freedom, 1 - half) * error
    widest = seen * freedom / chdtri(freedom, 1 - half) - noise
    share = _share(mean, together.spread)
    low = np.where(lowest > 0, _share(lowest, np.sqrt(np.maximum(0.0, widest))), 0.0)
    low[np.isnan(mean)] = math.nan
    return share, np.minimum(low, share)


def _share(size: np.ndarray, spread: np.ndarray) -> np.ndarray:
    normal = NormalDist()
    return np.array(
        [normal.cdf(m / s) if s > 0 else 1.0 for m, s in zip(size, spread, strict=True)]
    )
