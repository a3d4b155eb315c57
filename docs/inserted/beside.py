"""Two studies of one factor side by side, such as one by a policy and one by a search with it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from docs.inserted.balance import BalanceSays
from docs.inserted.sources import table
from pixies_experiments.intervals import LEVEL, normal_quantile
from pixies_experiments.studies.balance.told import is_clear
from pixies_experiments.studies.balance.words import spoken
from pixies_experiments.studies.report import listed, number, signed

Row = dict[str, Any]


class Difference(NamedTuple):
    """What a level is worth more in one study than in another."""

    players: int
    level: str
    value: float
    error: float
    """Standard error, as if the two shared no deals."""


def differences(first: Iterable[Row], second: Iterable[Row]) -> list[Difference]:
    """The worth in one study less that in another, of what both estimate.

    Args:
        first: rows with ``players``, ``level``, ``value`` and a single interval, ``low`` to
            ``high``.
        second: likewise.
    """
    others = {(row["players"], row["level"]): row for row in second}
    found = []
    for row in first:
        place = row["players"], row["level"]
        if place in others:
            other = others[place]
            error = math.hypot(_error(row), _error(other))
            found.append(Difference(*place, row["value"] - other["value"], error))
    return found


def beyond_doubt(found: list[Difference]) -> list[Difference]:
    """Those that are not chance with 95 %, all of them together (Bonferroni)."""
    bound = normal_quantile(1 - (1 - LEVEL) / len(found))
    return [each for each in found if abs(each.value) > bound * each.error]


class Beside:
    """A table of agents of one study beside one of another; ``names`` head their columns."""

    def __init__(
        self,
        first: BalanceSays,
        second: BalanceSays,
        tables: tuple[str, str],
        names: tuple[str, str],
    ) -> None:
        self._rows = [
            study.worth(agent) for study, agent in zip((first, second), tables, strict=True)
        ]
        self._names = names

    def worth(self) -> str:
        """The worth of each level in points by number of players; in bold what is beyond doubt."""
        players = sorted({row["players"] for row in self._rows[0]})
        levels = dict.fromkeys(row["level"] for rows in reversed(self._rows) for row in rows)
        of = [{(row["players"], row["level"]): row for row in rows} for rows in self._rows]
        lines = [
            [spoken(level), *(_cell(rows.get((n, level))) for n in players for rows in of)]
            for level in levels
        ]
        heads = [f"{n}, {name}" for n in players for name in self._names]
        return table(["", *heads], lines)

    def words(self) -> str:
        """Where the two differ beyond doubt, and by how much altogether."""
        found = differences(*self._rows)
        first, second = self._names
        clear = [
            f"{spoken(each.level)} with {each.players} players "
            f"({signed(100 * each.value, 1)} points)"
            for each in beyond_doubt(found)
        ]
        seen, noise = (
            100 * math.sqrt(sum(part**2 for part in parts) / len(parts))
            for parts in ([each.value for each in found], [each.error for each in found])
        )
        told = (
            f"Worth more or less by {first} than by {second} beyond doubt, by all "
            f"{len(found)} differences together: {listed(clear)}."
            if clear
            else f"None of {len(found)} differences between {first} and {second} is beyond doubt, "
            "by all of them together."
        )
        return (
            f"{told} They are {number(seen, 1)} points apart in the root mean square, where chance "
            f"alone makes about {number(noise, 1)}."
        )


def _error(row: Row) -> float:
    """Standard error of an estimate, by its single interval."""
    return float(row["high"] - row["low"]) / (2 * normal_quantile())


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    said = signed(100 * row["value"], 1)
    return f"**{said}**" if is_clear(row) else said
