"""Pictures of studies of balance: several estimates per level side by side, and matrices."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pixies_experiments.studies.figures import COLOURS, heat_map
from pixies_experiments.studies.report import Draw, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE = 0.17
"""Inches that an estimate takes."""
Rows = Sequence[Mapping[str, Any]]
"""Rows of a table of results."""


def forest_of(levels: Sequence[str], series: Mapping[str, Rows], axis: str, scale: float) -> Draw:
    """For each level one line per series: thick its own interval, thin the simultaneous one."""

    def draw(axes: Axes) -> None:
        step = 1 / (len(series) + 1)
        for place, (label, rows) in enumerate(series.items()):
            colour = COLOURS[place % len(COLOURS)]
            shown = [row for row in rows if not math.isnan(row["low"])]
            at = np.array(
                [len(levels) - 1 - levels.index(row["level"]) - (place + 1) * step for row in shown]
            )
            found = {
                name: scale * np.array([row[name] for row in shown])
                for name in ("value", "low", "high", "joint_low", "joint_high")
            }
            axes.hlines(at, found["joint_low"], found["joint_high"], color=colour, linewidth=0.9)
            axes.hlines(at, found["low"], found["high"], color=colour, linewidth=2.6)
            axes.plot(found["value"], at, "o", color=colour, markersize=4.5, label=label)
        axes.axvline(0, color="#666666", linewidth=1, linestyle="--")
        axes.set_yticks(np.arange(len(levels))[::-1] - 0.5, levels)
        axes.set_ylim(-1.05, len(levels) - 0.95)
        for line in range(len(levels) - 1):
            axes.axhline(line, color="#eeeeee", linewidth=0.8, zorder=0)
        axes.set_xlabel(axis)
        axes.grid(axis="x", color="#dddddd")
        axes.tick_params(axis="y", length=0)
        for side, spine in axes.spines.items():
            spine.set_visible(side == "bottom")
        if len(series) > 1:
            axes.legend(
                frameon=False,
                fontsize=8,
                loc="upper left",
                bbox_to_anchor=(1.0, 1.0),
                borderaxespad=0,
            )

    return draw


def forest_height(levels: int, series: int) -> float:
    """Inches that such a picture needs."""
    return 0.9 + LINE * levels * (series + 1)


def matrix_of(
    rows: Rows,
    keys: tuple[str, str],
    names: tuple[Sequence[str], Sequence[str]],
    words: tuple[str, str],
    scale: float,
) -> Draw:
    """Values by two keys; in brackets those whose simultaneous interval holds 0.

    Args:
        rows: with ``value``, ``joint_low`` and ``joint_high``.
        keys: columns of the rows that tell the row and the column of the matrix.
        names: what they can be, in their order.
        words: what they are called.
        scale: by which values are multiplied.
    """
    values = np.full((len(names[0]), len(names[1])), np.nan)
    texts = [[""] * len(names[1]) for _ in names[0]]
    for row in rows:
        at = names[0].index(row[keys[0]]), names[1].index(row[keys[1]])
        values[at] = scale * row["value"]
        text = number(float(values[at]), 1)
        clear = row["joint_low"] * row["joint_high"] > 0
        texts[at[0]][at[1]] = text if clear else f"({text})"
    reach = float(np.nanmax(np.abs(values), initial=0.0)) or 1.0
    return heat_map(
        names[0],
        names[1],
        values,
        centre=0.0,
        reach=reach,
        texts=texts,
        down=words[0].replace("_", " "),
        across=words[1].replace("_", " "),
    )
