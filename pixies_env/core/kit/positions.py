"""Positions as dictionaries with descriptive keys, derived from the state and its vocabularies.

:class:`Keys` lays out part of a dictionary: which key tells which field of a record, and how it is
written. :class:`Positions` makes a whole game's ``describe`` and ``restore`` of its dtype: a key
for each field, an entry of ``seats`` for what belongs to one player.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import IntEnum
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field, create_model

from pixies_env.core.errors import listed
from pixies_env.core.kit.enums import words
from pixies_env.core.kit.readings import Reading, numbers, reading_of
from pixies_env.core.kit.remade import Remade
from pixies_env.core.kit.written import Written, read
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING

WAITING = ("decision", "chance", "nothing")
"""What a position can wait for, by number."""
_HEADER = ("players", "waiting", "player", "question")
_FRAMES = ("frames", "frame_count", "frames_lost")


class Keys:
    """Keys of a dictionary in their order, each with what it tells.

    Args:
        entries: by key the name of a field and how it is written; or, for what follows from
            several fields, a function of a record and the index, which tells and is not laid.
    """

    def __init__(self, entries: Mapping[str, tuple[str, Reading] | Callable[..., Any]]) -> None:
        self._entries = dict(entries)
        self.fields = {key: entry for key, entry in entries.items() if isinstance(entry, tuple)}

    def tell(self, record: Any, *index: int) -> dict[str, Any]:
        """The entries of a record; ``index`` is that of a seat in fields that belong to seats."""
        return {
            key: _told(record, *entry, *index)
            if isinstance(entry, tuple)
            else entry(record, *index)
            for key, entry in self._entries.items()
        }

    def lay(self, record: Any, given: Mapping[str, Any], *index: int) -> None:
        """Store those fields that are given, in the form that :meth:`form` checks."""
        for key, (field, reading) in self.fields.items():
            if key in given and index:
                record[field][index] = reading.lay(given[key])
            elif key in given:
                record[field] = reading.lay(given[key])

    def form(self, name: str, **more: Any) -> type[Written]:
        """Model of the entries, any of which may be left out."""
        entries: dict[str, Any] = {
            key: (reading.form, Field(default=None)) for key, (_, reading) in self.fields.items()
        }
        return create_model(name, __base__=Written, **entries, **more)


def _told(record: Any, field: str, reading: Reading, *index: int) -> Any:
    return reading.tell(record[field][index] if index else record[field])


def tell_waiting(
    record: Any, questions: Collection[str], chances: Collection[str]
) -> dict[str, Any]:
    """What a position waits for: ``for``, ``player`` and ``question``."""
    kinds = {DECISION: tuple(questions), CHANCE: tuple(chances)}.get(int(record.waiting))
    return {
        "for": WAITING[record.waiting],
        "player": int(record.player) if record.player >= 0 else None,
        "question": kinds[record.question] if kinds else None,
    }


def waiting_words(waiting: Mapping[str, Any]) -> str:
    """What :func:`tell_waiting` told in words, such as ``decision turn of player 2``."""
    who = "" if waiting["player"] is None else f" of player {waiting['player']}"
    return f"{waiting['for']} {waiting['question']}{who}"


def check_seats(key: str, seats: Iterable[object], players: int, *, once: bool = True) -> None:
    """ValueError that names the key if an integer in it is no seat, or a seat comes twice.

    What is no integer, such as None for nobody, is passed over; with ``once`` False a seat may come
    as often as it likes.
    """
    numbers = [seat for seat in seats if isinstance(seat, int)]
    strange = [seat for seat in numbers if not 0 <= seat < players]
    if strange:
        raise ValueError(f"{key}: there is no seat {strange[0]} with {players} players")
    if once and len(set(numbers)) != len(numbers):
        raise ValueError(f"{key}: names a seat twice, {numbers}")


class Waiting(Written):
    """The form of what a position waits for."""

    for_: Literal["decision", "chance", "nothing"] = Field(alias="for")
    player: int | None = None
    question: str | None = None


def lay_waiting(
    record: Any, waiting: Waiting, questions: Collection[str], chances: Collection[str]
) -> None:
    """Store what :func:`tell_waiting` tells; ValueError that names the key if it cannot be."""
    number = WAITING.index(waiting.for_)
    kinds = {DECISION: tuple(questions), CHANCE: tuple(chances)}.get(number, ())
    if number == NOTHING:
        if waiting.question is not None or waiting.player is not None:
            raise ValueError("waiting: a game that waits for nothing asks nobody nothing")
    elif waiting.question not in kinds:
        raise ValueError(
            f"waiting.question: {waiting.question!r} is no {waiting.for_}; these are: "
            f"{', '.join(kinds)}"
        )
    players = int(record.players)
    nobody = number != DECISION and waiting.player is None
    if not nobody and waiting.player not in range(players):
        raise ValueError(
            f"waiting.player: must be a seat, 0 to {players - 1}, not {waiting.player!r}"
        )
    record.waiting = number
    record.player = NOBODY if waiting.player is None else waiting.player
    record.question = kinds.index(waiting.question) if waiting.question is not None else 0


class Positions(Remade):
    """``describe`` and ``restore`` of a game whose positions are told field by field.

    ``describe`` gives ``players``, ``waiting``, each field by its name, and for fields that belong
    to seats a list ``seats`` with a dictionary for each player. ``restore`` reads that again, also
    with keys left out: they are as at the set-up.

    Args:
        dtype: of the state.
        players: numbers of players that the game can have.
        start: from a number of players to the one-element array in which a game begins.
        questions, chances: vocabularies of the kinds of decisions and of chance.
        said: of fields by name, a vocabulary or a :class:`Reading`, see :func:`reading_of`; of
            ``frames`` the vocabulary of the continuations.
        of_seats: fields whose first dimension goes by seat.
        check: ValueError that names a key if the position that was built cannot be.

    Raises:
        ValueError: something is said of a field that there is not, or does not fit it.
    """

    def __init__(
        self,
        dtype: np.dtype[Any],
        *,
        players: Collection[int],
        start: Callable[[int], np.ndarray],
        questions: type[IntEnum],
        chances: type[IntEnum],
        said: Mapping[str, type[IntEnum] | Reading] | None = None,
        of_seats: Collection[str] = (),
        check: Callable[[np.ndarray], None] | None = None,
    ) -> None:
        said = said or {}
        assert dtype.fields is not None
        strange = [name for name in (*said, *of_seats) if name not in dtype.fields]
        if strange:
            raise ValueError(f"there is no field {strange[0]!r}; fields are {listed(dtype.fields)}")
        own = {
            name: field[0]
            for name, field in dtype.fields.items()
            if name not in (*_HEADER, *_FRAMES) and not name.startswith("filler_")
        }
        self._players, self._start, self._check = players, start, check
        self._kinds = {DECISION: words(questions), CHANCE: words(chances), NOTHING: ()}
        self._keys = Keys(
            {
                name: (name, reading_of(field, said.get(name)))
                for name, field in own.items()
                if name not in of_seats
            }
        )
        self._seat_keys = Keys(
            {
                name: (name, reading_of(_of_one(name, own[name]), said.get(name)))
                for name in of_seats
            }
        )
        frames = dtype.fields.get("frames")
        self._frames = None if frames is None else _frames(frames[0], said.get("frames"))
        more: dict[str, Any] = {"players": (int, ...), "waiting": (Waiting, None)}
        if self._frames is not None:
            more["effects"] = (list[self._frames.form], None)  # type: ignore[name-defined]
        if of_seats:
            more["seats"] = (list[self._seat_keys.form("Seat")], None)  # type: ignore[misc]
        self._form = self._keys.form("Position", **more)

    def describe(self, state: np.ndarray) -> dict[str, Any]:
        """Everything in a one-element array, in plain numbers, texts, lists and dictionaries."""
        record = state[0]
        told = {
            "players": int(record.players),
            "waiting": tell_waiting(record, self._kinds[DECISION], self._kinds[CHANCE]),
            **self._keys.tell(record),
        }
        if self._frames is not None:
            stack = record.frames[: record.frame_count]
            told["effects"] = [self._frames.tell(frame) for frame in stack]
        if self._seat_keys.fields:
            told["seats"] = [self._seat_keys.tell(record, seat) for seat in range(record.players)]
        return told

    def restore(self, mapping: Mapping[str, Any]) -> np.ndarray:
        """The one-element array that a dictionary describes.

        ValueError names each key that is unknown or not as it can be, what stands there, and what
        would be right.
        """
        form = read(self._form, mapping, "position")
        given = {name: getattr(form, name) for name in form.model_fields_set}
        players = given["players"]
        if players not in self._players:
            counts = ", ".join(map(str, self._players))
            raise ValueError(f"players: this game is for {counts}, not {players}")
        state = self._start(players)
        record = state[0]
        self._keys.lay(record, given)
        self._lay_seats(record, given.get("seats"), players)
        self._lay_effects(record, given.get("effects"))
        if given.get("waiting") is not None:
            lay_waiting(record, given["waiting"], self._kinds[DECISION], self._kinds[CHANCE])
        if self._check is not None:
            self._check(state)
        return state

    def _lay_seats(self, record: Any, seats: list[Written] | None, players: int) -> None:
        if seats is None:
            return
        if len(seats) != players:
            raise ValueError(f"seats: one entry per seat, {players} in all, not {len(seats)}")
        for seat, entry in enumerate(seats):
            given = {name: getattr(entry, name) for name in entry.model_fields_set}
            self._seat_keys.lay(record, given, seat)

    def _lay_effects(self, record: Any, effects: list[Any] | None) -> None:
        if effects is None or self._frames is None:
            return
        if len(effects) > len(record.frames):
            raise ValueError(f"effects: at most {len(record.frames)}, not {len(effects)}")
        record.frames[:] = 0
        for place, effect in enumerate(effects):
            record.frames[place] = self._frames.lay(effect)
        record.frame_count = len(effects)


def _of_one(name: str, field: np.dtype[Any]) -> np.dtype[Any]:
    """What one seat has of a field whose first dimension goes by seat."""
    if not field.shape:
        raise ValueError(f"{name!r}: a field that belongs to seats must have a dimension for them")
    return np.dtype((field.base, field.shape[1:]))


def _frames(field: np.dtype[Any], kinds: type[IntEnum] | Reading | None) -> Reading:
    """One frame: its kind, by name where the kinds are said, its player and two numbers."""
    limits = np.iinfo(field.base)
    plain = numbers((field.shape[1],), int(limits.min), int(limits.max))
    if kinds is None:
        return plain
    if isinstance(kinds, Reading):
        return kinds
    vocabulary = kinds

    def tell(frame: Any) -> list[Any]:
        kind, *rest = plain.tell(frame)
        return [vocabulary(kind).name.lower(), *rest]

    def check(given: list[Any]) -> list[Any]:
        names = [kind.name.lower() for kind in vocabulary]
        kind, *rest = given if len(given) == field.shape[1] else [None]
        if kind not in names:
            raise ValueError(f"must be one of {', '.join(names)}, then a seat and two numbers")
        if not all(type(each) is int and limits.min <= each <= limits.max for each in rest):
            raise ValueError(f"the numbers must be whole, {limits.min} to {limits.max}")
        return given

    def lay(given: list[Any]) -> list[int]:
        return [int(vocabulary[given[0].upper()]), *given[1:]]

    return Reading(Annotated[list[Any], AfterValidator(check)], tell, lay)
