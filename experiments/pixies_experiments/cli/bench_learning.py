"""`pixies bench learning`: how fast policies play and learn."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST_PLAYERS,
    BoardFile,
    GameName,
    Json,
    Seed,
)

USUAL_PLAYERS = 4
SECONDS, QUICK_SECONDS = 30.0, 2.0


@command
def learning(
    quick: Annotated[bool, typer.Option("--quick", help="Short runs: rough figures.")] = False,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            help="File of the network that is played.",
            show_default="shipped, or one of 256x256 at random",
        ),
    ] = "",
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    players: Annotated[
        int, typer.Option(min=1, max=MOST_PLAYERS, help="Number of players.")
    ] = USUAL_PLAYERS,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure how fast policies play, and what games add to the time of learning."""
    from rich.console import Console

    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.benchmarks.learning import network_to_play, steps
    from pixies_experiments.benchmarks.timing import Budget
    from pixies_experiments.cli.bench_tables import print_figures
    from pixies_experiments.games import open_game
    from pixies_experiments.machine import describe_machine

    with user_input():
        played = open_game(game, board)
        played.check_players(players)
        network = network_to_play(played, policy, seed)
    machine = describe_machine()
    budget = Budget(QUICK_SECONDS if quick else SECONDS)
    figures: dict[str, float | None] = {}
    beside: dict[str, dict[str, Any]] = {}
    with (
        Console(stderr=True).status("starting") as status,
        compilation_messages_to(status.update),
    ):
        for name, measure in steps(played, network, players, seed, budget):
            status.update(name)
            found = measure()
            figures[found.name], beside[found.name] = found.value, found.context
    if as_json:
        print_json({"machine": machine, "figures": figures, "context": beside})
    else:
        print_figures(played.title, machine, figures, beside, played.bench_targets)
