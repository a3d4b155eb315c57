"""`pixies train`: agents that learn by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import (
    FailedError,
    command,
    extra_needed,
    print_json,
    tell,
    user_input,
)
from pixies_experiments.cli.league import league
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST,
    MOST_MINUTES,
    GameName,
    Json,
    Minutes,
    RunConfig,
    RunSeed,
    Threads,
)
from pixies_experiments.cli.runs import over_or_stopped, run_in_folder, seeded
from pixies_experiments.cli.studying import Workers

if TYPE_CHECKING:
    from pixies_experiments.training.expert import ExpertRun
    from pixies_experiments.training.ppo import PpoRun

FOUND = 1
"""Exit code when a soak found something."""

Folder = Annotated[
    Path, typer.Option("--folder", help="Where the run lives; one that is there goes on.")
]

train = typer.Typer(help="Train agents by self-play.", no_args_is_help=True)


@train.callback()
def group() -> None:
    """Train agents by self-play."""


@train.command()
@command
def ppo(
    config: RunConfig,
    folder: Folder,
    seed: RunSeed = None,
    minutes: Minutes = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Train a policy with MaskablePPO against itself, its past and other agents.

    The run is written now and then; interrupted, the same command takes it up again.
    """
    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.progress import progress_bar
    from pixies_experiments.training.config import read_ppo_config

    with extra_needed("training", "train"):
        from pixies_experiments.training.ppo import PpoRun
        from pixies_experiments.training.precision import precision_note

    try_folder(folder)
    with user_input():
        plan = seeded(read_ppo_config(config), seed)
        with compilation_messages_to(tell):
            run = PpoRun(folder, plan, threads)
    if note := precision_note(plan.ppo.precision):
        tell(f"pixies: {note}")
    lessons = plan.imitation.decisions if plan.imitation else 0
    if run.progress.imitated + run.progress.steps and not run.over:
        tell(f"pixies: {folder} goes on at {_at(run.progress.imitated, run.progress.steps)}")
    with progress_bar("decisions", lessons + plan.total_steps) as bar:
        done = run.progress.imitated + run.progress.steps
        bar.advance_to(done)

        def report(run: PpoRun, shown: dict[str, Any]) -> None:
            progress = run.progress
            bar.advance_to(progress.imitated + progress.steps, _note(shown))
            for row in shown.get("evaluation", ()):
                bar.say(_line(row))

        with run_in_folder(folder):
            run.run(minutes, report)
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "over": run.over,
                "imitated": run.progress.imitated,
                "steps": run.progress.steps,
                "seconds": run.progress.seconds,
                "curve": run.progress.curve,
            }
        )
    else:
        state = over_or_stopped(run.over)
        print(f"{run.progress.steps:,} steps in {run.progress.seconds:,.0f} s, {state} -> {folder}")


@train.command()
@command
def expert(
    config: RunConfig,
    folder: Folder,
    seed: RunSeed = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            min=0,
            max=MOST_MINUTES,
            help="Begin no iteration later.",
            show_default="none",
        ),
    ] = None,
    threads: Threads = None,
    backend: Annotated[
        str,
        typer.Option(
            "--backend",
            help="Who plays the games: threads of this process; joblib: processes of this machine; "
            "ray: a Ray cluster.",
        ),
    ] = "threads",
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Train a network by expert iteration: it guides a search, and learns what the search finds.

    The run is written after every iteration; interrupted, the same command takes it up again.
    """
    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.progress import progress_bar
    from pixies_experiments.training.expert_config import read_expert_config

    with extra_needed("training", "train"):
        from pixies_experiments.training.expert import ExpertRun

    try_folder(folder)
    with user_input():
        plan = seeded(read_expert_config(config), seed)
        with compilation_messages_to(tell):
            run = ExpertRun(folder, plan, threads, backend=backend, workers=workers)
    if run.progress.iterations and not run.over:
        tell(f"pixies: {folder} goes on after {run.progress.iterations:,} iterations")
    with compilation_messages_to(tell), progress_bar("iterations", plan.iterations) as bar:
        bar.advance_to(run.progress.iterations)

        def report(run: ExpertRun, shown: dict[str, Any]) -> None:
            seconds = shown["time/play_seconds"] + shown["time/learn_seconds"]
            rate = shown["games/rows"] / seconds
            bar.advance_to(run.progress.iterations, f"{rate:,.0f} learned decisions/s")
            for row in shown.get("evaluation", ()):
                bar.say(f"iteration {row['iterations']}, {_line(row)}")

        with run_in_folder(folder):
            run.run(minutes, report)
    progress = run.progress
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "over": run.over,
                "iterations": progress.iterations,
                "rows": progress.rows,
                "seconds": progress.seconds,
                "curve": progress.curve,
            }
        )
    else:
        state = over_or_stopped(run.over)
        print(f"{progress.iterations} iterations in {progress.seconds:,.0f} s, {state} -> {folder}")


def _at(imitated: int, steps: int) -> str:
    """How far a run is: its lessons, then its own steps."""
    return f"step {steps:,}" if steps else f"decision {imitated:,} of its lessons"


def _note(shown: dict[str, Any]) -> str:
    if "time/steps_per_second" in shown:
        return f"{shown['time/steps_per_second']:,.0f}/s"
    if "imitation/agreement" in shown:
        return f"imitation, {shown['imitation/agreement']:.1%} as the teacher"
    return ""


def _line(row: dict[str, Any]) -> str:
    from pixies_experiments.intervals import Estimate
    from pixies_experiments.studies.report import told

    wins = told(Estimate(**row["wins"]), percent=True)
    return (
        f"{_done(row)}, {row['seconds']:,.0f} s: wins {wins} against "
        f"{row['players'] - 1} {row['opponent']}, where {100 * row['fair']:.1f} % is fair; "
        f"R2 of the value {row['value']['own']:.2f} own, {row['value']['others']:.2f} others"
    )


def _done(row: dict[str, Any]) -> str:
    return f"{row['steps']:,} steps" if "steps" in row else f"{row['rows']:,} learned decisions"


train.command()(league)


@train.command()
@command
def soak(
    steps: Annotated[
        int, typer.Option("--steps", min=1, max=MOST, help="Decisions of the learner.")
    ] = 200_000,
    threads: Threads = None,
    game: GameName = DEFAULT_GAME,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed of everything random.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Train a throw-away policy and look for numerical errors and empty masks after each update."""
    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.games import open_game
    from pixies_experiments.progress import progress_bar

    with extra_needed("training", "train"):
        from pixies_experiments.training.config import Evaluation, Ppo, PpoConfig
        from pixies_experiments.training.soak import NumericalError
        from pixies_experiments.training.soak import soak as run_soak

    with user_input():
        played = open_game(game)
    config = PpoConfig(
        players=tuple(count for count in played.players if count > 1),
        total_steps=steps,
        seed=seed,
        ppo=Ppo(n_envs=128, n_steps=32, batch_size=1024),
        evaluation=Evaluation(every=steps, games=1, opponents=("random",)),
    )
    with progress_bar("steps", steps) as bar, compilation_messages_to(bar.say):
        try:
            found = run_soak(played, config, threads, bar.advance_to)
        except NumericalError as error:
            raise FailedError(str(error), FOUND) from None
    if as_json:
        print_json(found)
    else:
        print(
            f"{found['steps']:,} steps and {found['updates']:,} updates with {found['actions']} "
            f"actions in {found['seconds']:,.0f} s: no numerical error, no empty mask"
        )
