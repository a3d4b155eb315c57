"""`pixies bench agents`: how fast agents think."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from pixies_env.core.game import Game

USUAL_PLAYERS = 4
SECONDS, QUICK_SECONDS = 5.0, 0.5


@command
def agents(
    quick: Annotated[bool, typer.Option("--quick", help="Short runs: rough figures.")] = False,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    players: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_PLAYERS,
            help="Players; by default one where the game can be played alone, else four.",
        ),
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure how fast agents think, on one core."""
    from rich.console import Console

    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.benchmarks.agents import steps
    from pixies_experiments.benchmarks.timing import Budget
    from pixies_experiments.cli.bench_tables import print_figures
    from pixies_experiments.games import open_game
    from pixies_experiments.machine import describe_machine

    with user_input():
        played = open_game(game, board)
        number = _usual_players(played) if players is None else played.check_players(players)
    machine = describe_machine()
    budget = Budget(QUICK_SECONDS if quick else SECONDS)
    figures: dict[str, float | None] = {}
    beside: dict[str, dict[str, Any]] = {}
    with (
        Console(stderr=True).status("starting") as status,
        compilation_messages_to(status.update),
    ):
        for name, measure in steps(played, number, seed, budget):
            status.update(name)
            found = measure()
            figures[found.name], beside[found.name] = found.value, found.context
    if as_json:
        print_json({"machine": machine, "figures": figures, "context": beside})
    else:
        print_figures(played.title, machine, figures, beside, played.bench_targets)


def _usual_players(game: Game) -> int:
    return 1 if 1 in game.players else min(USUAL_PLAYERS, max(game.players))
