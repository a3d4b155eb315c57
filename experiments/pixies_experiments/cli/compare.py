"""`pixies compare`: what one study has more than another."""

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
def compare(
    one: Annotated[Path, typer.Argument(help="Folder of a study.", metavar="STUDY")],
    other: Annotated[
        Path,
        typer.Argument(
            help="Folder of another of its kind, such as of another board.", metavar="STUDY"
        ),
    ],
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            help="Where page, pictures and the table go.",
            show_default="studies/compare-..., by what is compared",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="Name of an installed game, or module:factory of your own.",
            show_default="that of the studies",
        ),
    ] = None,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Compare two tournaments, or two studies of skills or seats; nothing is played.

    Studies of one seed are compared deal by deal: two boards, two versions of an agent or of the
    game. Those of different seeds are compared as independent of each other.
    """
    from pixies_experiments.api.comparing import check_folder, usual_folder
    from pixies_experiments.api.comparing import compare as compare_studies
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.cli.tables import print_report
    from pixies_experiments.intervals import LEVEL
    from pixies_experiments.pieces import StudyRefusedError
    from pixies_experiments.studies.store import REPORT

    with user_input():
        played = read_game_of_study(game, board, option)
        try:
            where = usual_folder(one, other) if folder is None else folder
            check_folder(where)
            try_folder(where)
            found = compare_studies(one, other, game=played)
            found.save(where)
        except StudyRefusedError as error:
            raise InputError(str(error)) from error
    if as_json:
        print_json(
            {
                "studies": [str(one), str(other)],
                "paired": found.paired,
                "compared": [each._asdict() for each in found.comparison.common],
                "level": LEVEL,
                "folder": str(where),
                "page": str(where / REPORT),
                "results": {name: table.to_pylist() for name, table in found.tables.items()},
            }
        )
    else:
        print_report(found.report)
        print(f"The page is {where / REPORT}.")
