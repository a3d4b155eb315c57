"""Tables for people, on a terminal of any width: a number is never cut."""

from __future__ import annotations

import re
from typing import Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pixies_experiments.studies.report import InFull, Report, ReportTable, split_interval

_LONGEST = 16
"""Letters of a word beyond which it may be folded, unless it is a number or an interval."""
_NUMBER = re.compile(r"[-+\u2212]?[\d.,:%/s\u2212+-]+")
_BETWEEN = 3
"""Most columns of the terminal that two columns of a table have between them."""


def print_report(report: Report) -> None:
    """Print what a page begins with and the tables of its answer."""
    console = Console(highlight=False)
    console.print(report.title, style="bold", markup=False)
    for text in report.lead:
        console.print(text.in_short if isinstance(text, InFull) else text, markup=False)
    for section in report.sections:
        if section.answers:
            for text in () if section.tables else section.texts:
                console.print(text, markup=False)
            for table in section.tables:
                print_table(console, printed_table(table))


def printed_table(table: ReportTable) -> Table:
    """A table of a page for the terminal."""
    printed = Table(
        title=table.caption or None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for place, name in enumerate(table.head):
        side: Literal["left", "right"] = "right" if place else "left"
        printed.add_column(name, justify=side, vertical="bottom" if place else "top")
    for row in table.rows:
        printed.add_row(*map(cell, row))
    return printed


def cell(text: str) -> Text:
    """A cell; an interval goes below its number."""
    value, interval = split_interval(text)
    printed = Text(value)
    if interval:
        printed.append(f"\n{interval}", style="dim")
    return printed


def print_table(console: Console, table: Table) -> None:
    """Print a table whose columns are at least as wide as the numbers in them.

    Long words, such as the specifications of agents, are folded, intervals never. Where even that
    does not fit, the lines are longer than the terminal is wide, which breaks them itself.
    """
    for column in table.columns:
        texts = [_text(cell) for cell in (column.header, *column.cells)]
        words = [word for text in texts for line in text.splitlines() for word in _words(line)]
        whole = [" " in word or _NUMBER.fullmatch(word) is not None for word in words]
        lengths = [
            len(w) if kept else min(len(w), _LONGEST) for w, kept in zip(words, whole, strict=True)
        ]
        column.overflow = "fold"
        column.min_width = max([column.min_width or 1, *lengths])
    edge = 1 if table.pad_edge else -1
    needed = sum((column.min_width or 1) + _BETWEEN for column in table.columns) + edge
    if needed > console.width:
        table.width = needed
    console.print(table, crop=False, no_wrap=True, overflow="ignore")


def _words(line: str) -> list[str]:
    """What is not broken: an interval is one."""
    low, to, high = line.partition(" to ")
    if to and _NUMBER.fullmatch(low) and _NUMBER.fullmatch(high):
        return [line]
    return line.split()


def _text(cell: object) -> str:
    if isinstance(cell, Text):
        return cell.plain
    return Text.from_markup(cell).plain if isinstance(cell, str) else ""
