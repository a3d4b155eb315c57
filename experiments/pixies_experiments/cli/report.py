"""`pixies report`: the page of a study again, from what its folder keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pixies_experiments.cli.console import InputError, command, print_json, user_input
from pixies_experiments.cli.options import (
    BoardFile,
    GameOptions,
    Json,
    UnusedSeed,
    read_game_of_study,
)


@command
def report(
    folder: Annotated[
        Path, typer.Argument(help="Of a study: with its study.json and its results.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="Name of an installed game, or module:factory of your own.",
            show_default="that of the study",
        ),
    ] = None,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Make the page of a study and its pictures again from its tables; nothing is played.

    The game is that of the study. One that is not installed is named, with its board and options.
    """
    from pixies_experiments.cli.study_results import everything, print_answer
    from pixies_experiments.pieces import StudyRefusedError
    from pixies_experiments.studies.kept import write_kept_pages

    with user_input():
        played = read_game_of_study(game, board, option)
        try:
            outcome = write_kept_pages(folder, played)
        except StudyRefusedError as error:
            raise InputError(str(error)) from error
    if as_json:
        print_json(everything(outcome))
    else:
        print_answer(outcome)
