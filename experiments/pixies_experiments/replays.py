"""Find a game in a file of records, and go through it as somebody sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from pixies_env.core import words
from pixies_env.core.events import DECISION_EVENT, Event
from pixies_env.core.states import record_files
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_experiments.games import open_game
from pixies_experiments.web.store import kept_table

if TYPE_CHECKING:
    from pixies_env.core.drawing import Observer

OBSERVER: Literal["observer"] = "observer"


class Moment(NamedTuple):
    """The position after an event, and the event with its words; at the start no event."""

    state: State
    event: Event | None
    words: str


def find_game(path: Path, number: int, game: str | None, board: Path | None, usual: str) -> Record:
    """A game of a file, the first is 1; it and those before it are verified while they are read.

    ``game`` and ``board`` are for records of games that are not registered or have a board of
    their own; ``usual`` is the game where only a board is given. ValueError if there is no such
    game in the file.
    """
    if (table_id := kept_table(path)) is not None:
        raise ValueError(
            f"{path} is a kept table, not a record: `pixies play --table {table_id} --folder "
            f"{path.parent}` opens it, and its record can be saved there"
        )
    named = game is not None or board is not None
    handed = open_game(game or usual, board) if named else None
    total = 0
    for record in record_files.read(path, handed):
        total += 1
        if total == number:
            return record
    if total == 0:
        raise ValueError(f"{path} holds no game")
    raise ValueError(f"{path} has no game number {number}, only {total}")


def moments(record: Record, seat: int | Observer | None = None) -> Iterator[Moment]:
    """The start and then every event of a record that can be replayed.

    A seat, or an observer, is told the events that it sees and shown the table as it lies before
    the next of them, so that nobody can count the events in between.
    """
    positions = record.replay()
    state = next(positions)
    last: tuple[Event | None, str] = (None, "")
    for event in record.events:
        following = next(positions)
        if _sees(record, event, seat):
            yield Moment(state, *last)
            last = (event, in_words(state, event))
        state = following
    yield Moment(state, *last)


def _sees(record: Record, event: Event, seat: int | Observer | None) -> bool:
    if seat is None:
        return True
    if seat == OBSERVER:
        return len(set(event.sees)) == record.players
    return seat in event.sees


def in_words(state: State, event: Event) -> str:
    """An event that is about to happen in a position, in a plain sentence, and whose it is."""
    game = state.game
    if event.kind == DECISION_EVENT:
        said = words.action_words(game, state.array, state.action_id(event.name))
        return f"Player {event.player}: {said}"
    outcomes = {outcome.name: outcome.id for outcome in state.chance_outcomes()}
    said = words.outcome_words(game, state.array, outcomes[event.name])
    return said if event.player < 0 else f"Player {event.player}: {said}"
