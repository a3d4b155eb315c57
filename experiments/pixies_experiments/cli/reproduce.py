"""`pixies reproduce`: the games of a kept study played again, and whether they are the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pixies_experiments.cli.console import (
    FailedError,
    InputError,
    command,
    print_json,
    user_input,
)
from pixies_experiments.cli.options import (
    BoardFile,
    GameOptions,
    Json,
    UnusedSeed,
    read_game_of_study,
)
from pixies_experiments.cli.studying import Backend, OnError, Workers, run_and_tell, take_up

OTHERS = 1
"""Exit code when the games are others."""


@command
def reproduce(
    kept: Annotated[
        Path, typer.Argument(help="Folder of a study: with its study.json and its results.")
    ],
    folder: Annotated[
        Path,
        typer.Option("--folder", help="Where the games are played; one that is there goes on."),
    ],
    workers: Workers = None,
    backend: Backend = "joblib",
    on_error: OnError = "stop",
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
    """Play the games of a kept study again and say whether they are the same.

    Code 1 if they are not. Interrupted or killed, the same command goes on where it was.
    """
    from pixies_experiments.pieces import StudyRefusedError
    from pixies_experiments.studies.configuration import read_kept
    from pixies_experiments.studies.kept import kept_outcome

    with user_input():
        if folder.resolve() == kept.resolve():
            raise InputError(f"{folder} is the study itself; take another folder")
        try:
            # Before the game is made, which takes longer.
            before = read_kept(kept)
            if before is not None and not before.parts:
                raise InputError(
                    f"{kept} does not say which games it had: it was made before their digest was "
                    "kept; the command that made the study plays them again"
                )
            study = kept_outcome(kept, read_game_of_study(game, board, option)).study
        except StudyRefusedError as error:
            raise InputError(str(error)) from error
        assert before is not None
        study, where = take_up(folder, lambda settled: study)
    run_and_tell(study, where, workers, backend, on_error)
    again = read_kept(where)
    assert again is not None
    if again.parts != before.parts:
        raise FailedError(
            f"the games are others than those of {kept}: their digest is {again.parts}, not "
            f"{before.parts}; what they gave is in {where}",
            OTHERS,
        )
    if as_json:
        print_json({"same": True, "parts": again.parts, "folder": str(where)})
    else:
        print(f"The same games as those of {kept}: their digest is {again.parts}.")
