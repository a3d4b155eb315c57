"""`pixies train league`: main agents that are hard to exploit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from pixies_experiments.cli.console import (
    command,
    extra_needed,
    print_json,
    tell,
    user_input,
)
from pixies_experiments.cli.options import Json, Minutes, RunConfig, RunSeed
from pixies_experiments.cli.runs import over_or_stopped, run_in_folder, seeded
from pixies_experiments.cli.studying import Backend, Workers

if TYPE_CHECKING:
    from pixies_experiments.league.run import Told


@command
def league(
    config: RunConfig,
    folder: Annotated[
        Path, typer.Option("--folder", help="Where the league lives; one that is there goes on.")
    ],
    seed: RunSeed = None,
    minutes: Minutes = None,
    workers: Workers = None,
    backend: Backend = "joblib",
    as_json: Json = False,
) -> None:
    """Train main agents against their past, exploiters and fixed agents, the hard ones most often.

    Every training is written now and then; interrupted or killed, the same command goes on. What
    is learned does not depend on the number of workers.
    """
    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.cli.tables import print_table
    from pixies_experiments.progress import progress_bar

    with extra_needed("training", "train"):
        from pixies_experiments.league.run import LeagueRun
        from pixies_experiments.training.precision import precision_note
    from pixies_experiments.league.config import read_league_config

    try_folder(folder)
    with user_input():
        plan = seeded(read_league_config(config), seed)
    if plan.tuners.count:
        with extra_needed("tuning heuristics", "tune"):
            import cmaes  # noqa: F401
    with user_input(), compilation_messages_to(tell):
        run = LeagueRun(folder, plan)
    if note := precision_note(plan.ppo.precision):
        tell(f"pixies: {note}")
    console = Console(stderr=True)
    with progress_bar("pieces", 1) as bar, compilation_messages_to(bar.say):

        def show(generation: int, done: int, known: int) -> None:
            bar.set_total(known)
            bar.advance_to(done, f"generation {generation} of {plan.generations}")

        def report(told: Told) -> None:
            print_table(console, _members(told))
            for line in _lines(told):
                bar.say(line)

        with run_in_folder(folder):
            run.run(minutes, report, workers=workers, backend=backend, progress=show)
    standing = run.told.standing
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "over": run.over,
                "generations": standing.generation,
                "members": standing.rows() if standing.generation else [],
                "seconds": run.told.seconds,
                "curve": run.told.curve,
            }
        )
    else:
        state = over_or_stopped(run.over)
        generations = "generation" if standing.generation == 1 else "generations"
        print(
            f"{standing.generation} {generations}, {run.told.seconds:,.0f} s of training, "
            f"{state} -> {folder}"
        )


def _members(told: Told) -> Table:
    """The learners after a generation."""
    standing = told.standing
    table = Table(title=f"generation {standing.generation}", title_justify="left")
    for name in ("member", "steps", "chance", "worst", "at", "seats"):
        table.add_column(name, justify="left" if name in ("member", "at") else "right")
    for row in standing.rows():
        worst = row.get("opponent")
        table.add_row(
            row["member"],
            f"{row['steps']:,}",
            _percent(row["chance"]),
            _percent(row["worst"]) if worst else "",
            worst or "main agents",
            f"{row['copies']} of {row['players']}" if worst else "1",
        )
    return table


def _lines(told: Told) -> list[str]:
    """What the main agents were judged by after the last generation, a line each."""
    latest = told.standing.generation
    return [_line(row) for row in told.curve if row["generation"] == latest]


def _line(row: dict[str, Any]) -> str:
    others = row["players"] - row["copies"]
    sides = [(row["copies"], row["member"]), (others, row["opponent"])]
    shares = [row["wins"], row["low"], row["high"], row["fair"]]
    if row["copies"] > 1:
        sides = sides[::-1]
        shares = [1.0 - share for share in (shares[0], shares[2], shares[1], shares[3])]
    (_, one), (count, other) = sides
    wins, low, high, fair = map(_percent, shares)
    return f"one {one} among {count} {other} wins {wins} ({low} to {high}, fair {fair})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
