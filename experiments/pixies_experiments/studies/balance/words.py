"""Numbers of studies of balance in words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pixies_env.core.game import Factor, Gained
from pixies_env.core.words import count_games, count_seats
from pixies_experiments.studies.balance.cells import LEAST_SEATS
from pixies_experiments.studies.balance.facts import ROUNDING
from pixies_experiments.studies.balance.plan import Plan
from pixies_experiments.studies.report import (
    ReportTable,
    Section,
    listed,
    number,
    with_interval,
)
from pixies_experiments.studies.study import Outcome

POINTS = "percentage points"


class Measure(NamedTuple):
    """What advantages are told in."""

    name: str
    """In tables of results."""
    words: str
    unit: str
    axis: str
    scale: float
    whole: float
    """Width of everything that it can be; an interval as wide says nothing."""

    def is_told(self, row: Mapping[str, Any]) -> bool:
        """Whether the simultaneous interval says anything."""
        return not row["joint_high"] - row["joint_low"] >= self.whole

    def of(self, row: Mapping[str, Any], digits: int = 1) -> str:
        """A difference with its simultaneous interval; or of how few seats it is."""
        if not self.is_told(row):
            return f"too few to say ({count_seats(row['seats'])})"
        return joint(row, digits, scale=self.scale, unit=self.unit, plus=True)


WIN = Measure("win", "share of wins", " pp", POINTS, 100.0, 1.0)
SCORE = Measure("score", "score", " points", "points", 1.0, math.inf)
"""Where nobody can win more than others: alone, or if all seats have the same."""


def differ(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether advantages are of something that can differ: not all are 0 beyond any doubt."""
    return any(max(abs(row["joint_low"]), abs(row["joint_high"])) > ROUNDING for row in rows)


NOTHING = number(float("nan"), 0)
"""Where there is no number."""
TOO_FEW = "There were too few games for an estimate: play more."
_MOST_FAILURES = 20


def too_few_seats(
    parts: Sequence[str], games: float, each: str, *, wide: bool = False, never: bool = False
) -> str:
    """Says of what nothing can be said, and how many games would do; "" of nothing.

    Args:
        parts: of what, each with its number of players.
        games: that would do, roughly; 0 if that is not known.
        each: for each what.
        wide: some are left out for intervals that are as wide as the scale.
        never: nobody ever had some of them, and so many games tell nothing of those.
    """
    if not parts:
        return ""
    why = f"fewer than {LEAST_SEATS} had it or lacked it"
    why += ", or the interval is as wide as the scale" if wide else ""
    said = f"There are too few seats to say anything ({why}) of: {'; '.join(parts)}."
    if not games:
        return f"{said} How many games that takes cannot be told from these."
    step = 10 ** max(0, math.floor(math.log10(games)) - 1)
    would_do = f"About {math.ceil(games / step) * step:,} games for each {each} would do"
    return f"{said} {would_do}{', but for what nobody had' if never else ''}."


_AMPLE = ((3 + math.sqrt(9 + 4 * LEAST_SEATS)) / 2) ** 2
"""Seats on average that hardly ever come out as too few: enough are three roots of it below."""


def games_for_all(games: int, players: int, levels: int) -> int:
    """Games that give each level enough seats, if chance deals it, where so many do not."""
    fair = math.ceil(_AMPLE * levels / players)
    return fair if games < fair else 2 * games


def counted_for(plan: Plan, what: str) -> str:
    """How many games or deals there are with each number of players."""
    if isinstance(plan.games, tuple):
        games = listed(f"{count:,}" for count in plan.games)
        return f"{games} {what} with {listed(plan.players)} players"
    return f"{plan.games:,} {what} with each number of players"


def named_levels(lacking: Sequence[str], possible: int, name: str) -> str:
    """Those of which nothing can be said, or that it is all that are possible."""
    if len(lacking) == possible:
        return f"any {name}"
    return listed(labelled(level, name) for level in lacking)


def spoken(name: str) -> str:
    """A name of the program in words."""
    return name.replace("_", " ")


def not_caused(factor: Factor) -> Iterable[str]:
    """Why differences need not be caused by a factor in games as they are played; in a sentence."""
    name = spoken(factor.name)
    if not factor.option and factor.gained == Gained.CHOICE:
        yield (
            f"The agents choose the {name} themselves, so differences need not be caused by it: "
            "what is chosen goes with who chooses and what else is there."
        )
    if factor.at_end:
        yield (
            f"Players come by each {name} in the course of the game, so having it goes with "
            "success and need not be its cause: whoever is ahead can get more, and sooner."
        )


def points(row: Mapping[str, Any], digits: int = 1) -> str:
    """A difference of shares in percentage points with its simultaneous interval."""
    return WIN.of(row, digits)


def joint(
    row: Mapping[str, Any],
    digits: int,
    *,
    scale: float = 1.0,
    unit: str = "",
    plus: bool = False,
) -> str:
    """A number with its simultaneous interval."""
    value, low, high = (scale * row[end] for end in ("value", "joint_low", "joint_high"))
    return with_interval(value, low, high, digits, unit=unit, plus=plus)


def telling(rows: Sequence[dict[str, Any]], name: str, measure: Measure = WIN) -> str:
    """Which levels are clearly better or worse than the mean, in a sentence; "" if none is."""
    better = sorted((r for r in rows if r["joint_low"] > 0), key=lambda r: -r["value"])
    worse = sorted((r for r in rows if r["joint_high"] < 0), key=lambda r: r["value"])
    if not better and not worse:
        return ""
    parts = []
    if better:
        parts.append(f"better than the mean of all {_are(better, name, measure)}")
    if worse:
        parts.append(f"worse {_are(worse, name, measure)}")
    unclear = [row for row in rows if row not in better and row not in worse]
    rest = sum(map(measure.is_told, unclear))
    others = f"; {rest} cannot be told from the mean" if rest else ""
    if few := len(unclear) - rest:
        others += f"; of {few} there are too few seats to say"
    leader = first_of(rows)
    leads = f". {labelled(leader, name)} comes first beyond doubt" if leader else ""
    return f"{'; '.join(parts)}{others}{leads}."


def first_of(rows: Sequence[dict[str, Any]]) -> str:
    """The level that is better than every other beyond doubt; "" if none is.

    By simultaneous intervals that do not meet, which is more than a test of its differences needs.
    """
    if len(rows) < 2:
        return ""
    best, *others = sorted(rows, key=lambda row: -row["value"])
    clear = all(best["joint_low"] > row["joint_high"] for row in others)
    return str(best["level"]) if clear else ""


def labelled(level: str, name: str) -> str:
    """A level as sentences call it: a bare number says what it is a number of."""
    return f"{name} {level}" if level.isdigit() else level


def _are(rows: Sequence[dict[str, Any]], name: str, measure: Measure) -> str:
    listed = ", ".join(f"{labelled(row['level'], name)} {measure.of(row)}" for row in rows)
    return f"{'is' if len(rows) == 1 else 'are'} {listed}"


def failures_section(outcome: Outcome) -> Iterable[Section]:
    """Games that are missing."""
    if outcome.failures:
        shown = outcome.failures[:_MOST_FAILURES]
        rows = [[failure.agent or NOTHING, failure.message] for failure in shown]
        text = f"Not finished and left out: {count_games(len(outcome.failures))} or pieces."
        yield Section("What failed", [text], [ReportTable(("agent", "what happened"), rows)])
