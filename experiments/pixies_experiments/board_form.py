"""A sheet on which the numbers of one's own copy of a game are filled in.

Two files: a board file that has ``?`` where the publisher's number is not known here, and a page
with pictures of where each is found. What is filled in is ``own``; a ``?`` that stays is as on the
shipped board, so the file can be played at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from html import escape
from typing import TYPE_CHECKING, Any

import tomlkit

from pixies_env.core.drawing import picture
from pixies_env.core.drawing.draw import artist_of, html
from pixies_env.core.drawing.picture import Column, Picture, Place
from pixies_env.core.kit.board_files import BoardError, Problem
from pixies_env.core.kit.standing_words import OPEN, OWN, STANDING, joined
from pixies_env.core.states.state import State

if TYPE_CHECKING:
    from pixies_env.core.game import Game, PrintedNumber

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff;
  max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2.5rem 0 .5rem; border-top: 1px solid #888; padding-top: .8rem; }
section { break-inside: avoid; }
.pixies-drawing { max-width: 30rem; }
[data-part] { opacity: .15; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .25rem .7rem .25rem 0; }
td:last-child { border-bottom: 1px solid #888; min-width: 16rem; }
pre { font-size: .85rem; white-space: pre-wrap; margin: 0; }
"""


@dataclass(frozen=True)
class OpenPlace:
    """A place on a copy of the game where numbers are to be looked up; counted from 1."""

    number: int
    place: Place
    printed: tuple[PrintedNumber, ...]

    @property
    def name(self) -> str:
        """Such as ``place 3``."""
        return f"place {self.number}"


def open_places(game: Game) -> list[OpenPlace]:
    """The places of all printed numbers that are ours, in the order of the board file."""
    found: dict[Place, list[PrintedNumber]] = {}
    for number in game.printed:
        if number.ours:
            found.setdefault(_place_of(game, number), []).append(number)
    return [
        OpenPlace(count, place, tuple(numbers))
        for count, (place, numbers) in enumerate(found.items(), 1)
    ]


def _by_entry(game: Game) -> dict[tuple[str, str], OpenPlace]:
    """The place of each number that is ours, by table and key."""
    return {
        (number.table, number.key): place for place in open_places(game) for number in place.printed
    }


def _place_of(game: Game, number: PrintedNumber) -> Place:
    key = f"{number.table}.{number.key}"
    for place in artist_of(game).places:
        if any(fnmatchcase(key, pattern) for pattern in place.keys):
            return place
    return Place((key,), "on your copy of the game")


def form(game: Game, sheet: str) -> str:
    """The board file to fill in; ``sheet`` is the name of the page with the pictures.

    ValueError if all numbers of the game are known.
    """
    places = _by_entry(game)
    if not places:
        raise ValueError(f"all printed numbers of {game.name} are known; there is none to fill in")
    written = tomlkit.document()
    for line in (
        f"The printed numbers of a copy of {game.title}, to be filled in.",
        f"{sheet} shows where each place is.",
        f'"{OPEN}" is as on the shipped board: write what your copy has instead. The comment',
        "beside or above it is what the shipped board has.",
        f"Check it, filled in or not yet: pixies board FILE --game {game.name}",
    ):
        written.add(tomlkit.comment(line))
    for name in dict.fromkeys(number.table for number in game.printed):
        written.add(tomlkit.nl())
        numbers = [number for number in game.printed if number.table == name]
        written.add(name, _table(numbers, places))
    return tomlkit.dumps(written)


def _table(
    numbers: list[PrintedNumber], places: Mapping[tuple[str, str], OpenPlace]
) -> tomlkit.items.Table:
    table = tomlkit.table()
    table.add(STANDING, joined({n.key: OWN if n.ours else n.standing for n in numbers}))
    said: OpenPlace | None = None
    # What becomes a table of its own comes last.
    for number in sorted(numbers, key=lambda n: n.ours and isinstance(n.value, Mapping)):
        if not number.ours:
            table.add(number.key, _item(number.value))
            continue
        place = places[number.table, number.key]
        own_table = isinstance(number.value, Mapping)
        to = tomlkit.table() if own_table else table
        if place is not said:
            to.add(tomlkit.comment(f"{place.name}: {place.place.where}"))
        said = place
        for key, value in number.value.items() if own_table else [(number.key, number.value)]:
            _leave_open(to, key, value)
        if own_table:
            table.add(number.key, to)
    return table


def _leave_open(table: tomlkit.items.Table, key: str, value: Any) -> None:
    """An entry to fill in; ours stands beside it, or above where it has several lines."""
    ours = _line(key, value).splitlines()
    entry = tomlkit.string(OPEN)
    if len(ours) == 1:
        entry.comment(f"ours: {_item(value).as_string()}")
    else:
        for line in ours:
            table.add(tomlkit.comment(line))
    table.add(key, entry)


def _line(key: str, value: Any) -> str:
    return tomlkit.dumps({key: _item(value)}).rstrip()


def _item(value: Any) -> Any:
    """A value as TOML writes it within a line; each card of a list has one of its own."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, entry in value.items():
            table.append(key, _item(entry))
        return table
    if isinstance(value, list | tuple):
        row = tomlkit.array()
        for entry in value:
            row.append(_item(entry))
        return row.multiline(any(isinstance(entry, Mapping) for entry in value))
    return tomlkit.item(value)


def sheet(game: Game, file: str) -> str:
    """The page that shows where each place is; ``file`` is the name of the file to fill in."""
    title = f"{game.title}: the numbers of your copy"
    drawn = picture(game, State(game, min(game.players)).array)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>Write the numbers of your copy into <code>{escape(file)}</code>, where "
        f"<code>{OPEN}</code> stands, or on this sheet first. What you cannot find may stay "
        f"<code>{OPEN}</code>: it is as on the shipped board, which the last but one column has."
        f"</p><p>The pictures are of this program's own table, which shows what is printed where; "
        "your copy looks otherwise. Then check the file: <code>"
        f"pixies board {escape(file)} --game {escape(game.name)}</code></p>",
        *(_section(game, drawn, place) for place in open_places(game)),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _section(game: Game, drawn: Picture, place: OpenPlace) -> str:
    rows = "".join(
        f"<tr><td><code>[{escape(number.table)}] {escape(number.key)}</code></td>"
        f"<td><pre>{escape(_line(number.key, number.value))}</pre></td><td></td></tr>"
        for number in place.printed
    )
    return (
        f'<section id="place-{place.number}"><h2>Place {place.number}</h2>'
        f"<p>{escape(place.place.where)}</p>{_shown(game, drawn, place)}"
        f"<table><tr><th>entry</th><th>ours</th><th>yours</th></tr>{rows}</table></section>"
    )


def _shown(game: Game, drawn: Picture, place: OpenPlace) -> str:
    """The columns of a picture that show a place; everything else in them is pale."""
    columns = {index: _shown_in(column, place) for index, column in enumerate(drawn.columns)}
    shown = {index: keys for index, keys in columns.items() if keys}
    if not shown:
        return ""
    marks = ",".join(
        f'#place-{place.number} [data-part="{key}"]' for keys in shown.values() for key in keys
    )
    pieces = replace(drawn, columns=tuple(drawn.columns[index] for index in shown))
    return f"<style>{marks}{{opacity:1}}</style><figure>{html(game, pieces, 'light')}</figure>"


def _shown_in(column: Column, place: OpenPlace) -> list[str]:
    """Keys of the parts of a column that show a place."""
    return [
        key
        for key in column.parts
        if any(fnmatchcase(key, pattern) for pattern in place.place.parts)
    ]


def with_places(error: BoardError, game: Game) -> BoardError:
    """The same error; a problem with a number that is looked up says at which place."""
    places = _by_entry(game)

    def placed(problem: Problem) -> Problem:
        for (table, key), place in places.items():
            if table == problem.table and _is_inside(problem.key, key):
                return replace(problem, text=f"{problem.text} ({place.name} of the sheet)")
        return problem

    return BoardError(error.source, map(placed, error.problems))


def _is_inside(key: str, entry: str) -> bool:
    return key == entry or key.startswith((f"{entry}.", f"{entry}["))
