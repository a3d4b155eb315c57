"""The picture that a page of a study begins with: effects, and which of them are beyond doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pixies_experiments.studies.figures import heat_map
from pixies_experiments.studies.report import Picture, signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST = 28
"""Letters of the name of a column."""
_PALER = 1.5
"""By how much colours stay behind the full ones, so that numbers can be read on all of them."""


class Cell(NamedTuple):
    """An estimate of an overview in points, and whether it is beyond doubt."""

    points: float
    clear: bool

    @classmethod
    def of(cls, row: Mapping[str, Any], scale: float = 100.0) -> Cell:
        """That of a row of results: clear if its simultaneous interval does not hold 0."""
        return cls(scale * row["value"], row["joint_low"] * row["joint_high"] > 0)


def overview(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Cell],
    caption: str,
) -> Picture:
    """A matrix of effects in which what is beyond doubt is framed and bold, the rest is pale.

    Args:
        rows: their names, from above.
        columns: their names, from the left.
        cells: by row and column; what is missing is left blank.
        caption: what the effects are, and what is framed.
    """
    values = np.full((len(rows), len(columns)), np.nan)
    for (row, column), cell in cells.items():
        values[rows.index(row), columns.index(column)] = cell.points
    reach = _PALER * float(np.nanmax(np.abs(values), initial=0.0)) or 1.0
    blank = [[""] * len(columns) for _ in rows]
    background = heat_map(
        rows, list(map(_short, columns)), values, centre=0.0, reach=reach, texts=blank
    )

    def draw(axes: Axes) -> None:
        from matplotlib.patches import Rectangle

        background(axes)
        for (row, column), cell in cells.items():
            down, across = rows.index(row), columns.index(column)
            axes.text(
                across,
                down,
                signed(cell.points, 1),
                ha="center",
                va="center",
                fontsize=8,
                fontweight="bold" if cell.clear else "normal",
                color="black" if cell.clear else "#555555",
            )
            if cell.clear:
                frame = Rectangle(
                    (across - 0.46, down - 0.45), 0.92, 0.9, fill=False, linewidth=1.4
                )
                axes.add_patch(frame)

    size = 1.4 + 0.52 * len(columns), 0.9 + 0.3 * len(rows)
    return Picture("overview", caption, draw, size)


def _short(name: str) -> str:
    """A name without its middle, if it is long: the ends tell names apart."""
    half = _LONGEST // 2
    return name if len(name) <= _LONGEST else f"{name[:half]}\N{HORIZONTAL ELLIPSIS}{name[-half:]}"
