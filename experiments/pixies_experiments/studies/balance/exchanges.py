"""What a seat gains by one thing instead of another when all else of the deal is the same.

Not every unit tries every level: what another seat holds cannot be had. So the levels' effects
are those of the additive model "unit + level" by least squares (an incomplete block design),
and their covariance is taken from the units, which are independent (sandwich, Liang and Zeger
1986). Effects are told against the mean over all levels.
"""

from __future__ import annotations

import math

import numpy as np

from pixies_experiments.studies.balance.cells import LEAST_SEATS, Band
from pixies_experiments.studies.balance.critical import Scores


def exchange_effects(outcomes: np.ndarray) -> Band:
    """Effects of the levels.

    Args:
        outcomes: float64 ``(units, levels)``, NaN where a unit did not try a level.
    """
    tried = ~np.isnan(outcomes)
    outcomes, tried = outcomes[tried.sum(axis=1) > 1], tried[tried.sum(axis=1) > 1]
    units, levels = outcomes.shape
    count = tried.sum(axis=0)
    value, covariance = np.full(levels, math.nan), np.full((levels, levels), math.nan)
    used = np.flatnonzero(count >= LEAST_SEATS)
    seen_in = count.astype(np.float64)
    if units < 2 or len(used) < 2:
        return Band(value, covariance, seen_in, units, seen_in)
    seen = tried[:, used].astype(np.float64)
    outcome = np.where(tried, outcomes, 0.0)[:, used]
    size = seen.sum(axis=1, keepdims=True)
    centred = (outcome - outcome.sum(axis=1, keepdims=True) / np.maximum(size, 1)) * seen
    information = np.diag(seen.sum(axis=0)) - seen.T @ (seen / np.maximum(size, 1))
    # Singular: a constant added to all levels changes nothing. The pseudo-inverse centres them.
    inverse = np.linalg.pinv(information, rcond=1e-9, hermitian=True)
    effect = inverse @ centred.sum(axis=0)
    residual = centred - seen * (effect - seen @ effect[:, None] / np.maximum(size, 1))
    scores = residual @ inverse
    value[used] = effect
    covariance[np.ix_(used, used)] = scores.T @ scores * units / (units - 1)
    return Band(value, covariance, seen_in, units, seen_in, (Scores(used, scores),))
