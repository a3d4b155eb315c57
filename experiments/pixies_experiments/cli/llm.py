"""`pixies llm`: what the calls to language models came to."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import Json, UnusedSeed


@command
def llm(
    folder: Annotated[
        Path, typer.Argument(help="Folder of the agent `llm`: its option folder.")
    ] = Path("llm"),
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Tell what the calls in a folder of the agent `llm` came to: illegal answers, tokens, cost."""
    from pixies_agents.language.kept import calls_by_model

    with user_input():
        found = calls_by_model(folder)
    if as_json:
        print_json({"models": {model: asdict(calls) for model, calls in found.items()}})
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from pixies_experiments.cli.tables import print_table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("model", overflow="fold")
    heads = ("calls", "failed", "asked again", "illegal", "tokens sent", "received", "cost")
    for head in (*heads, "seconds each"):
        table.add_column(head, justify="right")
    for model, calls in found.items():
        answered = calls.calls - calls.failed
        numbers = (calls.calls, calls.failed, calls.again, calls.illegal)
        tokens = (calls.prompt_tokens, calls.completion_tokens)
        table.add_row(
            Text(model),
            *(f"{number:,}" for number in (*numbers, *tokens)),
            f"{calls.cost:.4f}",
            f"{calls.seconds / answered:.1f}" if answered else "",
        )
    print_table(Console(highlight=False), table)
