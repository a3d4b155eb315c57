"""Numbers of studies of balance in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pixies_env.core.game import Factor, Gained
from pixies_env.core.words import count_games
from pixies_experiments.studies.balance.facts import ROUNDING
from pixies_experiments.studies.report import ReportTable, Section, number, with_interval
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

    def of(self, row: Mapping[str, Any], digits: int = 1) -> str:
        """A difference with its simultaneous interval."""
        return joint(row, digits, scale=self.scale, unit=self.unit, plus=True)


WIN = Measure("win", "share of wins", " pp", POINTS, 100.0)
SCORE = Measure("score", "score", " points", "points", 1.0)
"""Where nobody can win more than others: alone, or if all seats have the same."""


def differ(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether advantages are of something that can differ: not all are 0 beyond any doubt."""
    return any(max(abs(row["joint_low"]), abs(row["joint_high"])) > ROUNDING for row in rows)


NOTHING = number(float("nan"), 0)
"""Where there is no number."""
TOO_FEW = "There were too few games for an estimate: play more."
_MOST_FAILURES = 20


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
    rest = len(rows) - len(better) - len(worse)
    others = f"; {rest} cannot be told from the mean" if rest else ""
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
