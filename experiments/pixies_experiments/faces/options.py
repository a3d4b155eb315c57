"""Options that several commands share, spelled once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[
    str,
    typer.Option(
        "--game",
        help="Name of an installed game, or module:factory of your own.",
        show_default=True,
    ),
]
BoardFile = Annotated[
    Path | None,
    typer.Option("--board", help="TOML file with the printed numbers.", show_default="shipped"),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of everything random.")]
UnusedSeed = Annotated[
    int, typer.Option("--seed", min=0, help="Taken by every command; nothing is random here.")
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON object; everything else to standard error."),
]

DEFAULT_GAME = "pixie_queen"
