"""The table of payoffs of a tournament: some copies of an agent against copies of another.

``payoffs`` has for each number of copies what one seat of an agent wins among so many copies of
it, all other seats being another agent: at most an equal part of what they win together, of which
the interval is that of a share. ``advantages`` has how much more a seat of the one wins
than one of the other, the mean over all numbers of copies: an antisymmetric matrix, from which
``meta_game`` is made, see :mod:`meta_game <pixies_experiments.studies.meta_game>`. ``cross_play``
has what agents lose when they play among others instead of among copies of themselves.

The unit is the deal, in which all pairs play. Shares and advantages have intervals by themselves
and those of all together (Bonferroni 1936). The masses of ``meta_game`` are no smooth function of
the shares: theirs are the ends of the middle 95 % over resamples of the deals (Efron 1979).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pyarrow as arrow

from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.estimates import Clustered, per_deal
from pixies_experiments.studies.meta_game import alpha_rank, nash_average
from pixies_experiments.studies.standings import rows_of
from pixies_experiments.studies.tournament_tables import Played, Rows, both_intervals

RESAMPLES = 200
_MIDDLE = (2.5, 97.5)
_RESAMPLED = 26
"""Tells the draws of resamples apart from other draws of a seed."""


class Payoffs:
    """Wins of each pair of agents at one number of players, by deal and number of copies.

    Args:
        agents: specifications, in their order.
        players: of each game.
        tables: rows of games in which two agents sit, whole deals in each.
    """

    def __init__(self, agents: Sequence[str], players: int, tables: Iterable[arrow.Table]) -> None:
        self.agents, self.players = list(agents), players
        self.pairs = list(combinations(range(len(agents)), 2))
        """Places of two agents, the first being the one whose wins are kept."""
        none = np.zeros((0, len(self.pairs), players - 1))
        parts = [(none, none), *(self._of(table) for table in tables)]
        wins, games = (np.concatenate(part) for part in zip(*parts, strict=True))
        self.wins = wins
        """float64 ``(deals, pairs, players - 1)``: of all copies, of which there are 1, 2 ..."""
        self.games = games

    def _of(self, table: arrow.Table) -> tuple[np.ndarray, np.ndarray]:
        rows, players, count = rows_of(table, self.agents), self.players, len(self.agents)
        seated = rows.agents.reshape(-1, players)
        first, second = seated.min(axis=1), seated.max(axis=1)
        of_first = seated == first[:, None]
        place = np.full((count, count), -1)
        place[tuple(np.transpose(self.pairs))] = np.arange(len(self.pairs))
        cells = place[first, second] * (players - 1) + of_first.sum(axis=1) - 1
        won = (table["win"].to_numpy().reshape(-1, players) * of_first).sum(axis=1)
        shape = rows.count, len(self.pairs) * (players - 1)
        deals = rows.deals[::players]
        found = [per_deal(deals, cells, each, shape) for each in (won, np.ones(len(won)))]
        wins, games = (each.reshape(rows.count, len(self.pairs), players - 1) for each in found)
        return wins, games

    def shares(self) -> dict[tuple[int, int], Clustered]:
        """What all copies of an agent win against another one, ``(players - 1,)`` by their number.

        What a seat of them wins is :func:`of_a_seat`.
        """
        found = {}
        for pair, (one, other) in enumerate(self.pairs):
            wins, games = self.wins[:, pair], self.games[:, pair]
            for key, totals, counts in (
                ((one, other), wins, games),
                ((other, one), (games - wins)[:, ::-1], games[:, ::-1]),
            ):
                found[key] = Clustered((self.players - 1,))
                found[key].add(totals, counts)
        return found

    def advantages(self) -> dict[tuple[int, int], Clustered]:
        """How much more a seat of one agent wins than one of another, over all numbers of copies.

        Each deal counts once: the mean plus what the deal adds to its error (Cochran 1977).
        """
        share, added = self._shares_of_first()
        matrix = self._matrix(share)
        deviations = (added * self._slopes()).sum(axis=2)
        found = {}
        for pair, (one, other) in enumerate(self.pairs):
            for key, sign in (((one, other), 1.0), ((other, one), -1.0)):
                found[key] = _by_deal(matrix[key] + sign * deviations[:, pair])
        return found

    def cross_play_loss(self) -> Clustered:
        """The part of its wins that a seat loses where another agent has all other seats.

        The average proportional loss of joint-policy correlation (Lanctot et al. 2017, "A unified
        game-theoretic approach to multiagent reinforcement learning"): the mean of all ordered
        pairs of agents is held against the fair share, which is what a seat wins among copies of
        itself. It is 0 with two players, where what one of a pair loses the other wins.
        """
        share, added = self._shares_of_first()
        # All other seats are the second of the pair, or all but one are the first.
        alone = (share[:, 0] + 1.0 - share[:, -1]).mean() / 2
        deviations = (added[:, :, 0] - added[:, :, -1]).mean(axis=1) / 2
        return _by_deal(1.0 - self.players * (alone + deviations))

    def _shares_of_first(self) -> tuple[np.ndarray, np.ndarray]:
        """What the first of each pair wins, by its copies, and what each deal adds to its error."""
        total = self.games.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = self.wins.sum(axis=0) / total
            return share, (self.wins - share * self.games) * (len(self.games) / total)

    def matrix(self) -> np.ndarray:
        """The advantages, float64 ``(agents, agents)``; NaN of a pair without games."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return self._matrix(self.wins.sum(axis=0) / self.games.sum(axis=0))

    def resampled(self, seed: int) -> list[np.ndarray]:
        """The same from as many deals drawn with replacement, :data:`RESAMPLES` times."""
        deals = len(self.games)
        draw = np.random.default_rng([seed, _RESAMPLED, self.players])
        times = draw.multinomial(deals, np.full(deals, 1 / deals), RESAMPLES).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            shares = np.tensordot(times, self.wins, 1) / np.tensordot(times, self.games, 1)
        return [self._matrix(share) for share in shares]

    def _slopes(self) -> np.ndarray:
        """What a win of the first of a pair adds to its advantage, by its copies."""
        copies = np.arange(1, self.players)
        slopes: np.ndarray = (1 / copies + 1 / copies[::-1]) / (self.players - 1)
        return slopes

    def _matrix(self, share: np.ndarray) -> np.ndarray:
        """Of the wins of the first of each pair, float64 ``(pairs, players - 1)``."""
        others = 1 / np.arange(1, self.players)[::-1]
        advantages = (share * self._slopes()).sum(axis=1) - others.mean()
        matrix = np.zeros((len(self.agents), len(self.agents)))
        for value, (one, other) in zip(advantages, self.pairs, strict=True):
            matrix[one, other], matrix[other, one] = value, -value
        return matrix


def of_a_seat(shares: Clustered, copies: int, *, level: float) -> Estimate:
    """What one of so many copies wins, of what they win together."""
    found = shares.share(copies - 1, level=level)
    value, low, high = (each / copies for each in (found.value, found.low, found.high))
    return Estimate(value, low, high, found.games * copies, found.deals)


def _by_deal(values: np.ndarray) -> Clustered:
    found = Clustered(())
    found.add(values, np.ones(len(values)))
    return found


def payoff_tables(
    agents: Sequence[str], played: Sequence[Played], seed: int
) -> dict[str, arrow.Table]:
    """Tables ``payoffs``, ``advantages``, ``cross_play`` and ``meta_game``.

    Each has a column ``players``. The last two leave out a number of players at which a pair has no
    games, ``cross_play`` also two players, with whom there is nothing to lose.
    """
    numbers = [
        (each, payoffs)
        for each in played
        if len((payoffs := Payoffs(agents, each.players, each.tables())).games)
    ]
    pairs = len(agents) * (len(agents) - 1) // 2
    families = {
        # What one side wins follows from what the other does.
        "payoffs": sum(pairs * (each.players - 1) for each, _ in numbers),
        "advantages": pairs * len(numbers),
        "cross_play": sum(each.players > 2 for each, _ in numbers),
    }
    found: dict[str, Rows] = {
        name: [] for name in ("payoffs", "advantages", "cross_play", "meta_game")
    }
    for each, payoffs in numbers:
        shares, advantages = payoffs.shares(), payoffs.advantages()
        for pair in permutations(range(len(agents)), 2):
            names = {"agent": agents[pair[0]], "other": agents[pair[1]]}
            key: dict[str, Any] = {"players": each.players, **names}
            for copies in range(1, each.players):
                at = partial(of_a_seat, shares[pair], copies)
                if shares[pair].counts[copies - 1]:
                    told = both_intervals(at, each.level, families["payoffs"])
                    found["payoffs"].append({**key, "copies": copies, **told})
            if not math.isnan(advantages[pair].values()):
                told = both_intervals(advantages[pair].mean, each.level, families["advantages"])
                met = payoffs.pairs.index((min(pair), max(pair)))
                told["games"] = int(payoffs.games[:, met].sum())
                found["advantages"].append({**key, **told})
        if np.isnan(payoffs.matrix()).any():
            continue
        if each.players > 2:
            told = both_intervals(
                payoffs.cross_play_loss().mean, each.level, families["cross_play"]
            )
            told["games"] = int(payoffs.games[:, :, [0, -1]].sum())
            found["cross_play"].append({"players": each.players, **told})
        found["meta_game"] += _meta_game(payoffs, seed)
    return {name: arrow.Table.from_pylist(rows) for name, rows in found.items() if rows}


def _meta_game(payoffs: Payoffs, seed: int) -> Rows:
    matrix = payoffs.matrix()
    resampled = payoffs.resampled(seed) if len(payoffs.games) > 1 else []
    # A pair that failed in most deals may be missing in a resample.
    resampled = [other for other in resampled if not np.isnan(other).any()]
    masses = nash_average(matrix)
    columns = {
        "nash": (masses, _ends([nash_average(other) for other in resampled], len(masses))),
        "alpha_rank": (
            alpha_rank(matrix),
            _ends([alpha_rank(other) for other in resampled], len(masses)),
        ),
    }
    # An agent without mass loses against the mixture of those that have some.
    against = matrix @ masses
    rows: Rows = []
    for place, agent in enumerate(payoffs.agents):
        row = {"players": payoffs.players, "agent": agent, "against_nash": float(against[place])}
        for name, (found, (low, high)) in columns.items():
            row[name] = float(found[place])
            row |= {f"{name}_low": float(low[place]), f"{name}_high": float(high[place])}
        rows.append(row)
    return rows


def _ends(resampled: Sequence[np.ndarray], agents: int) -> np.ndarray:
    """Of the middle of resampled masses, float64 ``(2, agents)``; NaN without resamples."""
    if not resampled:
        return np.full((2, agents), math.nan)
    ends: np.ndarray = np.percentile(resampled, _MIDDLE, axis=0)
    return ends


def mass_of(row: dict[str, Any], name: str) -> Estimate:
    """A mass of a row of ``meta_game``, ``nash`` or ``alpha_rank``, with its interval."""
    return Estimate(row[name], row[f"{name}_low"], row[f"{name}_high"], 0)
