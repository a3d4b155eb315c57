"""A record as one HTML file with a player in it.

The file holds each different part of the drawings once, and for each step which parts changed.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence
from importlib import resources
from string import Template
from typing import Any

from pixies_env.core.drawing.draw import GAP, classes, picture, style_of
from pixies_env.core.drawing.picture import Observer, Picture
from pixies_env.core.game import Game
from pixies_experiments.replays import Moment


def animation(
    game: Game,
    moments: Iterable[Moment],
    seat: int | Observer | None = None,
    theme: str = "auto",
    title: str = "",
) -> str:
    """The page; ``title`` is its heading, the game's title if empty.

    ValueError for a theme that there is not.
    """
    pictures, words = [], []
    for moment in moments:
        drawn = picture(game, moment.state.array, seat=seat, event=moment.event, words=moment.words)
        pictures.append(drawn)
        words.append(moment.words)
    content = json.dumps(
        {**shared(pictures), "words": words, "gap": GAP, "classes": classes(game, theme)},
        separators=(",", ":"),
        ensure_ascii=False,
    )
    page = resources.files(__package__).joinpath("player.html").read_text(encoding="utf-8")
    return Template(page).substitute(
        title=html.escape(title or game.title),
        theme=theme,
        classes=classes(game, theme),
        style=style_of(game, theme),
        # Nothing in the data may end the element that it lies in, nor begin a comment.
        animation=content.replace("</", "<\\/").replace("<!", "\\u003c!"),
    )


def shared(pictures: Sequence[Picture]) -> dict[str, Any]:
    """Pictures as their different parts, and what changes in each step.

    ``slots`` are, for each column, the keys of its parts in the order of drawing; a frame is a
    flat list of slot (counted through all columns), part, slot, part ... for what differs from the
    frame before; part 0 is empty.
    """
    columns = range(len(pictures[0].columns))
    slots = [merged([list(drawn.columns[c].parts) for drawn in pictures]) for c in columns]
    places = {
        (column, key): place
        for place, (column, key) in enumerate((c, key) for c in columns for key in slots[c])
    }
    parts: dict[str, int] = {"": 0}
    now = [0] * len(places)
    frames = []
    for drawn in pictures:
        frame: list[int] = []
        for (column, key), place in places.items():
            content = drawn.columns[column].parts.get(key, "")
            part = parts.setdefault(content, len(parts))
            if now[place] != part:
                now[place] = part
                frame += [place, part]
        frames.append(frame)
    sizes = [
        [max(drawn.columns[c].width for drawn in pictures),
         max(drawn.columns[c].height for drawn in pictures)]
        for c in columns
    ]  # fmt: skip
    return {"slots": slots, "sizes": sizes, "parts": list(parts), "frames": frames}


def merged(orders: Iterable[list[str]]) -> list[str]:
    """All keys of several lists; one that is new stands behind the key before it."""
    whole: list[str] = []
    known: set[str] = set()
    for keys in orders:
        if known.issuperset(keys):
            continue
        before = -1
        for key in keys:
            if key not in known:
                whole.insert(before + 1, key)
                known.add(key)
            before = whole.index(key)
    return whole
