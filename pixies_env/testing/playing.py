"""Playing on from a position in compiled code, all that must hold looked at after each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import seam
from pixies_env.core.agent_choice import agent_choice, is_among
from pixies_env.core.agents import CompiledAgent, RandomAgent
from pixies_env.core.compilation.compile import address_table, kernel
from pixies_env.core.compilation.streams import draw_chance, draw_choice
from pixies_env.core.game import Game
from pixies_env.core.lanes import Scratch, make_scratch
from pixies_env.core.seam import DECISION, NOTHING
from pixies_env.core.settling import pick_outcome
from pixies_env.core.single import begin_stream
from pixies_env.core.specs import make_agents
from pixies_env.testing.supervision import (
    BAD_CHOICE,
    FINE,
    TOO_LONG,
    Supervised,
    message_of,
    options,
    state_problem,
    supervised,
)

TO_THE_END = 1 << 40

_DECISIONS, _EVENTS = range(2)
"""Places of a report."""


class Mind(NamedTuple):
    """The agent on all seats."""

    chooser: np.ndarray
    """``(1,)``: address of its rule."""
    data: np.ndarray
    """float64 ``(numbers,)``."""


@kernel
def play_on(
    game: Supervised,
    states: Any,
    streams: Any,
    mind: Mind,
    scratch: Scratch,
    events: Any,
    report: Any,
) -> Any:
    """Play at most so many events on; returns 0 or the number of a problem.

    ``states`` and ``streams`` hold one record, ``report``, int64 ``(2,)``, counts decisions and
    events.
    """
    table, board, state, stream = game.table, game.board[0], states[0], streams[0]
    players = int(state.players)
    for _ in range(events + 1):
        problem = state_problem(game, state, players)
        if problem != FINE or state.waiting == NOTHING:
            return problem
        count = options(game, state, scratch)
        if count < 0:
            return count
        if report[_EVENTS] == events:
            return FINE
        player = int(state.player)
        if state.waiting == DECISION:
            if report[_DECISIONS] == game.limits.decisions:
                return TOO_LONG
            bits = draw_choice(stream, player)
            action = agent_choice(
                table, state, board, scratch, count, mind.chooser[0], mind.data, bits
            )
            if not is_among(scratch.ids, count, action):
                return BAD_CHOICE
            seam.apply(table, state, board, action)
            report[_DECISIONS] += 1
        else:
            bits = draw_chance(stream, int(state.question), player)
            outcome = pick_outcome(scratch.outcomes, scratch.weights, count, bits)
            seam.apply_chance(table, state, board, outcome)
        report[_EVENTS] += 1
    return FINE


class Player:
    """Plays positions of a game on, all seats with the same compiled agent."""

    def __init__(self, game: Game, agents: Sequence[str | CompiledAgent]) -> None:
        self.game = game
        self.agents = []
        for agent in make_agents(agents, game):
            if not isinstance(agent, CompiledAgent):
                raise TypeError(f"agents that play positions on must be compiled, not {agent!r}")
            self.agents.append(agent)
        if not self.agents:
            self.agents.append(RandomAgent(game))
        self._supervised = supervised(game)
        self._scratch = make_scratch(game)

    def play(
        self, state: np.ndarray, agent: CompiledAgent, seed: int, events: int = TO_THE_END
    ) -> tuple[str, int]:
        """Play an array of one record on in place; what does not hold, or "", and events."""
        stream = np.zeros(1, self.game.stream_dtype)
        begin_stream(stream, seed, 0, 0)
        report = np.zeros(2, np.int64)
        problem = play_on(
            self._supervised,
            state,
            stream,
            Mind(address_table([agent.address]), agent.data),
            self._scratch,
            events,
            report,
        )
        return self.words(int(problem)), int(report[_EVENTS])

    def words(self, problem: int) -> str:
        """What a problem's number means; "" for none."""
        return "" if problem == FINE else message_of(self.game, problem)
