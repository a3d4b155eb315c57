"""On what effects depend: their variance over boards, players and agents, by its origin.

A surface is fitted to the effects on the boards of a study: for each number of players and agent
one of its own, in Legendre polynomials of the numbers of the board. Sobol's indices of that
surface (Sobol 2001; Saltelli et al. 2010, as scipy computes them) tell what share of the variance
goes back to each input: ``first``, what it does by itself, and ``total``, together with all its
interactions. Inputs are the numbers, evenly spread, and the number of players and the agent, each
of those that were tried equally often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pixies_experiments.intervals import LEVEL

PLAYERS, AGENT = "players", "agent"
"""Inputs that are no numbers of the board."""
KINDS = ("first", "total")
_SAMPLES = 2**10
_RESAMPLES = 100
_BOARDS_PER_CURVE = 8
"""So many boards for each number make it possible to tell a bend from the noise."""
_SEED = 20_010_215


def fewest_boards(numbers: int) -> int:
    """So many boards are needed to tell the effects of so many numbers."""
    return 2 * numbers + 2


@dataclass(frozen=True)
class Effects:
    """Effects on boards, each with each number of players and agent."""

    values: np.ndarray
    """float64 ``(boards, players, agents, levels)``; NaN where there is no estimate."""
    points: np.ndarray
    """float64 ``(boards, numbers)``: where each board is, from 0 to 1."""

    def of(self, boards: np.ndarray) -> Effects:
        """Those on some of the boards, by their places."""
        return Effects(self.values[boards], self.points[boards])


@dataclass(frozen=True)
class Shares:
    """Shares of the variance with 95 % intervals from boards that are drawn anew."""

    value: np.ndarray
    """float64 ``(2, levels, inputs)``, in the order of :data:`KINDS`."""
    low: np.ndarray
    high: np.ndarray
    explained: np.ndarray
    """float64 ``(levels,)``: of what was seen, the part that the surface tells; the rest is noise
    of the games, or bends that it does not have. Adjusted for its number of terms."""


def inputs_of(numbers: Sequence[str], players: int, agents: int) -> list[str]:
    """Names of the inputs, in the order of :class:`Shares`."""
    several = [name for name, count in ((PLAYERS, players), (AGENT, agents)) if count > 1]
    return [*numbers, *several]


def shares_of_variance(effects: Effects) -> Shares:
    """Where the variance of each level's effect comes from.

    ValueError if there are fewer boards than :func:`fewest_boards`.
    """
    boards, numbers = effects.points.shape
    if boards < fewest_boards(numbers):
        raise ValueError(
            f"{boards} boards are too few for {numbers} numbers: {fewest_boards(numbers)} are "
            "needed"
        )
    draw = np.random.default_rng(_SEED)
    value = _indices(effects)
    drawn: np.ndarray = draw.integers(boards, size=(_RESAMPLES, boards))
    again = np.array([_indices(effects.of(some)) for some in drawn])
    tail = 50 * (1 - LEVEL)
    low, high = np.percentile(again, (tail, 100 - tail), axis=0)
    return Shares(value, low, high, _explained(effects))


def _terms(points: np.ndarray, curved: bool) -> np.ndarray:
    """A constant, then Legendre polynomials of each number, orthonormal over 0 to 1."""
    line = math.sqrt(3) * (2 * points - 1)
    bend = math.sqrt(5) * (6 * points**2 - 6 * points + 1)
    parts = [np.ones((len(points), 1)), line, *([bend] if curved else [])]
    return np.hstack(parts)


def _is_curved(points: np.ndarray) -> bool:
    return bool(len(points) >= _BOARDS_PER_CURVE * points.shape[1])


def _fitted(effects: Effects) -> np.ndarray:
    """Coefficients ``(terms, players, agents, levels)`` by least squares; NaN where one is NaN."""
    terms = _terms(effects.points, _is_curved(effects.points))
    flat = effects.values.reshape(len(terms), -1)
    found, *_ = np.linalg.lstsq(terms, np.nan_to_num(flat), rcond=None)
    found[:, np.isnan(flat).any(axis=0)] = math.nan
    shaped: np.ndarray = found.reshape(terms.shape[1], *effects.values.shape[1:])
    return shaped


def _indices(effects: Effects) -> np.ndarray:
    """First-order and total indices ``(2, levels, inputs)`` of the surface."""
    # Half a second to import, and few studies come here.
    from scipy.stats import randint, sobol_indices, uniform

    coefficients = _fitted(effects)
    numbers, curved = effects.points.shape[1], _is_curved(effects.points)
    _, players, agents, levels = effects.values.shape

    def surface(given: np.ndarray) -> np.ndarray:
        rows = list(given[numbers:].astype(np.int64))
        size = given.shape[1:]
        player = rows.pop(0) if players > 1 else np.zeros(size, np.int64)
        agent = rows.pop(0) if agents > 1 else np.zeros(size, np.int64)
        flat = given[:numbers].reshape(numbers, -1).T
        own = coefficients[:, player.ravel(), agent.ravel()]
        told: np.ndarray = np.einsum("nt,tnl->ln", _terms(flat, curved), own)
        return told.reshape(levels, *size)

    spread = [uniform()] * numbers
    spread += [randint(0, count) for count in (players, agents) if count > 1]
    with np.errstate(invalid="ignore", divide="ignore"):
        found = sobol_indices(
            func=surface, n=_SAMPLES, dists=spread, rng=np.random.default_rng(_SEED)
        )
    shares = np.array([found.first_order, found.total_order])
    # A missing estimate is no effect of 0, as which its indices are told.
    shares[:, np.isnan(effects.values).any(axis=(0, 1, 2))] = math.nan
    return shares


def _explained(effects: Effects) -> np.ndarray:
    """Adjusted share of the variance over all boards and cases that the surface tells."""
    terms = _terms(effects.points, _is_curved(effects.points))
    told = np.einsum("bt,t...->b...", terms, _fitted(effects))
    boards, players, agents, _ = effects.values.shape
    cases = boards * players * agents
    left = ((effects.values - told) ** 2).sum(axis=(0, 1, 2))
    all_of_it = ((effects.values - effects.values.mean(axis=(0, 1, 2))) ** 2).sum(axis=(0, 1, 2))
    freedom = cases - terms.shape[1] * players * agents
    with np.errstate(invalid="ignore", divide="ignore"):
        share = 1 - (left / freedom) / (all_of_it / (cases - 1))
    bounded: np.ndarray = np.clip(share, 0.0, 1.0)
    return bounded
