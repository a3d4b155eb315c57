"""What a matrix of agents against agents says of each of them, where strength is no ladder.

A matrix holds how far the agent of the row is ahead of that of the column, so it is antisymmetric:
the payoffs of a symmetric zero-sum game in which one chooses an agent.

* Nash averaging (Balduzzi, Tuyls, Perolat and Graepel 2018, "Re-evaluating evaluation"): the
  equilibrium of that game with the most entropy. Copies of an agent share its mass and change
  nothing else; an agent that a mixture of the others is ahead of has none.
* Alpha-rank (Omidshafiei et al. 2019, "alpha-Rank: multi-agent evaluation by evolution"), by the
  library OpenSpiel: how long a population stays with each agent when mutants that do better
  against it take over. Agents that beat each other in a circle share the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
from scipy.optimize import linprog, minimize

_TOLERANCE = 1e-9
"""Masses and payoffs that are nearer to 0 are 0."""
SELECTION, POPULATION = 100.0, 50
"""Of alpha-rank: how strictly the better ones are preferred, and how many there are."""


def nash_average(advantages: np.ndarray) -> np.ndarray:
    """Mass of each agent in the equilibrium of most entropy.

    Args:
        advantages: float64 ``(agents, agents)``, antisymmetric.

    Returns:
        float64 ``(agents,)``, of sum 1.
    """
    agents = len(advantages)
    ahead = (advantages > _TOLERANCE).sum(axis=1)
    # Tables are resampled often, and most have a best one, for which no program must be solved.
    best: np.ndarray = np.eye(agents)[ahead.argmax()]
    found = best if ahead.max() == agents - 1 else _equilibrium(advantages, np.zeros(agents))
    if _is_unique(advantages, found):
        return found
    corners = np.array([_equilibrium(advantages, -row) for row in np.eye(agents)])
    within: np.ndarray = corners.mean(axis=0)
    if np.ptp(corners, axis=0).max() < _TOLERANCE:
        return within
    # Who has mass in any equilibrium has some in that of most entropy.
    held = within > _TOLERANCE
    result = minimize(
        lambda masses: float(np.sum(masses * np.log(masses))),
        within[held],
        jac=lambda masses: 1.0 + np.log(masses),
        bounds=[(_TOLERANCE, 1.0)] * int(held.sum()),
        constraints=[
            {
                "type": "eq",
                "fun": lambda masses: masses.sum() - 1.0,
                "jac": lambda masses: np.ones_like(masses),
            },
            {
                "type": "ineq",
                "fun": lambda masses: -advantages[:, held] @ masses,
                "jac": lambda masses: -advantages[:, held],
            },
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    masses = np.zeros(agents)
    masses[held] = result.x
    spread: np.ndarray = masses / masses.sum()
    return spread


def _equilibrium(advantages: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Of those mixtures that nobody is ahead of, one that costs least."""
    agents = len(advantages)
    result = linprog(
        costs, A_ub=advantages, b_ub=np.zeros(agents), A_eq=np.ones((1, agents)), b_eq=[1.0]
    )
    # There is one whatever the payoffs (von Neumann 1928), so that this is about rounding.
    if not result.success:
        raise ArithmeticError(f"no equilibrium was found: {result.message}")
    masses = np.where(result.x > _TOLERANCE, result.x, 0.0)
    found: np.ndarray = masses / masses.sum()
    return found


def _is_unique(advantages: np.ndarray, masses: np.ndarray) -> bool:
    """Whether an equilibrium is certainly the only one.

    It is if all agents without mass lose against it, and those with mass are level with each other
    in one mixture only.
    """
    held = masses > 0
    if not (advantages[~held] @ masses < -_TOLERANCE).all():
        return False
    rank = np.linalg.matrix_rank(advantages[np.ix_(held, held)], tol=_TOLERANCE)
    return bool(rank == held.sum() - 1)


def alpha_rank(advantages: np.ndarray) -> np.ndarray:
    """Share of the time that a population stays with each agent.

    Args:
        advantages: float64 ``(agents, agents)``, antisymmetric.

    Returns:
        float64 ``(agents,)``, of sum 1.

    ImportError without the extra ``openspiel``.
    """
    compute = library_of_alpha_rank().compute
    # A mutant far behind has chances too small for a number: 0.
    with np.errstate(over="ignore"):
        _, _, masses, *_ = compute([advantages], m=POPULATION, alpha=SELECTION)
    found: np.ndarray = np.maximum(masses, 0.0) / np.maximum(masses, 0.0).sum()
    return found


def library_of_alpha_rank() -> Any:
    """The module of OpenSpiel; ImportError without the extra ``openspiel``."""
    from open_spiel.python.egt import alpharank

    return alpharank


def rings(beats: set[tuple[str, str]], agents: Sequence[str]) -> list[tuple[str, str, str]]:
    """Three agents each of which beats the next, and the last the first; each ring once."""
    return [
        (one, two, three)
        for one, two, three in permutations(agents, 3)
        if {(one, two), (two, three), (three, one)} <= beats
        and agents.index(one) < min(agents.index(two), agents.index(three))
    ]
