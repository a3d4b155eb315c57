"""The command `pixies`. Each of its commands is a file, which is loaded when it is asked for."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command, get_group

from pixies_experiments.cli.console import JsonErrors
from pixies_experiments.cli.start import garbage_collected_later

_FUNCTIONS = (
    "simulate",
    "play",
    "replay",
    "review",
    "draw",
    "record",
    "board",
    "games",
    "new_game",
    "soak",
    "tournament",
    "style",
    "exploit",
    "compare",
    "report",
    "reproduce",
    "coverage",
    "transcript",
    "tune",
    "llm",
    "mcp",
    "compile_",
    "balance",
    "bench",
    "external",
    "train",
)
"""Functions, and groups of commands, in the files of their names."""


class _Loaded(UserDict[str, Any]):
    """The commands by their names, each made when it is first looked up."""

    def __init__(self, functions: Iterable[str]) -> None:
        super().__init__()
        self.data = {name.rstrip("_").replace("_", "-"): name for name in functions}

    def __getitem__(self, command: str) -> Any:
        found = super().__getitem__(command)
        if isinstance(found, str):
            found = self.data[command] = _made(command, found)
        return found


def _made(command: str, function: str) -> Any:
    found = getattr(import_module(f"pixies_experiments.cli.{function.rstrip('_')}"), function)
    alone = typer.Typer(add_completion=False)
    if isinstance(found, typer.Typer):
        alone.add_typer(found, name=command)
        return get_group(alone).commands[command]
    alone.command(command)(found)
    return get_command(alone)


class _Commands(JsonErrors):
    """The group of all commands. To load them all takes longer than to play a thousand games."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Loaded(_FUNCTIONS)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command, which loads what it needs."""
        with garbage_collected_later():
            return super().main(*args, **extra)

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, in the order in which the help tells them."""
        return list(self.commands)


app = typer.Typer(
    name="pixies",
    cls=_Commands,
    help="Simulate, record, check and measure board games of pixies.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
