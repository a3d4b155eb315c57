"""What the games of a study say about its agents, for one number of players."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as arrow
import pyarrow.compute as compute

from pixies_experiments.intervals import LEVEL, Estimate
from pixies_experiments.simulation import FIRST, SHARES
from pixies_experiments.studies.estimates import Clustered, Paired, per_deal
from pixies_experiments.studies.ratings import Ratings, fit_ratings, wins_of_games

KEYS = ("players", "deal", "line_up", "seat", "agent", "reason", "decisions")
"""Columns that are no measures of a seat."""

COMPARED = ("win", "score", "rank")
"""Measures in which agents are compared by the deals that they share."""

Tables = Callable[[], Iterable[arrow.Table]]
"""Rows of :func:`~pixies_experiments.studies.play.play_deals`, whole deals in each table."""


@dataclass(frozen=True)
class Rows:
    """The rows of a table as arrays."""

    deals: np.ndarray
    """int64 ``(rows,)``, counted from 0."""
    seats: np.ndarray
    agents: np.ndarray
    """int64 ``(rows,)``: places in the list of agents."""
    count: int
    """Deals."""


def rows_of(table: arrow.Table, agents: Sequence[str]) -> Rows:
    """Deals, seats and agents of a table."""
    names = arrow.array(agents, arrow.string())
    places = compute.index_in(table["agent"].cast(arrow.string()), value_set=names)
    found, deals = np.unique(table["deal"].to_numpy(), return_inverse=True)
    return Rows(deals, table["seat"].to_numpy().astype(np.int64), places.to_numpy(), len(found))


def measures_of(table: arrow.Table) -> list[str]:
    """Columns that measure a seat, those that tables show first."""
    names = [
        name
        for name in table.column_names
        if name not in KEYS and not arrow.types.is_dictionary(table.schema.field(name).type)
    ]
    return [name for name in FIRST if name in names] + [n for n in names if n not in FIRST]


class Standings:
    """Sums over the games of one number of players, taken in part by part."""

    def __init__(self, agents: Sequence[str], players: int) -> None:
        self.agents, self.players = list(agents), players
        self.games = 0
        self.deals = 0
        self.measures: list[str] = []
        self.decisions = Clustered(())
        self.lengths: Counter[int] = Counter()
        self.rounds: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.scores: list[Counter[int]] = [Counter() for _ in agents]
        self.paired: dict[str, Paired] = {}
        """Differences between agents, of the measures in :data:`COMPARED`."""
        self._by_agent: dict[str, Clustered] = {}
        self._by_seat: dict[str, Clustered] = {}
        self._by_agent_and_seat: dict[str, Clustered] = {}
        self.ahead = Clustered((len(agents), len(agents)))
        """How often one agent is ahead of another, of the times they met; ties half."""

    @classmethod
    def of(cls, tables: Iterable[arrow.Table], agents: Sequence[str], players: int) -> Standings:
        """Standings of some tables."""
        standings = cls(agents, players)
        for table in tables:
            standings.add(table)
        return standings

    def add(self, table: arrow.Table) -> None:
        """Take in whole deals."""
        rows = rows_of(table, self.agents)
        self.measures = self.measures or measures_of(table)
        games = table.num_rows // self.players
        self.games += games
        self.deals += rows.count
        for name in self.measures:
            self._add_measure(name, rows, table[name].cast(arrow.float64()).to_numpy())
        first = slice(None, None, self.players)
        decisions = table["decisions"].to_numpy()[first]
        per = per_deal(rows.deals[first], np.zeros(games, np.int64), decisions, (rows.count, 1))
        counts = per_deal(rows.deals[first], np.zeros(games, np.int64), np.ones(games), per.shape)
        self.decisions.add(per[:, 0], counts[:, 0])
        self.lengths.update(decisions.tolist())
        if "rounds" in self.measures:
            self.rounds.update(table["rounds"].to_numpy()[first].tolist())
        if "reason" in table.column_names:
            reasons = table["reason"].cast(arrow.string()).to_numpy(zero_copy_only=False)[first]
            self.reasons.update(reasons.tolist())
        if "score" in self.measures:
            scores = np.rint(table["score"].to_numpy()).astype(np.int64)
            for place, counter in enumerate(self.scores):
                counter.update(scores[rows.agents == place].tolist())
        wins = wins_of(table, self.agents, self.players)
        self.ahead.add(wins, wins + wins.transpose(0, 2, 1))

    def _add_measure(self, name: str, rows: Rows, values: np.ndarray) -> None:
        agents, seats = len(self.agents), self.players
        kinds = (
            (self._by_agent, rows.agents, (agents,)),
            (self._by_seat, rows.seats, (seats,)),
            (self._by_agent_and_seat, rows.agents * seats + rows.seats, (agents, seats)),
        )
        for kept, groups, shape in kinds:
            size = (rows.count, int(np.prod(shape)))
            totals = per_deal(rows.deals, groups, values, size).reshape(-1, *shape)
            counts = per_deal(rows.deals, groups, np.ones(len(values)), size).reshape(-1, *shape)
            kept.setdefault(name, Clustered(shape)).add(totals, counts)
            if kept is self._by_agent and name in COMPARED:
                self.paired.setdefault(name, Paired(agents)).add(totals, counts)

    def of_agent(self, agent: int, measure: str, level: float = LEVEL) -> Estimate:
        """Share or mean of one agent over all its seats."""
        return _estimate(self._by_agent[measure], measure, level, agent)

    def of_seat(self, seat: int, measure: str, level: float = LEVEL) -> Estimate:
        """Share or mean of one seat over all agents."""
        return _estimate(self._by_seat[measure], measure, level, seat)

    def of_agent_on_seat(
        self, agent: int, seat: int, measure: str, level: float = LEVEL
    ) -> Estimate:
        """Share or mean of one agent on one seat."""
        return _estimate(self._by_agent_and_seat[measure], measure, level, agent, seat)

    def width(self, level: float) -> float:
        """Width of the widest interval of a win share; infinite without games."""
        if not self.games:
            return math.inf
        found = [self.of_agent(agent, "win", level) for agent in range(len(self.agents))]
        return max(estimate.high - estimate.low for estimate in found)


def _estimate(sums: Clustered, measure: str, level: float, *place: int) -> Estimate:
    kind = sums.share if measure in SHARES else sums.mean
    return kind(*place, level=level)


def wins_of(table: arrow.Table, agents: Sequence[str], players: int) -> np.ndarray:
    """Wins of every agent over every other one, by the deals of a table."""
    rows = rows_of(table, agents)
    ranks = table["rank"].to_numpy().reshape(-1, players)
    seated = rows.agents.reshape(-1, players)
    return wins_of_games(rows.deals[::players], seated, ranks, (rows.count, len(agents)))


def ratings_of(tables: Sequence[tuple[float, int, Tables]], agents: Sequence[str]) -> Ratings:
    """Ratings from the games of one or several numbers of players.

    Args:
        tables: the weight of a comparison, the number of players, and the tables.
        agents: specifications, in their order.
    """

    def wins() -> Iterator[np.ndarray]:
        for weight, players, of_players in tables:
            for table in of_players():
                yield weight * wins_of(table, agents, players)

    return fit_ratings(wins, len(agents))
