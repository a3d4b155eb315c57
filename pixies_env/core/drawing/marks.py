"""Pieces of SVG as texts. Colours are classes, see :mod:`pixies_env.core.drawing.style`."""

from __future__ import annotations

import math
from collections.abc import Iterable

from pixies_env.core.drawing.letters import width_of

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def attribute(text: str) -> str:
    """Text for an attribute or between tags."""
    return text.translate(_ESCAPES)


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def text(
    x: float,
    y: float,
    words: object,
    marks: str = "f-ink",
    size: float = 11,
    anchor: str = "",
    bold: bool = False,
    room: float = math.inf,
) -> str:
    """A line of text; ``anchor`` is ``middle`` or ``end``, ``y`` the base line.

    Its letters are made smaller where it would be wider than ``room``.
    """
    words = str(words)
    if room < math.inf and (wide := width_of(words, bold)) * size > room:
        size = math.floor(100 * room / wide) / 100  # as exactly as it is written
    marks = f"{marks} b" if bold else marks
    placed = {"middle": " am", "end": " ae"}.get(anchor, "")
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
        f'class="{marks}{placed}">{attribute(words)}</text>'
    )


def box(
    x: float, y: float, width: float, height: float, marks: str = "f-panel s-line", r: float = 4
) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(r)}" class="{marks}"/>'
    )


def circle(x: float, y: float, r: float, marks: str) -> str:
    """A circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" class="{marks}"/>'


def line(x1: float, y1: float, x2: float, y2: float, marks: str = "s-line") -> str:
    """A straight line."""
    return f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" class="{marks}"/>'


def path(d: str, marks: str) -> str:
    """A path."""
    return f'<path d="{d}" class="{marks}"/>'


def group(content: Iterable[str], at: str = "", marks: str = "") -> str:
    """Things that belong together; ``at`` is a transformation."""
    placed = f' transform="{at}"' if at else ""
    marked = f' class="{marks}"' if marks else ""
    return f"<g{marked}{placed}>{''.join(content)}</g>"


def move(x: float, y: float, scale: float = 1) -> str:
    """The transformation that moves and scales."""
    # A small error grows with the distance from the origin.
    scaled = f" scale({scale:.5g})" if scale != 1 else ""
    return f"translate({number(x)} {number(y)}){scaled}"


def token(seat: int, x: float, y: float, r: float = 8, written: object = None) -> str:
    """A seat's token: its colour, its shape, and its number where there is room for it.

    ``written`` stands in the place of the number, such as a letter that tells figures apart.
    """
    shape = _TOKENS[seat % len(_TOKENS)]
    told = ""
    if r >= 5:
        letters = seat if written is None else written
        marks = f"t-seat{seat % len(_TOKENS)}"
        told = text(x, y + r * 0.45, letters, marks, r * 1.3, "middle", True)
    return shape(x, y, r, f"f-seat{seat % len(_TOKENS)} s-ink") + told


def _polygon(x: float, y: float, r: float, corners: int, turn: float, marks: str) -> str:
    points = []
    for corner in range(corners):
        angle = turn + 2 * math.pi * corner / corners
        points.append(f"{number(x + r * math.sin(angle))} {number(y - r * math.cos(angle))}")
    return f'<path d="M{"L".join(points)}Z" class="{marks}"/>'


def _square(x: float, y: float, r: float, marks: str) -> str:
    half = r * 0.92
    return box(x - half, y - half, 2 * half, 2 * half, marks, r * 0.2)


def _hexagon(x: float, y: float, r: float, marks: str) -> str:
    return _polygon(x, y, r * 1.1, 6, 0, marks)


def _diamond(x: float, y: float, r: float, marks: str) -> str:
    return _polygon(x, y, r * 1.25, 4, 0, marks)


def _drop(x: float, y: float, r: float, marks: str) -> str:
    return _polygon(x, y + r * 0.1, r * 1.2, 5, 0, marks)


_TOKENS = (circle, _square, _hexagon, _diamond, _drop)
