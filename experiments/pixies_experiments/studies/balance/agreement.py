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
    """What each board contributes to the error of the mean, float64 ``(boards, k)``."""
    spread: np.ndarray
    """Standard deviation of the true advantages over boards by moments, float64 ``(k,)``."""

    @property
    def covariance(self) -> np.ndarray:
        """Of the means, float64 ``(k, k)``; by what boards differ, whatever their errors are."""
        boards = len(self.parts)
        found: np.ndarray = self.parts.T @ self.parts * boards / (boards - 1)
        return found


def pooled(values: np.ndarray, errors: np.ndarray) -> Pooled:
    """The mean over boards, each weighed by the inverse of its variance about that mean.

    That variance is the spread of the boards and the noise of its own games (random effects,
    DerSimonian and Laird 1986). Boards that are played equally often weigh nearly the same.

    Args:
        values: advantages as seen, float64 ``(boards, k)``; a column with a NaN has no mean.
        errors: their standard errors, likewise.
    """
    noise = errors**2
    spread = np.sqrt(np.maximum(0.0, values.var(axis=0, ddof=1) - noise.mean(axis=0)))
    variance = spread**2 + noise
    # Boards without any noise that are all alike weigh the same.
    precision = np.divide(1.0, variance, out=np.ones_like(variance), where=variance > 0)
    weights = precision / precision.sum(axis=0)
    mean = (weights * values).sum(axis=0)
    return Pooled(mean, weights * (values - mean), spread)


def same_sign(
    values: np.ndarray, errors: np.ndarray, members: int
) -> tuple[np.ndarray, np.ndarray]:
    """How alike boards are, where true advantages are normally spread over boards.

    The lower bound takes the lower end of the mean's size and the upper end of the spread
    (Student's and chi-squared, each with half of the error), less the noise of the games: few
    boards prove little. All members of a family together are on the right side of it with 95 %.

    Args:
        values: advantages as seen, float64 ``(boards, k)``.
        errors: their standard errors, likewise.
        members: of the family.

    Returns:
        float64 ``(k,)`` each: the share of boards with the sign of the mean, and its lower bound,
        0 where the mean's own sign is not known.
    """
    from scipy.special import chdtri, stdtrit

    boards = len(values)
    half = (1 - LEVEL) / 2 / max(1, members)
    together = pooled(values, errors)
    mean, noise = np.abs(together.mean), (errors**2).mean(axis=0)
    error = np.sqrt(np.diagonal(together.covariance))
    lowest = mean - stdtrit(boards - 1, 1 - half) * error
    seen = values.var(axis=0, ddof=1)
    widest = seen * (boards - 1) / chdtri(boards - 1, 1 - half) - noise
    share = _share(mean, together.spread)
    low = np.where(lowest > 0, _share(lowest, np.sqrt(np.maximum(0.0, widest))), 0.0)
    low[np.isnan(mean)] = math.nan
    return share, np.minimum(low, share)


def _share(size: np.ndarray, spread: np.ndarray) -> np.ndarray:
    normal = NormalDist()
    return np.array(
        [normal.cdf(m / s) if s > 0 else 1.0 for m, s in zip(size, spread, strict=True)]
    )
