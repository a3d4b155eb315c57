"""`pixies new-game`: a small whole game to begin one's own with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import Json


@command
def new_game(
    name: Annotated[
        str, typer.Argument(help="Of the game and its package: small letters, digits and _.")
    ],
    folder: Annotated[
        Path,
        typer.Option(help="In which the folder of the game is made.", show_default="this one"),
    ] = Path(),
    as_json: Json = False,
) -> None:
    """Write a game of your own: small, whole, with its test, ready to be changed.

    It begins as the dice game Pig, of which the page "Your own game behind the seam" tells.
    """
    from pixies_experiments.new_game import write_game

    with user_input():
        files = write_game(name, folder)
    if as_json:
        print_json({"name": name, "files": [str(path) for path in files]})
        return
    for path in files:
        print(path)
    place = shlex.quote(str(folder / name))
    print(
        f"\nIt is played at once:\n  cd {place}\n  pytest\n"
        f"  pixies simulate --game {name}:make --players 4 --games 1000"
    )
