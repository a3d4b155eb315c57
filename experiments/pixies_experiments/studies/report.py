"""What a page shows: sections of texts, tables and pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pixies_experiments.games import numbers_note
from pixies_experiments.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pixies_env.core.game import Game

_MOST_NAMES = 12
"""Numbers of a board that a sentence names one by one."""

FEW_DEALS = 10
"""With fewer deals it is said that the intervals rest on few."""
NO_INTERVAL = "Where no interval stands, all deals went alike, or there is one only."

Draw = Callable[["Axes"], None]
"""Draws into the axes of a figure."""


@dataclass(frozen=True)
class Picture:
    """A drawing: inline in the page, and as a file for papers."""

    name: str
    """Name of the file, without ending; unique in the page."""
    caption: str
    draw: Draw
    size: tuple[float, float] = (6.4, 4.0)
    """Width and height in inches."""


@dataclass(frozen=True)
class ReportTable:
    """Rows of texts; all columns but the first are set to the right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading."""

    title: str
    texts: Sequence[str] = ()
    tables: Sequence[ReportTable] = ()
    pictures: Sequence[Picture] = ()
    folded: bool = False
    """Shown when clicked on only."""
    answers: bool = False
    """Its tables are the answer: commands print them, notebooks show them."""


@dataclass(frozen=True)
class Report:
    """A page."""

    title: str
    lead: Sequence[str]
    """What was done and what it says, in sentences."""
    facts: Sequence[tuple[str, str]]
    """Name and value of what the study was: game, seed, number of games ..."""
    sections: Sequence[Section] = field(default_factory=tuple)
    picture: Picture | None = None
    """Answers the question of the page, which begins with it; its sections are folded then."""

    @property
    def answers(self) -> list[ReportTable]:
        """The tables that commands print and notebooks show."""
        return [table for section in self.sections if section.answers for table in section.tables]

    @property
    def pictures(self) -> dict[str, Picture]:
        """All pictures by name, in the order of the page."""
        first = [] if self.picture is None else [self.picture]
        others = [picture for section in self.sections for picture in section.pictures]
        return {picture.name: picture for picture in (*first, *others)}


def listed(names: Iterable[object]) -> str:
    """What a sentence names one by one, such as "2, 3 and 4"."""
    *others, last = map(str, names)
    return f"{', '.join(others)} and {last}" if others else last


class InFull(str):
    """A text of a page for which the terminal has a line."""

    in_short: str

    def __new__(cls, text: str, in_short: str = "") -> InFull:
        """Of both texts."""
        made = super().__new__(cls, text)
        made.in_short = in_short
        return made


def ours(game: Game) -> str:
    """The text that names the numbers of the board that are not the publisher's; or nothing."""
    names = [f"{number.table}.{number.key}" for number in game.printed if number.ours]
    if not names:
        return ""
    few = len(names) <= _MOST_NAMES
    which, them = ("These", f": {', '.join(names)}") if few else (str(len(names)), "")
    text = (
        f"{which} numbers of the board are, at least in part, ours and not the publisher's "
        f"(standing “default”, see `pixies board`){them}. What is said here holds for this board, "
        "and for the printed one only as far as it survives other numbers."
    )
    return InFull(text, numbers_note(game))


def facts_of(told: Mapping[str, Any], sizes: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """What a study of a configuration was; in the middle what it played."""
    options = {k: v for k, v in told["options"].items() if k != "board" and v is not None}
    chosen = ", ".join(f"{k}={v}" for k, v in options.items())
    return [
        ("game", f"{told['game']} v{told['game_version']}" + (f", {chosen}" if chosen else "")),
        ("board", told["board"]),
        *sizes,
        ("software", f"pixies-env {told['pixies_env']}"),
    ]


def digits_of(estimate: Estimate, scale: float = 1.0) -> int:
    """Decimals that the width of an interval lets stand; without one, for three digits in all."""
    width = scale * (estimate.high - estimate.low)
    if not width > 0:
        size = abs(scale * estimate.value)
        return 2 if not size >= 10 else 1 if size < 100 else 0
    return min(4, max(0, -math.floor(math.log10(width / 2))))


def common_digits(estimates: Iterable[Estimate], scale: float = 1.0) -> int:
    """Decimals that the widest interval lets stand, for estimates that are told side by side."""
    listed = list(estimates)
    wide = [estimate for estimate in listed if estimate.high > estimate.low]
    return min((digits_of(estimate, scale) for estimate in wide or listed), default=0)


def number(value: float, digits: int, unit: str = "") -> str:
    """A number with fixed decimals, a real minus, and no sign before a zero."""
    if math.isnan(value):
        return "\N{EN DASH}"
    text = f"{value:,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.removeprefix("-")
    return text.replace("-", "\N{MINUS SIGN}") + unit


def signed(value: float, digits: int, unit: str = "") -> str:
    """The same, with a plus before what is more than zero: a difference."""
    text = number(value, digits, unit)
    return f"+{text}" if value > 0 and float(f"{value:.{digits}f}") > 0 else text


def with_interval(
    value: float, low: float, high: float, digits: int, *, unit: str = "", plus: bool = False
) -> str:
    """A number and its interval, such as "12.5 % (10.1 to 15.2)"; all intervals are told so.

    Without an interval, where its ends are NaN, the number alone.
    """
    tell = signed if plus else number
    text = tell(value, digits, unit)
    if math.isnan(low):
        return text
    return f"{text} ({tell(low, digits)} to {tell(high, digits)})"


def told(
    estimate: Estimate, *, percent: bool = False, plus: bool = False, digits: int | None = None
) -> str:
    """An estimate and its interval, to so many decimals, or to those that the interval lets stand.

    ``plus`` says that it is a difference: of shares, in percentage points.
    """
    scale, unit = (100.0, " pp" if plus else " %") if percent else (1.0, "")
    value, low, high = (scale * end for end in (estimate.value, estimate.low, estimate.high))
    shown = digits_of(estimate, scale) if digits is None else digits
    return with_interval(value, low, high, shown, unit=unit, plus=plus)


def split_interval(text: str) -> tuple[str, str]:
    """A number of :func:`with_interval` and the text of its interval; "" if it has none."""
    value, _, interval = text.partition(" (")
    if not interval.endswith(")") or " to " not in interval:
        return text, ""
    return value, interval.removesuffix(")")
