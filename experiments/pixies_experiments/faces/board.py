"""`pixies board`: the printed numbers, and how far each can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.faces.console import command, print_json, user_input
from pixies_experiments.faces.options import DEFAULT_GAME, GameName, Json, UnusedSeed

if TYPE_CHECKING:
    from pixies_env.core.game import Game, PrintedNumber

OURS = "The values marked * are, at least in part, ours: the publisher's are not known here."


@command
def board(
    file: Annotated[
        Path | None,
        typer.Argument(help="TOML file to check and show.", show_default="the shipped numbers"),
    ] = None,
    game: GameName = DEFAULT_GAME,
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Show the printed numbers of a game with their standing, and check a file of your own.

    A file that cannot be used ends with code 2 and the list of all that is wrong with it.
    """
    from pixies_experiments.games import open_game

    with user_input():
        shown = open_game(game, file)
    if as_json:
        print_json(_everything(shown))
    else:
        _print_tables(shown, file)


def _everything(game: Game) -> dict[str, Any]:
    numbers: dict[str, dict[str, Any]] = {}
    standing: dict[str, dict[str, str]] = {}
    for number in game.printed:
        numbers.setdefault(number.table, {})[number.key] = number.value
        standing.setdefault(number.table, {})[number.key] = number.standing
    return {
        "game": game.name,
        "version": game.version,
        "valid": True,
        "digest": game.board_digest,
        "numbers": numbers,
        "standing": standing,
        "ours": [f"{number.table}.{number.key}" for number in game.printed if number.ours],
    }


def _print_tables(game: Game, file: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from pixies_experiments.faces.tables import print_table

    console = Console()
    by_table: dict[str, list[PrintedNumber]] = {}
    for number in game.printed:
        by_table.setdefault(number.table, []).append(number)
    key_width = max((len(number.key) for number in game.printed), default=0) + 2
    for name, numbers in by_table.items():
        table = Table(
            title=f"[bold]{name}[/bold]", title_justify="left", title_style="", expand=True
        )
        # On a narrow terminal values need the room more than names do.
        table.add_column("number", width=min(key_width, console.width // 3))
        table.add_column("value", ratio=3)
        table.add_column("standing", ratio=2, style="dim")
        for number in numbers:
            key = f"{number.key} *" if number.ours else number.key
            table.add_row(key, Text(_legible(number.value)), Text(number.standing))
        print_table(console, table)
    if any(number.ours for number in game.printed):
        console.print(OURS, style="yellow")
    source = "The shipped numbers" if file is None else f"{file} is a usable board: its numbers"
    console.print(
        f"{source} of {game.title} have the digest {game.board_digest}.",
        highlight=False,
        markup=False,
    )


def _legible(value: Any) -> str:
    """A value of plain data for people: few brackets, inner lists on lines of their own."""
    if isinstance(value, dict):
        separator = (
            "\n" if any(isinstance(entry, dict | list) for entry in value.values()) else ", "
        )
        return separator.join(f"{key}: {_legible(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        separator = "\n" if any(isinstance(entry, list | tuple) for entry in value) else " "
        return separator.join(_legible(entry) for entry in value)
    return str(value)
