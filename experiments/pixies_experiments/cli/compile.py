"""`pixies compile`: machine code made beforehand, for a container image or a cluster."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pixies_experiments.cli.console import FailedError, command, print_json, tell, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST_PLAYERS,
    BoardFile,
    GameName,
    GameOptions,
    Json,
    UnusedSeed,
    read_game_options,
)

FAILED = 1


@command
def compile_(
    agents: Annotated[
        str, typer.Option("--agents", help="Agents whose code is made too, such as greedy,mcts.")
    ] = "random",
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=1,
            max=MOST_PLAYERS,
            help="Players of the games that agents are tried in.",
            show_default="the game's usual number",
        ),
    ] = None,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Make the machine code of a game and of agents now, and say where it is kept.

    It fails if that is not the folder of PIXIES_CACHE_DIR, or else the user's own.
    """
    from pixies_env.adapters.defaults import default_players
    from pixies_env.core.compilation.kernel_cache import cache_bases, noted_bases, refusal
    from pixies_env.core.compilation.messages import COMPILING, compilation_messages_to
    from pixies_experiments.agents import open_agents
    from pixies_experiments.compilation import steps
    from pixies_experiments.games import open_game
    from pixies_experiments.simulation import split_agents

    with user_input():
        played = open_game(game, board, read_game_options(option))
        number = played.check_players(default_players(played) if players is None else players)
        asked = open_agents(split_agents(agents), played)
    seconds: dict[str, float] = {}
    made: list[str] = []

    def note(message: str) -> None:
        made.append(message)
        tell(message)

    with compilation_messages_to(note), noted_bases() as bases:
        for name, use in steps(played, asked, number):
            started = time.perf_counter()
            use()
            seconds[name] = time.perf_counter() - started
    folder = cache_bases()[0]
    elsewhere = bases - {folder}
    if elsewhere:
        others = ", ".join(str(base) for base in elsewhere if base is not None)
        raise FailedError(
            f"{folder} does not hold all that is needed and takes nothing more "
            f"({refusal(folder) or 'the disk may be full'})"
            + (f": the rest is in {others}" if others else ""),
            FAILED,
        )
    compiled = sum(message.startswith(COMPILING) for message in made)
    if as_json:
        print_json(
            {"game": played.name, "folder": str(folder), "compiled": compiled, "seconds": seconds}
        )
        return
    for name, taken in seconds.items():
        print(f"{name}: {taken:.1f} s")
    print(f"{compiled} functions were compiled; all that is needed is kept in {folder}")
