"""A table: a game in progress, or an analysis in which everything can be tried and taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pixies_env.core.agents import Decisions
from pixies_env.core.compilation.streams import CHOICES, keyed
from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_experiments.games import OwnGame
from pixies_experiments.web.seats import HUMAN, Tokens
from pixies_experiments.web.timeline import Stream, Timeline

GAME, ANALYSIS = "game", "analysis"


class TableError(ValueError):
    """What was asked for cannot be done at this table; nothing has changed."""


@dataclass(eq=False)
class Table:
    """One table.

    ``seats``: :data:`HUMAN` or the specification of an agent, for each seat. ``cursor``: how many
    events lie before the position that is looked at; in a game that is always the last one.
    ``main``: the line that an analysis began with, as codes. ``own``: how the game is
    opened, if it is not registered. ``opened_by``: the link whose page opened an analysis, see
    :func:`opener`. ``problem``: why an agent could not move.
    """

    id: str
    kind: str
    seats: list[str]
    tokens: Tokens
    timeline: Timeline
    own: OwnGame | None = None
    opened_by: str | None = None
    advice: bool = True
    cursor: int = 0
    main: list[int] = field(default_factory=list)
    problem: str | None = None

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.timeline.game

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.timeline.players

    @property
    def state(self) -> State:
        """The position at the cursor."""
        return self.timeline.states[self.cursor]

    @property
    def at_end(self) -> bool:
        """The cursor is behind the last event."""
        return self.cursor == len(self.timeline.entries)

    @property
    def agent_due(self) -> str | None:
        """Specification of the agent that has to move now, if one has to."""
        if not self.at_end or self.state.waiting != "decision" or self.problem is not None:
            return None
        who = self.seats[self.state.player]
        return None if who == HUMAN else who

    def decide(self, action: int | str) -> None:
        """A decision at the cursor; chance that follows is drawn. IllegalActionError if not legal.

        In an analysis another decision than the one that was taken here begins a variation.
        """
        if self.state.waiting != "decision":
            raise TableError(f"nobody decides now: the game waits for {self.state.waiting}")
        if self._follows(self.state.action_id(action)):
            return
        self.timeline.cut(self.cursor)
        self.timeline.decide(action)
        self._go_on()

    def let_happen(self, outcome: int | str) -> None:
        """In an analysis: what chance brings at the cursor."""
        self._require_analysis("chance is drawn, not chosen")
        # Raises before anything is changed.
        self.state.clone().apply_chance(outcome)
        happened = next(
            each for each in self.state.chance_outcomes() if outcome in (each.id, each.name)
        )
        if self._follows(~happened.id):
            return
        self.timeline.cut(self.cursor)
        self.timeline.let_happen(happened.id)
        self._go_on()

    def way_back(self) -> Callable[[], None]:
        """Called later, it makes the table what it is now."""
        timeline, seats = self.timeline, list(self.seats)
        entries, states = list(timeline.entries), list(timeline.states)
        cursor, problem = self.cursor, self.problem

        def go_back() -> None:
            timeline.entries[:], timeline.states[:] = entries, states
            self.seats[:] = seats
            self.cursor, self.problem = cursor, problem

        return go_back

    def _follows(self, code: int) -> bool:
        """Step on if this is what happened here already."""
        entries = self.timeline.entries
        if self.at_end or entries[self.cursor].code != code:
            return False
        self.cursor += 1
        return True

    def _go_on(self) -> None:
        self.problem = None
        self.timeline.settle()
        self.cursor = len(self.timeline.entries)

    def go_to(self, cursor: int) -> None:
        """In an analysis: look at the position after so many events."""
        self._require_analysis("a game is not turned back")
        last = len(self.timeline.entries)
        if not 0 <= cursor <= last:
            raise TableError(f"there are the positions 0 to {last}, not {cursor}")
        self.cursor = cursor

    def hand_over(self, seat: int, who: str) -> None:
        """In an analysis: give a seat to a person or an agent."""
        self._require_analysis("seats are not handed over")
        if not 0 <= seat < self.players:
            raise TableError(f"there are the seats 0 to {self.players - 1}, not {seat}")
        self.seats[seat] = who
        self.problem = None

    def restore(self) -> None:
        """In an analysis: back to the line that it began with."""
        self._require_analysis("a game has one line")
        self.timeline.cut(0)
        self.timeline.take_again(self.main)
        self.cursor = min(self.cursor, len(self.main))

    @property
    def varies(self) -> bool:
        """The line is another than the one that the analysis began with."""
        return self.kind == ANALYSIS and self.timeline.codes() != self.main

    def _require_analysis(self, why: str) -> None:
        if self.kind != ANALYSIS:
            raise TableError(f"only in an analysis: {why} at this table")


def decisions_of(state: State, stream: Stream, number: int, observe: bool) -> Decisions:
    """What an agent is handed for the decision that a state waits for.

    Its random bits hang on the stream and the number of the event only: a table that is taken up
    again goes on as it would have.
    """
    seat = state.player
    bits = keyed(np.uint64(stream.seed), CHOICES, seat, number)
    return Decisions(
        states=state.hidden_from(seat).array.copy(),
        observations=state.observation(seat)[None] if observe else None,
        action_masks=state.legal_action_mask()[None],
        seats=np.array([seat], np.int64),
        bits=np.array([bits], np.uint64),
    )
