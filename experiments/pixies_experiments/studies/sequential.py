"""Stopping early at preset looks, with intervals that stay valid.

Intervals are those of Jennison and Turnbull (1989), "Interim analyses: the repeated confidence
interval approach", J. R. Statist. Soc. B 51: at every look the interval of a fixed sample with a
larger critical value, the constant one of Pocock (1977). Together they cover at all looks with the
nominal probability, so whichever look a study stops at, and for whatever reason, its interval
does. The critical value comes from the recursive integration of Armitage, McPherson and Rowe
(1969), "Repeated significance tests on accumulating data", J. R. Statist. Soc. A 132.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from pixies_experiments.intervals import LEVEL, normal_quantile

FIRST_LOOK = 100
"""Deals before the first look, at least."""
_STEP = 0.02
_BISECTIONS = 30


def looks_at(deals: int) -> list[int]:
    """Numbers of deals at which a study of so many at most is looked at: each twice the last."""
    looks = [deals]
    while looks[0] // 2 >= FIRST_LOOK:
        looks.insert(0, -(-looks[0] // 2))
    return looks


def repeated_level(looks: Sequence[int], level: float = LEVEL) -> float:
    """Level of the interval at each look so that all together hold with probability ``level``."""
    critical = _critical_value(tuple(look / looks[-1] for look in looks), level)
    return 2 * NormalDist().cdf(critical) - 1


@functools.lru_cache(maxsize=64)
def _critical_value(shares: tuple[float, ...], level: float) -> float:
    """Least c such that all |Z| stay below c with probability ``level``."""
    if len(shares) == 1:
        return normal_quantile(level)
    low, high = 1.0, 6.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if _stays_inside(shares, middle) < level:
            low = middle
        else:
            high = middle
    return high


def _stays_inside(shares: tuple[float, ...], critical: float) -> float:
    """Probability that a Brownian motion, looked at at ``shares``, has |W(t)| < c sqrt(t) there."""
    before, weights = np.zeros(1), np.ones(1)
    time = 0.0
    for share in shares:
        edge = critical * share**0.5
        points = np.linspace(-edge, edge, 2 * int(edge / _STEP / share**0.5) + 1)
        # Simpson's rule over the region from which sampling goes on.
        simpson = np.ones(len(points))
        simpson[1:-1:2], simpson[2:-1:2] = 4, 2
        simpson *= (points[1] - points[0]) / 3
        spread = (share - time) ** 0.5
        steps = (points[:, None] - before[None, :]) / spread
        density = (np.exp(-(steps**2) / 2) / (spread * (2 * np.pi) ** 0.5)) @ weights
        before, weights, time = points, density * simpson, share
    return float(weights.sum())
