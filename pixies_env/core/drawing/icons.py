"""Small pictures by name, drawn around the origin in a square of 16 units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pixies_env.core.drawing.marks import group, move

SIZE = 16


class Icons:
    """A game's small pictures; ``icons(kind, x, y, size)`` draws one with its centre there.

    Args:
        pictures: SVG by name.
        needed: names that must be there; ValueError if one is not.
    """

    def __init__(self, pictures: Mapping[str, str], needed: Iterable[str] = ()) -> None:
        missing = [name for name in needed if name not in pictures]
        if missing:
            raise ValueError(f"there is no icon {missing[0]!r}")
        self._pictures = dict(pictures)

    def __call__(self, kind: str, x: float, y: float, size: float = 14) -> str:
        """SVG of a picture."""
        return group([self._pictures[kind]], move(x, y, size / SIZE))
