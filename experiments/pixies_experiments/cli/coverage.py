"""`pixies coverage`: how often the intervals of studies hold, where the truth is known."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import InputError, command, print_json
from pixies_experiments.cli.options import Json, Seed, read_players

if TYPE_CHECKING:
    from pixies_experiments.studies.coverage import Held


@command
def coverage(
    players: Annotated[
        str, typer.Option("--players", help="Numbers of players: 2,3,4,5.")
    ] = "2,3,4,5",
    deals: Annotated[
        str, typer.Option("--deals", help="Deals of a study, several sizes.")
    ] = "50,100,200,1000,8000",
    studies: Annotated[
        int, typer.Option("--studies", min=20, max=10**6, help="Studies of each size.")
    ] = 1000,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Try out on studies of known truth how often intervals hold; no game is played.

    Each by itself ("single") and all of a study at once ("joint"), of nominally 95 %.
    """
    from pixies_experiments.progress import progress_bar
    from pixies_experiments.studies.coverage import held, trials

    numbers = read_players(players)
    if not all(2 <= number <= _MOST_PLAYERS for number in numbers):
        raise InputError(f"--players {players}: they have to be 2 to {_MOST_PLAYERS}")
    sizes = _read_sizes(deals)
    found: list[Held] = []
    wanted = trials(numbers, sizes)
    with progress_bar("sizes", len(wanted)) as bar:
        for done, trial in enumerate(wanted, start=1):
            if (result := held(trial, studies, seed)) is not None:
                found.append(result)
            bar.advance_to(done, "")
    rows = [_row(result) for result in found]
    if as_json:
        print_json({"level": 0.95, "studies": studies, "seed": seed, "coverage": rows})
    else:
        _print(rows)


_MOST_PLAYERS = 8


def _read_sizes(given: str) -> tuple[int, ...]:
    try:
        sizes = tuple(int(part) for part in given.split(","))
    except ValueError:
        raise InputError(f"--deals {given}: it has to be numbers such as 50,200,1000") from None
    if not all(10 <= size <= 10**6 for size in sizes):
        raise InputError(f"--deals {given}: they have to be 10 to 1,000,000")
    return sizes


def _row(result: Held) -> dict[str, Any]:
    told = asdict(result)
    return {**told.pop("trial"), **told}


def _print(rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from pixies_experiments.cli.tables import print_table

    console = Console(highlight=False)
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("design", "measure"):
        table.add_column(name)
    for name in ("players", "deals", "estimates", "single", "joint"):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(
            row["design"],
            row["measure"],
            str(row["players"]),
            f"{row['deals']:,}",
            f"{row['estimates']:.1f}",
            f"{row['single']:.1%}",
            f"{row['joint']:.1%}",
        )
    print_table(console, table)
