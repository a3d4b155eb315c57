"""Differences in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pixies_experiments.intervals import Estimate
from pixies_experiments.simulation import SHARES
from pixies_experiments.studies.comparing.games import AGENT, LENGTH
from pixies_experiments.studies.comparing.sides import matched_name
from pixies_experiments.studies.report import number, told

Row = Mapping[str, Any]
"""A row of the table of differences."""
_MEASURES = {"win": "share of wins", LENGTH: "decisions of a game", "out": "share of being out"}
MAIN = ("win", LENGTH)
"""Measures that the first sentences name."""
BOTH = (
    "Thick: the 95 % interval of each by itself; thin: those that hold for all of a measure "
    "together, over all numbers of players."
)


def measure_words(measure: str) -> str:
    """What a measure is called."""
    return _MEASURES.get(measure, measure)


def clear_rows(rows: Sequence[Row]) -> list[Row]:
    """Those whose joint interval does not hold 0; shares of wins first, the largest first."""
    found = [row for row in rows if row["joint_low"] > 0 or row["joint_high"] < 0]
    return sorted(found, key=lambda row: (row["measure"] != "win", -abs(row["value"])))


def other_opponents(row: Row) -> bool:
    """Whether who else sat at the table was not the same, which may be all that differs."""
    return row["same_opponents"] is False


def starred(rows: Sequence[Row]) -> str:
    """What a star at a name says, where there is one."""
    if not any(map(other_opponents, rows)):
        return ""
    return " *: against other opponents in one than in the other, which may be all that differs."


def joint(row: Row) -> Estimate:
    """The difference with the interval that holds for all of its measure together."""
    ends = row["joint_low"], row["joint_high"]
    return Estimate(row["value"], *ends, row.get("games", row.get("seats")))


def single(row: Row) -> Estimate:
    """The difference with its own interval."""
    return Estimate(row["value"], row["low"], row["high"], row.get("games", row.get("seats")))


def told_difference(row: Row) -> str:
    """The difference with its joint interval."""
    return told(joint(row), percent=row["measure"] in SHARES, plus=True)


def told_row(row: Row) -> str:
    """What differs and by how much."""
    players = f"with {row['players']} players"
    if "level" in row:
        where = f"{row['level']} ({row['design']}, {matched_name((row['first'], row['second']))})"
        return f"{where} {players}, {measure_words(row['measure'])} {told_difference(row)}"
    who = {AGENT: matched_name((row["first"], row["second"])), "seat": f"seat {row['first']}"}
    name = who.get(row["about"], "")
    what = f"{name} {players}" if name else players
    return f"{what}, {measure_words(row['measure'])} {told_difference(row)}"


def told_value(row: Row, side: str) -> str:
    """What one of both has."""
    value = row[f"{side}_value"]
    if row["measure"] in SHARES:
        return number(100 * value, 1, " %")
    return number(value, 2)
