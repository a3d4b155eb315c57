"""The boards of a study over many boards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

BASE, ONE, ALL = "given", "one", "all"
"""Kinds of boards: the given one, one number otherwise, all of them."""


class Variation(NamedTuple):
    """A board of the study."""

    name: str
    kind: str
    point: dict[str, float]
    first_deal: int


def points_over(unknowns: int, boards: int, seed: int) -> list[list[float]]:
    """Points of so many boards, each a number from 0 to 1 for every unknown.

    They are spread over everything plausible by a scrambled Sobol sequence; more points of a seed
    begin with the same ones.
    """
    if not boards:
        return []
    # Half a second to import, and only those who begin such a study need it.
    from scipy.stats import qmc

    sequence = qmc.Sobol(unknowns, rng=np.random.default_rng(seed))
    # A whole power of two: part of it would be said to be unbalanced.
    points = sequence.random_base2(max(1, (boards - 1).bit_length()))
    return [[round(float(value), 6) for value in point] for point in points[:boards]]
