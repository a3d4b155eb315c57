"""How many standard errors an interval reaches: for each estimate by itself, and for all at once.

Two answers, of which the wider one is taken:

* Student's, with the degrees of freedom of each estimate's own units: the deals in which its cell
  was seen, which are far fewer than all deals. For all at once the largest of several errors is
  asked for (sup-t bands, Montiel Olea and Plagborg-Moller 2019): normal errors with the estimated
  correlations give the level at which each estimate's own Student distribution is taken.
* Bootstrap-t (Hall 1992, "The Bootstrap and Edgeworth Expansion", chapter 3.6): units are drawn
  anew with replacement, and the largest studentised errors of these studies are seen. It knows of
  skewness, which shares of wins of rare winners have, and of rare extreme units.

Neither of the two holds by itself in small studies; both together do (``pixies coverage``).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from pixies_experiments.intervals import LEVEL

_DRAWS = 5000
"""Draws of the largest normal error, fixed so that equal results give equal intervals."""
_RESAMPLES = 1000
_MOST_BATCHES = 2048
_ROUNDING = 1e-12
"""Share of the largest variance of a family below which one is rounding."""
_SCARCE = 30
"""Units with which the error of a family is halved."""


class Scores(NamedTuple):
    """What units contribute to the errors of some estimates of a family."""

    members: np.ndarray
    """int ``(m,)``: which estimates."""
    values: np.ndarray
    """float64 ``(units, m)``; they sum up to zero, and their scale is of no account."""


class Critical(NamedTuple):
    """Half widths of intervals in standard errors; NaN where there is no error."""

    single: np.ndarray
    """float64 ``(k,)``: of each by itself."""
    joint: np.ndarray
    """float64 ``(k,)``: of all that hold together."""


def critical_sizes(
    covariance: np.ndarray, units: np.ndarray, scores: Sequence[Scores] = ()
) -> Critical:
    """Half widths of the intervals of a family in standard errors.

    Args:
        covariance: float64 ``(k, k)`` of the estimates, NaN where one is not known.
        units: ``(k,)``: independent units in which each estimate was seen.
        scores: of estimates that do not depend on those of other entries.
    """
    # Half a second to import, and only who sums up a study needs it.
    from scipy.special import stdtrit

    variances = np.diagonal(covariance)
    known = np.isfinite(variances)
    # What cannot differ, such as wins that all seats of a game share, has an error of rounding.
    used = known & (variances > _ROUNDING * variances[known].max(initial=0.0))
    freedom = np.maximum(1, units - 1).astype(np.float64)
    single = np.full(len(units), math.nan)
    single[known] = stdtrit(freedom[known], 0.5 + LEVEL / 2)
    joint = single.copy()
    level = _joint_level(float(units[used].min(initial=math.inf)))
    if used.sum() > 1:
        largest = _largest_normal(covariance[np.ix_(used, used)], level)
        tail = NormalDist().cdf(-largest)
        joint[known] = np.maximum(joint[known], stdtrit(freedom[known], 1 - tail))
    if scores and used.any():
        errors = [_studentised(part, used) for part in scores]
        for part, found in zip(scores, errors, strict=True):
            own = np.quantile(found, LEVEL, axis=0) if found.shape[1] else np.zeros(0)
            members = part.members[used[part.members]]
            single[members] = np.maximum(single[members], own)
        worst = np.max([found.max(axis=1, initial=0.0) for found in errors], axis=0)
        joint[known] = np.maximum(joint[known], np.quantile(worst, level))
    return Critical(single, np.maximum(single, joint))


def _joint_level(units: float) -> float:
    """Level at which the largest error is taken where the rarest estimate has so few units.

    The far tail of few skewed units is not in the sample that tells of it. The correction vanishes
    with many units; its size is what ``pixies coverage`` needs.
    """
    return 1 - (1 - LEVEL) / (1 + _SCARCE / units)


def _largest_normal(covariance: np.ndarray, level: float) -> float:
    """What the largest of several normal errors of a covariance does not exceed."""
    scale = np.sqrt(np.diagonal(covariance))
    values, vectors = np.linalg.eigh(covariance / np.outer(scale, scale))
    # The symmetric root: it does not turn with eigenvectors that rounding turns.
    root = (vectors * np.sqrt(np.clip(values, 0.0, None))) @ vectors.T
    draws = np.random.default_rng(0).standard_normal((_DRAWS, len(scale)))
    return float(np.quantile(np.abs(draws @ root).max(axis=1), level))


def _studentised(part: Scores, used: np.ndarray) -> np.ndarray:
    """Absolute studentised errors ``(resamples, members)`` of the members that have an error."""
    values = part.values[:, used[part.members]]
    units = len(values)
    if units < 2 or not values.shape[1]:
        return np.zeros((_RESAMPLES, values.shape[1]))
    scale = np.sqrt((values**2).mean(axis=0))
    values = values / np.where(scale > 0, scale, 1.0)
    weights = _weights(units)
    mean = weights @ values / units
    spread = weights @ values**2 / units - mean**2
    # A study in which nothing varies has no studentised error.
    some = spread > 1e-12
    return np.where(some, np.abs(mean) / np.sqrt(np.where(some, spread, 1.0) / (units - 1)), 0.0)


@functools.lru_cache(maxsize=4)
def _weights(units: int) -> np.ndarray:
    """How often each unit is drawn in each study that is made of them."""
    draw = np.random.default_rng(0)
    return draw.multinomial(units, np.full(units, 1 / units), _RESAMPLES).astype(np.float64)


class Batches:
    """Sums over units, such as deals, of equally many in a row, so that there are not too many.

    Sums of independent units are independent units again. What they are does not depend on the
    blocks in which units arrive.
    """

    def __init__(self, width: int) -> None:
        self._size = 1
        self._whole = np.zeros((0, width))
        self._loose = np.zeros((0, width))

    def add(self, units: np.ndarray) -> None:
        """Take in units ``(n, width)``."""
        self._loose = np.vstack([self._loose, units])
        while len(self._loose) >= self._size:
            count = min(len(self._loose) // self._size, _MOST_BATCHES - len(self._whole))
            taken, self._loose = np.split(self._loose, [count * self._size])
            fresh = taken.reshape(count, self._size, -1).sum(axis=1)
            self._whole = np.vstack([self._whole, fresh])
            if len(self._whole) == _MOST_BATCHES:
                self._whole = self._whole[::2] + self._whole[1::2]
                self._size *= 2

    def rows(self) -> np.ndarray:
        """The sums, float64 ``(batches, width)``; the last may be of fewer units."""
        if not len(self._loose):
            return self._whole
        return np.vstack([self._whole, self._loose.sum(axis=0, keepdims=True)])
