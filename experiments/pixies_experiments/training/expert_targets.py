"""What a policy should become, from what a search found each decision to be worth."""

from __future__ import annotations

import numpy as np


def improved_policies(
    logits: np.ndarray, masks: np.ndarray, values: np.ndarray, weight: float
) -> np.ndarray:
    """The softmax of logits plus ``weight`` times values (Danihelka et al. 2022, section 4).

    It is worth no less than the policy of the logits where the values are right, keeps to that
    policy where all values are equal, and learns from every value, not only from the best. What was
    not tried counts as what the policy expects of the decisions that were.

    Args:
        logits: of the policy that was searched, ``(n, actions)``.
        masks: what is legal, bool ``(n, actions)``; at least one in each row.
        values: mean utility of each decision for its player, ``(n, actions)``; NaN if not tried.
        weight: of the values, per unit of utility.

    Returns:
        float64 ``(n, actions)``: each row sums to 1, what is not legal is 0.
    """
    tried = masks & ~np.isnan(values)
    known = np.where(tried, values, 0.0)
    among = _softmax(logits, np.where(tried.any(axis=1, keepdims=True), tried, masks))
    expected = (among * known).sum(axis=1, keepdims=True)
    return _softmax(logits + weight * np.where(tried, known, expected), masks)


def _softmax(logits: np.ndarray, among: np.ndarray) -> np.ndarray:
    """Of the entries that count; the others are 0."""
    counted = np.where(among, logits.astype(np.float64), -np.inf)
    powers = np.exp(counted - counted.max(axis=1, keepdims=True))
    found: np.ndarray = powers / powers.sum(axis=1, keepdims=True)
    return found
