"""The study of styles that the docs keep."""

from __future__ import annotations

import math
from typing import Any

from docs.inserted.sources import (
    bullets,
    code,
    command,
    commas,
    kept,
    lead_of,
    paragraphs,
    table,
)
from pixies_env.core.words import count_games, count_players
from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.balance.words import spoken
from pixies_experiments.studies.kinds import pages_of
from pixies_experiments.studies.report import common_digits, listed, told
from pixies_experiments.studies.style.study import StyleStudy

_ENDS = ("score", "winner_score", "reward_points", "punishment")
"""What a game ends with, before the sources of the points."""

Row = dict[str, Any]


class StyleSays:
    """What a study of styles says on a page."""

    def __init__(self, name: str) -> None:
        outcome = kept(name)
        assert isinstance(outcome.study, StyleStudy)
        self._study, self._outcome = outcome.study, outcome

    def command(self) -> str:
        """What plays it again."""
        study = self._study
        return command(
            *("pixies", "style", "--agents", commas(study.agents)),
            *("--players", commas(study.players), "--games", study.games),
            *("--review", study.reviewed_agent, "--judge", study.judge),
            *("--seed", study.seed, "--folder", "studies/style"),
        )

    def compared(self, one: str, other: str, players: int) -> str:
        """Two agents side by side, each among copies of itself."""
        ends = [(spoken(name), "statistics", name) for name in _ENDS]
        tallies = self._rows("tallies", players=players, agent=one, scored=True)
        sources = [(row["meaning"], "tallies", row["name"]) for row in tallies]
        rows, apart = [], {}
        for words, of, name in [*ends, *sources]:
            here, there = (self._estimate(of, players, agent, name) for agent in (one, other))
            if here.value == there.value == 0:
                continue
            digits = common_digits([here, there])
            rows.append([words, told(here, digits=digits), told(there, digits=digits)])
            if of == "tallies" and _apart(here, there):
                apart[words] = here.value - there.value
        more, less = ([w for w, d in _largest(apart) if (d > 0) == up] for up in (True, False))
        said = [
            f"{which} for {code(one)}: {listed(names)}."
            for which, names in (("Better", more), ("Worse", less))
            if names
        ]
        text = (
            f"With {count_players(players)}, {count_games(self._study.games)} each, among copies "
            "of itself: points of a seat, and of the winner."
        )
        head = ["", code(one), code(other)]
        found = "Sources whose intervals do not meet, the largest difference first. "
        return paragraphs(text, table(head, rows), found + " ".join(said) if said else "")

    def openings(self, agent: str, players: int) -> str:
        """How the seats of an agent begin, the most frequent ways first."""
        rows = sorted(
            self._rows("openings", players=players, agent=agent), key=lambda row: row["place"]
        )
        text = f"The first discs of a seat of {code(agent)} go most often to:"
        digits = common_digits(map(_of, rows), 100.0)
        ways = [
            f"*{row['opening']}*: {told(_of(row), percent=True, digits=digits)}" for row in rows
        ]
        return paragraphs(text, bullets(ways))

    def lead(self) -> str:
        """The first sentences of the report."""
        return " ".join(lead_of(pages_of(self._study).report(self._study, self._outcome)))

    def _rows(self, name: str, /, **wanted: Any) -> list[Row]:
        return [
            row
            for row in self._outcome.tables[name].to_pylist()
            if all(row[key] == value for key, value in wanted.items())
        ]

    def _estimate(self, of: str, players: int, agent: str, name: str) -> Estimate:
        (row,) = self._rows(of, players=players, agent=agent, name=name)
        return _of(row)


def _of(row: Row) -> Estimate:
    return Estimate(row["value"], row["low"], row["high"], 0, row["deals"])


def _apart(one: Estimate, other: Estimate) -> bool:
    if math.isnan(one.low) or math.isnan(other.low):
        return False
    return one.low > other.high or one.high < other.low


def _largest(differences: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(differences.items(), key=lambda pair: -abs(pair[1]))
