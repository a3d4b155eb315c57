"""What each thing adds to a seat that has several, all else that the seat has as it is.

Cards that go together would otherwise take credit for each other, and of a hand of fixed size each
card pushes out another. So the effects are those of the additive model "constant + each thing that
the seat has" by least squares over all seats, and their covariance is taken from the deals, which
are independent (sandwich, Liang and Zeger 1986).

Where seats have different numbers of things, an effect is told against not having the thing.
Where all have equally many, only differences of effects are known: then it is told against the
mean of all things. One that always goes with another has no effect of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from pixies_experiments.studies.balance.cells import LEAST_SEATS, Band
from pixies_experiments.studies.balance.critical import Batches, Scores

NOT_HAVING, MEAN = "not having it", "the mean of all"
"""What an effect is told against."""
_DEALS_AT_ONCE = 4096
_NOTHING = 1e-9
"""Share of the largest eigenvalue below which one is rounding."""


class Effects(NamedTuple):
    """Effects of all levels, and what they are told against."""

    band: Band
    against: str


class Additive:
    """What seats have and what they reach, taken in deal by deal."""

    def __init__(self, levels: int) -> None:
        self.levels = levels
        self._held: list[np.ndarray] = []
        self._measures: list[Mapping[str, np.ndarray]] = []

    def add(self, held: np.ndarray, measures: Mapping[str, np.ndarray]) -> None:
        """Take in deals.

        Args:
            held: int ``(deals, seats, most)``: levels of each seat, filled up with -1.
            measures: outcomes, float64 ``(deals, seats)``; NaN where a game is missing.
        """
        self._held.append(held.astype(np.int32))
        self._measures.append(dict(measures))

    def _blocks(self, measure: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Indicators ``(deals, seats, 1 + levels)``, of the constant first, and outcomes.

        Both are 0 where a game is missing.
        """
        for held, measures in zip(self._held, self._measures, strict=True):
            for first in range(0, len(held), _DEALS_AT_ONCE):
                part = held[first : first + _DEALS_AT_ONCE]
                outcome = measures[measure][first : first + _DEALS_AT_ONCE]
                seen = np.zeros((*outcome.shape, 1 + self.levels + 1))
                # Those that fill up go behind the last level and are dropped.
                places = np.where(part < 0, self.levels + 1, 1 + part)
                np.put_along_axis(seen, places, 1.0, axis=-1)
                seen[..., 0] = 1.0
                seen[np.isnan(outcome)] = 0.0
                yield seen[..., :-1], np.nan_to_num(outcome)

    def effects(self, measure: str) -> Effects:
        """What each level adds; NaN where fewer than :data:`LEAST_SEATS` have it or lack it."""
        size = 1 + self.levels
        products, sums, deals = np.zeros((size, size)), np.zeros(size), 0
        units = np.zeros(self.levels)
        for seen, outcome in self._blocks(measure):
            units += seen[..., 1:].any(axis=1).sum(axis=0)
            flat = seen.reshape(-1, size)
            products += flat.T @ flat
            sums += flat.T @ outcome.ravel()
            deals += int(seen[..., 0].any(axis=1).sum())
        seats, count = products[0, 0], products[0, 1:]
        value, covariance = np.full(self.levels, math.nan), np.full((self.levels,) * 2, math.nan)
        used = np.flatnonzero((count > 0) & (count < seats))
        if deals < 2 or not len(used):
            return Effects(Band(value, covariance, count, deals, units), NOT_HAVING)
        mean = count[used] / seats
        centred = products[np.ix_(1 + used, 1 + used)] - seats * np.outer(mean, mean)
        inverse, free = _inverted(centred)
        whole = np.ones(len(used))
        equal = bool(np.allclose(free @ whole, whole, atol=1e-6))
        lost = np.diagonal(free) - (1 / len(used) if equal else 0.0) > 1e-6
        effect = inverse @ (sums[1 + used] - sums[0] * mean)
        constant = sums[0] / seats - mean @ effect
        spread, batches = np.zeros_like(centred), Batches(len(used))
        for seen, outcome in self._blocks(measure):
            present, indicators = seen[..., 0], seen[..., 1 + used]
            residual = present * (outcome - constant) - indicators @ effect
            scores = np.einsum("ds,dsl->dl", residual, indicators - present[..., None] * mean)
            spread += scores.T @ scores
            batches.add(scores @ inverse)
        value[used] = effect
        covariance[np.ix_(used, used)] = inverse @ spread @ inverse * deals / (deals - 1)
        little = np.minimum(count, seats - count) < LEAST_SEATS
        little[used[lost]] = True
        value[little] = math.nan
        covariance[little, :] = covariance[:, little] = math.nan
        parts = (Scores(used, batches.rows()),)
        band = Band(value, covariance, count, deals, units, parts)
        return Effects(band, MEAN if equal else NOT_HAVING)


def _inverted(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Inverse of a symmetric matrix where it has one, and the projection on where it has none."""
    values, vectors = np.linalg.eigh(matrix)
    kept = values > _NOTHING * values.max(initial=0.0)
    inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
    free = vectors[:, ~kept] @ vectors[:, ~kept].T
    return inverse, free
