"""From a state to SVG or HTML, for any game."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pixies_env.core import single
from pixies_env.core.drawing.marks import attribute, number
from pixies_env.core.drawing.picture import OBSERVER, Artist, Column, Observer, Picture, View
from pixies_env.core.drawing.style import style_sheet
from pixies_env.core.inputs import check_seat

if TYPE_CHECKING:
    from pixies_env.core.events import Event
    from pixies_env.core.game import Game

LAYOUTS = ("wide", "narrow")
GAP = 12.0
"""Between columns and around the whole."""


def draw(
    game: Game,
    state: np.ndarray,
    *,
    seat: int | Observer | None = None,
    event: Event | None = None,
    words: str = "",
    actions: Iterable[str] = (),
    theme: str = "auto",
    layout: str = "wide",
) -> str:
    """A position as one SVG.

    Args:
        game: the game of the state.
        state: one-element array of the state; it is not changed.
        seat: draw what this seat knows; ``"observer"``: what all players know; None: everything.
        event: what happened last; left out if the seat did not see it.
        words: the event in words; its name if empty.
        actions: names of legal actions, for drawings that people click on.
        theme: ``auto`` (the reader's choice), ``light`` or ``dark``.
        layout: ``wide`` (columns side by side) or ``narrow`` (for a phone).

    Raises:
        ValueError: a theme, layout or seat that there is not.
    """
    drawn = picture(game, state, seat=seat, event=event, words=words, actions=actions)
    return svg(game, drawn, theme, layout, bool(actions))


def draw_html(
    game: Game,
    state: np.ndarray,
    *,
    seat: int | Observer | None = None,
    event: Event | None = None,
    words: str = "",
    actions: Iterable[str] = (),
    theme: str = "auto",
) -> str:
    """A position as a piece of HTML, whose columns lie side by side where there is room.

    Arguments and errors are those of :func:`draw`.
    """
    drawn = picture(game, state, seat=seat, event=event, words=words, actions=actions)
    return html(game, drawn, theme, bool(actions))


def picture(
    game: Game,
    state: np.ndarray,
    *,
    seat: int | Observer | None = None,
    event: Event | None = None,
    words: str = "",
    actions: Iterable[str] = (),
) -> Picture:
    """What :func:`draw` draws, before it is put together."""
    artist = artist_of(game)
    state = known_to(game, state, seat)
    if event is not None and not _is_seen(event, seat, int(state["players"][0])):
        event = None
    last = () if event is None else artist.spots(state, event.name, event.player)
    targets: dict[str, tuple[str, ...]] = {}
    mover = int(state["player"][0])
    for name in actions:
        for spot in artist.spots(state, name, mover):
            targets[spot] = (*targets.get(spot, ()), name)
    said = "" if event is None else words or str(event)
    return artist.picture(game, state, View(seat, event, said, last, targets))


def known_to(game: Game, state: np.ndarray, seat: int | Observer | None) -> np.ndarray:
    """Copy of a state without what a seat, or an observer, does not know."""
    known = single.copied(state)
    players = int(state["players"][0])
    if seat is None:
        return known
    for hidden in range(players) if seat == OBSERVER else (check_seat(seat, players),):
        single.hide_from(game, known, hidden)
    return known


def _is_seen(event: Event, seat: int | Observer | None, players: int) -> bool:
    if seat is None:
        return True
    return len(set(event.sees)) == players if seat == OBSERVER else seat in event.sees


def artist_of(game: Game) -> Artist:
    """A game's own drawing, or the one that draws the text of any game."""
    return _load(game.drawing or "pixies_env.core.drawing.plain:ARTIST")


@cache
def _load(place: str) -> Artist:
    module, _, name = place.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, Artist):
        raise TypeError(f"{place} is to be an Artist, not {found!r}")
    return found


def svg(game: Game, drawn: Picture, theme: str, layout: str, clickable: bool = False) -> str:
    """A picture as one SVG."""
    if layout not in LAYOUTS:
        raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, not {layout!r}")
    width, height, places = arranged(drawn.columns, layout)
    inner = [
        f'<g transform="translate({number(x)} {number(y)})">{parts_of(column)}</g>'
        for (x, y), column in zip(places, drawn.columns, strict=True)
    ]
    ground = f'<rect width="{number(width)}" height="{number(height)}" class="f-paper"/>'
    opening = _opening(game, theme, width, height, drawn.title, clickable)
    return f"{opening}<style>{style_of(game, theme)}</style>{ground}{''.join(inner)}</svg>"


def arranged(
    columns: tuple[Column, ...], layout: str
) -> tuple[float, float, list[tuple[float, float]]]:
    """Width and height of the whole and the place of each column."""
    places = []
    x = y = GAP
    for column in columns:
        places.append((x, y))
        if layout == "wide":
            x += column.width + GAP
        else:
            y += column.height + GAP
    if layout == "wide":
        return x, max(column.height for column in columns) + 2 * GAP, places
    return max(column.width for column in columns) + 2 * GAP, y, places


def html(game: Game, drawn: Picture, theme: str, clickable: bool = False) -> str:
    """A picture as a piece of HTML: one SVG for each column."""
    columns = []
    for index, column in enumerate(drawn.columns):
        width, height = column.width + GAP, column.height + GAP
        title = f"{drawn.title}, part {index + 1} of {len(drawn.columns)}"
        opening = _opening(game, theme, width, height, title, clickable)
        ground = f'<rect width="{number(width)}" height="{number(height)}" class="f-paper"/>'
        half = number(GAP / 2)
        columns.append(
            f'<div style="flex:1 1 {number(width * 0.9)}px;max-width:{number(width * 1.5)}px">'
            f'{opening}{ground}<g transform="translate({half} {half})">{parts_of(column)}</g></svg>'
            "</div>"
        )
    return (
        f'<div class="pixies-drawing {classes(game, theme)}" style="display:flex;flex-wrap:wrap;'
        f'align-items:flex-start;max-width:1200px"><style>{style_of(game, theme)}</style>'
        f"{''.join(columns)}</div>"
    )


def parts_of(column: Column) -> str:
    """The parts of a column, each in a group that tells its key."""
    return "".join(
        f'<g data-part="{attribute(key)}">{content}</g>' for key, content in column.parts.items()
    )


def classes(game: Game, theme: str) -> str:
    """Classes of the root element of a drawing."""
    return f"pixies px-{game.name} px-{theme}"


def style_of(game: Game, theme: str) -> str:
    """Style sheet of a game's drawings in a theme."""
    scope = "".join(f".{name}" for name in classes(game, theme).split()[1:])
    return style_sheet(scope, artist_of(game).colours, theme)


def _opening(
    game: Game, theme: str, width: float, height: float, title: str, clickable: bool
) -> str:
    role = "group" if clickable else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes(game, theme)}" role="{role}" '
        f'aria-label="{attribute(title)}" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="100%" style="display:block;max-width:{number(width * 1.5)}px">'
    )
