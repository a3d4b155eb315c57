"""The command `pixies`. Each of its commands is a file and imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from pixies_experiments.cli.balance import balance
from pixies_experiments.cli.bench import bench
from pixies_experiments.cli.board import board
from pixies_experiments.cli.compare import compare
from pixies_experiments.cli.compile import compile_
from pixies_experiments.cli.console import JsonErrors
from pixies_experiments.cli.coverage import coverage
from pixies_experiments.cli.draw import draw
from pixies_experiments.cli.exploit import exploit
from pixies_experiments.cli.external import external
from pixies_experiments.cli.games import games
from pixies_experiments.cli.llm import llm
from pixies_experiments.cli.mcp import mcp
from pixies_experiments.cli.new_game import new_game
from pixies_experiments.cli.play import play
from pixies_experiments.cli.record import record
from pixies_experiments.cli.replay import replay
from pixies_experiments.cli.report import report
from pixies_experiments.cli.reproduce import reproduce
from pixies_experiments.cli.review import review
from pixies_experiments.cli.simulate import simulate
from pixies_experiments.cli.soak import soak
from pixies_experiments.cli.style import style
from pixies_experiments.cli.tournament import tournament
from pixies_experiments.cli.train import train
from pixies_experiments.cli.transcript import transcript
from pixies_experiments.cli.tune import tune

app = typer.Typer(
    name="pixies",
    cls=JsonErrors,
    help="Simulate, record, check and measure board games of pixies.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for run in (
    simulate,
    play,
    replay,
    review,
    draw,
    record,
    board,
    games,
    new_game,
    soak,
    tournament,
    exploit,
    compare,
    style,
    report,
    reproduce,
    coverage,
    transcript,
    tune,
    llm,
    mcp,
):
    app.command()(run)
app.command("compile")(compile_)
app.add_typer(balance, name="balance")
app.add_typer(bench, name="bench")
app.add_typer(external, name="external")
app.add_typer(train, name="train")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"pixies-env {version('pixies-env')}")
        raise typer.Exit()


@app.callback()
def pixies(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and end."
        ),
    ] = False,
) -> None:
    """Simulate, record, check and measure board games of pixies."""


if __name__ == "__main__":
    app(prog_name="pixies")
