"""`pixies external`: programs in other languages that take a seat."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from pixies_experiments.cli.console import InputError, command, print_json, user_input
from pixies_experiments.cli.options import MOST, Json, Seed

FAULTY = 1

external = typer.Typer(help="Check programs in other languages.", no_args_is_help=True)


@external.callback()
def group() -> None:
    """Check programs in other languages."""


@external.command()
@command
def check(
    program: Annotated[
        str,
        typer.Argument(metavar="COMMAND", help='The program and its arguments: "python my.py".'),
    ],
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            help="Game that it plays, by name or module:factory; may be repeated.",
            show_default="all that are installed",
        ),
    ] = None,
    positions: Annotated[
        int,
        typer.Option(
            "--positions", min=1, max=MOST, help="Questions for each game and number of players."
        ),
    ] = 30,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.001, max=10**6, help="Time for each answer.")
    ] = 10.0,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Try whether a program keeps to the protocol of external agents, and say what is wrong.

    It is asked at positions of every game and number of players, ended, killed and started again.
    Ends with code 1 if something is against the protocol.
    """
    from pixies_agents.seats.program import ProgramError
    from pixies_env.registry import game_names
    from pixies_experiments.external_check import check_program, headline
    from pixies_experiments.games import open_game

    with user_input():
        games = [open_game(name) for name in game or game_names()]
    found = []
    try:
        for tried in check_program(program, games, positions=positions, seconds=seconds, seed=seed):
            found.append(tried)
            if not as_json:
                print(headline(tried), flush=True)
                for said in (*tried.faults, *tried.remarks):
                    print(f"  {said}", flush=True)
    except ProgramError as error:
        raise InputError(f"the program {program!r} {error}") from error
    faulty = any(tried.faults for tried in found)
    if as_json:
        print_json(
            {"command": program, "ok": not faulty, "tried": [asdict(each) for each in found]}
        )
    if faulty:
        raise typer.Exit(FAULTY)
