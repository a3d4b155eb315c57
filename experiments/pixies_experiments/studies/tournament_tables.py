"""The results of a tournament as Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow as arrow

from pixies_experiments.intervals import LEVEL
from pixies_experiments.studies.ratings import Ratings
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


def tables_of(agents: Sequence[str], played: Sequence[Played]) -> dict[str, arrow.Table]:
    """Everything a tournament says, each table with a column ``players``."""
    rows: dict[str, Rows] = {
        name: []
        for name in (
            "agents",
            "seats",
            "agents_on_seats",
            "differences",
            "head_to_head",
            "ratings",
            "deals",
            "lengths",
            "rounds",
            "scores",
            "reasons",
        )
    }
    everything = []
    for players, level, deals, tables in played:
        standings = Standings.of(tables(), agents, players)
        if not standings.games:
            continue
        everything.append((players, tables))
        rows["deals"].append({"players": players, "deals": deals})
        _add_measures(rows, standings, level)
        _add_differences(rows["differences"], standings, level)
        _add_meetings(rows["head_to_head"], standings, level)
        _add_counts(rows, standings)
        if len(agents) > 1:
            found = ratings_of([(players, tables)], agents)
            _add_ratings(rows["ratings"], found, agents, players, level)
    if len(everything) > 1 and len(agents) > 1:
        level = max(each.level for each in played)
        _add_ratings(rows["ratings"], ratings_of(everything, agents), agents, ALL, level)
    return {name: arrow.Table.from_pylist(found) for name, found in rows.items() if found}


def _add_measures(rows: dict[str, Rows], standings: Standings, level: float) -> None:
    players = standings.players
    for agent, name in enumerate(standings.agents):
        for measure in standings.measures:
            estimate = standings.of_agent(agent, measure, level)
            key = {"players": players, "agent": name, "measure": measure}
            rows["agents"].append({**key, **estimate.as_dict()})
        for seat in range(players):
            estimate = standings.of_agent_on_seat(agent, seat, "win", level)
            key = {"players": players, "agent": name, "seat": seat, "measure": "win"}
            rows["agents_on_seats"].append({**key, **estimate.as_dict()})
    for seat in range(players):
        for measure in standings.measures:
            estimate = standings.of_seat(seat, measure, level)
            key = {"players": players, "seat": seat, "measure": measure}
            rows["seats"].append({**key, **estimate.as_dict()})


def _add_differences(rows: Rows, standings: Standings, level: float) -> None:
    for measure, paired in standings.paired.items():
        for one, name in enumerate(standings.agents):
            for other, against in enumerate(standings.agents):
                if one != other:
                    estimate = paired.difference(one, other, level)
                    key = {"players": standings.players, "measure": measure}
                    agents = {"agent": name, "other": against}
                    rows.append({**key, **agents, **estimate.as_dict()})


def _add_meetings(rows: Rows, standings: Standings, level: float) -> None:
    for one, name in enumerate(standings.agents):
        for other, against in enumerate(standings.agents):
            if one != other and standings.ahead.counts[one, other] > 0:
                estimate = standings.ahead.share(one, other, level=level)
                key = {"players": standings.players, "agent": name, "other": against}
                rows.append({**key, **estimate.as_dict()})


def _add_counts(rows: dict[str, Rows], standings: Standings) -> None:
    key = {"players": standings.players}
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


def _add_ratings(
    rows: Rows, found: Ratings, agents: Sequence[str], players: int, level: float = LEVEL
) -> None:
    for agent, name in enumerate(agents):
        key = {"players": players, "agent": name}
        rows.append({**key, **found.estimate(agent, level).as_dict()})
