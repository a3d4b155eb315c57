"""An agent that is another program; ``docs/external_agents.md`` has the protocol."""

from __future__ import annotations

import logging
import weakref
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pixies_agents.seats.ask_function import view_of
from pixies_agents.seats.program import Program, ProgramError
from pixies_agents.seats.protocol import chosen, decide, greet
from pixies_env.core.agents import Decisions
from pixies_env.core.errors import IllegalActionError, Portable
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, Range, check_ranges, option
from pixies_env.core.states.state import State

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ExternalOptions:
    """Options of the external agent."""

    command: str = option("", "program and its arguments, in quotes if there are commas")
    seconds: float = option(10.0, "time for each answer", Range(0, 10**6, open=True))
    on_fault: Literal["raise", "random", "first"] = option(
        "raise", "after a crash, a timeout or an illegal answer: raise, or a legal decision instead"
    )
    restarts: int = option(
        3, "how often a program that ended or took too long is started again", Range(0, 10**6)
    )

    def __post_init__(self) -> None:
        if not self.command.strip():
            raise ValueError("command is missing: the program to ask")
        check_ranges(self)


class ExternalAgentError(Portable, RuntimeError):
    """A program that crashed, took too long or gave an illegal answer."""


@dataclass(frozen=True)
class Fault:
    """What went wrong at one decision."""

    game: int | None
    """Number of the game, if known."""
    seat: int
    problem: str


class ExternalAgent:
    """Asks another program for each decision, by lines of JSON on its standard input and output.

    The program starts at the first decision and ends with :meth:`close`, with the agent, or when
    it is used as a context manager, with the block. What goes wrong is logged and kept in
    ``faults``; then ``on_fault`` says what happens.
    """

    needs_observations = False

    def __init__(self, game: Game, options: ExternalOptions) -> None:
        self.game = game
        self.options = options
        self.name = f"external:{options.command}"
        self.faults: list[Fault] = []
        self._program: Program | None = None
        self._starts = 0
        self._asked = 0
        self._end: weakref.finalize[Any, Any] | None = None

    def on_board(self, game: Game) -> ExternalAgent:
        """An agent with a program of its own, for the same game on another board."""
        return ExternalAgent(game, self.options)

    def __getstate__(self) -> dict[str, Any]:
        # A running program cannot be copied: the copy starts one of its own when it is asked.
        return (
            self.__dict__
            | {"faults": [*self.faults], "_program": None, "_end": None}
            | {"_starts": 0}
        )

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision, asked one after the other; int64 ``(n,)``.

        ExternalAgentError if something goes wrong and ``on_fault`` is ``raise``, or if the
        program had to be started too often.
        """
        actions = np.empty(len(decisions.seats), np.int64)
        for row in range(len(actions)):
            state = view_of(self.game, decisions, row)
            game = None if decisions.games is None else int(decisions.games[row])
            bits = int(decisions.bits[row])
            try:
                actions[row] = self._ask(state, game, bits)
            except ProgramError as error:
                actions[row] = self._instead(state, game, bits, str(error))
            except IllegalActionError as error:
                actions[row] = self._instead(state, game, bits, f"answered wrongly: {error}")
        return actions

    def _ask(self, state: State, game: int | None, bits: int) -> int:
        program = self._running()
        self._asked += 1
        try:
            program.tell(decide(self._asked, state, game, bits))
            name = chosen(program.answer(self.options.seconds), self._asked)
        except ProgramError:
            # Whatever it still writes would be taken for the answer to the next question.
            self.close()
            raise
        return state.action_id(name)

    def _running(self) -> Program:
        if self._program is not None:
            return self._program
        if self._starts > self.options.restarts:
            raise ExternalAgentError(
                f"the program was started {self._starts} times, which is all that the option "
                f"restarts={self.options.restarts} allows; last fault: {self._last_problem()}"
            )
        self._starts += 1
        program = Program(self.options.command)
        self._program = program
        self._end = weakref.finalize(self, program.end)
        try:
            greet(program, self.game, self.options.seconds)
        except ProgramError:
            self.close()
            raise
        return program

    def _last_problem(self) -> str:
        return self.faults[-1].problem if self.faults else "none"

    def _instead(self, state: State, game: int | None, bits: int, problem: str) -> int:
        fault = Fault(game, state.player, problem)
        self.faults.append(fault)
        if self.options.on_fault == "raise":
            # Who asked knows the agent, the seat and the game, and says so.
            raise ExternalAgentError(f"the program {problem}")
        place = "" if game is None else f" of game {game}"
        _log.warning("%s on seat %d%s: the program %s", self.name, state.player, place, problem)
        legal = state.legal_actions()
        if self.options.on_fault == "first":
            return int(legal[0])
        return int(legal[np.random.default_rng(bits).integers(len(legal))])

    def close(self) -> None:
        """End the program; the next decision starts it again."""
        if self._end is not None:
            self._end()
        self._program = self._end = None

    def __enter__(self) -> ExternalAgent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.name}>"


EXTERNAL = AgentKind(
    "external", "Another program, asked by lines of JSON.", ExternalAgent, ExternalOptions
)
