"""Means and shares with their 95 % intervals.

Games are independent of each other, seats of one game are not: a sample is one number per game.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np

LEVEL = 0.95
_FAR = 0.99
"""Level above which the expansion is not good enough with few degrees of freedom."""
_ROUNDING = 1e-10
"""Relative error of sums of floats, at most."""


@dataclass(frozen=True)
class Estimate:
    """An estimate with the ends of its interval; NaN where there is nothing to estimate from."""

    value: float
    low: float
    high: float
    games: int
    deals: int | None = None
    """Independent deals on which the interval rests, where they are known."""

    def without_interval(self) -> Estimate:
        """The same where nothing varies: the sample says nothing about the error."""
        return replace(self, low=math.nan, high=math.nan)

    def within(self, least: float, most: float) -> Estimate:
        """The same of what cannot be outside of these bounds; NaN stays."""
        low, high = (min(max(end, least), most) for end in (self.low, self.high))
        return replace(self, low=low, high=high)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass
class Moments:
    """Count, mean and sum of squares of a sample that arrives in blocks (Chan et al. 1979)."""

    games: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, sample: np.ndarray) -> None:
        """Take in a block of one number per game; NaN is left out."""
        values = np.asarray(sample, np.float64)
        values = values[~np.isnan(values)]
        if not len(values):
            return
        mean = float(values.mean())
        games = self.games + len(values)
        step = mean - self.mean
        self.squares += float(((values - mean) ** 2).sum())
        self.squares += step**2 * self.games * len(values) / games
        self.mean += step * len(values) / games
        self.games = games

    @property
    def alike(self) -> bool:
        """Whether all games gave the same number, but for rounding."""
        return self.squares <= (_ROUNDING * self.mean) ** 2 * self.games

    def estimate_mean(self) -> Estimate:
        """The mean with Student's interval."""
        if self.games == 0:
            return Estimate(math.nan, math.nan, math.nan, 0, 0)
        if self.games == 1:
            return Estimate(self.mean, math.nan, math.nan, 1, 1)
        error = math.sqrt(self.squares / (self.games - 1) / self.games)
        half = student_quantile(self.games - 1) * error
        return Estimate(self.mean, self.mean - half, self.mean + half, self.games, self.games)

    def estimate_share(self) -> Estimate:
        """The mean of numbers between 0 and 1 with Wilson's interval.

        Split wins are fractions; they vary less than wins and losses of the same mean, so the
        interval is at least as wide as it must be.
        """
        if self.games == 0:
            return Estimate(math.nan, math.nan, math.nan, 0, 0)
        low, high = wilson(self.mean, self.games, normal_quantile())
        return Estimate(self.mean, float(low), float(high), self.games, self.games)


def wilson(share: Any, cases: Any, z: Any) -> tuple[Any, Any]:
    """Ends of Wilson's interval (1927) of shares among so many independent cases.

    Numbers or arrays that fit each other; ``z`` is half the width in standard errors.
    """
    shrink = 1 + z**2 / cases
    centre = (share + z**2 / (2 * cases)) / shrink
    spread = share * (1 - share) / cases + (z / (2 * cases)) ** 2
    half = z * np.sqrt(np.maximum(spread, 0.0)) / shrink
    return np.maximum(0.0, centre - half), np.minimum(1.0, centre + half)


def normal_quantile(level: float = LEVEL) -> float:
    """Half the width of the normal interval in standard errors."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def student_quantile(freedom: int, level: float = LEVEL) -> float:
    """Half the width of Student's interval in standard errors, to 0.5 % and better.

    Closed forms for one and two degrees of freedom, else the expansion of Abramowitz and Stegun
    26.7.5. Not from scipy, whose import takes longer than a thousand games, but for the far ends
    that families of intervals need.
    """
    probability = 0.5 + level / 2
    if level > _FAR:
        from scipy.special import stdtrit

        return float(stdtrit(freedom, probability))
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        return (2 * probability - 1) / math.sqrt(2 * probability * (1 - probability))
    z = normal_quantile(level)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))
