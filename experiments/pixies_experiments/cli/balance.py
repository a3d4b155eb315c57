"""`pixies balance`: what skills, seats and unknown printed numbers are worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pixies_experiments.cli.console import InputError, command, print_json, user_input
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

if TYPE_CHECKING:
    from pixies_env.core.game import Game
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
        int,
        typer.Option(
            "--games",
            min=2,
            max=MOST,
            help="Games for each number of players, table of agents and design.",
        ),
    ] = 2000,
    designs: Annotated[
        str | None,
        typer.Option(
            "--designs",
            help="dealt at random, chosen by the agents, exchanged with all else equal; played as "
            "the game is.",
            show_default="dealt,chosen,exchanged; played where no option deals the factor",
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
    with user_input():
        played = _open(game, board, option, agents)
        name = _first_factor(played, by_chance=False) if factor is None else factor
        wanted = _designs_of(played, name) if designs is None else designs
        study = _factor_study(
            played,
            name,
            agents,
            players,
            tuple(part.strip() for part in wanted.split(",")),
            (games, piece, seed, precision),
        )
    _run_and_tell(study, folder, (workers, backend, on_error), as_json)


@balance.command()
@command
def seats(
    agents: Agents = "greedy",
    players: Players = "2,3,4,5",
    games: Annotated[
        int,
        typer.Option(
            "--games", min=2, max=MOST, help="Games for each number of players and table of agents."
        ),
    ] = 2000,
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
    with user_input():
        played = _open(game, board, option, agents)
        name = _first_factor(played, by_chance=True) if factor is None else factor
        numbers = (games, piece, seed, precision)
        study = _factor_study(played, name, agents, players, ("played",), numbers)
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
    ] = 1000,
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
    from pixies_experiments.simulation import split_agents
    from pixies_experiments.studies.balance.board_study import BoardStudy

    with user_input():
        played = _open(game, board, option, agents)
        names = [f.name for f in played.factors] or ["seat"] if factor is None else [factor]
        study = BoardStudy(
            played,
            tuple(names),
            tuple(split_agents(agents)),
            read_players(players),
            boards,
            games,
            seed,
        )
    _run_and_tell(study, folder, (workers, backend, on_error), as_json)


def _open(game: str, board: Path | None, option: list[str] | None, agents: str) -> Game:
    """The game, with agents that can play it."""
    from pixies_experiments.agents import open_agents
    from pixies_experiments.games import open_game
    from pixies_experiments.simulation import split_agents

    played = open_game(game, board, read_game_options(option))
    open_agents(split_agents(agents), played)
    return played


def _first_factor(game: Game, by_chance: bool) -> str:
    """The first factor that chance alone gives, or the first of the others."""
    for factor in game.factors:
        if factor.by_chance == by_chance:
            return factor.name
    if not by_chance:
        raise InputError(f"{game.name} has nothing that its players choose or are dealt")
    return "seat"


def _designs_of(game: Game, name: str) -> str:
    """The designs in which a factor is studied unless others are named."""
    from pixies_experiments.studies.balance.facts import factor_of

    factor = factor_of(game, name)
    return "dealt,chosen,exchanged" if factor.option or factor.by_chance else "played"


def _factor_study(
    game: Game,
    factor: str,
    agents: str,
    players: str,
    designs: tuple[str, ...],
    numbers: tuple[int, int, int, float],
) -> Study:
    from pixies_experiments.simulation import split_agents
    from pixies_experiments.studies.balance.plan import DESIGNS, Plan
    from pixies_experiments.studies.balance.study import BalanceStudy

    for design in designs:
        if design not in DESIGNS:
            raise InputError(f"there is no design {design!r}; there are {', '.join(DESIGNS)}")
    games, piece, seed, precision = numbers
    specs = tuple(dict.fromkeys(split_agents(agents)))
    plan = Plan(specs, read_players(players), designs, games, piece, seed)
    return BalanceStudy(game, factor, plan, precision)


def _run_and_tell(
    study: Study, folder: Path | None, how: tuple[int | None, str, str], as_json: bool
) -> None:
    with user_input():
        study, where = take_up(folder, lambda settled: study)
    outcome = run_and_tell(study, where, *how)
    from pixies_experiments.cli.study_results import everything, print_lead

    if as_json:
        print_json(everything(outcome))
    else:
        print_lead(outcome)
