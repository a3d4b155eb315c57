"""Options that several commands share, spelled once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pixies_experiments.cli.console import InputError
from pixies_experiments.default_game import DEFAULT_GAME as DEFAULT_GAME

if TYPE_CHECKING:
    from pixies_env.core.game import Game

GameName = Annotated[
    str,
    typer.Option(
        "--game",
        help="Name of an installed game, or module:factory of your own.",
        show_default=True,
    ),
]
BoardFile = Annotated[
    Path | None,
    typer.Option(
        "--board",
        help="TOML file with the printed numbers, or the name of one that is shipped.",
        show_default="shipped",
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="Option of the game, such as skills=dealt or order=2,0,1; may be repeated. "
        "pixies games lists them.",
    ),
]
MOST = 10**9
"""Of whatever is counted: games, events, simulations, generations."""
MOST_PLAYERS = 99
"""More than any game has, which refuses what it is not for."""
MOST_SEED = 2**63 - 1
"""Seeds go to 2**64 - 1; the others belong to parts of a study, which add to the seed of it."""
MOST_MINUTES = 10**6

RunConfig = Annotated[Path, typer.Option("--config", help="TOML file that says what to do.")]
RunSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        min=0,
        max=2**32 - 1,
        help="Seed of everything random, in place of that of the configuration.",
        show_default="the configuration's",
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes", min=0, max=MOST_MINUTES, help="Stop after so long.", show_default="at the end"
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, max=MOST_SEED, help="Seed of everything random.")
]
UnusedSeed = Annotated[
    int,
    typer.Option(
        "--seed", min=0, max=MOST_SEED, help="Taken by every command; nothing is random here."
    ),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", min=1, max=1024, help="Threads.", show_default="all cores"),
]
GameNumber = Annotated[
    int, typer.Option("--game-number", min=1, max=MOST, help="Which game of the file.")
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON object; everything else to standard error."),
]


def read_players(given: str) -> tuple[int, ...]:
    """Different numbers of players between commas, such as ``2,3,4,5``."""
    numbers = _whole_numbers("--players", given, "numbers such as 2,3,4,5")
    if len(set(numbers)) != len(numbers):
        raise InputError(f"--players {given}: a number is there twice")
    return numbers


def read_games(given: str) -> int | tuple[int, ...]:
    """A number of games, or one for each number of players between commas, such as 8000,4000."""
    form = "a number, or one for each of --players: 8000,4000"
    numbers = _whole_numbers("--games", given, form)
    for number in numbers:
        if not 2 <= number <= MOST:
            raise InputError(f"--games {given}: {number} is not in the range 2 to {MOST}")
    return numbers if len(numbers) > 1 else numbers[0]


def _whole_numbers(option: str, given: str, form: str) -> tuple[int, ...]:
    """Numbers between commas; InputError that names the form unless they are."""
    try:
        return tuple(int(part) for part in given.split(","))
    except ValueError:
        raise InputError(f"{option} {given}: it has to be {form}") from None


def read_game_options(given: Sequence[str] | None) -> dict[str, Any]:
    """Options of a game by name; a value is JSON, a list of words between commas, or a text."""
    options: dict[str, Any] = {}
    for text in given or ():
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key.isidentifier():
            raise InputError(f"--option {text}: it has to be of the form key=value")
        if key in options:
            raise InputError(f"--option {text}: the option {key} is given twice")
        options[key] = _value(value)
    return options


def read_game_of_study(
    game: str | None, board: Path | None, option: Sequence[str] | None
) -> Game | None:
    """The game that is named beside a kept study; None: the one that the study names."""
    from pixies_experiments.games import open_game

    if game is None and (board is not None or option):
        raise InputError("--board and --option go with --game, which is missing")
    options = read_game_options(option)
    return None if game is None else open_game(game, board, options)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return [_value(part.strip()) for part in text.split(",")] if "," in text else text
