"""Games between agents, and what came of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pixies_env.adapters.defaults import default_players
from pixies_env.core.batches.arena import AgentError, Block, play_games, rotations
from pixies_env.core.compilation.messages import compilation_messages_to
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.states.record_files import writing
from pixies_env.core.states.records import Record
from pixies_experiments.agents import open_agents
from pixies_experiments.api.asked import Agents, BoardFile, GameLike, Options, agents_of, game_of
from pixies_experiments.api.results import Results
from pixies_experiments.api.simulation_page import simulation_page
from pixies_experiments.default_game import DEFAULT_GAME
from pixies_experiments.interrupts import interrupts_deferred
from pixies_experiments.progress import progress_bar
from pixies_experiments.simulation import Group, Tally
from pixies_experiments.studies.play import ArrowRows, Wanted

if TYPE_CHECKING:
    import pyarrow as arrow


def simulate(
    agents: Agents = "random",
    *,
    players: int | None = None,
    games: int = 1000,
    rotate: bool = False,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    threads: int | None = None,
    records: str | Path | None = None,
    progress: bool = True,
) -> SimulationResults:
    """Play games between agents, each a deal of its own: ``pixies simulate`` as a call.

    Args:
        agents: one for all seats, or one per seat.
        players: how many; of one agent the usual number by default.
        games: how many.
        rotate: let every agent sit on every seat in turn.
        game: a game, its name, or ``module:factory``.
        board: TOML file with the printed numbers.
        options: of the game, by name.
        seed: of everything random.
        threads: at most so many work at once; all cores by default.
        records: file to write the games to, as JSON lines, or as plain text if it ends in ``.txt``.
        progress: show a bar.

    Returns:
        ``agents`` and ``seats``, with a row per measure; ``games``, with a row per game and seat;
        ``reasons`` why games ended, where the game tells them.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described.
        AgentError: an agent raised, or chose what is not legal.
        OSError: the file cannot be written.
    """
    simulation = Simulation(
        game_of(game, board, options),
        agents,
        players,
        games,
        rotate=rotate,
        seed=seed,
        threads=threads,
        keep=True,
    )
    simulation.play(records, progress=progress)
    return SimulationResults(simulation)


@dataclass
class Pace:
    """How fast games are finished. The first block compiles and loads, and does not count."""

    seconds: float = 0.0
    first_seconds: float = 0.0
    first_games: int = 0
    games: int = 0

    def note_block(self, games: int, seconds: float) -> None:
        """Take down a block."""
        if self.games == 0:
            self.first_seconds, self.first_games = seconds, games
        self.games += games
        self.seconds += seconds

    @property
    def games_per_second(self) -> float | None:
        """Of the blocks after the first, None before."""
        if self.games == self.first_games:
            return None
        return (self.games - self.first_games) / (self.seconds - self.first_seconds)

    def note(self) -> str:
        """For the progress bar."""
        rate = self.games_per_second
        return "" if rate is None else f"{rate:,.1f}/s" if rate < 10 else f"{rate:,.0f}/s"


class Simulation:
    """Games between agents that can be played; what is wrong with them is told before.

    Args:
        game: what is played.
        agents: one for all seats, or one per seat.
        players: how many; see :func:`simulate`.
        games: how many are wanted.
        rotate: let every agent sit on every seat in turn.
        seed: of everything random.
        threads: at most so many work at once.
        keep: keep a row for each game and seat.
    """

    def __init__(
        self,
        game: Game,
        agents: Agents,
        players: int | None,
        games: int,
        *,
        rotate: bool,
        seed: int,
        threads: int | None,
        keep: bool,
    ) -> None:
        line_up = agents_of(agents)
        if len(line_up) == 1:
            line_up *= game.check_players(default_players(game) if players is None else players)
        elif players not in (None, len(line_up)):
            raise ValueError(f"{len(line_up)} agents are named for {players} players")
        seated = open_agents(line_up, game)
        self.game, self.wanted, self.rotate, self.seed = game, games, rotate, seed
        self.tally, self.pace = Tally(game, line_up), Pace()
        self.rows = ArrowRows([game], len(line_up), self.tally.agents, None) if keep else None
        self._seatings = rotations(line_up) if rotate else [line_up]
        self._options: dict[str, Any] = {"seed": seed, "threads": threads}
        self._seated: Any = rotations(seated) if rotate else [seated]
        # What does not fit is told here and not when the first game begins.
        check_count("games", games)
        play_games(game, self._seated, games=1, **self._options)

    def play(self, records: str | Path | None = None, *, progress: bool = True) -> None:
        """Play them; interrupted or failed, what was played until then is there.

        Args:
            records: file to write the games to; it appears at the end.
            progress: show a bar.

        Raises:
            AgentError: an agent raised, or chose what is not legal.
            OSError: the file cannot be written.
        """
        ended: BaseException | None = None
        with (
            _written(records) as write,
            progress_bar("games", self.wanted, shown=progress) as bar,
            compilation_messages_to(bar.say),
        ):
            try:
                self._play(write, lambda: bar.advance_to(self.tally.games, self.pace.note()))
            except (AgentError, KeyboardInterrupt) as error:
                ended = error  # What was played before it is written.
        if ended is not None:
            raise ended

    def _play(self, write: Callable[[Record], None] | None, show: Callable[[], None]) -> None:
        started = time.perf_counter()
        for block in self._blocks(write is not None):
            with interrupts_deferred():
                self._take_in(block, write)
                now = time.perf_counter()
                self.pace.note_block(len(block), now - started)
                started = now
            show()

    def _blocks(self, records: bool) -> Iterator[Block]:
        """The games, the first in a block of its own, which compiles what all others need."""
        game, seated, options = self.game, self._seated, self._options | {"records": records}
        first = play_games(game, seated, games=1, **options)
        others = play_games(game, seated, games=self.wanted - 1, first_game=1, **options)
        return chain(first, others)

    def _take_in(self, block: Block, write: Callable[[Record], None] | None) -> None:
        self.tally.add(block)
        if self.rows is not None:
            deals = np.arange(block.first, block.first + len(block))
            seatings = [tuple(map(str, self._seatings[turn])) for turn in block.line_ups]
            self.rows.add(block, Wanted(deals, np.zeros_like(deals), seatings), 0)
        if write is not None:
            for record in block.records or ():
                write(record)


class SimulationResults(Results):
    """What came of games between agents."""

    def __init__(self, simulation: Simulation) -> None:
        self.game = simulation.game
        self.seed, self.rotate = simulation.seed, simulation.rotate
        self.line_up = simulation.tally.line_up
        super().__init__(
            simulation_page(simulation.tally, simulation.seed, simulation.rotate),
            _tables(simulation.tally, simulation.rows),
        )


def _tables(tally: Tally, rows: ArrowRows | None) -> dict[str, arrow.Table]:
    import pyarrow as arrow

    reasons = [{"reason": reason, "games": games} for reason, games in tally.reasons.most_common()]
    found = {
        "agents": arrow.Table.from_pylist(list(_told("agent", tally.by_agent.items()))),
        "seats": arrow.Table.from_pylist(list(_told("seat", enumerate(tally.by_seat)))),
        **({"reasons": arrow.Table.from_pylist(reasons)} if reasons else {}),
    }
    return found if rows is None else found | {"games": rows.gathered()}


def _told(key: str, groups: Any) -> Iterator[dict[str, Any]]:
    group: Group
    for name, group in groups:
        for measure, estimate in group.estimates().items():
            yield {key: name, "measure": measure, **estimate.as_dict()}


@contextmanager
def _written(path: str | Path | None) -> Iterator[Callable[[Record], None] | None]:
    """Writes records, if a file is named; it appears when the block ends."""
    if path is None:
        yield None
        return
    with writing(Path(path)) as add:
        yield add
