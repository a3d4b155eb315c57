"""Playing on from a position in compiled code, all that must hold looked at after each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pixies_env.core import seam
from pixies_env.core.agents import CompiledAgent, RandomAgent
from pixies_env.core.compilation.compile import address_table, call, kernel
from pixies_env.core.compilation.streams import draw_chance, draw_choice
from pixies_env.core.game import Game
from pixies_env.core.loops import make_scratch, pick_outcome
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING, compile_check
from pixies_env.core.single import begin_stream
from pixies_env.core.specs import make_agents

TO_THE_END = 1 << 40

FINE = 0
BAD_HEADER, NO_DECISION, BAD_IDS, NO_OUTCOME, TOO_LONG, BAD_CHOICE = -1, -2, -3, -4, -5, -6
_PROBLEMS = {
    BAD_HEADER: "the header names no possible event: players, waiting, player or question",
    NO_DECISION: "a player is asked and has no legal decision",
    BAD_IDS: "ids are not rising or not in the catalogue",
    NO_OUTCOME: "a chance event has no outcome of positive weight, or one of negative weight",
    TOO_LONG: "the game has more decisions than max_decisions allows",
    BAD_CHOICE: "the agent chose what is not legal",
}


@kernel
def play_on(
    table: Any,
    check: Any,
    states: Any,
    board: Any,
    streams: Any,
    limits: Any,
    scratch: Any,
    chooser: Any,
    data: Any,
    events: Any,
    report: Any,
) -> Any:
    """Play at most so many events on; returns 0 or the number of a problem.

    ``check`` holds the address of the game's own check, or nothing; ``chooser`` that of the agent
    on all seats. ``limits`` are the numbers of actions, outcomes, questions, kinds of chance and
    decisions. ``report``, int64, counts decisions and events.
    """
    state, stream = states[0], streams[0]
    players = int(state.players)
    for _ in range(events + 1):
        player, question = int(state.player), int(state.question)
        if int(state.players) != players or player < NOBODY or player >= players or question < 0:
            return BAD_HEADER
        if check.shape[0] > 0:
            problem = call(check[0], state, board[0])
            if problem != FINE:
                return problem
        if state.waiting == NOTHING:
            return FINE
        if state.waiting == DECISION:
            if player == NOBODY or question >= limits[2]:
                return BAD_HEADER
            count = seam.legal(table, state, board[0], scratch.ids)
            if count < 1:
                return NO_DECISION
            before = -1
            for index in range(count):
                entry = int(scratch.ids[index])
                if entry <= before or entry >= limits[0]:
                    return BAD_IDS
                before = entry
            if report[1] == events:
                return FINE
            if report[0] == limits[4]:
                return TOO_LONG
            scratch.state[0] = state
            seam.hide(table, scratch.state[0], board[0], player)
            bits = draw_choice(stream, player)
            action = call(
                chooser[0],
                scratch.state[0],
                board[0],
                np.int64(player),
                scratch.ids,
                np.int64(count),
                data,
                bits,
            )
            found = False
            for index in range(count):
                found = found or int(scratch.ids[index]) == action
            if not found:
                return BAD_CHOICE
            seam.apply(table, state, board[0], action)
            report[0] += 1
        elif state.waiting == CHANCE:
            if question >= limits[3]:
                return BAD_HEADER
            outcomes, weights = scratch.outcomes, scratch.weights
            count = seam.chances(table, state, board[0], outcomes, weights)
            total = 0
            for index in range(count):
                if int(weights[index]) < 0:
                    return NO_OUTCOME
                if int(outcomes[index]) < 0 or int(outcomes[index]) >= limits[1]:
                    return BAD_IDS
                total += int(weights[index])
            if total < 1:
                return NO_OUTCOME
            if report[1] == events:
                return FINE
            bits = draw_chance(stream, question, player)
            seam.apply_chance(table, state, board[0], pick_outcome(outcomes, weights, count, bits))
        else:
            return BAD_HEADER
        report[1] += 1
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
        own = game.invariants
        checks = [] if own is None else [compile_check(own, game.state_dtype, game.board.dtype)]
        self._check = address_table(checks)
        self._scratch = make_scratch(game)
        ids = len(game.actions), len(game.outcomes)
        kinds = len(game.questions), len(game.chance_kinds)
        self._limits = np.array([*ids, *kinds, game.max_decisions], np.int64)

    def play(
        self, state: np.ndarray, agent: CompiledAgent, seed: int, events: int = TO_THE_END
    ) -> tuple[str, int]:
        """Play an array of one record on in place; what does not hold, or "", and events."""
        stream = np.zeros(1, self.game.stream_dtype)
        begin_stream(stream, seed, 0, 0)
        report = np.zeros(2, np.int64)
        problem = play_on(
            self.game.table,
            self._check,
            state,
            self.game.board,
            stream,
            self._limits,
            self._scratch,
            address_table([agent.address]),
            agent.data,
            events,
            report,
        )
        return self.words(int(problem)), int(report[1])

    def words(self, problem: int) -> str:
        """What a problem's number means; "" for none."""
        if problem == FINE:
            return ""
        own = self.game.invariant_messages.get(problem, f"invariant {problem} is broken")
        return _PROBLEMS.get(problem, own)
