"""`pixies tune`: better weights for a heuristic."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.faces.console import command, print_json, tell, user_input
from pixies_experiments.faces.options import Json, Seed

if TYPE_CHECKING:
    from pixies_experiments.intervals import Estimate
    from pixies_experiments.tuning import Tuning


@command
def tune(
    agent: Annotated[str, typer.Argument(help="The heuristic: greedy, servants, rings ...")],
    folder: Annotated[
        Path, typer.Option("--folder", help="Where the run lives; one that is there goes on.")
    ],
    minutes: Annotated[
        float, typer.Option("--minutes", min=0, help="Begin no generation later than that.")
    ] = 5.0,
    generations: Annotated[
        int | None, typer.Option("--generations", min=0, help="End after so many in all.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games per candidate and generation.")
    ] = 400,
    candidates: Annotated[
        int, typer.Option("--candidates", min=4, help="Candidates of a generation.")
    ] = 32,
    start: Annotated[
        str,
        typer.Option("--start", help="File of the first weights.", show_default="shipped"),
    ] = "",
    rivals: Annotated[
        str, typer.Option("--rivals", help="Further agents in the pool: careful,rings ...")
    ] = "",
    step: Annotated[
        float, typer.Option("--step", min=0.001, max=0.5, help="First step, as a share of ranges.")
    ] = 0.05,
    test_games: Annotated[
        int, typer.Option("--test-games", min=1, help="Games per number of players at the end.")
    ] = 2000,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, help="Threads.", show_default="all cores")
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Tune the weights of a heuristic by CMA-ES and test them on games that tuning never saw.

    The run is written after every generation; interrupted, the same command takes it up again.
    """
    from pixies_env.core.compile import compilation_messages_to
    from pixies_env.registry import make_game
    from pixies_experiments.simulation import split_agents
    from pixies_experiments.tuning import Plan, Progress, Tuning

    with user_input():
        game = make_game("pixie_queen")
        specs = tuple(split_agents(rivals)) if rivals else ()
        run = Tuning(folder, Plan(agent, seed, games, candidates, start, specs, step=step), game)

    def report(progress: Progress, mean: float) -> None:
        tell(
            f"generation {progress.generation}, {progress.games:,} games: "
            f"mean result {mean:+.3f}, step {run.step:.4f}"
        )

    with compilation_messages_to(tell):
        run.run(minutes, generations, threads, report)
        tests = run.test(test_games, threads)
    words = f"pixies tune {agent} --games {games} --candidates {candidates} --step {step:g}"
    words += f" --seed {seed}"
    if start:
        words += f" --start {shlex.quote(start)}"
    if rivals:
        words += f" --rivals {shlex.quote(rivals)}"
    words += f" --generations {run.progress.generation}"
    file = folder / f"{agent}.toml"
    run.write(file, words, tests)
    if as_json:
        print_json(_told(run, file, tests))
    else:
        _print_results(run, file, tests)


def _told(run: Tuning, file: Path, tests: dict[int, Estimate]) -> dict[str, Any]:
    return {
        "agent": run.plan.agent,
        "generations": run.progress.generation,
        "games": run.progress.games,
        "seconds": run.progress.seconds,
        "file": str(file),
        "wins_against_before": {players: found.as_dict() for players, found in tests.items()},
    }


def _print_results(run: Tuning, file: Path, tests: dict[int, Estimate]) -> None:
    progress = run.progress
    print(f"{progress.generation} generations, {progress.games:,} games -> {file}")
    for players, found in tests.items():
        print(
            f"against {players - 1} with the weights before: wins {found.value:.1%} "
            f"({found.low:.1%} to {found.high:.1%}), fair share {1 / players:.1%}, "
            f"{found.games:,} games"
        )
