"""Sections of the page of two tournaments or simulations compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pixies_experiments.studies.comparing.games import AGENT, GAME, SEAT
from pixies_experiments.studies.comparing.sides import ONE, OTHER, Sides, matched_name
from pixies_experiments.studies.comparing.words import (
    BOTH,
    Row,
    joint,
    measure_words,
    other_opponents,
    single,
    starred,
    told_difference,
    told_value,
)
from pixies_experiments.studies.figures import forest
from pixies_experiments.studies.report import NO_INTERVAL, Picture, ReportTable, Section

_LINE = 0.32
"""Inches that a line of a picture takes."""


def games_sections(sides: Sides, rows: Sequence[Row]) -> Iterator[Section]:
    """Agents, seats and lengths of games, for each number of players."""
    for players in sides.players:
        own = [row for row in rows if row["players"] == players]
        tables, pictures = [], []
        for about in (AGENT, SEAT):
            found = [row for row in own if row["about"] == about]
            if found:
                tables.append(_table(about, found, players))
                pictures.append(_picture(about, found, players))
        length = [row for row in own if row["about"] == GAME]
        if length:
            tables.append(_table(GAME, length, players))
        yield Section(f"{players} players", (), tables, pictures, answers=True)


def _name(row: Row) -> str:
    if row["about"] == SEAT:
        return f"seat {row['first']}"
    star = " *" if other_opponents(row) else ""
    return f"{matched_name((row['first'], row['second']))}{star}" or "all games"


def _table(about: str, rows: Sequence[Row], players: int) -> ReportTable:
    """A row for each name: of the main measure both values, of all the difference."""
    measures = list(dict.fromkeys(row["measure"] for row in rows))
    main = "win" if "win" in measures else measures[0]
    cells = []
    for name in dict.fromkeys(map(_name, rows)):
        own = {row["measure"]: row for row in rows if _name(row) == name}
        values = [told_value(own[main], side) for side in (ONE, OTHER)]
        cells.append([name, *values, *(told_difference(own[m]) for m in measures)])
    words = measure_words(main)
    head = [about, f"{words}, {ONE}", f"{words}, {OTHER}"]
    head += [f"{measure_words(measure)}, difference" for measure in measures]
    bare = any(" (" not in cell for row in cells for cell in row[3:])
    caption = (
        f"{players} players; differences with simultaneous intervals.{_note(bare)}{starred(rows)}"
    )
    return ReportTable(head, cells, caption)


def _note(bare: bool) -> str:
    return f" {NO_INTERVAL}" if bare else ""


def _picture(about: str, rows: Sequence[Row], players: int) -> Picture:
    shown = [row for row in rows if row["measure"] == "win"]
    return Picture(
        f"{about}s-{players}",
        f"Share of wins by {about} with {players} players: the {OTHER} less the {ONE}. {BOTH}"
        f"{starred(rows)}",
        forest(
            [_name(row) for row in shown],
            [single(row) for row in shown],
            "difference, percentage points",
            percent=True,
            plus=True,
            reference=0.0,
            reference_label="alike",
            joint=[joint(row) for row in shown],
        ),
        (6.4, 0.9 + _LINE * len(shown)),
    )
