"""`pixies style`: what play looks like at each strength."""

from __future__ import annotations

from typing import Annotated

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST,
    BoardFile,
    GameName,
    GameOptions,
    Json,
    Seed,
    read_game_options,
    read_players,
)
from pixies_experiments.cli.studying import (
    Backend,
    Folder,
    OnError,
    Workers,
    run_and_tell,
    take_up,
)


@command
def style(
    agents: Annotated[
        str,
        typer.Option("--agents", help="Agents, in the order in which they are told."),
    ],
    players: Annotated[
        str,
        typer.Option(
            "--players", help="Numbers of players, such as 4,2,3,5; pictures show the first."
        ),
    ] = "4",
    games: Annotated[
        int,
        typer.Option(
            "--games", min=1, max=2**28, help="Games of each agent for each number of players."
        ),
    ] = 100,
    reviews: Annotated[
        int, typer.Option("--reviews", min=0, max=MOST, help="Games that a search reviews.")
    ] = 5,
    review: Annotated[
        str | None,
        typer.Option("--review", help="The agent whose games these are.", show_default="the last"),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            help="The search that reviews.",
            show_default="mcts, helped by greedy where it plays the game",
        ),
    ] = None,
    folder: Folder = None,
    workers: Workers = None,
    backend: Backend = "joblib",
    on_error: OnError = "stop",
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Show how agents play: openings, routes, prices, how points come about; with reviewed games.

    Interrupted or killed, the same command goes on where it was; with more --games it goes on too.
    """
    from pixies_experiments.api.prepared import style_of
    from pixies_experiments.cli.study_results import everything, print_answer
    from pixies_experiments.games import open_game

    with user_input():
        played = open_game(game, board, read_game_options(option))
        study = style_of(
            played, agents, read_players(players), (games, reviews, seed), review, judge
        )
        same, where = take_up(folder, lambda settled: study)
    outcome = run_and_tell(same, where, workers, backend, on_error)
    if as_json:
        print_json(everything(outcome))
    else:
        print_answer(outcome)
