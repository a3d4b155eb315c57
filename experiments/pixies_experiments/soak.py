"""Long random play under supervision: what must hold in every state is checked after each event.

The checks run in compiled code. Those of this module hold for any game behind the seam; a game
adds its own as `Game.invariants`. A soak goes on where it stopped: game number ``n`` with ``p``
players is the one that the streams name (seed, lane n, episode p).
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import address_table
from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import read_regular
from pixies_env.core.files.whole import written_whole
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.loops import make_scratch
from pixies_env.core.seam import UTILITY, compile_check
from pixies_env.core.states.stored import digest_of
from pixies_env.core.threads import chunks_of, run_chunks, thread_count
from pixies_experiments.soak_kernel import (
    CHANCES,
    DECISIONS,
    EVENT,
    GAMES,
    LANE,
    MESSAGES,
    PROBLEM,
    Limits,
    Supervised,
    Worker,
    soak_lanes,
)

FORMAT = 2
_MOST = 2**62
"""Of each count that a file tells."""


@dataclass
class Count:
    """What was played with one number of players."""

    games: int = 0
    decisions: int = 0
    chance_events: int = 0


@dataclass(frozen=True)
class Violation:
    """A state that must not be, and how to reach it again."""

    players: int
    seed: int
    lane: int
    episode: int
    event: int
    problem: int
    message: str
    position: dict[str, Any]


@dataclass
class Soak:
    """Counts of a soak, kept in a file so that it can be taken up again.

    ForeignGameError if the file is of another game, board or seed, DamagedDataError if it is none.
    """

    game: Game
    seed: int
    counts: dict[int, Count]
    seconds: float = 0.0
    violation: Violation | None = field(default=None)

    @classmethod
    def begin(cls, game: Game, seed: int, players: Sequence[int]) -> Soak:
        """A soak over some numbers of players of which nothing is played yet."""
        return cls(game, seed, {game.check_players(number): Count() for number in players})

    @classmethod
    def load(cls, path: Path, game: Game, seed: int, players: Sequence[int]) -> Soak:
        """Take up the soak of a file, or begin one if there is no such file."""
        soak = cls.begin(game, seed, players)
        if not path.exists():
            return soak
        try:
            kept = load_json(read_regular(path), "its text")
            if digest_of(kept) != kept["sha256"]:
                raise ValueError("its checksum is wrong")
            counts = {
                game.check_players(int(number)): _count(count)
                for number, count in kept["counts"].items()
            }
            seconds, identity = kept["seconds"], dict(kept["identity"])
            if not isinstance(seconds, float) or not 0.0 <= seconds < math.inf:
                raise ValueError(f"seconds must be a number, not {seconds!r:.50}")
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise DamagedDataError(f"{path} is no file of a soak, or damaged: {error}") from error
        wanted = soak._identity()
        for key, value in wanted.items():
            if identity.get(key) != value:
                raise ForeignGameError(
                    f"{path} holds a soak with {key} {identity.get(key)!r}, not {value!r}; "
                    "take another file"
                )
        return cls(game, seed, soak.counts | counts, seconds)

    def save(self, path: Path) -> None:
        """Write the counts aside and put them in place when whole."""
        counts = {str(number): asdict(count) for number, count in self.counts.items()}
        kept: dict[str, Any] = {
            "identity": self._identity(),
            "seconds": self.seconds,
            "counts": counts,
        }
        kept["sha256"] = digest_of(kept)
        with written_whole(path) as aside:
            aside.write_text(json.dumps(kept, indent=1), encoding="utf-8")

    def total(self, what: str) -> int:
        """Sum of ``games``, ``decisions`` or ``chance_events``."""
        return sum(int(getattr(count, what)) for count in self.counts.values())

    def _identity(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "board": self.game.board_digest,
            "seed": self.seed,
        }

    def run(
        self,
        players: Sequence[int],
        unit: str,
        target: float,
        check: bool = True,
        block: int = 4096,
        threads: int | None = None,
    ) -> Iterator[None]:
        """Play blocks of games up to a target, with the number of players least played so far.

        Yields after each block; stops at the first violation, see `violation`.

        Args:
            players: numbers of players.
            unit: ``games`` or ``decisions``.
            target: so many of them in all. Blocks shrink towards the end, so that what is
                played is spread over the players and little more than asked for.
            check: False leaves the game's own invariants out.
            block: most games of a block.
            threads: at most so many work at once; None means all cores.
        """
        player = _BlockPlayer(self.game, self.seed, block, thread_count(threads), check)
        player.compile()
        while (left := target - self.total(unit)) > 0:
            number = min(players, key=lambda number: getattr(self.counts[number], unit))
            share = left / len(players)
            games = min(block, math.ceil(share / self._per_game(unit, number)))
            started = time.perf_counter()
            before = self.counts[number]
            reports = player.play(number, before.games, games)
            self.violation = player.violation(reports, number)
            seconds = self.seconds + time.perf_counter() - started
            if self.violation is not None:
                self.seconds = seconds
                return
            after = Count(
                before.games + int(reports[:, GAMES].sum()),
                before.decisions + int(reports[:, DECISIONS].sum()),
                before.chance_events + int(reports[:, CHANCES].sum()),
            )
            # Assigned whole: an interrupt leaves the counts of a block all in or all out.
            self.counts[number], self.seconds = after, seconds
            yield

    def _per_game(self, unit: str, players: int) -> float:
        """Units that a game takes; before any is known, the most that it can."""
        if unit == "games":
            return 1.0
        count = self.counts[players]
        if count.games:
            return max(1.0, count.decisions / count.games)
        if self.total("games"):
            return max(1.0, self.total("decisions") / self.total("games"))
        return float(self.game.max_decisions)


def _count(told: dict[str, Any]) -> Count:
    """Counts as a file tells them; TypeError or ValueError unless they can be."""
    return Count(**{name: check_count(name, value, 0, _MOST) for name, value in told.items()})


class _BlockPlayer:
    """Plays one block of games after the other on the same arrays."""

    def __init__(self, game: Game, seed: int, block: int, threads: int, check: bool) -> None:
        self.game = game
        self.seed = seed
        self.states = np.zeros(block, game.state_dtype)
        self.streams = np.zeros(block, game.stream_dtype)
        self.streams["seed"] = seed
        self.threads = threads
        own = game.invariants if check else None
        self.messages = MESSAGES | dict(game.invariant_messages)
        records = game.state_dtype, game.board.dtype
        self.supervised = Supervised(
            game.table,
            address_table([] if own is None else [compile_check(own, *records)]),
            game.board,
            Limits(
                len(game.actions),
                len(game.outcomes),
                len(game.questions),
                len(game.chance_kinds),
                game.max_decisions,
            ),
        )
        self.reports = np.zeros((threads, 6), np.int64)
        self.workers = [
            Worker(make_scratch(game), np.zeros(game.max_players, UTILITY), report)
            for report in self.reports
        ]

    def compile(self) -> None:
        """Compile and load the kernel: it plays no game."""
        self.play(min(self.game.players), 0, 0)

    def play(self, players: int, lane: int, games: int) -> np.ndarray:
        """Play so many games from a lane on; returns the reports of the threads."""
        self.streams["lane"][:games] = np.arange(lane, lane + games, dtype=np.uint32)
        self.streams["episode"] = players
        self.reports[:] = 0
        low, high = map(float, self.game.utility_bounds(players))

        def work(worker: int, first: int, last: int) -> None:
            mine = self.workers[worker]
            if mine.report[PROBLEM] == 0:
                soak_lanes(
                    self.supervised,
                    self.states,
                    self.streams,
                    players,
                    low,
                    high,
                    mine,
                    first,
                    last,
                )

        run_chunks(work, chunks_of(games, self.threads), self.threads)
        return self.reports

    def violation(self, reports: np.ndarray, players: int) -> Violation | None:
        """The first violation that the reports tell of."""
        broken = np.flatnonzero(reports[:, PROBLEM])
        if not len(broken):
            return None
        report = reports[broken[0]]
        row, problem = int(report[LANE]), int(report[PROBLEM])
        return Violation(
            players=players,
            seed=self.seed,
            lane=int(self.streams["lane"][row]),
            episode=players,
            event=int(report[EVENT]),
            problem=problem,
            message=self.messages.get(problem, f"problem {problem}, which the game does not name"),
            position=self.game.notation.describe(self.states[row : row + 1]),
        )
