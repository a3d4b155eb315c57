"""Files of records: JSON lines, and a plain text form to type in by hand.

JSON lines, ``pixies-record`` version 1. A game is a header, its events and, when it is over, its
end; games follow one another::

    {"format": "pixies-record", "version": 1, "game": "...", "game_version": 1, "board": "...",
     "catalogue": "...", "chance_catalogue": "...", "options": {}, "players": 3, "seed": 7,
     "lane": 0, "episode": 0}
    {"chance": "demand(apple)", "player": -1, "question": "demand", "sees": [0, 1, 2]}
    {"decision": "place(3)", "player": 0, "question": "turn", "sees": [0, 1, 2]}
    {"end": {"reason": "...", "state": "sha256 of the final position"}}

In an event only the name is needed; what else is written is compared with the replay. The plain
form has ``key: value`` lines and then one name a line; other keys than ``game`` and ``players``
are options of the game::

    # our evening on the 3rd of May
    game: pixie_queen
    players: 3
    place(3)

Both may stop in the middle of a game. Empty lines, and in the plain form everything after
``#``, do not count.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pixies_env.core.errors import DamagedDataError, ForeignGameError, RecordError
from pixies_env.core.fields import plain
from pixies_env.core.files import written_whole
from pixies_env.core.game import Game
from pixies_env.core.identity import check_identity, game_of, identity
from pixies_env.core.records import (
    CHANCE_EVENT,
    DECISION_EVENT,
    Event,
    Record,
    check_end,
    describe_due,
    start_state,
    take,
    take_event,
)
from pixies_env.core.state import State

FORMAT = "pixies-record"
VERSION = 1

_OPTIONAL = ("seed", "lane", "episode")


def write(path: str | os.PathLike[str], records: Record | Iterable[Record]) -> None:
    """Write records as JSON lines, or as plain text if the name ends in ``.txt``.

    The file appears when all is written; an error leaves what was there before.
    """
    if isinstance(records, Record):
        records = [records]
    form = to_text if Path(path).suffix == ".txt" else to_json_lines
    with written_whole(path) as aside, aside.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(form(record))


def to_json_lines(record: Record) -> str:
    """One game as JSON lines."""
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        **identity(record.game),
        "players": record.players,
    }
    for key in _OPTIONAL:
        if getattr(record, key) is not None:
            header[key] = getattr(record, key)
    if record.position is not None:
        header["position"] = base64.b64encode(record.position).decode()
    if record.viewer is not None:
        header["viewer"] = record.viewer
    lines: list[dict[str, Any]] = [header]
    for event in record.events:
        lines.append(
            {
                event.kind: event.name,
                "player": event.player,
                "question": event.question,
                "sees": list(event.sees),
            }
        )
    if record.end is not None:
        lines.append({"end": dict(record.end)})
    return "".join(json.dumps(line, default=plain) + "\n" for line in lines)


def to_text(record: Record) -> str:
    """One game in the plain form; RecordError if it does not begin with the set-up."""
    if record.position is not None or record.viewer is not None:
        raise RecordError("the plain form is for whole games from their set-up; use JSON lines")
    lines = [f"game: {record.game.name}", f"players: {record.players}"]
    lines += [
        f"{key}: {json.dumps(value, default=plain)}"
        for key, value in record.game.specification.items()
    ]
    return "\n".join([*lines, *(str(event.name) for event in record.events)]) + "\n\n"


def read(path: str | os.PathLike[str], game: Game | None = None) -> Iterator[Record]:
    """Records of a file in either form, each replayed and checked while it is read.

    A game that is not registered must be handed over; so may any other, if its options agree.

    Raises:
        RecordError: an event or end that does not fit; says file, line and what would be right.
        DamagedDataError: a line that is not what it should be, with file and line.
        ForeignGameError: a record of another game, version, board or catalogue.
    """
    with open(path, encoding="utf-8") as file:
        yield from parse(file, str(path), game)


def parse(lines: Iterable[str], source: str, game: Game | None = None) -> Iterator[Record]:
    """The same from lines of text; ``source`` stands for the file in errors."""
    numbered = _numbered(lines, source)
    first = next(numbered, None)
    if first is None:
        return
    whole = _chain(first, numbered)
    if first.text.startswith("{"):
        yield from _parse_json(whole, game)
    else:
        yield from _parse_text(whole, game)


class _Line(NamedTuple):
    text: str
    place: str


def _numbered(lines: Iterable[str], source: str) -> Iterator[_Line]:
    try:
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if text and not text.startswith("#"):
                yield _Line(text, f"{source}, line {number}")
    except UnicodeDecodeError as error:
        raise DamagedDataError(f"{source}: not UTF-8 text: {error}") from None


def _chain(first: _Line, others: Iterator[_Line]) -> Iterator[_Line]:
    yield first
    yield from others


class _Reading:
    """A game being read: its position so far and what its header told."""

    def __init__(self, game: Game, players: int, header: dict[str, Any], place: str) -> None:
        self.place = place
        self.header = header
        self.events: list[Event] = []
        self.end: dict[str, Any] | None = None
        self.viewer: int | None = header.get("viewer")
        position = _position(header, game, place)
        self.position = position
        self.players = players
        self.game = game
        self.state: State | None = None
        if self.viewer is None:
            self.state = start_state(game, players, position)

    def finish(self) -> Record:
        if self.state is None:
            return Record(
                self.game,
                self.players,
                tuple(self.events),
                position=self.position,
                end=self.end,
                viewer=self.viewer,
            )
        return Record(
            self.game,
            self.players,
            tuple(self.events),
            seed=self.header.get("seed"),
            lane=self.header.get("lane"),
            episode=self.header.get("episode"),
            position=self.position,
            end=Record.from_state(self.state).end,
        )


def _position(header: dict[str, Any], game: Game, place: str) -> bytes | None:
    if "position" not in header:
        return None
    try:
        position = base64.b64decode(header["position"], validate=True)
    except (ValueError, TypeError) as error:
        raise DamagedDataError(f"{place}: 'position' is not base64: {error}") from None
    if len(position) != game.state_dtype.itemsize:
        raise DamagedDataError(
            f"{place}: 'position' has {len(position)} bytes, a state {game.state_dtype.itemsize}"
        )
    return position


# ---- JSON lines


def _parse_json(lines: Iterator[_Line], game: Game | None) -> Iterator[Record]:
    reading: _Reading | None = None
    for line in lines:
        content = _json_object(line)
        if "format" in content:
            if reading is not None:
                yield _finish_json(reading, line.place)
            reading = _open(content, game, line.place)
        elif reading is None:
            raise DamagedDataError(f"{line.place}: expected the header of a {FORMAT}")
        elif reading.end is not None:
            raise RecordError(f"{line.place}: the game has already ended; expected a header")
        elif "end" in content:
            reading.end = _check_end_line(reading, content["end"], line.place)
        else:
            _add_event(reading, content, line.place)
    if reading is not None:
        yield _finish_json(reading, f"{reading.place}: end of the game begun there")


def _finish_json(reading: _Reading, place: str) -> Record:
    if reading.end is None and reading.state is not None and reading.state.is_over:
        raise RecordError(f"{place}: the game before is over, but its end is not told")
    return reading.finish()


def _json_object(line: _Line) -> dict[str, Any]:
    try:
        content = json.loads(line.text)
    except ValueError as error:
        raise DamagedDataError(f"{line.place}: not JSON: {error}") from None
    if not isinstance(content, dict):
        raise DamagedDataError(f"{line.place}: expected a JSON object, not {line.text[:40]}")
    return content


def _open(header: dict[str, Any], game: Game | None, place: str) -> _Reading:
    if header["format"] != FORMAT:
        raise DamagedDataError(f"{place}: format {header['format']!r} is not {FORMAT!r}")
    if header.get("version") != VERSION:
        raise ForeignGameError(
            f"{place}: record version {header.get('version')!r}; this is version {VERSION}"
        )
    game = game_of(header, place) if game is None else game
    check_identity(header, game, place)
    return _Reading(game, _players(game, header.get("players"), place), header, place)


def _players(game: Game, players: Any, place: str) -> int:
    try:
        return game.check_players(players)
    except (TypeError, ValueError) as error:
        raise DamagedDataError(f"{place}: {error}") from None


def _check_end_line(reading: _Reading, end: Any, place: str) -> dict[str, Any]:
    if not isinstance(end, dict):
        raise DamagedDataError(f"{place}: 'end' must be an object")
    if reading.state is not None:
        check_end(reading.state, end, place)
    return end


def _add_event(reading: _Reading, content: dict[str, Any], place: str) -> None:
    kinds = [kind for kind in (DECISION_EVENT, CHANCE_EVENT) if kind in content]
    if len(kinds) != 1:
        raise DamagedDataError(f"{place}: expected one of 'decision', 'chance', 'end' or a header")
    name = content[kinds[0]]
    if not isinstance(name, str) and not (name is None and reading.viewer is not None):
        raise DamagedDataError(f"{place}: the name of a {kinds[0]} must be a text, not {name!r}")
    sees = content.get("sees")
    if sees is not None and not isinstance(sees, list):
        raise DamagedDataError(f"{place}: 'sees' must be a list of seats, not {sees!r}")
    if reading.state is None or name is None:
        seats = tuple(sees or ())
        player, question = content.get("player", -1), content.get("question", "")
        reading.events.append(Event(kinds[0], name, player, question, seats))
        return
    if reading.state.is_over:
        raise RecordError(f"{place}: {kinds[0]} {name!r}, but the game is over")
    due = describe_due(reading.state, name)
    event = Event(
        kinds[0],
        name,
        content.get("player", due.player),
        content.get("question", due.question),
        due.sees if sees is None else tuple(sees),
    )
    take_event(reading.state, event, place)
    reading.events.append(due)


# ---- plain text


def _parse_text(lines: Iterator[_Line], game: Game | None) -> Iterator[Record]:
    header: dict[str, str] = {}
    reading: _Reading | None = None
    place = ""
    for text, place in lines:
        text = text.partition("#")[0].strip()
        key, colon, value = text.partition(":")
        if colon:
            if reading is None and key.strip() in header:
                reading = _open_text(header, game, place)
            if reading is not None:
                yield reading.finish()
                reading, header = None, {}
            header[key.strip()] = value.strip()
            continue
        if reading is None:
            reading = _open_text(header, game, place)
        assert reading.state is not None
        reading.events.append(take(reading.state, text, place))
    if reading is None and header:
        reading = _open_text(header, game, place)
    if reading is not None:
        yield reading.finish()


def _open_text(header: dict[str, str], game: Game | None, place: str) -> _Reading:
    options = {key: _value(value) for key, value in header.items()}
    name, players = options.pop("game", None), options.pop("players", None)
    if name is None or players is None:
        raise DamagedDataError(
            f"{place}: a game in plain text begins with the lines 'game: NAME' and 'players: N'"
        )
    if game is None:
        game = game_of({"game": name, "options": options}, place)
    elif game.name != name:
        raise ForeignGameError(f"{place}: the game before is {name!r}, not {game.name!r}")
    for key, value in options.items():
        if game.specification.get(key) != value:
            raise ForeignGameError(
                f"{place}: the option {key} is {value!r}, but the game at hand has "
                f"{game.specification.get(key)!r}"
            )
    return _Reading(game, _players(game, players, place), {}, place)


def _value(text: str) -> Any:
    """A value of the header: JSON if it is that, else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text
