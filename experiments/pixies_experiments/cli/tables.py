"""Tables for people, on a terminal of any width: a number is never cut."""

from __future__ import annotations

import re

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.report import told

_LONGEST = 16
"""Letters of a word beyond which it may be folded, unless it is a number or an interval."""
_NUMBER = re.compile(r"[-+\u2212]?[\d.,:%/s\u2212+-]+")
_BETWEEN = 3
"""Most columns of the terminal that two columns of a table have between them."""


def print_table(console: Console, table: Table) -> None:
    """Print a table whose columns are at least as wide as the numbers in them.

    Long words, such as the specifications of agents, are folded. Where even that does not fit, the
    lines are longer than the terminal is wide, which breaks them itself.
    """
    for column in table.columns:
        words = [word for cell in (column.header, *column.cells) for word in _text(cell).split()]
        lengths = [len(w) if _NUMBER.fullmatch(w) else min(len(w), _LONGEST) for w in words]
        column.overflow = "fold"
        column.min_width = max([column.min_width or 1, *lengths])
    edge = 1 if table.pad_edge else -1
    needed = sum((column.min_width or 1) + _BETWEEN for column in table.columns) + edge
    if needed > console.width:
        table.width = needed
    console.print(table, crop=False, no_wrap=True, overflow="ignore")


def estimate_cell(estimate: Estimate, share: bool = False, mark: str = "") -> Text:
    """An estimate above its interval; ``mark`` stands beside it."""
    value, _, interval = told(estimate, percent=share).partition(" (")
    cell = Text(f"{value} {mark}".rstrip())
    if interval:
        cell.append(f"\n{interval.removesuffix(')')}", style="dim")
    return cell


def _text(cell: object) -> str:
    if isinstance(cell, Text):
        return cell.plain
    return Text.from_markup(cell).plain if isinstance(cell, str) else ""
