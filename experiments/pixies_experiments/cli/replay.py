"""`pixies replay`: a recorded game, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import InputError, command, print_json, tell, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST,
    MOST_PLAYERS,
    BoardFile,
    GameNumber,
    Json,
    UnusedSeed,
)

if TYPE_CHECKING:
    from pixies_env.core.events import Event
    from pixies_env.core.states.records import Record
    from pixies_env.core.states.state import State


@command
def replay(
    file: Annotated[Path, typer.Argument(help="Record: JSON lines or plain text.")],
    game_number: GameNumber = 1,
    step: Annotated[
        bool, typer.Option("--step", help="Wait after each event: Enter, v to view, q to end.")
    ] = False,
    view: Annotated[bool, typer.Option("--view", help="Show the table after each event.")] = False,
    until: Annotated[
        int | None,
        typer.Option("--until", min=0, max=MOST, help="Stop after so many events; show the table."),
    ] = None,
    as_seat: Annotated[
        int | None,
        typer.Option("--as-seat", min=0, max=MOST_PLAYERS, help="Show only what this seat saw."),
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
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Show a recorded game, and verify each event and the end against the rules."""
    if step and as_json:
        raise InputError("--step is for people; it does not go with --json")
    from pixies_env.core.words import count_players
    from pixies_experiments.replays import find_game

    with user_input():
        found = find_game(file, game_number, game, board, DEFAULT_GAME)
        shown = _seen(found, as_seat)
    if as_seat is None:
        as_seat = found.viewer
    last = len(shown.events) if until is None else min(until, len(shown.events))
    if as_json:
        print_json(_everything(found, shown, last, as_seat))
        return
    print(f"{shown.game.title}, {count_players(shown.players)}, game {game_number} in {file}")
    if as_seat is not None:
        print(f"As seat {as_seat} saw it.")
    if found.viewer is not None:
        print("The record holds no more than that; save it again when the game is over.")
    went_to_end = _show(found, shown, last, as_seat, step, view)
    if went_to_end and until is not None:
        _show_table(_after(found, last, as_seat), as_seat)
    if went_to_end and last == len(shown.events):
        _show_end(found, shown)


def _seen(record: Record, seat: int | None) -> Record:
    if seat is None or seat == record.viewer:
        return record
    return record.seen_by(seat)


def _positions(record: Record, seat: int | None) -> Iterator[State | None]:
    """Position after each event that is shown; nothing where the record is one player's view."""
    from pixies_experiments.replays import moments

    if record.viewer is not None:
        return iter([None] * (len(record.events) + 1))
    return (moment.state for moment in moments(record, seat))


def _after(record: Record, events: int, seat: int | None) -> State | None:
    return next(islice(_positions(record, seat), events, None))


def _show(
    found: Record, shown: Record, last: int, seat: int | None, step: bool, view: bool
) -> bool:
    """Print the first events; False if the user ended before."""
    positions = _positions(found, seat)
    next(positions)
    for number, (event, state) in enumerate(zip(shown.events[:last], positions, strict=False), 1):
        print(f"{number:4d}  {_event_line(event)}")
        if view:
            _show_table(state, seat)
        if step and not _wait(state, seat):
            return False
    return True


def _event_line(event: Event) -> str:
    whose = "nobody" if event.player < 0 else f"player {event.player}"
    if event.kind == "chance":
        whose = "chance" if event.player < 0 else f"chance of player {event.player}"
    return f"{whose:20s} {event.question:16s} {event.name}"


def _wait(state: State | None, seat: int | None) -> bool:
    """Ask how to go on; False to end."""
    while True:
        try:
            answer = input("      Enter, v to view, q to end: ").strip().lower()
        except EOFError:
            return False
        if answer in ("q", "quit"):
            return False
        if answer not in ("v", "view"):
            return True
        _show_table(state, seat)


def _show_table(state: State | None, seat: int | None) -> None:
    if state is None:
        tell("the record holds only what one seat saw: the table cannot be laid out from it")
    else:
        print(state if seat is None else state.hidden_from(seat))


def _show_end(found: Record, shown: Record) -> None:
    from pixies_experiments.leaves import leaves

    if shown.end is None:
        print("The record stops here; the game is not over.")
    else:
        print("End:")
        for path, value in leaves(shown.end).items():
            print(f"  {path}: {value}")
    if found.viewer is None and found.finished:
        print("Verified: every event is legal, and the end is as the record tells it.")
    elif found.viewer is None:
        print("Every event so far is legal; there is no end yet to be verified.")


def _everything(found: Record, shown: Record, last: int, seat: int | None) -> dict[str, Any]:
    state = _after(found, last, seat)
    position: dict[str, Any] | None = None
    if state is not None and seat is None:
        position = state.as_dict()
    return {
        "game": shown.game.name,
        "version": shown.game.version,
        "board_digest": shown.game.board_digest,
        "players": shown.players,
        "seed": shown.seed,
        "as_seat": seat,
        "events_legal": True if found.viewer is None else None,
        "verified": found.viewer is None and found.finished,
        "events": [
            {
                "number": number,
                "kind": event.kind,
                "player": event.player,
                "question": event.question,
                "name": event.name,
                "sees": event.sees,
            }
            for number, event in enumerate(shown.events[:last], 1)
        ],
        "finished": shown.finished,
        "end": shown.end,
        "position": position,
        "features": None if state is None or seat is None else state.features(seat),
    }
