"""How a state is stored, as bytes and as JSON."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.files.fields import dump_fields, load_fields, plain
from pixies_env.core.files.json_text import load_json
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.seam import IDS, NOBODY
from pixies_env.core.single import begin_stream
from pixies_env.core.states.identity import check_identity, game_of, identity
from pixies_env.core.states.scripts import check_chance
from pixies_env.core.states.stored import (
    check_history,
    check_ids,
    check_position,
    damaged,
    digest_of,
    read_position,
)

FORMAT = "pixies-state"
VERSION = 1

_MAGIC = b"PIXIES\x01"
_CHECKSUM = hashlib.sha256().digest_size


class StoredState(NamedTuple):
    """What a state is made of and what is kept of it."""

    game: Game
    state: np.ndarray
    """One-element array of the position, ``stream`` one of the random stream."""
    stream: np.ndarray
    script: np.ndarray
    chance: str
    """``auto`` or ``manual``."""
    start: bytes | None
    """Where the history begins; None is the set-up."""
    log: list[int]
    """Decisions as their ids, chance outcomes as ``~id``."""
    stripped_for: int
    """The seat from which the position was hidden, or -1."""


def _header(stored: StoredState) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        **identity(stored.game),
        "chance": stored.chance,
        "stripped_for": stored.stripped_for,
        "log": stored.log,
        "script": stored.script.tolist(),
        "start": None if stored.start is None else base64.b64encode(stored.start).decode(),
    }


def state_to_json(stored: StoredState) -> str:
    """Readable JSON of position, history and random stream, with a digest over all of it."""
    content = {
        **_header(stored),
        "state": dump_fields(stored.state),
        "stream": dump_fields(stored.stream),
    }
    content = json.loads(json.dumps(content, default=plain))
    return json.dumps({**content, "sha256": digest_of(content)})


def state_from_json(text: str, game: Game | None) -> StoredState:
    """The state again, checked against its game."""
    place = "state in JSON"
    content = load_json(text, place)
    game = _game(content, game, place)
    state = load_fields(content.get("state"), game.state_dtype, f"{place}: state")
    stream = load_fields(content.get("stream"), game.stream_dtype, f"{place}: stream")
    loaded = _build(content, game, state, stream, place)
    if content.get("sha256") != digest_of(content):
        raise DamagedDataError(
            f"{place}: does not have the digest written with it: it was changed or damaged"
        )
    return _checked(loaded, place)


def state_to_bytes(stored: StoredState) -> bytes:
    """A JSON header, the bytes of both records, and a checksum."""
    header = json.dumps(_header(stored), default=plain).encode()
    body = b"".join(
        [
            _MAGIC,
            len(header).to_bytes(4, "little"),
            header,
            stored.state.tobytes(),
            stored.stream.tobytes(),
        ]
    )
    return body + hashlib.sha256(body).digest()


def state_from_bytes(data: bytes, game: Game | None) -> StoredState:
    """The state again, checked against its game."""
    place = "state in bytes"
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"a stored state is bytes, not {type(data).__name__}")
    data = bytes(data)
    if data[: len(_MAGIC)] != _MAGIC:
        raise DamagedDataError(f"{place}: does not begin as a stored state of version {VERSION}")
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if hashlib.sha256(body).digest() != checksum:
        raise DamagedDataError(f"{place}: the checksum is wrong, data are cut or damaged")
    at = len(_MAGIC) + 4
    length = int.from_bytes(body[len(_MAGIC) : at], "little")
    content = load_json(body[at : at + length], place)
    records = body[at + length :]
    game = _game(content, game, place)
    size = game.state_dtype.itemsize
    if len(records) != size + game.stream_dtype.itemsize:
        raise DamagedDataError(f"{place}: {len(records)} bytes do not hold a state and a stream")
    state = np.frombuffer(records[:size], game.state_dtype).copy()
    stream = np.frombuffer(records[size:], game.stream_dtype).copy()
    return _checked(_build(content, game, state, stream, place), place)


def _game(content: Any, game: Game | None, place: str) -> Game:
    if not isinstance(content, Mapping) or content.get("format") != FORMAT:
        raise DamagedDataError(f"{place}: this is not a stored state")
    if content.get("version") != VERSION:
        raise ForeignGameError(
            f"{place}: format version {content.get('version')!r}; this is version {VERSION}"
        )
    game = game_of(content, place) if game is None else game
    check_identity(content, game, place)
    return game


def _build(
    content: Mapping[str, Any], game: Game, state: np.ndarray, stream: np.ndarray, place: str
) -> StoredState:
    with damaged(place):
        most = game.max_players - 1
        stripped_for = check_count("stripped_for", content["stripped_for"], NOBODY, most)
        start = content["start"]
        if start is not None:
            players = int(state["players"][0])
            start = read_position(start, game, players, f"{place}: start", stripped_for)
        rows = content["script"]
        if not isinstance(rows, list) or len(rows) != len(game.chance_kinds):
            raise ValueError(f"script must have {len(game.chance_kinds)} rows")
        last = len(game.outcomes) - 1
        ids = [check_ids("script", row, -1, last) for row in rows]
        script = np.array(ids, IDS).reshape(len(rows), -1)
        log = check_ids("log", content["log"], -len(game.outcomes), len(game.actions) - 1)
        chance = check_chance(content["chance"])
        return StoredState(game, state, stream, script, chance, start, log, stripped_for)


def _checked(stored: StoredState, place: str) -> StoredState:
    """The state, if its position, history and random stream can be; DamagedDataError otherwise."""
    game, state = stored.game, stored.state
    if stored.start != state.tobytes():  # The start has been checked.
        check_position(game, state, f"{place}: state", stored.stripped_for)
    check_history(game, stored.start, stored.log, state, place)
    _check_stream(game, stored.stream, place)
    return stored


def _check_stream(game: Game, stream: np.ndarray, place: str) -> None:
    """DamagedDataError unless the key is the one of the seed, lane and episode it names."""
    named = np.zeros(1, game.stream_dtype)
    begin_stream(named, *(int(stream[name][0]) for name in ("seed", "lane", "episode")))
    if named["key"][0] != stream["key"][0]:
        raise DamagedDataError(f"{place}: the key of its random stream is not of its seed")
