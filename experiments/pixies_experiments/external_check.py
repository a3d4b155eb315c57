"""Whether a program keeps to the protocol of external agents, tried out on positions of games."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from pixies_agents.seats.program import MOST_SHOWN, Program, ProgramError
from pixies_agents.seats.protocol import chosen, decide, greet
from pixies_env.core.errors import IllegalActionError, shown
from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.core.words import count_players

MOST_FAULTS = 3
"""Faults with one number of players after which the others are not looked for."""
_GAMES = 4
"""Games that go on side by side."""


@dataclass
class Tried:
    """What came of one game with one number of players."""

    game: str
    players: int
    asked: int = 0
    """Questions answered."""
    slowest: float = 0.0
    """Seconds that the slowest answer took."""
    faults: list[str] = field(default_factory=list)
    """What is against the protocol, in words."""
    remarks: list[str] = field(default_factory=list)
    """What the protocol allows and a study may mind, and what was not tried."""


def check_program(
    command: str, games: Iterable[Game], *, positions: int, seconds: float, seed: int
) -> Iterator[Tried]:
    """Try a program with every number of players of each game.

    It is asked at positions of random games that go on side by side, each seat in turn; it is
    ended by a bye and killed, and has to come up again and answer.

    Args:
        command: the program and its arguments, as in the option of the agent.
        games: what it has to play.
        positions: questions for each number of players.
        seconds: time for each answer.
        seed: of the games and of the bits that are handed on.

    ProgramError if the program cannot be started at all.
    """
    Program(command).end()
    for game in games:
        for players in game.players:
            yield _Trial(command, game, players, positions, seconds, seed).run()


class _Trial:
    """One game with one number of players."""

    def __init__(
        self, command: str, game: Game, players: int, positions: int, seconds: float, seed: int
    ) -> None:
        self.command, self.game, self.seconds = command, game, seconds
        self.tried = Tried(game.name, players)
        self.random = np.random.default_rng([seed, players])
        self.questions = list(self._questions(positions, seed))
        self.program: Program | None = None

    def run(self) -> Tried:
        """Everything that is tried."""
        try:
            first = self._answered(0)
            if first is not None:
                self._end()
                self._ask_again(first)
            for number in range(1, len(self.questions)):
                if len(self.tried.faults) >= MOST_FAULTS:
                    self.tried.remarks.append("after so many faults no more was asked")
                    break
                self._answered(number)
        finally:
            self._end()
        return self.tried

    def _ask_again(self, first: str) -> None:
        """The first question once more, after a restart; then it is killed as by a crash."""
        if self._answered(0) not in (first, None):
            self.tried.remarks.append(
                "answers the same question with the same random bits otherwise after a restart: "
                "games with equal seeds will differ"
            )
        if self.program is not None:
            self.program.kill()
        self.program = None

    def _questions(self, positions: int, seed: int) -> Iterator[tuple[int, State, int]]:
        """Number of the game, position as its seat knows it, and bits."""
        states: dict[int, State] = {}
        for number in range(positions):
            game = number % _GAMES
            if game not in states or states[game].is_over:
                states[game] = State(self.game, self.tried.players, seed, lane=number)
            state = states[game]
            yield game, state.hidden_from(state.player), int(self.random.integers(2**63))
            # On to a later part of the game, so that few questions show much of it.
            for _ in range(int(self.random.integers(1, 8))):
                if not state.is_over:
                    state.apply(int(self.random.choice(state.legal_actions())))

    def _answered(self, number: int) -> str | None:
        """The answer to a question; None after a fault, which ends the program."""
        game, state, bits = self.questions[number]
        where = f"question {number + 1} ({state.question}, seat {state.player})"
        try:
            program = self._running()
            if (line := program.unasked()) is not None:
                said = shown(line.strip(), MOST_SHOWN)
                raise ProgramError(f"wrote {said} before it was asked")
            begun = time.monotonic()
            program.tell(decide(number + 1, state, game, bits))
            name = chosen(program.answer(self.seconds), number + 1)
            self.tried.slowest = max(self.tried.slowest, time.monotonic() - begun)
            state.action_id(name)
        except (ProgramError, IllegalActionError) as error:
            self.tried.faults.append(f"{where}: the program {_said(error)}")
            self._drop()
            return None
        self.tried.asked += 1
        return name

    def _running(self) -> Program:
        if self.program is None:
            self.program = Program(self.command)
            greet(self.program, self.game, self.seconds)
        return self.program

    def _drop(self) -> None:
        if self.program is not None:
            self.program.end()
            self.program = None

    def _end(self) -> None:
        """Say bye, which has to end it."""
        if self.program is not None and not self.program.end():
            self.tried.faults.append(
                "the program did not end within a second of the bye, when its input was closed"
            )
        self.program = None


def _said(error: Exception) -> str:
    return f"answered wrongly: {error}" if isinstance(error, IllegalActionError) else str(error)


def headline(tried: Tried) -> str:
    """One line that says what came of it."""
    what = f"{tried.game}, {count_players(tried.players)}"
    if tried.faults:
        return f"{what}: {tried.asked} answers as they should be, faults:"
    return (
        f"{what}: {tried.asked} answers, all as they should be; "
        f"the slowest took {tried.slowest:.3f} seconds"
    )
