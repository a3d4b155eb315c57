"""`pixies simulate`: games between agents and a table of results."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import (
    INTERRUPTED,
    FailedError,
    InputError,
    command,
    interrupts_deferred,
    print_json,
    tell,
    user_input,
)
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST,
    MOST_PLAYERS,
    BoardFile,
    GameName,
    GameOptions,
    Json,
    Seed,
    Threads,
    read_game_options,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pixies_env.core.batches.arena import Block
    from pixies_env.core.game import Game
    from pixies_env.core.states.records import Record
    from pixies_experiments.simulation import Tally

AGENT_FAILED = 1


@command
def simulate(
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=1,
            max=MOST_PLAYERS,
            help="Number of players.",
            show_default="4, or one per agent",
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, max=MOST, help="Number of games.")] = 1000,
    agents: Annotated[
        str,
        typer.Option(
            "--agents",
            help="One agent for all seats, or one per seat: random,random,... "
            "module:attribute is one of your own.",
        ),
    ] = "random",
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Let every agent sit on every seat in turn.")
    ] = False,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records",
            help="Write the games to this file: JSON lines, or plain text if it ends in .txt.",
        ),
    ] = None,
    threads: Threads = None,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play games between agents and print the results per seat and agent with their intervals."""
    from pixies_env.adapters.defaults import default_players
    from pixies_env.core.batches.arena import AgentError, rotations
    from pixies_env.core.compilation.compile import compilation_messages_to
    from pixies_experiments.agents import open_agents
    from pixies_experiments.cli.outputs import try_files
    from pixies_experiments.cli.progress import progress_bar
    from pixies_experiments.games import open_game
    from pixies_experiments.simulation import Tally, split_agents

    with user_input():
        played = open_game(game, board, read_game_options(option))
        line_up = split_agents(agents)
        if len(line_up) == 1:
            line_up *= played.check_players(default_players(played) if players is None else players)
        elif players not in (None, len(line_up)):
            raise InputError(f"{len(line_up)} agents are named for {players} players")
        seated = open_agents(line_up, played)
        line_ups = rotations(seated) if rotate else [seated]
        try_files(records)
        kept = records is not None
        blocks = _blocks(played, line_ups, games, seed=seed, threads=threads, records=kept)
    tally, pace = Tally(played, line_up), Pace()
    interrupted = False
    failed: AgentError | None = None
    with (
        _written(records) as write,
        progress_bar("games", games) as bar,
        compilation_messages_to(bar.say),
    ):
        try:
            _gather(blocks, tally, pace, write, lambda: bar.advance_to(tally.games, pace.note()))
        except KeyboardInterrupt:
            interrupted = True
        except AgentError as error:
            failed = error
    if failed is not None:
        raise FailedError(str(failed), AGENT_FAILED) from None
    if as_json:
        print_json(_everything(tally, pace, games, seed, rotate, interrupted))
    elif tally.games:
        from pixies_experiments.cli.simulation_tables import print_results

        print_results(tally, pace.games_per_second, seed, rotate)
        if records is not None:
            tell(f"Written: {records}")
    if interrupted:
        from pixies_env.core.words import count_games

        tell(f"pixies: interrupted after {tally.games:,} of {count_games(games)}")
        raise typer.Exit(INTERRUPTED)


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


def _blocks(game: Game, line_ups: Any, games: int, **options: Any) -> Iterator[Block]:
    """The games, the first in a block of its own, which compiles what all others need."""
    from pixies_env.core.batches.arena import play_games

    first = play_games(game, line_ups, games=1, **options)
    others = play_games(game, line_ups, games=games - 1, first_game=1, **options)
    return chain(first, others)


@contextmanager
def _written(path: Path | None) -> Iterator[Callable[[Record], None] | None]:
    """Writes records, if a file is named; it appears when the block ends."""
    if path is None:
        yield None
        return
    from pixies_env.core.states.record_files import writing

    try:
        with writing(path) as add:
            yield add
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from error


def _gather(
    blocks: Iterator[Block],
    tally: Tally,
    pace: Pace,
    write: Callable[[Record], None] | None,
    show: Callable[[], None],
) -> None:
    started = time.perf_counter()
    for block in blocks:
        with interrupts_deferred():
            tally.add(block)
            if write is not None:
                for record in block.records or ():
                    write(record)
            now = time.perf_counter()
            pace.note_block(len(block), now - started)
            started = now
        show()


def _everything(
    tally: Tally, pace: Pace, wanted: int, seed: int, rotate: bool, interrupted: bool
) -> dict[str, Any]:
    from pixies_experiments.intervals import LEVEL
    from pixies_experiments.simulation import summary

    game = tally.game
    rate = pace.games_per_second
    return {
        "game": game.name,
        "version": game.version,
        "board_digest": game.board_digest,
        "ours": [f"{number.table}.{number.key}" for number in game.printed if number.ours],
        "seed": seed,
        "players": len(tally.line_up),
        "line_up": tally.line_up,
        "rotated": rotate,
        "games": tally.games,
        "wanted": wanted,
        "interrupted": interrupted,
        "seconds": pace.seconds,
        "games_per_second": rate,
        "decisions_per_second": None if rate is None else rate * tally.decisions.mean,
        "level": LEVEL,
        **summary(tally),
    }
