"""`pixies bench`: the speed of this machine with these rules, beside what it must be.

`pixies bench` alone measures the core; further benchmarks are commands of the same group.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from pixies_experiments.cli.bench_agents import agents
from pixies_experiments.cli.bench_learning import learning
from pixies_experiments.cli.console import (
    BAD_INPUT,
    INTERRUPTED,
    FailedError,
    InputError,
    command,
    print_json,
    tell,
    user_input,
)
from pixies_experiments.cli.options import DEFAULT_GAME, BoardFile, GameName, Json, Seed

bench = typer.Typer(
    invoke_without_command=True,
    help="Measure how fast games are played; without a further command: the core figures.",
)
bench.command()(agents)
bench.command()(learning)

FAILED = 1


class MeasuringError(Exception):
    """The measuring process ended early; the message holds what it said."""


STARTING = {"first_start_s": "first_start_s: a new process compiles everything"}


@bench.callback()
@command
def core(
    context: typer.Context,
    quick: Annotated[
        bool, typer.Option("--quick", help="Short runs, no first start: rough figures.")
    ] = False,
    peers: Annotated[
        bool, typer.Option("--peers/--no-peers", help="Measure other libraries beside it.")
    ] = True,
    history: Annotated[
        Path | None,
        typer.Option(
            "--history",
            help="File of JSON lines: compare with what it holds of this machine, and add to it.",
        ),
    ] = None,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure how fast games are played; without a further command: the core figures."""
    if context.invoked_subcommand is not None:
        _refuse_options(context)
        return
    from pixies_experiments.benchmarks.history import (
        Figures,
        add_to_history,
        ratios_to,
        read_history,
        setting_of,
    )
    from pixies_experiments.cli.bench_tables import print_figures
    from pixies_experiments.cli.outputs import try_to_append
    from pixies_experiments.games import open_game
    from pixies_experiments.machine import describe_machine

    machine = describe_machine()
    with user_input():
        played = open_game(game, board)
        setting = setting_of(played.name, played.board_digest, quick, machine)
        earlier: list[Figures] = []
        if history is not None:
            earlier = read_history(history, setting)
            try_to_append(history)
    arguments = ["--game", game, "--seed", str(seed)]
    arguments += ["--quick"] if quick else []
    arguments += [] if board is None else ["--board", str(board)]
    arguments += ["--peers"] if peers else []
    figures: dict[str, float | None] = {}
    beside: dict[str, dict[str, Any]] = {}

    def keep(line: dict[str, Any]) -> None:
        figures[line["figure"]] = line["value"]
        beside[line["figure"]] = line["context"]

    interrupted = False
    try:
        _measure(arguments, keep, fresh=not quick)
    except MeasuringError as error:
        raise FailedError(str(error), FAILED) from None
    except KeyboardInterrupt:
        interrupted = True
    ratios = None if history is None else ratios_to(earlier, figures)
    if as_json:
        told = {} if ratios is None else {"history": {"runs": len(earlier), "ratios": ratios}}
        print_json({"machine": machine, "figures": figures, "context": beside, **told})
    else:
        print_figures(played.title, machine, figures, beside, played.bench_targets, ratios)
        if ratios is not None:
            print(f"to before: over the median of {len(earlier)} runs in {history}")
    if history is not None and not interrupted:
        try:
            add_to_history(history, setting, figures, machine["packages"])
        except OSError as error:
            tell(f"pixies: {history} cannot be written: {error.strerror or error}")
            raise typer.Exit(BAD_INPUT) from None
    if interrupted:
        tell("pixies: interrupted; the figures above are what was finished")
        raise typer.Exit(INTERRUPTED)


def _refuse_options(context: typer.Context) -> None:
    """InputError if options were given that a further command would not hear of."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    given = [
        f"--{name.removeprefix('as_')}"
        for name, source in sources.items()
        if source is not None and source.name == "COMMANDLINE"
    ]
    if given:
        raise InputError(
            f"{', '.join(given)}: options of pixies bench alone; those of "
            f"pixies bench {context.invoked_subcommand} stand behind {context.invoked_subcommand}"
        )


def _measure(arguments: list[str], keep: Callable[[dict[str, Any]], None], fresh: bool) -> None:
    """Run the measuring process; ``fresh``: with an empty folder for its machine code."""
    from rich.console import Console

    with (
        tempfile.TemporaryDirectory(prefix="pixies-bench-") as empty,
        tempfile.TemporaryFile("w+") as said,
        Console(stderr=True).status("starting") as status,
        subprocess.Popen(
            [sys.executable, "-m", "pixies_experiments.benchmarks", *arguments],
            env=os.environ | ({"PIXIES_CACHE_DIR": empty} if fresh else {}),
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        try:
            for text in process.stdout:
                line = json.loads(text)
                if "started" in line:
                    status.update(STARTING.get(line["started"], line["started"]))
                else:
                    keep(line)
        except BaseException:
            process.kill()
            raise
        if process.wait() != 0:
            said.seek(0)
            raise MeasuringError(f"the measuring process failed:\n{said.read()}")
