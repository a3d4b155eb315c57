"""The rows that a piece of a study of styles keeps: one form for all that is told of a game.

=============  =========================  ===================================================
``what``       ``name``                   ``value`` and ``cases``
=============  =========================  ===================================================
``decision``   role, such as ``place(3)`` times taken by all seats, times possible
``verb``       verb, such as ``place``    times taken in a round by all seats, times possible
``amount``     a tally of the game        sum over the seats in a round, number of seats
``statistic``  one of the game's          sum over the seats, number of seats
``opening``    first moves                seats that began so, number of seats
``route``      a scored tally             seats for which it brought most, number of seats
``route_win``  the same                   wins of these seats (ties split), their number
``event``      an event, as JSON          number of the event, 0
``review``     about a game, as JSON      0, 0
=============  =========================  ===================================================
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as arrow

from pixies_env.core.course import course_of
from pixies_env.core.game import Game
from pixies_experiments.simulation import split_wins
from pixies_experiments.studies.style.counting import Counts, Games

DECISION, VERB = "decision", "verb"
AMOUNT, STATISTIC = "amount", "statistic"
OPENING, ROUTE, ROUTE_WIN = "opening", "route", "route_win"
EVENT, REVIEW = "event", "review"
WINNER_SCORE, DECISIONS = "winner_score", "decisions"
"""Statistics that every game has, beside its own; they are of the whole game."""
NOTHING = "none"
"""Route of a seat to which no scored tally brought points."""

_SCHEMA = arrow.schema(
    [
        ("players", arrow.int8()),
        ("agent", arrow.string()),
        ("deal", arrow.int64()),
        ("what", arrow.string()),
        ("name", arrow.string()),
        ("round", arrow.int16()),
        ("value", arrow.float64()),
        ("cases", arrow.float64()),
    ]
)
Row = tuple[int, str, str, int, float, float]
"""Deal, what, name, round, value, cases."""


def table_of(players: int, agent: str, rows: list[Row]) -> arrow.Table:
    """Rows of one agent."""
    if not rows:
        return arrow.table({})
    columns = [arrow.array(column) for column in zip(*rows, strict=True)]
    fixed = [arrow.array([players] * len(rows)), arrow.array([agent] * len(rows))]
    names = _SCHEMA.names
    return arrow.table(dict(zip(names, [*fixed, *columns], strict=True))).cast(_SCHEMA)


def rows_of(game: Game, games: Games, counts: Counts, players: int) -> Iterator[Row]:
    """All rows of some games but those of reviews."""
    for place, deal in enumerate(games.deals.tolist()):
        for kind in (_decisions, _amounts, _statistics, _openings, _routes):
            for what, name, at, value, cases in kind(game, games, counts, players, place):
                yield deal, what, name, int(at), float(value), float(cases)


_Told = Iterator[tuple[str, str, int, float, float]]


def _decisions(game: Game, games: Games, counts: Counts, players: int, place: int) -> _Told:
    for action in np.flatnonzero(counts.offered[place]):
        role = game.actions.role(int(action))
        yield DECISION, role, 0, counts.chosen[place, action], counts.offered[place, action]
    verbs = [family.verb for family in game.actions.families if len(family)]
    for at, verb in zip(*np.nonzero(counts.verbs_offered[place]), strict=True):
        chosen, offered = (
            found[place, at, verb] for found in (counts.verbs_chosen, counts.verbs_offered)
        )
        yield VERB, verbs[verb], at, chosen, offered


def _amounts(game: Game, games: Games, counts: Counts, players: int, place: int) -> _Told:
    course = course_of(game)
    sums = counts.amounts[place].sum(axis=1)
    for at, tally in zip(*np.nonzero(sums), strict=True):
        assert course is not None
        yield AMOUNT, course.tallies[tally].name, at, sums[at, tally], players


def _statistics(game: Game, games: Games, counts: Counts, players: int, place: int) -> _Told:
    told = games.block.statistics
    for name, values in told.items():
        if name not in ("rank", "reason"):
            yield STATISTIC, name, 0, values[place, :players].sum(), players
    won = told["rank"][place, :players] == 1
    yield STATISTIC, WINNER_SCORE, 0, told["score"][place, :players][won].max(), 1
    yield STATISTIC, DECISIONS, 0, games.block.decisions[place], 1


def _openings(game: Game, games: Games, counts: Counts, players: int, place: int) -> _Told:
    course = course_of(game)
    label = str if course is None else course.label
    begun: dict[str, int] = {}
    for moves in counts.openings[place, :players]:
        words = [label(game.actions.role(int(move))) for move in moves if move >= 0]
        name = ", ".join(words) or NOTHING
        begun[name] = begun.get(name, 0) + 1
    for name, seats in begun.items():
        yield OPENING, name, 0, seats, players


def _routes(game: Game, games: Games, counts: Counts, players: int, place: int) -> _Told:
    course = course_of(game)
    if course is None:
        return
    scored = [number for number, tally in enumerate(course.tallies) if tally.scored]
    points = counts.amounts[place, :, :players].sum(axis=0)[:, scored]
    most = points.argmax(axis=1)
    names = [
        course.tallies[scored[best]].name if own[best] > 0 else NOTHING
        for own, best in zip(points, most, strict=True)
    ]
    wins = split_wins(games.block.statistics["rank"][place : place + 1, :players])[0]
    for name in dict.fromkeys(names):
        own = np.array([other == name for other in names])
        yield ROUTE, name, 0, own.sum(), players
        yield ROUTE_WIN, name, 0, wins[own].sum(), own.sum()
