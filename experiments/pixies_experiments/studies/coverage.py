"""Do the intervals of studies hold as often as they say? Studies of games whose truth is known.

No game is played: a deal draws strengths of line-ups from a distribution, who is strongest wins.
What is done with the rows is what studies do, from the sums over deals to both kinds of intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as arrow

from pixies_experiments.intervals import LEVEL
from pixies_experiments.simulation import split_wins
from pixies_experiments.studies.balance.cells import Band, Cells
from pixies_experiments.studies.balance.exchanges import exchange_effects
from pixies_experiments.studies.tournament_tables import Played, tables_of

DEALT, EXCHANGED, TOURNAMENT = "dealt", "exchanged", "tournament"
DESIGNS = (DEALT, EXCHANGED, TOURNAMENT)
LEVELS = 10
"""Of the factor."""
AGENTS = 2
"""Agents of the study, each of which has tables of its own; of tournaments twice as many."""
_TRUTH_DEALS = 200_000
_WORTH = np.linspace(-0.4, 0.4, LEVELS)
_SHARED = 0.5
"""Weight of the luck that all tables of a deal share."""


@dataclass(frozen=True)
class Trial:
    """Studies of one size.

    ``measure`` is ``win``, ties split, or ``score``, which is skewed to the left.
    """

    design: str
    measure: str
    players: int
    deals: int

    def studies(self, count: int, seed: int) -> Iterator[tuple[np.ndarray, ...]]:
        """For each study of so many: truth, low, high, joint low, joint high of its estimates."""
        draw = np.random.default_rng([seed, self.players, self.deals, DESIGNS.index(self.design)])
        make = {DEALT: self._dealt, EXCHANGED: self._exchanged, TOURNAMENT: self._tournament}
        truth = self._truth()
        for _ in range(count):
            yield make[self.design](draw, truth)

    def _truth(self) -> np.ndarray:
        """Advantage of each level, or share of wins of each agent."""
        draw = np.random.default_rng(0)
        if self.design == TOURNAMENT:
            agents, _, outcome = self._line_ups(draw, _TRUTH_DEALS)
            count = 2 * AGENTS
            return np.array([outcome[agents == agent].mean() for agent in range(count)])
        if self.design == EXCHANGED:
            centred: np.ndarray = _WORTH - _WORTH.mean()
            return centred
        luck = draw.standard_normal((_TRUTH_DEALS, self.players))
        held, outcome = self._table(draw, _TRUTH_DEALS, luck)
        means = np.array([outcome[held == level].mean() for level in range(LEVELS)])
        return np.array(means - outcome.mean())

    def _outcome(self, strength: np.ndarray) -> np.ndarray:
        if self.measure == "win":
            ranks = 1 + (strength[:, :, None] < strength[:, None, :]).sum(axis=2)
            return split_wins(ranks)
        score: np.ndarray = -np.exp(-0.5 * strength)
        return score

    def _table(
        self, draw: np.random.Generator, deals: int, luck: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Levels and outcomes ``(deals, players)`` at a table."""
        order = draw.permuted(np.tile(np.arange(LEVELS), (deals, 1)), axis=1)
        held = order[:, : self.players]
        noise = draw.standard_normal(held.shape)
        return held, self._outcome(_WORTH[held] + _SHARED * luck + noise)

    def _dealt(self, draw: np.random.Generator, truth: np.ndarray) -> tuple[np.ndarray, ...]:
        luck = draw.standard_normal((self.deals, self.players))
        tables = [self._table(draw, self.deals, luck) for _ in range(AGENTS)]
        cells = Cells(AGENTS * LEVELS, np.repeat(np.arange(AGENTS), LEVELS))
        cells.add(
            np.hstack([held + table * LEVELS for table, (held, _) in enumerate(tables)]),
            np.hstack([outcome for _, outcome in tables]),
        )
        return _of_band(np.tile(truth, AGENTS), cells.advantages())

    def _exchanged(self, draw: np.random.Generator, truth: np.ndarray) -> tuple[np.ndarray, ...]:
        units = self.deals
        luck = draw.standard_normal((units, 1))
        skew = draw.gamma(2.0, size=(units, LEVELS)) / np.sqrt(2.0)
        outcomes = _WORTH + luck + skew
        order = draw.permuted(np.tile(np.arange(LEVELS), (units, 1)), axis=1)
        np.put_along_axis(outcomes, order[:, : self.players - 1], np.nan, axis=1)
        return _of_band(truth, exchange_effects(outcomes))

    def _line_ups(
        self, draw: np.random.Generator, deals: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Agents, seats and shares of wins ``(games, players)``, all rotations of two line-ups.

        Agents are drawn for each deal, as often as a table has seats.
        """
        count = 2 * AGENTS
        order = draw.permuted(np.tile(np.arange(count), (deals, 2)), axis=1)
        chosen = order[:, np.arange(self.players) % order.shape[1]]
        luck = draw.standard_normal((deals, self.players))
        found = []
        for turn in range(self.players):
            seated = np.roll(chosen, turn, axis=1)
            strength = np.linspace(-0.6, 0.6, count)[seated] + luck
            noise = draw.standard_normal(seated.shape)
            found.append((seated, self._outcome(strength + noise)))
        agents = np.stack([seated for seated, _ in found], axis=1)
        outcome = np.stack([wins for _, wins in found], axis=1)
        seats = np.broadcast_to(np.arange(self.players), agents.shape)
        return agents, seats, outcome

    def _tournament(self, draw: np.random.Generator, truth: np.ndarray) -> tuple[np.ndarray, ...]:
        agents, seats, outcome = self._line_ups(draw, self.deals)
        names = [f"agent {agent}" for agent in range(2 * AGENTS)]
        rows = agents.size
        ranks = 1 + (outcome[..., :, None] < outcome[..., None, :]).sum(axis=-1)
        table = arrow.table(
            {
                "players": np.full(rows, self.players),
                "deal": np.repeat(np.arange(self.deals), self.players**2),
                "line_up": np.tile(np.repeat(np.arange(self.players), self.players), self.deals),
                "seat": seats.ravel(),
                "agent": np.array(names)[agents.ravel()],
                "decisions": np.ones(rows, np.int64),
                "win": outcome.ravel(),
                "rank": ranks.ravel(),
            }
        )
        played = Played(self.players, LEVEL, self.deals, lambda: [table])
        found = tables_of(names, [played])["agents"].to_pylist()
        own = [row for row in found if row["measure"] == "win"]
        ends = ("low", "high", "joint_low", "joint_high")
        return truth, *(np.array([row[end] for row in own]) for end in ends)


def _of_band(truth: np.ndarray, band: Band) -> tuple[np.ndarray, ...]:
    kept = np.isfinite(band.value)
    half, joint = band.half, band.joint_half
    ends = (band.value - half, band.value + half, band.value - joint, band.value + joint)
    return truth[kept], *(end[kept] for end in ends)


@dataclass(frozen=True)
class Held:
    """How often intervals held."""

    trial: Trial
    studies: int
    estimates: float
    """Estimates of a study, on average."""
    single: float
    """Share of the single intervals that held the truth."""
    joint: float
    """Share of the studies in which all simultaneous ones did."""


def held(trial: Trial, studies: int, seed: int) -> Held | None:
    """How often the intervals of studies hold; None if they are too small for an estimate."""
    single, joint = [], []
    for truth, low, high, joint_low, joint_high in trial.studies(studies, seed):
        if len(truth):
            single.append((low <= truth) & (truth <= high))
            joint.append(bool(((joint_low <= truth) & (truth <= joint_high)).all()))
    if len(joint) < studies / 2:
        return None
    count = sum(len(each) for each in single)
    return Held(
        trial,
        len(joint),
        count / len(joint),
        float(np.concatenate(single).mean()),
        float(np.mean(joint)),
    )


def trials(players: tuple[int, ...], deals: tuple[int, ...]) -> list[Trial]:
    """All designs and measures by size."""
    kinds = [(DEALT, "win"), (DEALT, "score"), (EXCHANGED, "score"), (TOURNAMENT, "win")]
    return [
        Trial(design, measure, number, size)
        for design, measure in kinds
        for number in players
        for size in deals
    ]
