"""`pixies simulate`: games between agents and a table of results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import (
    INTERRUPTED,
    FailedError,
    InputError,
    command,
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
    from pixies_experiments.api.simulating import Simulation

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
    from pixies_env.core.batches.arena import AgentError
    from pixies_experiments.api.simulating import Simulation
    from pixies_experiments.cli.outputs import try_files
    from pixies_experiments.games import open_game

    with user_input():
        played = open_game(game, board, read_game_options(option))
        simulation = Simulation(
            played, agents, players, games, rotate=rotate, seed=seed, threads=threads, keep=False
        )
        try_files(records)
    interrupted = False
    try:
        simulation.play(records)
    except KeyboardInterrupt:
        interrupted = True
    except AgentError as error:
        raise FailedError(str(error), AGENT_FAILED) from None
    except OSError as error:
        if records is None:
            raise
        raise InputError(f"{records} cannot be written: {error.strerror or error}") from error
    if as_json:
        print_json(_everything(simulation, interrupted))
    elif simulation.tally.games:
        _print(simulation)
        if records is not None:
            tell(f"Written: {records}")
    if interrupted:
        from pixies_env.core.words import count_games

        tell(f"pixies: interrupted after {simulation.tally.games:,} of {count_games(games)}")
        raise typer.Exit(INTERRUPTED)


def _print(simulation: Simulation) -> None:
    from pixies_experiments.api.simulation_page import simulation_page
    from pixies_experiments.cli.tables import print_report

    print_report(simulation_page(simulation.tally, simulation.seed, simulation.rotate))
    rate = simulation.pace.games_per_second
    if rate is not None:
        digits = 1 if rate < 10 else 0
        decisions = rate * simulation.tally.decisions.mean
        print(f"{rate:,.{digits}f} games/s, {decisions:,.0f} decisions/s")


def _everything(simulation: Simulation, interrupted: bool) -> dict[str, Any]:
    from pixies_experiments.intervals import LEVEL
    from pixies_experiments.simulation import summary

    game, tally, pace = simulation.game, simulation.tally, simulation.pace
    rate = pace.games_per_second
    return {
        "game": game.name,
        "version": game.version,
        "board_digest": game.board_digest,
        "ours": [f"{number.table}.{number.key}" for number in game.printed if number.ours],
        "seed": simulation.seed,
        "players": len(tally.line_up),
        "line_up": tally.line_up,
        "rotated": simulation.rotate,
        "games": tally.games,
        "wanted": simulation.wanted,
        "interrupted": interrupted,
        "seconds": pace.seconds,
        "games_per_second": rate,
        "decisions_per_second": None if rate is None else rate * tally.decisions.mean,
        "level": LEVEL,
        **summary(tally),
    }
