"""The results of a tournament as Arrow tables.

``low`` and ``high`` are the ends of the interval of one row by itself; all rows of a family hold
together within ``joint_low`` and ``joint_high`` (Bonferroni 1936, whatever hangs together). A
family is all that a table says of one measure, over all numbers of players.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple, Protocol

import numpy as np
import pyarrow as arrow

from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.ratings import Ratings, chance_ahead
from pixies_experiments.studies.standings import Standings, Tables, ratings_of

ALL = 0
"""In the column ``players``: all numbers of players together."""

Rows = list[dict[str, Any]]


class Played(NamedTuple):
    """The games with one number of players."""

    players: int
    level: float
    """Level of the intervals."""
    deals: int
    tables: Tables


class _Number(NamedTuple):
    """What is known of one number of players."""

    played: Played
    standings: Standings

    @property
    def players(self) -> int:
        return self.played.players


def tables_of(agents: Sequence[str], played: Sequence[Played]) -> dict[str, arrow.Table]:
    """Everything a tournament says, each table with a column ``players``."""
    numbers = [
        _Number(each, standings)
        for each in played
        if (standings := Standings.of(each.tables(), agents, each.players)).games
    ]
    found: dict[str, Rows] = {
        **_measures(numbers),
        "differences": _differences(numbers),
        "places": _places(numbers),
        "head_to_head": _meetings(numbers),
        **_counts(numbers),
    }
    if len(agents) > 1:
        ratings = _ratings(numbers, agents)
        found["ratings"] = [row for rows, _ in ratings.values() for row in rows]
        fitted = {players: fit for players, (_, fit) in ratings.items()}
        found["fit"] = _fit(found["head_to_head"], fitted, agents)
    return {name: arrow.Table.from_pylist(rows) for name, rows in found.items() if rows}


class At(Protocol):
    """An estimate with its interval at a level."""

    def __call__(self, *, level: float) -> Estimate:
        """The estimate."""


def both_intervals(at: At, level: float, members: int) -> dict[str, Any]:
    """An estimate with the interval by itself and that of a family of so many."""
    alone, together = at(level=level), at(level=joint_level(level, members))
    return {**alone.as_dict(), "joint_low": together.low, "joint_high": together.high}


def joint_level(level: float, members: int) -> float:
    """Level of each interval so that all of a family hold together with a level."""
    return 1 - (1 - level) / max(1, members)


def _measures(numbers: Sequence[_Number]) -> dict[str, Rows]:
    rows: dict[str, Rows] = {"agents": [], "seats": [], "agents_on_seats": []}
    seats = sum(number.players for number in numbers)
    for (players, level, _, _), standings in numbers:
        count = len(standings.agents)
        for agent, name in enumerate(standings.agents):
            for measure in standings.measures:
                at = partial(standings.of_agent, agent, measure)
                key: dict[str, Any] = {"players": players, "agent": name, "measure": measure}
                rows["agents"].append({**key, **both_intervals(at, level, count * len(numbers))})
            for seat in range(players):
                at = partial(standings.of_agent_on_seat, agent, seat, "win")
                key = {"players": players, "agent": name, "seat": seat, "measure": "win"}
                rows["agents_on_seats"].append({**key, **both_intervals(at, level, count * seats)})
        for seat in range(players):
            for measure in standings.measures:
                at = partial(standings.of_seat, seat, measure)
                key = {"players": players, "seat": seat, "measure": measure}
                rows["seats"].append({**key, **both_intervals(at, level, seats)})
    return rows


def _pairs(numbers: Sequence[_Number]) -> int:
    """Pairs of agents over all numbers of players; each is one member of a family."""
    return sum(math.comb(len(number.standings.agents), 2) for number in numbers)


def _differences(numbers: Sequence[_Number]) -> Rows:
    rows = []
    for (players, level, _, _), standings in numbers:
        for measure, paired in standings.paired.items():
            for one, other in permutations(range(len(standings.agents)), 2):
                rows.append(
                    {
                        "players": players,
                        "measure": measure,
                        "agent": standings.agents[one],
                        "other": standings.agents[other],
                        **both_intervals(
                            partial(paired.difference, one, other), level, _pairs(numbers)
                        ),
                    }
                )
    return rows


def _places(numbers: Sequence[_Number]) -> Rows:
    """The best and the last place that each agent may have by its share of wins.

    From the simultaneous intervals of all differences: so it may be asked who is first.
    """
    rows = []
    for (players, level, _, _), standings in numbers:
        count = len(standings.agents)
        difference = partial(
            standings.paired["win"].difference, level=joint_level(level, _pairs(numbers))
        )
        for one, name in enumerate(standings.agents):
            found = [difference(one, other) for other in range(count) if other != one]
            best = 1 + sum(each.high < 0 for each in found)
            last = count - sum(each.low > 0 for each in found)
            rows.append({"players": players, "agent": name, "best": best, "last": last})
    return rows


def _meetings(numbers: Sequence[_Number]) -> Rows:
    rows = []
    for (players, level, _, _), standings in numbers:
        for one, other in permutations(range(len(standings.agents)), 2):
            if standings.ahead.counts[one, other] > 0:
                at = partial(standings.ahead.share, one, other)
                names = {"agent": standings.agents[one], "other": standings.agents[other]}
                rows.append(
                    {"players": players, **names, **both_intervals(at, level, _pairs(numbers))}
                )
    return rows


def _counts(numbers: Sequence[_Number]) -> dict[str, Rows]:
    rows: dict[str, Rows] = {n: [] for n in ("deals", "lengths", "rounds", "scores", "reasons")}
    for (players, _, deals, _), standings in numbers:
        key = {"players": players}
        rows["deals"].append({**key, "deals": deals})
        for name, counter in (("lengths", standings.lengths), ("rounds", standings.rounds)):
            column = {"lengths": "decisions", "rounds": "rounds"}[name]
            rows[name] += [{**key, column: n, "games": g} for n, g in sorted(counter.items())]
        for agent, scores in zip(standings.agents, standings.scores, strict=True):
            rows["scores"] += [
                {**key, "agent": agent, "score": score, "games": games}
                for score, games in sorted(scores.items())
            ]
        rows["reasons"] += [
            {**key, "reason": reason, "games": games}
            for reason, games in sorted(standings.reasons.items())
        ]
    return rows


def _ratings(numbers: Sequence[_Number], agents: Sequence[str]) -> dict[int, tuple[Rows, Ratings]]:
    """Ratings by number of players, and over all of several, each weighing the same."""
    found = {}
    members = len(agents) * len(numbers)
    for (players, level, _, tables), _ in numbers:
        fit = ratings_of([(1.0, players, tables)], agents)
        found[players] = _rated(fit, agents, players, level, members), fit
    if len(numbers) > 1:
        compared = np.array([number.standings.ahead.totals.sum() for number in numbers])
        weighed = [
            (float(weight), number.players, number.played.tables)
            for weight, number in zip(compared.mean() / compared, numbers, strict=True)
        ]
        games = np.sum([found[number.players][1].games for number in numbers], axis=0)
        fit = replace(ratings_of(weighed, agents), games=games)
        level = max(number.played.level for number in numbers)
        found[ALL] = _rated(fit, agents, ALL, level, len(agents)), fit
    return found


def _rated(found: Ratings, agents: Sequence[str], players: int, level: float, members: int) -> Rows:
    return [
        {
            "players": players,
            "agent": name,
            **both_intervals(partial(found.estimate, agent), level, members),
        }
        for agent, name in enumerate(agents)
    ]


def _fit(meetings: Rows, ratings: dict[int, Ratings], agents: Sequence[str]) -> Rows:
    """What ratings foretell of each meeting beside what was seen.

    ``predicted`` by the ratings of the number of players, ``pooled`` by those over all if there
    are several. Where one lies outside the joint interval of what was seen, the ratings are no
    summary of that meeting.
    """
    rows = []
    for row in meetings:
        pair = agents.index(row["agent"]), agents.index(row["other"])
        if pair[0] < pair[1]:
            own = chance_ahead(ratings[row["players"]], *pair)
            pooled = {"pooled": chance_ahead(ratings[ALL], *pair)} if ALL in ratings else {}
            rows.append({**row, "predicted": own, **pooled})
    return rows
