"""The tables of results of a study of styles.

All estimates are means over the seats of a game, or shares, with intervals whose units are the
deals. Each interval is for its number alone.

``statistics``: what games end with. ``decisions``: of each role, and of all of a verb together
(``action`` is ""), how often a seat takes it in a game, and in how many of the cases in which it
could. ``rounds``: the same of verbs by round, and what seats come by in each round by tallies of
the game. ``tallies``: the latter in the whole game; those that are ``scored`` make up the score.
``openings``: how often seats begin with the same moves. ``routes``: from what most points come, and
how often such seats win. ``reviews`` and ``events``: the reviewed games; ``best`` is "" where the
search would have decided as the player did.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as arrow

from pixies_env.core.catalogue import parse_name
from pixies_env.core.course import course_of
from pixies_env.core.game import Game
from pixies_experiments.intervals import Estimate
from pixies_experiments.simulation import SHARES
from pixies_experiments.studies.estimates import Clustered, per_deal
from pixies_experiments.studies.style.facts import (
    AMOUNT,
    DECISION,
    OPENING,
    REVIEW,
    ROUTE,
    ROUTE_WIN,
    STATISTIC,
    VERB,
)

MOST_OPENINGS = 10
"""Openings that are kept of an agent and a number of players."""

Played = Mapping[tuple[int, str], Sequence[arrow.Table]]
"""Rows of games by number of players and agent."""
Rows = Iterator[dict[str, Any]]


def tables_of(game: Game, played: Played, reviews: Sequence[arrow.Table]) -> dict[str, arrow.Table]:
    """All tables by name."""
    found: dict[str, list[dict[str, Any]]] = {
        name: [] for name in ("statistics", "decisions", "rounds", "tallies", "openings", "routes")
    }
    for (players, agent), tables in played.items():
        facts = _Facts(arrow.concat_tables(tables), players)
        about = {"players": players, "agent": agent}
        for name, make in _MAKERS.items():
            found[name] += [{**about, **row} for row in make(game, facts)]
    results = {name: arrow.Table.from_pylist(rows) for name, rows in found.items() if rows}
    if reviews:
        results |= _reviews(reviews)
    return results


class _Facts:
    """Rows of one agent with one number of players."""

    def __init__(self, table: arrow.Table, players: int) -> None:
        self.players = players
        self._what = table["what"].to_numpy(zero_copy_only=False).astype(str)
        self._names = table["name"].to_numpy(zero_copy_only=False).astype(str)
        self._rounds = table["round"].to_numpy()
        self._values, self._cases = table["value"].to_numpy(), table["cases"].to_numpy()
        deals, self._deals = np.unique(table["deal"].to_numpy(), return_inverse=True)
        self.deals = len(deals)

    @property
    def rounds(self) -> int:
        """Rounds of the longest game, that before the first included."""
        return int(self._rounds.max()) + 1

    def names(self, what: str) -> list[str]:
        """All names of a kind, in their order."""
        return sorted(set(self._names[self._what == what]))

    def sums(
        self, what: str, groups: Mapping[str, int], count: int, *, by_round: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Values and cases by deal and group, float64 ``(deals, count)``.

        ``groups`` numbers the names; by round, groups are ``number * rounds + round``.
        """
        rows = self._what == what
        group = np.array([groups[name] for name in self._names[rows]], np.int64)
        if by_round:
            group = group * self.rounds + self._rounds[rows]
        shape = self.deals, count * (self.rounds if by_round else 1)
        values, cases = (
            per_deal(self._deals[rows], group, column[rows], shape)
            for column in (self._values, self._cases)
        )
        return values, cases


def _means(totals: np.ndarray, cases: Any, *, shares: bool = False) -> list[Estimate]:
    """A ratio for each column, over deals.

    What is of one sign in all deals, such as a number of times or a punishment, is taken to have no
    other: its interval ends at 0.
    """
    found = Clustered((totals.shape[1],))
    found.add(totals, np.asarray(cases, np.float64))
    if shares:
        return [found.share(place) for place in range(totals.shape[1])]
    means = [found.mean(place) for place in range(totals.shape[1])]
    return [_one_signed(mean, own) for mean, own in zip(means, totals.T, strict=True)]


def _one_signed(mean: Estimate, own: np.ndarray) -> Estimate:
    if math.isnan(mean.low):
        return mean
    low = max(mean.low, 0.0) if (own >= 0).all() else mean.low
    high = min(mean.high, 0.0) if (own <= 0).all() else mean.high
    return replace(mean, low=low, high=high)


def _told(estimate: Estimate, before: str = "") -> dict[str, Any]:
    names = ("value", "low", "high")
    return {f"{before}{name}": getattr(estimate, name) for name in names}


def _statistics(game: Game, facts: _Facts) -> Rows:
    names = facts.names(STATISTIC)
    sums = facts.sums(STATISTIC, _numbered(names), len(names))
    shares = _means(*sums, shares=True)
    for name, mean, share in zip(names, _means(*sums), shares, strict=True):
        told = share if name in SHARES else mean
        yield {"name": name, **_told(told), "deals": told.deals}


def _numbered(names: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def _decisions(game: Game, facts: _Facts) -> Rows:
    """Each verb and each role in a game; a role that is a verb's only one is told once."""
    verbs, roles = facts.names(VERB), facts.names(DECISION)
    yield from _taken(facts, VERB, [(verb, "") for verb in verbs], verbs)
    single = [role for role in roles if parse_name(role)[1]]
    chosen = [(parse_name(role)[0], role) for role in single]
    yield from _taken(facts, DECISION, chosen, roles, [roles.index(role) for role in single])


def _taken(
    facts: _Facts,
    what: str,
    told: Sequence[tuple[str, str]],
    names: Sequence[str],
    kept: Sequence[int] | None = None,
) -> Rows:
    """Times taken by a seat in a game, and the share of the cases in which it was possible."""
    chosen, offered = (
        found if kept is None else found[:, kept]
        for found in facts.sums(what, _numbered(names), len(names))
    )
    means, shares = _means(chosen, facts.players), _means(chosen, offered, shares=True)
    for (verb, action), mean, share in zip(told, means, shares, strict=True):
        shown = {**_told(mean), **_told(share, "share_"), "cases": share.games}
        yield {"verb": verb, "action": action, **shown, "deals": mean.deals}


def _rounds(game: Game, facts: _Facts) -> Rows:
    for what in (VERB, AMOUNT):
        names = facts.names(what)
        values, cases = facts.sums(what, _numbered(names), len(names), by_round=True)
        means = _means(values, facts.players)
        shares = _means(values, cases, shares=True) if what == VERB else means
        for place, (mean, share) in enumerate(zip(means, shares, strict=True)):
            at, name = place % facts.rounds, names[place // facts.rounds]
            if not cases[:, place].any():
                continue
            row = {"what": what, "name": name, "round": at, **_told(mean)}
            if what == AMOUNT:
                share = Estimate(math.nan, math.nan, math.nan, 0)
            yield {**row, **_told(share, "share_"), "deals": mean.deals}


def _tallies(game: Game, facts: _Facts) -> Rows:
    """All sources of the score, those from which nothing came too."""
    course = course_of(game)
    if course is None:
        return
    names = [tally.name for tally in course.tallies]
    values, _ = facts.sums(AMOUNT, _numbered(names), len(names))
    for tally, mean in zip(course.tallies, _means(values, facts.players), strict=True):
        about = {"name": tally.name, "meaning": tally.meaning, "scored": tally.scored}
        yield {**about, **_told(mean), "deals": mean.deals}


def _openings(game: Game, facts: _Facts) -> Rows:
    names = facts.names(OPENING)
    values, _ = facts.sums(OPENING, _numbered(names), len(names))
    shares = _means(values, facts.players, shares=True)
    order = sorted(range(len(names)), key=lambda place: (-shares[place].value, names[place]))
    for rank, place in enumerate(order[:MOST_OPENINGS], 1):
        yield {
            "place": rank,
            "opening": names[place],
            **_told(shares[place]),
            "deals": shares[place].deals,
        }


def _routes(game: Game, facts: _Facts) -> Rows:
    names = facts.names(ROUTE)
    taken, _ = facts.sums(ROUTE, _numbered(names), len(names))
    wins, seats = facts.sums(ROUTE_WIN, _numbered(names), len(names))
    shares = _means(taken, facts.players, shares=True)
    won = _means(wins, seats, shares=True)
    for name, share, win in zip(names, shares, won, strict=True):
        shown = {**_told(share), **_told(win, "wins_"), "seats": win.games}
        yield {"route": name, **shown, "deals": share.deals}


_MAKERS: Mapping[str, Callable[[Game, _Facts], Rows]] = {
    "statistics": _statistics,
    "decisions": _decisions,
    "rounds": _rounds,
    "tallies": _tallies,
    "openings": _openings,
    "routes": _routes,
}


def _reviews(tables: Sequence[arrow.Table]) -> dict[str, arrow.Table]:
    """The reviewed games, numbered from 1, and all their events."""
    reviews, events = [], []
    for number, table in enumerate(tables, 1):
        for row in table.to_pylist():
            told = json.loads(row["name"])
            if row["what"] == REVIEW:
                about = {key: row[key] for key in ("players", "agent", "deal")}
                reviews.append({"number": number, **about, **told})
                continue
            judged = told.pop("judgement")
            differs = judged and judged["best"]["name"] != judged["taken"]["name"]
            events.append(
                {
                    "number": number,
                    "event": int(row["value"]),
                    "round": row["round"],
                    **told,
                    "best": judged["best"]["words"] if differs else "",
                    **{key: judged[key] if judged else math.nan for key in _COSTS},
                    "expected": list(judged["expected"]) if judged else [],
                }
            )
    return {
        "reviews": arrow.Table.from_pylist(reviews),
        "events": arrow.Table.from_pylist(events),
    }


_COSTS = ("cost", "low", "high")
