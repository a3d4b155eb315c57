"""`pixies tournament`: any number of agents against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import InputError, command, extra_needed, print_json, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
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
    from pixies_experiments.studies.study import Outcome


@command
def tournament(
    agents: Annotated[
        str,
        typer.Option(
            "--agents",
            help="Agents, any number: greedy,mcts:simulations=100,my_module:attribute. One that is "
            "named twice can sit at a table twice.",
        ),
    ],
    players: Annotated[
        str, typer.Option("--players", help="Number of players, or several: 2,3,4,5.")
    ] = "4",
    games: Annotated[
        int,
        typer.Option(
            "--games", min=1, max=2**28, help="Games for each number of players; rounded up."
        ),
    ] = 2000,
    until_width: Annotated[
        float | None,
        typer.Option(
            "--until-width",
            min=0.0001,
            max=1,
            help="Stop when no interval of a win share is wider, such as 0.04; looked at when the "
            "games have doubled.",
            show_default="never",
        ),
    ] = None,
    table: Annotated[
        bool,
        typer.Option(
            "--table",
            help="Play copies of an agent against copies of another, all numbers of all pairs: the "
            "table of payoffs, Nash averaging and alpha-rank.",
        ),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            min=0.001,
            max=86_400,
            help="Time for each decision of all agents that search; the results then depend on the "
            "machine.",
            show_default="as each says",
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
    """Play a tournament and write its results, as Parquet and as a page, to a folder.

    Interrupted or killed, the same command goes on where it was; with more --games it goes on too.
    """
    from pixies_experiments.api.prepared import tournament_of
    from pixies_experiments.games import open_game
    from pixies_experiments.simulation import split_agents
    from pixies_experiments.studies.meta_game import library_of_alpha_rank

    if table:
        with extra_needed("a table of payoffs", "openspiel"):
            library_of_alpha_rank()
    with user_input():
        played = open_game(game, board, read_game_options(option))
        entries = split_agents(agents)
        if any(not entry for entry in entries):
            raise InputError(f"--agents {agents!r}: an agent's name is missing")
        numbers = read_players(players)
        make = tournament_of(played, entries, numbers, games, until_width, seed, table, seconds)
        study, where = take_up(folder, make)
    outcome = run_and_tell(study, where, workers, backend, on_error)
    if as_json:
        print_json(_everything(outcome))
    else:
        from pixies_experiments.cli.tournament_tables import print_standings

        print_standings(study, outcome)


_COUNTED = ("lengths", "rounds", "scores")
"""Long tables, which JSON leaves out."""


def _everything(outcome: Outcome) -> dict[str, Any]:
    from pixies_experiments.cli.study_results import everything

    told = everything(outcome)
    results = told["results"].items()
    return told | {"results": {name: rows for name, rows in results if name not in _COUNTED}}
