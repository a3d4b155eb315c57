"""`pixies transcript`: the golden games that the tests compare."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pixies_experiments.cli.console import command, print_json, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    BoardFile,
    GameName,
    GameOptions,
    Json,
    Seed,
    read_game_options,
)

DIFFERENT = 1
LINES_SHOWN = 40


@command
def transcript(
    folder: Annotated[Path, typer.Option("--folder", help="Where the transcripts lie.")] = Path(
        "transcripts"
    ),
    check: Annotated[
        bool,
        typer.Option("--check", help="Write nothing; show differences and end with code 1."),
    ] = False,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Write one readable random game per player count with every value printed, and its prompts."""
    from pixies_env.core.files.whole import written_whole
    from pixies_experiments.cli.outputs import try_folder
    from pixies_experiments.games import open_game
    from pixies_experiments.transcripts import differing

    with user_input():
        played = open_game(game, board, read_game_options(option))
    try_folder(folder, inside=True, read=check)
    different = differing(folder, played, seed)
    if not check and different:
        folder.mkdir(exist_ok=True)
        for path, text in different.items():
            with written_whole(path) as aside:
                aside.write_text(text, encoding="utf-8", newline="\n")
    if as_json:
        _print_json(folder, list(different), len(played.players), check)
    elif not different:
        from pixies_env.core.words import count_games

        print(f"{folder}: {count_games(len(played.players))}, as the rules play them.")
    else:
        for path, text in different.items():
            print(f"{path}: differs" if check else f"{path}: written")
            if check:
                _print_difference(path, text)
    if check and different:
        raise typer.Exit(DIFFERENT)


def _print_json(folder: Path, different: list[Path], number: int, check: bool) -> None:
    result: dict[str, Any] = {
        "folder": str(folder),
        "games": number,
        "differing" if check else "written": [path.name for path in different],
    }
    print_json(result)


def _print_difference(path: Path, text: str) -> None:
    from difflib import unified_diff

    from pixies_experiments.transcripts import text_of

    before = (text_of(path) or "").splitlines()
    lines = list(unified_diff(before, text.splitlines(), str(path), "as played now", lineterm=""))
    for line in lines[:LINES_SHOWN]:
        print(line)
    if len(lines) > LINES_SHOWN:
        print(f"... and {len(lines) - LINES_SHOWN} more lines of difference")
