"""What has happened at a table: every position, and the event that led to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pixies_env.core import single
from pixies_env.core.events import Event
from pixies_env.core.game import Game
from pixies_env.core.states.records import Record, describe_due
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words, outcome_words


@dataclass(frozen=True)
class Stream:
    """Seed, lane and episode that name a game's random stream."""

    seed: int
    lane: int = 0
    episode: int = 0


@dataclass(frozen=True)
class Entry:
    """An event that happened, its id (``~id`` of a chance outcome) and what it means in words."""

    event: Event
    code: int
    words: str


class Timeline:
    """A game from its beginning: ``states[k]`` is the position after ``entries[:k]``.

    Chance is drawn from the stream, and events that are taken as they happened count as drawn, so
    a timeline that is made again from its events goes on with the same luck.
    """

    def __init__(
        self, game: Game, players: int, stream: Stream, position: bytes | None = None
    ) -> None:
        self.game = game
        self.players = players
        self.stream = stream
        self.position = position
        self.entries: list[Entry] = []
        self.states = [self._start()]

    def _start(self) -> State:
        named = self.stream
        if self.position is None:
            return State(
                self.game,
                self.players,
                named.seed,
                chance=MANUAL,
                lane=named.lane,
                episode=named.episode,
            )
        stream = np.zeros(1, self.game.stream_dtype)
        single.begin_stream(stream, named.seed, named.lane, named.episode)
        array = np.frombuffer(self.position, self.game.state_dtype)
        return State.from_arrays(self.game, array, stream, chance=MANUAL)

    @property
    def state(self) -> State:
        """The last position."""
        return self.states[-1]

    def decide(self, action: int | str) -> None:
        """Take a decision after the last event; IllegalActionError leaves all as it was."""
        entry = self.state.action_id(action)
        array = self.state.array
        words = action_words(self.game, array, entry)
        event = describe_due(self.state, self.game.notation.action_name(array, entry))
        self._add(self.state.clone().apply(entry), Entry(event, entry, words))

    def let_happen(self, outcome: int | str) -> None:
        """Let a chance outcome happen; IllegalActionError leaves all as it was."""
        after = self.state.clone().apply_chance(outcome)
        possible = self.state.chance_outcomes()
        wanted = "".join(outcome.split()) if isinstance(outcome, str) else int(outcome)
        drawn = next(each for each in possible if wanted in (each.id, each.name))
        self._add(after, self._chance_entry(drawn.id, drawn.name))

    def settle(self) -> None:
        """Draw all chance events that are due."""
        while self.state.waiting == "chance":
            after = self.state.clone()
            name = after.draw()
            drawn = next(each for each in self.state.chance_outcomes() if each.name == name)
            self._add(after, self._chance_entry(drawn.id, name))

    def take_again(self, codes: Iterable[int]) -> None:
        """Take events by their codes, see :class:`Entry`."""
        for code in codes:
            if code >= 0:
                self.decide(code)
            else:
                self.let_happen(~code)

    def cut(self, length: int) -> None:
        """Forget all but the first events."""
        del self.entries[length:]
        del self.states[length + 1 :]

    def codes(self) -> list[int]:
        """Codes of all events."""
        return [entry.code for entry in self.entries]

    def record(self, *, seeded: bool) -> Record:
        """The game so far; with ``seeded`` it tells its stream."""
        named = self.stream if seeded and self.position is None else None
        return Record(
            self.game,
            self.players,
            tuple(entry.event for entry in self.entries),
            seed=None if named is None else named.seed,
            lane=None if named is None else named.lane,
            episode=None if named is None else named.episode,
            position=self.position,
            end=Record.from_state(self.state).end if self.state.is_over else None,
        )

    def _chance_entry(self, outcome: int, name: str) -> Entry:
        words = outcome_words(self.game, self.state.array, outcome)
        return Entry(describe_due(self.state, name), ~outcome, words)

    def _add(self, state: State, entry: Entry) -> None:
        self.entries.append(entry)
        self.states.append(state)
