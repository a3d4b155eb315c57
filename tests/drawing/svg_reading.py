"""What the tests read out of a drawing: spots, and where its texts and shapes lie."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from PIL import ImageFont

from pixies_env.adapters.raster import fonts
from pixies_env.core.drawing import Column

SVG = "{http://www.w3.org/2000/svg}"
_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)(?: scale\(([-\d.]+)\))?")


@dataclass(frozen=True)
class Words:
    """A text, or what stands for one, with the box around it, in units of the drawing."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Words) -> bool:
        """Whether the boxes have more in common than a seam; the same text drawn anew does not."""
        if (
            self.text == other.text
            and abs(self.left - other.left) + abs(self.top - other.top) < 0.1
        ):
            return False
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > 1 and high > 1


def spots(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """Spots by name; each name is there once."""
    found = [element for element in root.iter() if element.get("data-spot")]
    named = {element.get("data-spot", ""): element for element in found}
    assert len(named) == len(found), "a spot is drawn twice"
    return named


def overlaps(found: list[Words]) -> list[tuple[Words, Words]]:
    """Pairs of texts that lie on each other."""
    ordered = sorted(found, key=lambda words: words.top)
    pairs = []
    for index, one in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if other.top >= one.bottom:
                break
            if one.meets(other):
                pairs.append((one, other))
    return pairs


def fitting(column: Column) -> None:
    """Nothing lies beyond the edge of a column, no text on another one."""
    root = read_column(column)
    found = list(texts(root))
    for placed in (*found, *shapes(root)):
        assert placed.left >= -1 and placed.right <= column.width + 1, placed
        assert placed.top >= -1 and placed.bottom <= column.height + 1, placed
        assert placed.right >= placed.left and placed.bottom >= placed.top, placed
    for text in found:
        assert text.left >= 0 and text.right <= column.width, text
        assert text.top >= 0 and text.bottom <= column.height, text
    lying = overlaps(found)
    assert not lying, lying


def read_column(column: Column) -> ElementTree.Element:
    """The parts of a column as one element."""
    return ElementTree.fromstring(
        f'<svg xmlns="{SVG[1:-1]}">{"".join(column.parts.values())}</svg>'
    )


def texts(element: ElementTree.Element) -> Iterator[Words]:
    """All texts below an element with their places."""
    for found, x, y, scale in _placed(element, 0.0, 0.0, 1.0):
        if found.tag == f"{SVG}text" and " " not in (found.get("x") or ""):
            yield _measured(found, x, y, scale)


def shapes(element: ElementTree.Element) -> Iterator[Words]:
    """The boxes around all rectangles and circles below an element, named by their classes."""
    for found, x, y, scale in _placed(element, 0.0, 0.0, 1.0):
        one = {name: scale * float(number) for name, number in found.items() if name in _LENGTHS}
        if found.tag == f"{SVG}rect":
            left, top = x + one["x"], y + one["y"]
            right, bottom = left + one["width"], top + one["height"]
        elif found.tag == f"{SVG}circle":
            left, right = x + one["cx"] - one["r"], x + one["cx"] + one["r"]
            top, bottom = y + one["cy"] - one["r"], y + one["cy"] + one["r"]
        else:
            continue
        yield Words(f"{found.tag} {found.get('class')}", left, top, right, bottom)


_LENGTHS = ("x", "y", "width", "height", "cx", "cy", "r")


def _placed(
    element: ElementTree.Element, x: float, y: float, scale: float
) -> Iterator[tuple[ElementTree.Element, float, float, float]]:
    """All elements, with the origin and the scale of their coordinates."""
    placed = element.get("transform")
    if placed:
        found = _MOVE.fullmatch(placed)
        assert found, placed
        x, y = x + scale * float(found[1]), y + scale * float(found[2])
        scale *= float(found[3] or 1)
    yield element, x, y, scale
    for child in element:
        yield from _placed(child, x, y, scale)


def _measured(element: ElementTree.Element, x: float, y: float, scale: float) -> Words:
    marks = (element.get("class") or "").split()
    size = float(element.get("font-size") or 0) * scale
    font = _font("b" in marks)
    said = element.text or ""
    width = font.getlength(said) / font.size * size
    left = x + scale * float(element.get("x") or 0)
    left -= width * (0.5 if "am" in marks else 1.0 if "ae" in marks else 0.0)
    base = y + scale * float(element.get("y") or 0)
    return Words(said, left, base - 0.75 * size, left + width, base)


@functools.cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(fonts()[1 if bold else 0]), 100)
