"""`pixies games`: the games that can be played, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import Json, UnusedSeed

if TYPE_CHECKING:
    from pixies_env.core.game import Game


@command
def games(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Names of installed games, or module:factory of your own.",
            show_default="all that are installed",
        ),
    ] = None,
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """List games with their numbers of players and their options, which --option takes."""
    from pixies_env.registry import game_names
    from pixies_experiments.games import open_game

    with user_input():
        shown = {name: open_game(name) for name in names or game_names()}
    if as_json:
        print_json({"games": [_everything(game) for game in shown.values()]})
    else:
        _print_tables(shown)


def _everything(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "num_players": list(game.players),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "others": option.others,
                "default": option.default,
                "meaning": option.meaning,
            }
            for option in game.options
        ],
    }


def _print_tables(shown: dict[str, Game]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from pixies_experiments.cli.tables import print_table

    console = Console()
    for name, game in shown.items():
        players = ", ".join(map(str, game.players))
        console.print(f"[bold]{name}[/bold]: {game.title} v{game.version}, for {players} players")
        if not game.options:
            continue
        table = Table(expand=True)
        table.add_column("option", no_wrap=True)
        table.add_column("values", ratio=3)
        table.add_column("default")
        table.add_column("meaning", ratio=3)
        for option in game.options:
            cells = (option.allowed, repr(option.default), option.meaning)
            table.add_row(option.name, *map(Text, cells))
        print_table(console, table)
