"""`pixies review`: where a recorded game turned, and its largest mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import command, print_json, tell, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST,
    BoardFile,
    GameNumber,
    Json,
    Seed,
)

if TYPE_CHECKING:
    from pixies_experiments.review import Review
    from pixies_experiments.studies.report import Report


@command
def review(
    file: Annotated[Path, typer.Argument(help="Record: JSON lines or plain text.")],
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            help="The search that judges.",
            show_default="mcts, helped by greedy where it plays the game",
        ),
    ] = None,
    game_number: GameNumber = 1,
    most: Annotated[
        int, typer.Option("--most", min=1, max=MOST, help="So many mistakes and turning points.")
    ] = 10,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the review as one HTML file.")
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep",
            help="Write judgements to this file as they are made; the same command goes on.",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="Game, or module:factory, of the record.",
            show_default="what the record says",
        ),
    ] = None,
    board: BoardFile = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Judge every decision of a recorded game by a search.

    Shows where the expected results turned, the decisions that cost most with what would have been
    better, and each seat's expected result over the game.
    """
    from pixies_experiments.api.reviewing import Judging
    from pixies_experiments.cli.outputs import try_files
    from pixies_experiments.cli.tables import print_report
    from pixies_experiments.replays import find_game
    from pixies_experiments.review_report import review_report

    with user_input():
        record = find_game(file, game_number, game, board, DEFAULT_GAME)
        judging = Judging(record, file.name, agent, keep, seed)
        try_files(html, keep)
        judgements = judging.kept()
    done = judging.judged(judgements)
    report = review_report(done, file.name, most)
    if html is not None:
        _write_page(html, done, report)
    if as_json:
        print_json(_everything(done, most))
    else:
        print_report(report)
        _print_chart(done)
        if html is not None:
            tell(f"Written: {html}")


def _write_page(path: Path, done: Review, report: Report) -> None:
    from pixies_env.core.files.whole import written_whole
    from pixies_experiments.review_page import page

    with user_input(), written_whole(path) as aside:
        aside.write_text(page(done, report), encoding="utf-8")


def _everything(done: Review, most: int) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "game": done.record.game.name,
        "version": done.record.game.version,
        "board_digest": done.record.game.board_digest,
        "players": done.record.players,
        "agent": done.agent,
        "ours": [f"{n.table}.{n.key}" for n in done.record.game.printed if n.ours],
        "final": done.final,
        "mistakes": [asdict(each) for each in done.mistakes(most)],
        "turns": [{**asdict(turn), "size": turn.size} for turn in done.turns(most)],
        "judgements": [asdict(each) for each in done.judgements],
    }


BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "_.-:=+*#"
"""For an encoding without the others."""


def _print_chart(done: Review) -> None:
    """A line of bars per seat, as wide as the terminal."""
    from rich.console import Console

    from pixies_experiments.cli.streams import can_print

    points = done.expectations()
    if not points:
        return
    console = Console()
    heights = BARS if can_print(BARS) else PLAIN_BARS
    lowest, highest = done.record.game.utility_range
    width = max(10, min(len(points), console.width - 12))
    for seat in range(done.record.players):
        bars = ""
        for column in range(width):
            value = points[column * len(points) // width][1][seat]
            share = (value - lowest) / (highest - lowest)
            bars += heights[min(7, max(0, int(share * 8)))]
        console.print(f"player {seat}  {bars}", highlight=False, markup=False, emoji=False)
