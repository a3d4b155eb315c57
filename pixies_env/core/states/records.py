"""Records: what happened in a game, by name, in order, with who saw it.

A record holds every decision and every chance outcome, so it is replayed without any random
generator, and a game played at a real table can be typed in. See
:mod:`pixies_env.core.states.record_files` for the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pixies_env.core import single
from pixies_env.core.errors import IllegalActionError, RecordError, listed
from pixies_env.core.events import CHANCE_EVENT, Event, event_due, first_position
from pixies_env.core.files.fields import plain
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_seat
from pixies_env.core.seam import NOBODY
from pixies_env.core.states.scripts import MANUAL, compile_script
from pixies_env.core.states.state import State
from pixies_env.core.words import count_players


@dataclass(frozen=True, eq=False)
class Record:
    """One game so far: where it began, its events and, when it is over, how it ended.

    Records are equal if all of that is, the game by its digests.
    """

    game: Game
    players: int
    events: tuple[Event, ...] = ()
    seed: int | None = None
    """Seed, lane and episode name the random stream; None for a real table."""
    lane: int | None = None
    episode: int | None = None
    position: bytes | None = field(default=None, repr=False)
    """Bytes of the first position, unless the game began with its set-up."""
    end: Mapping[str, Any] | None = None
    """The game's result and ``state``, the SHA-256 of the final position; None: not over."""
    viewer: int | None = None
    """The seat whose view this is, see :meth:`seen_by`; ``events`` are those it saw."""

    @classmethod
    def from_state(cls, state: State) -> Record:
        """The history of a state."""
        if state._stripped_for != NOBODY:
            raise RecordError("a state stripped to what one player knows has no record")
        start, stream = state._start, state._stream
        record = cls(
            state.game,
            state.num_players,
            tuple(state.history),
            position=start,
            end=_end(state),
        )
        if start is not None or state.chance == MANUAL:
            return record
        return replace(
            record,
            seed=int(stream["seed"][0]),
            lane=int(stream["lane"][0]),
            episode=int(stream["episode"][0]),
        )

    @classmethod
    def from_names(
        cls, game: Game, players: int, names: Iterable[str], position: State | None = None
    ) -> Record:
        """A game typed in by hand: decisions and chance outcomes by name, in order.

        RecordError names the first event that does not fit, counted from 1, and what would be
        right.
        """
        start = None if position is None else position.position_bytes
        state = start_state(game, players, start)
        for number, name in enumerate(names, 1):
            take(state, name, f"event {number}")
        return cls.from_state(state)

    @property
    def finished(self) -> bool:
        """The game is over."""
        return self.end is not None

    def start(self) -> State:
        """The first position, with ``chance="manual"``."""
        return start_state(self.game, self.players, self.position)

    def replay(self) -> Iterator[State]:
        """The position before the first event and after each one; independent states.

        RecordError names an event that does not fit, or says that this is one player's view.
        """
        state = self._begun()
        yield state.clone()
        for number, event in enumerate(self.events, 1):
            take_event(state, event, f"event {number}")
            yield state.clone()

    def final(self) -> State:
        """The position after all events; errors as of :meth:`replay`."""
        state = self._begun()
        for number, event in enumerate(self.events, 1):
            take_event(state, event, f"event {number}")
        return state

    def _begun(self) -> State:
        if self.viewer is not None:
            raise RecordError(
                f"the record holds only what seat {self.viewer} saw, so it cannot be replayed; "
                "save it again when the game is over"
            )
        return self.start()

    def verify(self) -> None:
        """Replay, and compare with everything written; RecordError names what differs.

        A game that is not over has no end to compare with: its events are legal, no more. The
        record holds the outcomes of chance, so seed, lane and episode are notes of where they came
        from; they are not compared.
        """
        check_end(self.final(), self.end, "end")

    def seen_by(self, player: int) -> Record:
        """What a seat saw: only the events that it saw, and no seed.

        How many events there were that it did not see could tell of secrets, so games that the
        seat cannot tell apart give equal records. They can be read and shown, but not replayed.
        """
        seat = check_seat(player, self.players)
        if self.viewer is not None:
            if seat == self.viewer:
                return self
            raise RecordError(f"the record holds what seat {self.viewer} saw, not seat {seat}")
        position = self.position
        if position is not None:
            position = self.start().hidden_from(seat).position_bytes
        end = self.end
        if end is not None:
            end = {key: value for key, value in end.items() if key != "state"}
        return replace(
            self,
            events=tuple(event for event in self.events if seat in event.sees),
            seed=None,
            lane=None,
            episode=None,
            position=position,
            end=end,
            viewer=seat,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game.name, self.game.board_digest, self.players, self.events))

    def _key(self) -> tuple[Any, ...]:
        game = self.game
        return (
            (game.name, game.version, game.board_digest, game.actions.digest),
            (self.players, self.seed, self.lane, self.episode, self.position),
            (self.events, self.end, self.viewer),
        )

    def __str__(self) -> str:
        lines = [f"{self.game.title}, {count_players(self.players)}"]
        return "\n".join([*lines, *(str(event) for event in self.events)])


def start_state(game: Game, players: int, position: bytes | None) -> State:
    """First position of a record, chance by hand."""
    if position is not None:
        return State.from_arrays(game, first_position(game, players, position), chance=MANUAL)
    stream = np.zeros(1, game.stream_dtype)
    single.begin_stream(stream, 0, 0, 0)
    return State.begun(game, players, stream, compile_script(game, None), MANUAL)


def describe_due(state: State, name: str) -> Event:
    """The event that a state waits for, about to happen under a name."""
    return event_due(state.game, state.array, "".join(name.split()))


def take(state: State, name: str, place: str) -> Event:
    """Let the event that is due happen under a name; RecordError says what would be right."""
    if state.is_over:
        raise RecordError(f"{place}: {name!r}, but the game is over")
    event = describe_due(state, name)
    try:
        if event.kind == CHANCE_EVENT:
            state.apply_chance(name)
        else:
            state.apply(name)
    except IllegalActionError as error:
        raise RecordError(f"{place}: {error}") from error
    return event


def take_event(state: State, event: Event, place: str) -> None:
    """Let an event of a record happen, and compare all that the record says of it."""
    if not state.is_over and event.kind != state.waiting:
        due = state.legal_names() or [outcome.name for outcome in state.chance_outcomes()]
        raise RecordError(
            f"{place}: {event.kind} {event.name!r}, but the game waits for a {state.waiting} "
            f"of {state.question!r}: {listed(due)}"
        )
    happened = take(state, event.name, place)
    for part in ("player", "question", "sees"):
        written, true = getattr(event, part), getattr(happened, part)
        if written != true:
            raise RecordError(f"{place}: {part} of {event.name} is {true!r}, not {written!r}")


def _end(state: State) -> dict[str, Any] | None:
    if not state.is_over:
        return None
    result: dict[str, Any] = json.loads(json.dumps(state.result(), default=plain))
    return {**result, "state": state.digest}


def check_end(state: State, end: Mapping[str, Any] | None, place: str) -> None:
    """Compare the end that a record tells with the final position; RecordError if it differs."""
    true = _end(state)
    if end is None and true is None:
        return
    if true is None:
        raise RecordError(f"{place}: the game is not over, it waits for {state.question!r}")
    if end is None:
        raise RecordError(f"{place}: the game is over, but its end is not told")
    for key in dict.fromkeys((*true, *end)):
        if end.get(key) != true.get(key):
            raise RecordError(f"{place}: {key!r} is {end.get(key)!r}, replayed {true.get(key)!r}")
