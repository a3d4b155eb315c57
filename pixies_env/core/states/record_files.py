"""Files of records: JSON lines, and a plain text form to type in by hand.

JSON lines, ``pixies-record`` version 1. A game is a header, its events and, when it is over, its
end; games follow one another::

    {"format": "pixies-record", "version": 1, "game": "...", "game_version": 1, "board": "...",
     "catalogue": "...", "chance_catalogue": "...", "options": {}, "players": 3, "seed": 7,
     "lane": 0, "episode": 0, "sha256": "of the rest of the header"}
    {"chance": "demand(apple)", "player": -1, "question": "demand", "sees": [0, 1, 2]}
    {"decision": "place(3)", "player": 0, "question": "turn", "sees": [0, 1, 2]}
    {"end": {"reason": "...", "state": "sha256 of the final position"}}

In an event only the name is needed; what else is written is compared with the replay. A header
needs no ``sha256`` either; one that is there has to be right. A game that did not begin with its
set-up has ``position``, base64, and ``position_sha256``; what one seat saw of a game has ``viewer``
and the events that it saw. The plain form has ``key: value`` lines and then one name a line; other
keys than ``game`` and ``players`` are options of the game::

    # our evening on the 3rd of May
    game: pixie_queen
    players: 3
    place(3)

Both may stop in the middle of a game. Empty lines do not count, nor in the plain form what
follows a ``#`` that begins a line or stands behind a space; in a value that is JSON it is a sign
like any other.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from pixies_env.core.errors import DamagedDataError, ForeignGameError, RecordError
from pixies_env.core.events import CHANCE_EVENT, DECISION_EVENT, Event
from pixies_env.core.files.fields import plain
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.whole import written_whole
from pixies_env.core.game import Game
from pixies_env.core.inputs import LANES, check_count, check_seed
from pixies_env.core.seam import NOBODY
from pixies_env.core.states.identity import check_identity, check_options, game_of, identity
from pixies_env.core.states.records import (
    Record,
    check_end,
    describe_due,
    start_state,
    take,
    take_event,
)
from pixies_env.core.states.state import State
from pixies_env.core.states.stored import check_ids, damaged, digest_of, read_position

FORMAT = "pixies-record"
VERSION = 1

_LONGEST = 2**22
"""Characters of a line; the longest that is written holds a position and the options of a board."""
_OPTIONAL = ("seed", "lane", "episode")
_DIGEST = "sha256"


def write(path: str | os.PathLike[str], records: Record | Iterable[Record]) -> None:
    """Write records as JSON lines, or as plain text if the name ends in ``.txt``.

    The file appears when all is written; an error leaves what was there before.
    """
    with writing(path) as add:
        for record in [records] if isinstance(records, Record) else records:
            add(record)


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[Callable[[Record], None]]:
    """A function that writes one more record, in the form that the file's name says.

    The file appears when the block ends; an error leaves what was there before.
    """
    form = to_text if Path(path).suffix == ".txt" else to_json_lines
    with written_whole(path) as aside, aside.open("w", encoding="utf-8") as file:

        def add(record: Record) -> None:
            file.write(form(record))

        yield add


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
        header["position_sha256"] = hashlib.sha256(record.position).hexdigest()
    if record.viewer is not None:
        header["viewer"] = record.viewer
    header = json.loads(json.dumps(header, default=plain))
    lines: list[dict[str, Any]] = [{**header, _DIGEST: digest_of(header)}]
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
        yield from parse(_lines(file, str(path)), str(path), game)


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


def _lines(file: TextIO, source: str) -> Iterator[str]:
    """The lines of a file, which may be a device that never ends one."""
    number = 0
    while line := file.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            raise DamagedDataError(
                f"{source}, line {number}: has more than {_LONGEST:,} characters"
            )
        yield line


class _Line(NamedTuple):
    text: str
    place: str


def _numbered(lines: Iterable[str], source: str) -> Iterator[_Line]:
    try:
        for number, line in enumerate(lines, 1):
            text = (line.removeprefix("\ufeff") if number == 1 else line).strip()
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
        with damaged(place):
            _check_stream_name(header)
            viewer = header.get("viewer")
            self.viewer = None if viewer is None else check_count("viewer", viewer, 0, players - 1)
        position = _position(header, game, players, self.viewer, place)
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


def _check_stream_name(header: dict[str, Any]) -> None:
    """TypeError or ValueError for a seed, lane or episode that cannot be."""
    if "seed" in header:
        check_seed(header["seed"])
    for key in ("lane", "episode"):
        if key in header:
            check_count(key, header[key], 0, LANES - 1)


def _position(
    header: dict[str, Any], game: Game, players: int, viewer: int | None, place: str
) -> bytes | None:
    if "position" not in header:
        return None
    where = f"{place}: 'position'"
    text = header["position"]
    position = read_position(text, game, players, where, NOBODY if viewer is None else viewer)
    if header.get("position_sha256") != hashlib.sha256(position).hexdigest():
        raise DamagedDataError(f"{where} does not have the digest 'position_sha256'")
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
    content = load_json(line.text, line.place)
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
    reading = _Reading(game, _players(game, header.get("players"), place), header, place)
    if _DIGEST in header and header[_DIGEST] != _header_digest(header, place):
        raise DamagedDataError(
            f"{place}: the header does not have the digest {_DIGEST!r}; one that was edited goes "
            "without it"
        )
    return reading


def _header_digest(header: dict[str, Any], place: str) -> str:
    try:
        return digest_of(header)
    except RecursionError:
        raise DamagedDataError(f"{place}: the header is nested too deeply") from None


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
    if not isinstance(name, str):
        raise DamagedDataError(f"{place}: the name of a {kinds[0]} must be a text, not {name!r}")
    told = _told(content, reading.players, place)
    if reading.state is None:
        reading.events.append(_seen_event(reading, Event(kinds[0], name, *told), place))
        return
    if reading.state.is_over:
        raise RecordError(f"{place}: {kinds[0]} {name!r}, but the game is over")
    due = describe_due(reading.state, name)
    player, question, sees = told
    event = Event(
        kinds[0],
        name,
        player if "player" in content else due.player,
        question if "question" in content else due.question,
        sees if "sees" in content else due.sees,
    )
    take_event(reading.state, event, place)
    reading.events.append(due)


def _told(content: dict[str, Any], players: int, place: str) -> tuple[int, str, tuple[int, ...]]:
    """Player, question and audience that a line tells, of the right types."""
    question = content.get("question", "")
    if not isinstance(question, str):
        raise DamagedDataError(f"{place}: 'question' must be a text, not {question!r}")
    try:
        player = check_count("'player'", content.get("player", NOBODY), NOBODY, players - 1)
        sees = check_ids("'sees'", content.get("sees", []), 0, players - 1)
    except (TypeError, ValueError) as error:
        raise DamagedDataError(f"{place}: {error}") from None
    return player, question, tuple(sees)


def _seen_event(reading: _Reading, event: Event, place: str) -> Event:
    """An event of one player's view, which cannot be replayed; DamagedDataError."""
    known = {DECISION_EVENT: reading.game.questions, CHANCE_EVENT: reading.game.chance_kinds}
    if event.question not in known[event.kind]:
        raise DamagedDataError(f"{place}: there is no {event.kind} {event.question!r}")
    if reading.viewer not in event.sees:
        raise DamagedDataError(f"{place}: seat {reading.viewer}, whose view it is, saw it not")
    return event


# ---- plain text

_ENTRY = re.compile(r"(\w+)\s*:\s*(.*)")
_COMMENT = re.compile(r"(^|\s+)#.*")


def _parse_text(lines: Iterator[_Line], game: Game | None) -> Iterator[Record]:
    header: dict[str, Any] = {}
    reading: _Reading | None = None
    place = ""
    for text, place in lines:
        entry = _ENTRY.match(text)
        if entry is not None:
            key, value = entry.groups()
            if reading is None and key in header:
                reading = _open_text(header, game, place)
            if reading is not None:
                yield reading.finish()
                reading, header = None, {}
            header[key] = _value(value)
            continue
        text = _COMMENT.sub("", text)
        if reading is None:
            reading = _open_text(header, game, place)
        assert reading.state is not None
        reading.events.append(take(reading.state, text, place))
    if reading is None and header:
        reading = _open_text(header, game, place)
    if reading is not None:
        yield reading.finish()


def _open_text(header: dict[str, Any], game: Game | None, place: str) -> _Reading:
    options = dict(header)
    name, players = options.pop("game", None), options.pop("players", None)
    if name is None or players is None:
        raise DamagedDataError(
            f"{place}: a game in plain text begins with the lines 'game: NAME' and 'players: N'"
        )
    if game is None:
        game = game_of({"game": name, "options": options}, place)
    elif game.name != name:
        raise ForeignGameError(f"{place}: the game before is {name!r}, not {game.name!r}")
    check_options({**game.specification, **options}, game, place)
    return _Reading(game, _players(game, players, place), {}, place)


def _value(text: str) -> Any:
    """A value of the header: JSON if it is that, else the text itself; without a comment."""
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return _COMMENT.sub("", text)
    rest = text[end:]
    return _COMMENT.sub("", text) if rest and not _COMMENT.fullmatch(rest) else value
