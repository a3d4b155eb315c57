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
    from pixies_env.core.states.records import Record
    from pixies_experiments.review import Judgement, Review

DEFAULT_SIMULATIONS = 800


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
    from pixies_env.core.compilation.compile import compilation_messages_to
    from pixies_experiments.agents import default_search, open_agent
    from pixies_experiments.cli.outputs import try_files
    from pixies_experiments.cli.progress import progress_bar
    from pixies_experiments.review import Kept, decisions_to_judge, finish, judge, searching

    with user_input():
        record = _record(file, game_number, game, board)
        named = default_search(record.game, DEFAULT_SIMULATIONS) if agent is None else agent
        search = searching(open_agent(named, record.game))
        kept = None if keep is None else Kept(keep, record, search.name, seed)
        try_files(html, keep)
        judgements = [] if kept is None else kept.read()
    first = judgements[-1].number if judgements else 0
    with (
        progress_bar("decisions", decisions_to_judge(record)) as bar,
        compilation_messages_to(bar.say),
    ):
        bar.advance_to(len(judgements))
        for judgement in judge(record, search, seed, first):
            if kept is not None:
                kept.add(judgement)
            judgements.append(judgement)
            bar.advance_to(len(judgements))
    done = finish(record, search.name, judgements)
    if html is not None:
        _write_page(html, done, file, most)
    if as_json:
        print_json(_everything(done, most))
    else:
        _print(done, most)
        if html is not None:
            tell(f"Written: {html}")


def _record(path: Path, number: int, game: str | None, board: Path | None) -> Record:
    from pixies_experiments.replays import find_game

    record = find_game(path, number, game, board, DEFAULT_GAME)
    if record.viewer is not None:
        raise ValueError(
            f"{path} holds only what seat {record.viewer} saw, so it cannot be judged; "
            "save it again when the game is over"
        )
    return record


def _write_page(path: Path, done: Review, source: Path, most: int) -> None:
    from pixies_env.core.files.whole import written_whole
    from pixies_experiments.review_page import page

    with user_input(), written_whole(path) as aside:
        text = page(done, source.name, done.mistakes(most), done.turns(most))
        aside.write_text(text, encoding="utf-8")


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


def _print(done: Review, most: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from pixies_env.core.words import count_players
    from pixies_experiments.cli.tables import print_table
    from pixies_experiments.games import numbers_note
    from pixies_experiments.review import help_note

    console = Console()
    seats = range(done.record.players)
    record = done.record
    print(f"{record.game.title}, {count_players(record.players)}, judged by {done.agent}.")
    print(f"{help_note(done.agent)}Events are numbered as by `pixies replay`.")
    print("Numbers are expected rank rewards: +1 for the first to -1 for the last.")
    if note := numbers_note(done.record.game):
        print(note)
    _print_chart(console, done)
    mistakes = Table(title="The largest mistakes", title_justify="left")
    for head in ("event", "player", "done", "better", "cost", "95 % interval"):
        mistakes.add_column(head, justify="right" if head in ("event", "cost") else "left")
    for each in done.mistakes(most):
        mistakes.add_row(*_mistake(each))
    if mistakes.row_count:
        print_table(console, mistakes)
    else:
        print("No decision was surely worse than what the search would have done.")
    turns = Table(title="Where the chances turned", title_justify="left")
    turns.add_column("event", justify="right")
    turns.add_column("what happened")
    for seat in seats:
        turns.add_column(f"player {seat}")
    for turn in done.turns(most):
        changes = [f"{turn.before[s]:+.2f} to {turn.after[s]:+.2f}" for s in seats]
        turns.add_row(str(turn.number), "; ".join(turn.events), *changes)
    if turns.row_count:
        print_table(console, turns)


def _mistake(each: Judgement) -> list[str]:
    interval = f"{each.low:.2f} to {each.high:.2f}"
    cost = f"{each.cost:.2f}"
    return [str(each.number), str(each.player), each.taken.words, each.best.words, cost, interval]


BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "_.-:=+*#"
"""For an encoding without the others."""


def _print_chart(console: Any, done: Review) -> None:
    """A line of bars per seat, as wide as the terminal."""
    from pixies_experiments.cli.streams import can_print

    points = done.expectations()
    if not points:
        return
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
