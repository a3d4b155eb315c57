"""What a game's drawing is made of, and what it is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Literal

import numpy as np

from pixies_env.core.drawing.marks import attribute
from pixies_env.core.drawing.style import Colours

if TYPE_CHECKING:
    from pixies_env.core.events import Event
    from pixies_env.core.game import Game

Observer = Literal["observer"]
OBSERVER: Observer = "observer"
"""In place of a seat: somebody who sees what all players know."""


@dataclass
class Column:
    """One column of a picture; parts are drawn in the order in which they are put."""

    width: float
    height: float
    parts: dict[str, str] = field(default_factory=dict)
    """SVG of each part by its key, in coordinates of the column."""


@dataclass(frozen=True)
class Picture:
    """A table as columns, in reading order, with a title for those who do not see it."""

    title: str
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class View:
    """Who looks at the scene, what happened last, and what can be done now."""

    seat: int | Observer | None = None
    """A seat, an observer, or None for everything."""
    event: Event | None = None
    said: str = ""
    """The event in words."""
    last: Collection[str] = ()
    """Spots that the event touched."""
    targets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of the actions that each spot stands for."""

    def spot(self, name: str, content: Iterable[str], label: str = "", at: str = "") -> str:
        """A group that can be pointed at, see :mod:`pixies_env.core.drawing`.

        ``label`` is said of it in words, ``at`` is its transformation.
        """
        names = self.targets.get(name, ())
        marks = ["spot"]
        marks += ["target"] if names else []
        marks += ["last"] if name in self.last else []
        placed = f' transform="{at}"' if at else ""
        title = f"<title>{attribute(label)}</title>" if label else ""
        button = ""
        if names:
            told = attribute(", ".join(names) + (f": {label}" if label else ""))
            acting = attribute(" ".join(names))
            button = f' data-actions="{acting}" tabindex="0" role="button" aria-label="{told}"'
        return (
            f'<g class="{" ".join(marks)}" data-spot="{attribute(name)}"{button}{placed}>'
            f"{title}{''.join(content)}</g>"
        )


def fields_of(records: np.ndarray) -> SimpleNamespace:
    """Fields of the first of some records as numbers and lists, which are quicker to read."""
    names = records.dtype.names or ()
    return SimpleNamespace(**{name: records[name][0].tolist() for name in names})


@dataclass(frozen=True)
class Place:
    """Where some printed numbers are found on a copy of the game.

    ``keys`` are entries of the board file, as ``table.key``, ``where`` says in words where they
    are printed. ``parts`` are keys of the parts of a drawing that show them, ``()`` where none
    does. In both, ``*`` stands for any letters.
    """

    keys: tuple[str, ...]
    where: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Artist:
    """A game's drawing.

    ``picture(game, state, view)`` draws a one-element array of a state, from which what the viewer
    does not know has been taken out. ``spots(state, name, player)`` gives the spots that the
    decision or chance outcome of a player means or touches, those it has. ``colours`` are the
    colours of its own, each with the one for a dark ground. ``places`` are where printed numbers
    are found.
    """

    picture: Callable[[Game, np.ndarray, View], Picture]
    spots: Callable[[np.ndarray, str, int], tuple[str, ...]]
    colours: Colours = field(default_factory=dict)
    places: tuple[Place, ...] = ()
