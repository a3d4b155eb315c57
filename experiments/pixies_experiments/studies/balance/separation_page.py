"""The page of a study of how well a game tells strong play from middling play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.balance.boards import BASE
from pixies_experiments.studies.balance.separation import SeparationStudy
from pixies_experiments.studies.balance.words import TOO_FEW, failures_section
from pixies_experiments.studies.figures import forest
from pixies_experiments.studies.report import (
    Picture,
    Report,
    ReportTable,
    Section,
    facts_of,
    listed,
    number,
    ours,
    with_interval,
)
from pixies_experiments.studies.study import Outcome

_SPREADS = (
    "A gain is that over the agent before, on the same deals, in spreads: standard deviations of "
    "the weaker agent's score from deal to deal."
)

_LINE = 0.34
"""Inches of a line of the picture."""
_GIVEN = ("", "over", "score", "its score", "spread", "gain, points", "gain, spreads")
_OVER = ("", "over", "mean gain, spreads", "standard deviation over boards", "boards")
_SLOPES = ("", "agent", "over", "change, spreads")


def separation_page(study: SeparationStudy, outcome: Outcome) -> Report:
    """Everything that such a study says."""
    tables = {name: table.to_pylist() for name, table in outcome.tables.items()}
    sizes = [
        ("agents", ", ".join(study.agents)),
        ("boards", f"1 given, {study.boards} with all numbers otherwise"),
        ("games", f"{study.games:,} deals for each board, played alone by every agent"),
        ("seed", str(study.seed)),
    ]
    lead = [
        f"{study.game.title} played alone by agents, each named as stronger than the one before. "
        f"{_SPREADS}",
        *_answers(tables),
    ]
    if text := ours(study.game):
        lead.append(text)
    return Report(
        f"{study.game.title}: is strong play told from middling play?",
        lead,
        facts_of(outcome.configuration, sizes),
        [*_sections(tables), *failures_section(outcome)],
        _overview(tables),
    )


def _overview(tables: dict[str, list[dict[str, Any]]]) -> Picture | None:
    """What each agent gains over the one before on the given board."""
    rows = [row for row in tables.get("by_board", []) if row["board"] == BASE]
    if not rows:
        return None
    labels = [f"{row['agent']} over {row['against']}" for row in rows]
    gains = [Estimate(row["value"], row["low"], row["high"], 0) for row in rows]
    caption = (
        "Gain in spreads of the score with 95 % intervals: the further right, the better strong "
        "play is told from weaker."
    )
    drawing = forest(labels, gains, "gain, spreads", reference=0.0)
    return Picture("overview", caption, drawing, (5.4, 0.9 + _LINE * len(rows)))


def _answers(tables: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    """Whose gain on the given board is shown, and whose is not."""
    rows = [row for row in tables.get("by_board", []) if row["board"] == BASE]
    for shown, said in ((True, "a gain is shown"), (False, "no gain is shown")):
        pairs = [
            f"{row['agent']} over {row['against']}" for row in rows if (row["low"] > 0) == shown
        ]
        if pairs:
            yield f"On the given board {said} of {listed(pairs)}, each interval by itself."


def _sections(tables: dict[str, list[dict[str, Any]]]) -> Iterator[Section]:
    given = [row for row in tables.get("by_board", []) if row["board"] == BASE]
    rows = [
        [
            row["agent"],
            row["against"],
            number(row["score"], 1),
            number(row["score_against"], 1),
            number(row["spread"], 1),
            number(row["gain"], 1),
            _estimate(row),
        ]
        for row in given
    ]
    if rows:
        yield Section("The given board", [], [ReportTable(_GIVEN, rows)], answers=True)
    else:
        yield Section("The given board", [TOO_FEW])
    if over := tables.get("over_boards"):
        rows = [
            [
                row["agent"],
                row["against"],
                _estimate(row),
                number(row["deviation"], 2),
                str(row["boards"]),
            ]
            for row in over
        ]
        text = "The standard deviation over boards holds the noise of the games on each."
        yield Section("Over all boards", [text], [ReportTable(_OVER, rows)], answers=True)
    if slopes := tables.get("slopes"):
        rows = [
            [row["unknown"], row["agent"], row["against"], _estimate(row, plus=True)]
            for row in slopes
        ]
        text = (
            "By how many spreads a gain changes when a number goes from the lower to the upper end "
            "while all others vary too (least squares over the boards), with intervals of each "
            "row by itself."
        )
        yield Section("Which numbers matter", [text], [ReportTable(_SLOPES, rows)])


def _estimate(row: dict[str, Any], *, plus: bool = False) -> str:
    return with_interval(row["value"], row["low"], row["high"], 2, plus=plus)
