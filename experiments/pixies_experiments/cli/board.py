"""`pixies board`: the printed numbers, and how far each can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import DEFAULT_GAME, GameName, Json, UnusedSeed

if TYPE_CHECKING:
    from pixies_env.core.game import Game, PrintedNumber

MOST_REPEATED = 30
"""Characters of a standing that is told in every row."""
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

    from pixies_experiments.cli.tables import print_table

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
        said = ""
        for number in numbers:
            key = f"{number.key} *" if number.ours else number.key
            again = number.standing == said and len(said) > MOST_REPEATED
            standing = "the same" if again else number.standing
            said = number.standing
            table.add_row(key, Text(legible(number.value)), Text(standing))
        print_table(console, table)
    if any(number.ours for number in game.printed):
        console.print(OURS, style="yellow")
    source = "The shipped numbers" if file is None else f"{file} is a usable board: its numbers"
    console.print(
        f"{source} of {game.title} have the digest {game.board_digest}.",
        highlight=False,
        markup=False,
    )


def legible(value: Any) -> str:
    """A value of plain data for people: few brackets, inner lists on lines of their own."""
    if isinstance(value, dict):
        separator = "\n" if _is_deep(value) else ", "
        return separator.join(
            f"{key}: {'none' if entry in ([], ()) else legible(entry)}"
            for key, entry in value.items()
        )
    if isinstance(value, list | tuple):
        if any(isinstance(entry, dict) for entry in value):
            return "\n".join(_card(entry) for entry in value)
        separator = "\n" if any(isinstance(entry, list | tuple) for entry in value) else " "
        return separator.join(legible(entry) for entry in value)
    return str(value)


def _card(value: Any) -> str:
    """One entry of a list of cards, zones or the like, on a line of its own."""
    if not isinstance(value, dict):
        return legible(value)
    name = value.get("name", value.get("effect"))
    told = ", ".join(
        f"{key} {_inline(entry)}" for key, entry in value.items() if key not in ("name", "effect")
    )
    return told if name is None else f"{name}: {told}" if told else str(name)


def _inline(value: Any) -> str:
    """A value within a line."""
    if isinstance(value, dict):
        return "(" + _card(value) + ")" if len(value) > 1 else _card(value)
    if isinstance(value, list | tuple):
        return " ".join(_inline(entry) for entry in value) or "none"
    return str(value)


def _is_deep(value: dict[str, Any]) -> bool:
    return any(isinstance(entry, dict | list) for entry in value.values())
