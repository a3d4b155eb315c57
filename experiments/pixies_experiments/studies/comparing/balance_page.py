"""Sections of the page of two studies of balance compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pixies_experiments.studies.balance.facts import MEASURES
from pixies_experiments.studies.balance.pictures import forest_height, forest_of
from pixies_experiments.studies.balance.words import NOTHING, POINTS, TOO_FEW, spoken
from pixies_experiments.studies.comparing.sides import ONE, OTHER, Sides, matched_name
from pixies_experiments.studies.comparing.words import BOTH, Row, starred, told_difference
from pixies_experiments.studies.report import Picture, ReportTable, Section, signed


def balance_sections(sides: Sides, rows: Sequence[Row]) -> Iterator[Section]:
    """The worth of each level, for each design and number of players."""
    assert sides.one.study is not None
    name = spoken(sides.one.study.factor_name)
    for design, players in product(sides.designs, sides.players):
        own = [row for row in rows if (row["design"], row["players"]) == (design, players)]
        series = {
            matched_name(pair): found
            for pair in sides.tables
            if (found := [row for row in own if (row["first"], row["second"]) == pair])
        }
        text = (
            f"An advantage is what a {name} has more of a measure than the mean of all seats, in "
            f"{POINTS} for shares of wins; here by how much that of the {OTHER} is larger."
        )
        title = f"{name}, {design}, {players} players"
        if not series:
            yield Section(title, [TOO_FEW])
            continue
        tables = [_table(name, table, found) for table, found in series.items()]
        yield Section(title, [text], tables, [_picture(design, players, series)], answers=True)


def _table(name: str, table: str, rows: Sequence[Row]) -> ReportTable:
    by_level: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_level.setdefault(row["level"], {})[row["measure"]] = row
    cells = []
    order = sorted(by_level, key=lambda level: -by_level[level]["win"]["value"])
    for level in order:
        own = by_level[level]
        values = [signed(100 * own["win"][f"{side}_value"], 1, " pp") for side in (ONE, OTHER)]
        found = [told_difference(own[m]) if m in own else NOTHING for m in MEASURES]
        cells.append([level, *values, *found, f"{own['win']['units']:,}"])
    note = f" {table}{text}" if (text := starred(rows)) else ""
    head = [name, f"wins, {ONE}", f"wins, {OTHER}", "difference", "score", "rank", "deals"]
    return ReportTable(head, cells, f"{table}; advantages, and simultaneous intervals.{note}")


def _picture(design: str, players: int, series: dict[str, list[Row]]) -> Picture:
    shown = {t: [r for r in rows if r["measure"] == "win"] for t, rows in series.items()}
    first = next(iter(shown.values()))
    value = {row["level"]: row["value"] for rows in shown.values() for row in rows}
    value |= {row["level"]: row["value"] for row in first}
    levels = sorted(value, key=lambda level: -value[level])
    return Picture(
        f"{design}-{players}",
        f"Advantage in share of wins, {design}, {players} players: the {OTHER} less the {ONE}. "
        f"{BOTH}",
        forest_of(levels, shown, f"difference, {POINTS}", 100.0),
        (6.4, forest_height(len(levels), len(shown))),
    )
