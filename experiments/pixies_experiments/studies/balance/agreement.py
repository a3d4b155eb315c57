"""On how many boards an advantage has the sign of its mean, at least."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from pixies_experiments.intervals import LEVEL


def same_sign(
    values: np.ndarray, errors: np.ndarray, members: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How alike boards are, where true advantages are normally spread over boards.

    The lower bound takes the lower end of the mean's size and the upper end of the spread
    (Student's and chi-squared, each with half of the error), less the noise of the games: few
    boards prove little. All members of a family together are on the right side of it with 95 %.

    Args:
        values: advantages as seen, float64 ``(boards, k)``.
        errors: their standard errors, likewise.
        members: of the family.

    Returns:
        float64 ``(k,)`` each: the spread of the true advantages over boards by moments, the share
        of boards with the sign of the mean, and its lower bound, 0 where the mean's own sign is
        not known.
    """
    from scipy.special import chdtri, stdtrit

    boards = len(values)
    half = (1 - LEVEL) / 2 / max(1, members)
    mean, noise = np.abs(values.mean(axis=0)), (errors**2).mean(axis=0)
    seen = values.var(axis=0, ddof=1)
    lowest = mean - stdtrit(boards - 1, 1 - half) * np.sqrt(seen / boards)
    widest = seen * (boards - 1) / chdtri(boards - 1, 1 - half) - noise
    spread = np.sqrt(np.maximum(0.0, seen - noise))
    share = _share(mean, spread)
    low = np.where(lowest > 0, _share(lowest, np.sqrt(np.maximum(0.0, widest))), 0.0)
    low[np.isnan(mean)] = math.nan
    return spread, share, np.minimum(low, share)


def _share(size: np.ndarray, spread: np.ndarray) -> np.ndarray:
    normal = NormalDist()
    return np.array(
        [normal.cdf(m / s) if s > 0 else 1.0 for m, s in zip(size, spread, strict=True)]
    )
