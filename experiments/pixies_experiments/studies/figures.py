"""The kinds of pictures that pages show, as functions that draw into axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.report import Draw, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#7f7f7f",
    "#000000",
)
"""Told apart by the colour-blind too (Okabe and Ito 2008)."""
_DASHES = ("-", "--", ":", "-.")
_MOST_BINS = 60


def forest(
    labels: Sequence[str],
    estimates: Sequence[Estimate],
    axis: str,
    *,
    percent: bool = False,
    plus: bool = False,
    reference: float | None = None,
    reference_label: str = "",
    joint: Sequence[Estimate] = (),
) -> Draw:
    """Estimates with their intervals, one line each, from top to bottom.

    ``joint`` are the same with the intervals that hold for all together: thin lines. ``plus``: they
    are differences.
    """
    scale = 100.0 if percent else 1.0

    def draw(axes: Axes) -> None:
        places = np.arange(len(labels))[::-1]
        values = np.array([scale * e.value for e in estimates])
        low, high = (
            np.array([scale * (e.value if math.isnan(end) else end) for e, end in ends])
            for ends in (
                [(e, e.low) for e in estimates],
                [(e, e.high) for e in estimates],
            )
        )
        axes.hlines(places, low, high, color=COLOURS[0], linewidth=2.6 if joint else 2)
        if joint:
            low = np.array([scale * e.low for e in joint])
            high = np.array([scale * e.high for e in joint])
            axes.hlines(places, low, high, color=COLOURS[0], linewidth=0.9)
        axes.plot(values, places, "o", color=COLOURS[0], markersize=6)
        if reference is not None:
            axes.axvline(scale * reference, color="#666666", linewidth=1, linestyle="--")
            axes.annotate(
                reference_label,
                (scale * reference, 1.0),
                xycoords=("data", "axes fraction"),
                xytext=(3, 3),
                textcoords="offset points",
                fontsize=8,
                color="#444444",
            )
        axes.set_yticks(places, labels)
        axes.set_ylim(-0.6, len(labels) - 0.4)
        axes.set_xlabel(axis)
        axes.grid(axis="x", color="#dddddd")
        axes.tick_params(axis="y", length=0)
        for place, estimate in zip(places, estimates, strict=True):
            axes.annotate(
                told(estimate, percent=percent, plus=plus),
                (1.0, place),
                xycoords=("axes fraction", "data"),
                xytext=(6, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
            )
        _frame(axes, "bottom")

    return draw


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    values: np.ndarray,
    *,
    centre: float,
    reach: float,
    texts: Sequence[Sequence[str]],
    down: str = "",
    across: str = "",
) -> Draw:
    """A matrix of numbers in colours: blue above the centre, red below, NaN left blank.

    Args:
        rows: their names, from above.
        columns: their names, from the left.
        values: float ``(rows, columns)``.
        centre: the value that is white.
        reach: distance from the centre at which colours are full.
        texts: what is written in the cells.
        down: what the rows are.
        across: what the columns are.
    """

    def draw(axes: Axes) -> None:
        grid: Any = np.ma.masked_invalid(values)
        axes.imshow(grid, cmap="RdBu", vmin=centre - reach, vmax=centre + reach, aspect="auto")
        for row in range(len(rows)):
            for column in range(len(columns)):
                if not np.isnan(values[row, column]):
                    strong = abs(values[row, column] - centre) > 0.65 * reach
                    axes.text(
                        column,
                        row,
                        texts[row][column],
                        ha="center",
                        va="center",
                        fontsize=8,
                        color="white" if strong else "black",
                    )
        slanted = max(map(len, columns)) > 8
        axes.set_xticks(
            range(len(columns)),
            columns,
            rotation=30 if slanted else 0,
            ha="left" if slanted else "center",
        )
        axes.set_yticks(range(len(rows)), rows)
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xlabel(across)
        axes.set_ylabel(down)
        axes.tick_params(length=0)
        axes.set_xticks(np.arange(len(columns) + 1) - 0.5, minor=True)
        axes.set_yticks(np.arange(len(rows) + 1) - 0.5, minor=True)
        axes.grid(which="minor", color="white", linewidth=2)
        axes.tick_params(which="minor", length=0)
        _frame(axes)

    return draw


def distribution(series: Mapping[str, Mapping[int, int]], axis: str) -> Draw:
    """Shares of games by a whole number, one outline for each series."""
    from matplotlib.ticker import MaxNLocator

    def draw(axes: Axes) -> None:
        everything = [value for counts in series.values() for value in counts]
        low, high = min(everything), max(everything)
        width = max(1, -(-(high - low + 1) // _MOST_BINS))
        edges = np.arange(low, high + width + 1, width) - 0.5
        for place, (label, counts) in enumerate(series.items()):
            values, games = np.array(list(counts.items())).T
            shares, _ = np.histogram(values, edges, weights=100 * games / games.sum())
            axes.stairs(shares, edges, label=label, linewidth=1.6, **_style(place))
            if len(series) == 1:
                axes.stairs(shares, edges, fill=True, alpha=0.2, color=COLOURS[0])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(axis)
        axes.set_ylabel("share of games, %" + (f", in steps of {width}" if width > 1 else ""))
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", color="#dddddd")
        _legend(axes, series)
        _frame(axes, "bottom", "left")

    return draw


def quantiles(series: Mapping[str, Mapping[int, int]], axis: str) -> Draw:
    """Median, middle half and middle nine tenths of whole numbers, one line for each series."""

    def draw(axes: Axes) -> None:
        places = np.arange(len(series))[::-1]
        for place, counts in zip(places, series.values(), strict=True):
            values, games = np.array(sorted(counts.items())).T
            reached = np.cumsum(games) / games.sum()
            least, low, middle, high, most = (
                values[np.searchsorted(reached, share)] for share in (0.05, 0.25, 0.5, 0.75, 0.95)
            )
            axes.hlines(place, least, most, color=COLOURS[0], linewidth=1)
            axes.hlines(place, low, high, color=COLOURS[0], linewidth=6, alpha=0.5)
            axes.plot(middle, place, "o", color=COLOURS[0], markersize=6)
        axes.set_yticks(places, list(series))
        axes.set_ylim(-0.6, len(series) - 0.4)
        axes.set_xlabel(axis)
        axes.grid(axis="x", color="#dddddd")
        axes.tick_params(axis="y", length=0)
        _frame(axes, "bottom")

    return draw


def curves(
    series: Mapping[str, tuple[Sequence[float], Sequence[Estimate]]],
    across: str,
    up: str,
    *,
    percent: bool = False,
    reference: float | None = None,
) -> Draw:
    """Estimates over something that grows, such as games learned from, with their intervals."""
    scale = 100.0 if percent else 1.0

    def draw(axes: Axes) -> None:
        for place, (label, (at, estimates)) in enumerate(series.items()):
            style = _style(place)
            axes.plot(at, [scale * e.value for e in estimates], label=label, **style)
            low = [scale * e.low for e in estimates]
            high = [scale * e.high for e in estimates]
            axes.fill_between(at, low, high, color=style["color"], alpha=0.2, linewidth=0)
        if reference is not None:
            axes.axhline(scale * reference, color="#666666", linewidth=1, linestyle="--")
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.grid(color="#dddddd")
        _legend(axes, series)
        _frame(axes, "bottom", "left")

    return draw


def _style(place: int) -> dict[str, Any]:
    dashes = _DASHES[place // len(COLOURS) % len(_DASHES)]
    return {"color": COLOURS[place % len(COLOURS)], "linestyle": dashes}


def _legend(axes: Axes, series: Mapping[str, Any]) -> None:
    if len(series) > 1:
        axes.legend(
            frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0
        )


def _frame(axes: Axes, *shown: str) -> None:
    for side, spine in axes.spines.items():
        spine.set_visible(side in shown)
