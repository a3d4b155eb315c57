"""`pixies balance`: what skills, seats and unknown printed numbers are worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    BoardFile,
    GameName,
    GameOptions,
    Json,
    Seed,
    read_game_options,
    read_games,
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

if TYPE_CHECKING:
    from pixies_experiments.studies.study import Study

balance = typer.Typer(
    name="balance",
    help="What skills, seats and unknown printed numbers are worth.",
    no_args_is_help=True,
)

Agents = Annotated[
    str,
    typer.Option(
        "--agents",
        help="Agents that play: each by itself on all seats, and several also mixed.",
    ),
]
Players = Annotated[str, typer.Option("--players", help="Numbers of players: 2,3,4,5.")]
PieceGames = Annotated[
    int,
    typer.Option(
        "--piece", min=1, max=10**6, help="Games of a piece of work; a kill loses no more of it."
    ),
]
Precision = Annotated[
    float,
    typer.Option(
        "--precision",
        min=0.0001,
        max=1,
        help="Half the width of an interval of the share of wins for which games are counted.",
    ),
]
FactorName = Annotated[
    str | None,
    typer.Option(
        "--factor",
        help="What is studied, among the factors of the game.",
        show_default="the first one",
    ),
]


@balance.command()
@command
def skills(
    agents: Agents = "greedy",
    players: Players = "2,3,4,5",
    games: Annotated[
        str,
        typer.Option(
            "--games",
            help="Games for each number of players, table of agents and design; "
            "or 8000,4000: one number for each of --players.",
        ),
    ] = "2000",
    designs: Annotated[
        str | None,
        typer.Option(
            "--designs",
            help="dealt at random, chosen by the agents, owned: dealt and kept to the end, "
            "exchanged with all else equal; played as the game is.",
            show_default="dealt,chosen,exchanged as far as the game can; else played",
        ),
    ] = None,
    factor: FactorName = None,
    piece: PieceGames = 512,
    precision: Precision = 0.01,
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
    """What is each permanent skill worth, or what else players choose or come by?

    Interrupted or killed, the same command goes on where it was; with more --games it goes on too.
    """
    from pixies_experiments.api.prepared import balance_of, designs_of, first_factor
    from pixies_experiments.games import open_game

    with user_input():
        played = open_game(game, board, read_game_options(option))
        name = first_factor(played, by_chance=False) if factor is None else factor
        wanted = (
            designs_of(played, name)
            if designs is None
            else tuple(part.strip() for part in designs.split(","))
        )
        numbers = read_games(games), piece, seed
        counts = read_players(players)
        study = balance_of(played, name, agents, counts, wanted, numbers, precision)
    _run_and_tell(study, folder, (workers, backend, on_error), as_json)


@balance.command()
@command
def seats(
    agents: Agents = "greedy",
    players: Players = "2,3,4,5",
    games: Annotated[
        str,
        typer.Option(
            "--games",
            help="Games for each number of players and table of agents; "
            "or 8000,4000: one number for each of --players.",
        ),
    ] = "2000",
    factor: FactorName = None,
    piece: PieceGames = 512,
    precision: Precision = 0.01,
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
    """What is a place in the turn order worth? Chance gives it, so differences are caused by it."""
    from pixies_experiments.api.prepared import balance_of, first_factor
    from pixies_experiments.games import open_game
    from pixies_experiments.studies.balance.plan import PLAYED

    with user_input():
        played = open_game(game, board, read_game_options(option))
        name = first_factor(played, by_chance=True) if factor is None else factor
        numbers = read_games(games), piece, seed
        counts = read_players(players)
        study = balance_of(played, name, agents, counts, (PLAYED,), numbers, precision)
    _run_and_tell(study, folder, (workers, backend, on_error), as_json)


@balance.command()
@command
def sizes(
    agents: Annotated[
        str, typer.Option("--agents", help="Agents that play, each by itself on all seats.")
    ] = "greedy",
    players: Players = "4",
    games: Annotated[
        int,
        typer.Option(
            "--games", min=2, max=2**16, help="Games for each size, number of players and agent."
        ),
    ] = 2000,
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
    """Which skill is too strong, by how much, and what change of its size would level it?

    Each size is tried by playing a board that has it. Interrupted or killed, the same command goes
    on where it was; with more --games it goes on too.
    """
    from pixies_experiments.api.prepared import sizes_of
    from pixies_experiments.games import open_game

    with user_input():
        played = open_game(game, board, read_game_options(option))
        study = sizes_of(played, agents, read_players(players), games, seed)
    _run_and_tell(study, folder, (workers, backend, on_error), as_json)


@balance.command(name="board")
@command
def over_boards(
    agents: Annotated[
        str, typer.Option("--agents", help="Agents that play, each by itself on all seats.")
    ] = "greedy",
    players: Players = "4",
    boards: Annotated[
        int,
        typer.Option(
            "--boards",
            min=0,
            max=2048,
            help="Boards on which all unknown numbers are otherwise at once, beside those on which "
            "one is.",
        ),
    ] = 64,
    games: Annotated[
        int,
        typer.Option(
            "--games", min=2, max=2**16, help="Games for each board, number of players and agent."
        ),
    ] = 2000,
    factor: FactorName = None,
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
    """Which of these results do not depend on the printed numbers that are not known?

    Interrupted or killed, the same command goes on where it was; with more --boards it goes on too.
    """
    from pixies_experiments.api.prepared import over_boards_of
    from pixies_experiments.games import open_game

    with user_input():
        played = open_game(game, board, read_game_options(option))
        numbers = boards, games, seed
        study = over_boards_of(played, factor, agents, read_players(players), numbers)
    _run_and_tell(study, folder, (workers, backend, on_error), as_json)


@balance.command()
@command
def separation(
    agents: Annotated[
        str,
        typer.Option("--agents", help="Agents that play alone, from the weakest to the strongest."),
    ] = "greedy:temperature=1,greedy",
    boards: Annotated[
        int,
        typer.Option(
            "--boards",
            min=0,
            max=2048,
            help="Boards on which all unknown numbers are otherwise, beside the given one.",
        ),
    ] = 0,
    games: Annotated[
        int, typer.Option("--games", min=2, max=2**16, help="Deals for each board and agent.")
    ] = 200,
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
    """Does the score of a game played alone tell strong play from middling play?

    Interrupted or killed, the same command goes on where it was; with more --boards or --games
    it goes on too.
    """
    from pixies_experiments.api.prepared import separation_of
    from pixies_experiments.games import open_game

    with user_input():
        played = open_game(game, board, read_game_options(option))
        study = separation_of(played, agents, (boards, games, seed))
    _run_and_tell(study, folder, (workers, backend, on_error), as_json)


def _run_and_tell(
    study: Study, folder: Path | None, how: tuple[int | None, str, str], as_json: bool
) -> None:
    with user_input():
        study, where = take_up(folder, lambda settled: study)
    outcome = run_and_tell(study, where, *how)
    from pixies_experiments.cli.study_results import everything, print_answer

    if as_json:
        print_json(everything(outcome))
    else:
        print_answer(outcome)
