"""What games between agents say, as a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from pixies_env.core.words import count_deals, count_games, count_players
from pixies_experiments.intervals import Estimate
from pixies_experiments.simulation import FIRST, SHARES, Group, Tally
from pixies_experiments.studies.figures import forest
from pixies_experiments.studies.report import (
    NO_INTERVAL,
    Picture,
    Report,
    ReportTable,
    Section,
    ours,
    told,
)

_HEADS = {"win": "won, ties split"}
_LINE = 0.32
"""Inches that a line of a picture takes."""


def simulation_page(tally: Tally, seed: int, rotated: bool) -> Report:
    """Tables by seat and by agent, and what holds for all games."""
    seats = {
        f"{seat}" if rotated or len(tally.agents) == 1 else f"{seat} {tally.line_up[seat]}": group
        for seat, group in enumerate(tally.by_seat)
    }
    agents = tally.by_agent if len(tally.agents) > 1 else {}
    title = (
        f"{tally.game.title}, {count_players(len(tally.line_up))}, {count_games(tally.games)}, "
        f"seed {seed}"
    )
    tables = [_table("seat", seats), *([_table("agent", agents)] if agents else [])]
    pictures = [_wins("seat", seats, tally), *([_wins("agent", agents, tally)] if agents else [])]
    section = Section("Results", (), tables, pictures if tally.games else (), answers=True)
    return Report(title, list(_lead(tally, [*seats.values(), *agents.values()])), (), [section])


def _lead(tally: Tally, groups: Iterable[Group]) -> Iterable[str]:
    if len(tally.agents) == 1:
        yield f"All seats are played by {tally.agents[0]}."
    yield (
        f"Below numbers their 95 % intervals; each game is a deal of its own, so they rest on "
        f"{count_deals(tally.games)}."
    )
    if any(math.isnan(found.low) for group in groups for found in _shown(group).values()):
        yield NO_INTERVAL
    length = tally.length()
    yield (
        f"{told(length.without_interval() if tally.decisions.alike else length)} decisions per "
        "game."
    )
    if tally.reasons:
        reasons = (
            f"{reason} {100 * count / tally.games:.1f} %"
            for reason, count in tally.reasons.most_common()
        )
        yield f"Games ended by: {', '.join(reasons)}."
    if said := ours(tally.game):
        yield said


def _shown(group: Group) -> dict[str, Estimate]:
    return {measure: found for measure, found in group.estimates().items() if measure in FIRST}


def _table(label: str, groups: Mapping[str, Group]) -> ReportTable:
    rows = [
        [name, *(told(found, percent=m in SHARES) for m, found in _shown(group).items())]
        for name, group in groups.items()
    ]
    measures = list(_shown(next(iter(groups.values()))))
    return ReportTable([label, *(_HEADS.get(measure, measure) for measure in measures)], rows)


def _wins(label: str, groups: Mapping[str, Group], tally: Tally) -> Picture:
    drawing = forest(
        [f"seat {name}" if label == "seat" else name for name in groups],
        [group.estimates()["win"] for group in groups.values()],
        "share of wins, %",
        percent=True,
        reference=1 / len(tally.line_up),
        reference_label="fair share",
    )
    caption = f"Share of wins by {label}, a shared win split, with 95 % intervals."
    return Picture(f"wins-by-{label}", caption, drawing, (6.4, 0.9 + _LINE * len(groups)))
