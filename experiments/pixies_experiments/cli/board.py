"""`pixies board`: the printed numbers, and how far each can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import InputError, command, print_json, user_input
from pixies_experiments.cli.options import DEFAULT_GAME, GameName, Json, UnusedSeed

if TYPE_CHECKING:
    from pixies_env.core.game import Game, PrintedNumber

MOST_REPEATED = 30
"""Characters of a standing that is told in every row."""


@command
def board(
    file: Annotated[
        Path | None,
        typer.Argument(help="TOML file to check and show.", show_default="the shipped numbers"),
    ] = None,
    form: Annotated[
        Path | None,
        typer.Option(
            "--form",
            help="Write a new file in which the numbers of your copy are filled in, and beside it "
            "a page that shows where each is found.",
        ),
    ] = None,
    game: GameName = DEFAULT_GAME,
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Show the printed numbers of a game with their standing, and check a file of your own.

    A file that cannot be used ends with code 2 and the list of all that is wrong with it.
    """
    if form is not None:
        if file is not None:
            raise InputError(f"--form is made of the shipped numbers; leave {file} away")
        _write_form(form, game, as_json)
        return
    with user_input():
        shown = _checked(game, file)
    if as_json:
        print_json(_everything(shown))
    else:
        _print_tables(shown, file)


def _checked(name: str, file: Path | None) -> Game:
    """The game on the board of a file; errors name the place where a number is looked up."""
    from pixies_env.core.kit.board_files import BoardError
    from pixies_experiments.games import open_game

    try:
        return open_game(name, file)
    except BoardError as error:
        from pixies_experiments.board_form import with_places

        raise with_places(error, open_game(name)) from None


def _write_form(path: Path, name: str, as_json: bool) -> None:
    from pixies_env.core.files.whole import written_whole
    from pixies_experiments import board_form
    from pixies_experiments.games import open_game

    page = path.with_suffix(".html")
    if path.suffix != ".toml":
        raise InputError(f"--form {path}: the name of a board file ends in .toml")
    for taken in filter(Path.exists, (path, page)):
        raise InputError(f"{taken} is there already; what is filled in there would be lost")
    with user_input():
        game = open_game(name)
        texts = {path: board_form.form(game, page.name), page: board_form.sheet(game, path.name)}
        for to, text in texts.items():
            with written_whole(to) as aside:
                aside.write_text(text, encoding="utf-8", newline="\n")
    places = len(board_form.open_places(game))
    if as_json:
        print_json({"game": game.name, "places": places, "form": str(path), "sheet": str(page)})
    else:
        print(f"{path}: to be filled in. {page}: where each of the {places} places is found.")


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
        "own": _own(game),
    }


def _own(game: Game) -> list[str]:
    """The entries that the board file brings, at least in part."""
    from pixies_env.core.kit.standing_words import OWN, PARTLY_OWN

    return [
        f"{number.table}.{number.key}"
        for number in game.printed
        if number.standing in (OWN, PARTLY_OWN)
    ]


def _print_tables(game: Game, file: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from pixies_experiments.cli.tables import print_table
    from pixies_experiments.studies.report import ours

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
    if said := ours(game):
        console.print(f"They are marked *. {said}", style="yellow", highlight=False, markup=False)
    if own := _own(game):
        console.print(f"Your own: {', '.join(own)}.", highlight=False, markup=False)
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
        told = [legible(entry) for entry in value]
        # Inner lists, and the rows of a map.
        rows = any(isinstance(entry, list | tuple) for entry in value) or " " in "".join(told)
        return ("\n" if rows else " ").join(told)
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
