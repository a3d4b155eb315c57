"""`pixies tune`: better weights for a heuristic."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import (
    InputError,
    command,
    extra_needed,
    print_json,
    tell,
    user_input,
)
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST,
    MOST_MINUTES,
    BoardFile,
    GameName,
    GameOptions,
    Json,
    Seed,
    Threads,
    read_game_options,
)
from pixies_experiments.cli.runs import run_in_folder

if TYPE_CHECKING:
    from pixies_experiments.intervals import Estimate
    from pixies_experiments.tuning import Tuning


@command
def tune(
    agent: Annotated[str, typer.Argument(help="The heuristic: greedy, greedy:style=rings ...")],
    folder: Annotated[
        Path, typer.Option("--folder", help="Where the run lives; one that is there goes on.")
    ],
    minutes: Annotated[
        float,
        typer.Option(
            "--minutes", min=0, max=MOST_MINUTES, help="Begin no generation later than that."
        ),
    ] = 5.0,
    generations: Annotated[
        int | None, typer.Option("--generations", min=0, max=MOST, help="End after so many in all.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, max=MOST, help="Games per candidate and generation.")
    ] = 400,
    candidates: Annotated[
        int, typer.Option("--candidates", min=4, max=10_000, help="Candidates of a generation.")
    ] = 32,
    start: Annotated[
        str,
        typer.Option("--start", help="File of the first weights.", show_default="shipped start"),
    ] = "",
    hold: Annotated[
        str, typer.Option("--hold", help="Weights that keep a value: ring_points=3,rival=0.2 ...")
    ] = "",
    players: Annotated[
        str,
        typer.Option("--players", help="Numbers of players, in turn: 4,2 ...", show_default="all"),
    ] = "",
    game_name: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    options: GameOptions = None,
    rivals: Annotated[
        str, typer.Option("--rivals", help="Further agents in the pool: careful,ppo:default ...")
    ] = "",
    step: Annotated[
        float, typer.Option("--step", min=0.001, max=0.5, help="First step, as a share of ranges.")
    ] = 0.05,
    test_games: Annotated[
        int,
        typer.Option(
            "--test-games", min=1, max=MOST, help="Games per number of players at the end."
        ),
    ] = 2000,
    threads: Threads = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Tune the weights of a heuristic by CMA-ES and test them on games that tuning never saw.

    The run is written after every generation; interrupted, the same command takes it up again.
    """
    from pixies_agents.heuristics.families import NAME, style_of
    from pixies_env.core.compilation.messages import compilation_messages_to
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.games import open_game
    from pixies_experiments.simulation import split_agents

    with extra_needed("tuning", "tune"):
        from pixies_experiments.tuning import Plan, Progress, Tuning

    try_folder(folder)
    with user_input():
        game = open_game(game_name, board, read_game_options(options))
        plan = Plan(
            agent,
            seed,
            games,
            candidates,
            start,
            tuple(split_agents(rivals)) if rivals else (),
            _held(hold),
            _counts(players),
            step,
        )
        run = Tuning(folder, plan, game)

    from pixies_env.core.words import count_games

    def report(progress: Progress, mean: float) -> None:
        tell(
            f"generation {progress.generation}, {count_games(progress.games)}: "
            f"mean result {mean:+.3f}, step {run.step:.4f}"
        )

    with compilation_messages_to(tell), run_in_folder(folder):
        run.run(minutes, generations, threads, report)
        tests = run.test(test_games, threads)
    given = {
        "--game": "" if game_name == DEFAULT_GAME else game_name,
        "--board": "" if board is None else str(board),
        **{f"--option {text}": None for text in options or ()},
        "--players": players,
        "--hold": hold,
        "--start": start,
        "--rivals": rivals,
        "--games": games,
        "--candidates": candidates,
        "--step": f"{step:g}",
        "--seed": seed,
        "--generations": run.progress.generation,
    }
    words = " ".join(
        [f"pixies tune {agent}"]
        + [
            name if value is None else f"{name} {shlex.quote(str(value))}"
            for name, value in given.items()
            if value != ""
        ]
    )
    file = folder / f"{style_of(agent, game) or NAME}.toml"
    with run_in_folder(folder):
        run.write(file, words, tests)
    if as_json:
        print_json(_told(run, file, tests))
    else:
        _print_results(run, file, tests)


def _held(text: str) -> tuple[tuple[str, float], ...]:
    from pixies_env.core.inputs import check_number

    pairs = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        try:
            pairs.append((name.strip(), check_number("a weight", float(value))))
        except ValueError:
            raise InputError(f"--hold {part}: it has to be of the form weight=number") from None
    return tuple(pairs)


def _counts(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise InputError(f"--players {text}: it has to be numbers between commas") from None


def _told(run: Tuning, file: Path, tests: dict[int, Estimate]) -> dict[str, Any]:
    return {
        "agent": run.plan.agent,
        "generations": run.progress.generation,
        "games": run.progress.games,
        "seconds": run.progress.seconds,
        "file": str(file),
        "against_before": {players: found.as_dict() for players, found in tests.items()},
    }


def _print_results(run: Tuning, file: Path, tests: dict[int, Estimate]) -> None:
    from pixies_env.core.words import count_games
    from pixies_experiments.studies.report import told

    progress = run.progress
    print(f"{progress.generation} generations, {count_games(progress.games)} -> {file}")
    for players, found in tests.items():
        if players == 1:
            print(
                f"alone: {told(found, plus=True)} points more than with the weights before, "
                f"{count_games(found.games)}"
            )
            continue
        print(
            f"against {players - 1} with the weights before: wins {told(found, percent=True)}, "
            f"fair share {100 / players:.1f} %, {count_games(found.games)}"
        )
