"""`pixies soak`: long random play with every state checked."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import (
    INTERRUPTED,
    InputError,
    command,
    print_json,
    tell,
    user_input,
)
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST_PLAYERS,
    BoardFile,
    GameName,
    Json,
    Seed,
    Threads,
)

if TYPE_CHECKING:
    from pixies_experiments.soak import Soak

VIOLATED = 1
MOST_PLAYED = 10**12
"""Decisions or games: some years of work."""


@command
def soak(
    decisions: Annotated[
        float | None,
        typer.Option(min=1, max=MOST_PLAYED, help="Random decisions in all, such as 1e9."),
    ] = None,
    games: Annotated[
        float | None,
        typer.Option(min=1, max=MOST_PLAYED, help="Games in all, instead of decisions."),
    ] = None,
    players: Annotated[
        list[int] | None,
        typer.Option(
            "--players",
            min=1,
            max=MOST_PLAYERS,
            help="A number of players; may be repeated. Default: all.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Check the invariants of the game, too.")
    ] = True,
    state: Annotated[
        Path | None,
        typer.Option("--state", help="File that keeps the counts; a later soak goes on from it."),
    ] = None,
    threads: Threads = None,
    block: Annotated[
        int, typer.Option(min=1, max=2**18, help="Most games between two reports.")
    ] = 4096,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play random games over all player counts and check every state in compiled code.

    Ends with code 1 and the position if a state is wrong.
    """
    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.cli.outputs import try_files
    from pixies_experiments.games import open_game
    from pixies_experiments.progress import progress_bar
    from pixies_experiments.soak import Soak

    if (decisions is None) == (games is None):
        raise InputError("say how long: either --decisions or --games, such as --decisions 1e9")
    unit, target = ("games", games) if decisions is None else ("decisions", decisions)
    assert target is not None
    try_files(state)
    with user_input():
        played = open_game(game, board)
        counts = sorted(set(players or played.players))
        run = (
            Soak.begin(played, seed, counts)
            if state is None
            else Soak.load(state, played, seed, counts)
        )
    if check and played.invariants is None:
        tell(f"{played.name} has no invariants of its own: only the general ones are checked")

    interrupted = False
    with progress_bar(unit, target) as bar, compilation_messages_to(bar.say):
        bar.advance_to(run.total(unit))
        try:
            for _ in run.run(counts, unit, target, check, block, threads):
                bar.advance_to(run.total(unit), f"{_rate(run):,.0f} decisions/s")
                if state is not None:
                    run.save(state)
        except KeyboardInterrupt:
            interrupted = True
    _report(run, unit, target, check, as_json)
    if run.violation is not None:
        raise typer.Exit(VIOLATED)
    if interrupted:
        tell("pixies: interrupted; the counts above are what was finished")
        raise typer.Exit(INTERRUPTED)


def _rate(run: Soak) -> float:
    return run.total("decisions") / run.seconds if run.seconds else 0.0


def _report(run: Soak, unit: str, target: float, check: bool, as_json: bool) -> None:
    result: dict[str, Any] = {
        "game": run.game.name,
        "board_digest": run.game.board_digest,
        "seed": run.seed,
        "wanted": {unit: int(target)},
        "own_invariants_checked": check and run.game.invariants is not None,
        "games": run.total("games"),
        "decisions": run.total("decisions"),
        "chance_events": run.total("chance_events"),
        "seconds": run.seconds,
        "decisions_per_second": _rate(run),
        "by_players": {number: asdict(count) for number, count in run.counts.items()},
        "violation": asdict(run.violation) if run.violation else None,
    }
    if as_json:
        print_json(result)
        return
    from rich.console import Console
    from rich.table import Table

    from pixies_experiments.cli.tables import print_table

    table = Table(title=f"Soak of {run.game.title}, seed {run.seed}", title_justify="left")
    for column in ("players", "games", "decisions", "chance events"):
        table.add_column(column, justify="right")
    for number, count in sorted(run.counts.items()):
        table.add_row(
            str(number),
            f"{count.games:,}",
            f"{count.decisions:,}",
            f"{count.chance_events:,}",
        )
    console = Console()
    print_table(console, table)
    if run.violation is None:
        console.print(f"Every state was as it must be ({_rate(run):,.0f} decisions/s).")
        return
    import json

    from pixies_experiments.cli.console import plain

    broken = run.violation
    console.print(
        f"Wrong state: {broken.message} (problem {broken.problem}). {broken.players} players, "
        f"seed {broken.seed}, lane {broken.lane}, episode {broken.episode}, "
        f"after event {broken.event}. The position:",
        highlight=False,
        markup=False,
    )
    console.print_json(json.dumps(plain(broken.position)))
