"""Ratings of agents from games of several players.

A game is the comparisons of all pairs of its seats: who is ahead has won, equal ranks are half a
win each. The strengths are those of Bradley and Terry's model, fitted by maximum likelihood with
the library choix. Ratings are spread as Elo's: 400 points more are odds of 10 to 1 to be ahead.
Their mean over the agents is 1500.

Plackett and Luce's model of whole rankings is not used: with its usual way of splitting ties, who
came third can gain more than the two who tied for first place.

The comparisons of a deal hang together, so intervals come from the spread of the deals' scores
about the fit (the sandwich estimator; Cameron and Miller 2015, "A practitioner's guide to
cluster-robust inference").
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from pixies_experiments.intervals import LEVEL, Estimate, student_quantile

MEAN = 1500.0
POINTS = 400 / math.log(10)
"""Points of one unit of the model's strength."""

PRIOR = 0.5
"""Wins of each over each other that are added, so that who never wins has a rating too."""

_SAME = 1e-9
"""Wins of a deal that differ by less are equal."""

Wins = Callable[[], Iterable[np.ndarray]]
"""Arrays ``(deals, agents, agents)``: how often the first was ahead of the second; ties half."""


def wins_of_games(
    deals: np.ndarray, agents: np.ndarray, ranks: np.ndarray, shape: tuple[int, int]
) -> np.ndarray:
    """Wins of every agent over every other one by deal.

    Args:
        deals: int ``(games,)``, counted from 0.
        agents: int ``(games, seats)``, counted from 0.
        ranks: ``(games, seats)``, 1 the best.
        shape: numbers of deals and agents.

    Returns:
        float64 ``(deals, agents, agents)``; an agent's games against itself are left out.
    """
    number, count = shape
    wins = np.zeros(number * count * count)
    for one in range(agents.shape[1]):
        for other in range(agents.shape[1]):
            if one != other:
                ahead = (ranks[:, one] < ranks[:, other]) + 0.5 * (ranks[:, one] == ranks[:, other])
                ahead = np.where(agents[:, one] == agents[:, other], 0.0, ahead)
                places = (deals * count + agents[:, one]) * count + agents[:, other]
                wins += np.bincount(places, weights=ahead, minlength=len(wins))
    return wins.reshape(number, count, count)


@dataclass(frozen=True)
class Ratings:
    """Ratings of all agents in their order."""

    ratings: np.ndarray
    """float64 ``(agents,)``."""
    errors: np.ndarray
    """float64 ``(agents,)``: standard errors, of the distance to the mean of all.

    NaN for an agent that was always ahead, always behind or always level, each time that it met
    another: how far it is from them is not known then but for :data:`PRIOR`.
    """
    deals: int
    games: np.ndarray
    """Comparisons of each agent."""

    def estimate(self, agent: int, level: float = LEVEL) -> Estimate:
        """One rating with its interval."""
        value, compared = float(self.ratings[agent]), int(self.games[agent])
        if self.deals < 2:
            return Estimate(value, math.nan, math.nan, compared, self.deals)
        half = student_quantile(self.deals - 1, level) * float(self.errors[agent])
        return Estimate(value, value - half, value + half, compared, self.deals)


def chance_ahead(ratings: Ratings, one: int, other: int) -> float:
    """How often the ratings foretell one agent ahead of another, ties half."""
    gap = float(ratings.ratings[one] - ratings.ratings[other])
    return 1 / (1 + math.exp(-gap / POINTS))


def fit_ratings(wins: Wins, agents: int) -> Ratings:
    """Ratings from the wins of all deals, which are gone through twice."""
    import choix

    total, deals = np.zeros((agents, agents)), 0
    for part in wins():
        total += part.sum(axis=0)
        deals += len(part)
    fitted = total + PRIOR * (1 - np.eye(agents))
    strengths = choix.ilsr_pairwise_dense(fitted, max_iter=1000)
    strengths = strengths - strengths.mean()
    odds = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    played = fitted + fitted.T
    weights = played * odds * odds.T
    information = np.diag(weights.sum(axis=1)) - weights
    spread = np.zeros((agents, agents))
    # Who met whom with different ends: a share of wins that is not the same in all deals.
    met = total + total.T
    share = total / np.maximum(met, 1.0)
    mixed = np.zeros((agents, agents), np.bool_)
    for part in wins():
        mixed |= np.abs(part - (part + part.transpose(0, 2, 1)) * share).max(axis=0) > _SAME
        scores = (part - (part + part.transpose(0, 2, 1)) * odds).sum(axis=2)
        spread += scores.T @ scores
    # The strengths sum to zero, so the information has no inverse but in that subspace.
    inverse = np.linalg.pinv(information, rcond=1e-12, hermitian=True)
    covariance = inverse @ spread @ inverse * deals / max(1, deals - 1)
    errors = POINTS * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    errors[~mixed.any(axis=1)] = math.nan
    return Ratings(
        MEAN + POINTS * strengths,
        errors,
        deals,
        np.rint((total + total.T).sum(axis=1)),
    )
