"""`pixies play`: a table in the browser or in the terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pixies_experiments.cli.console import (
    INTERRUPTED,
    InputError,
    command,
    extra_needed,
    print_json,
    tell,
    user_input,
)
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST_PLAYERS,
    MOST_SEED,
    BoardFile,
    GameName,
    GameNumber,
    GameOptions,
    Json,
    read_game_options,
)
from pixies_experiments.web.seats import HUMAN, Tokens

if TYPE_CHECKING:
    from pixies_env.core.game import Game
    from pixies_experiments.games import OwnGame
    from pixies_experiments.web.model import Table
    from pixies_experiments.web.service import Service
    from pixies_experiments.web.store import Store

DEFAULT_SIMULATIONS = 200
DEFAULT_PORT = 8321
_PATIENCE = 1.0
"""Seconds for what is under way when the table is closed."""


@command
def play(
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=1,
            max=MOST_PLAYERS,
            help="Number of players.",
            show_default="4, or one per agent",
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            help="One agent to play against, or who sits on each seat: human,greedy,human,...",
            show_default="mcts, helped by greedy where it plays the game",
        ),
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in this terminal instead of a browser.")
    ] = False,
    replay: Annotated[
        Path | None, typer.Option("--replay", help="Open a record to step through and analyse.")
    ] = None,
    game_number: GameNumber = 1,
    analysis: Annotated[
        bool,
        typer.Option("--analysis", help="Begin an analysis: every seat is yours, with undo."),
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the table that was played at last.")
    ] = False,
    table: Annotated[
        str | None, typer.Option("--table", help="Go on with the table of this id.")
    ] = None,
    advice: Annotated[
        bool,
        typer.Option("--advice/--no-advice", help="Whether players may ask agents in a game."),
    ] = True,
    adviser: Annotated[
        list[str] | None,
        typer.Option("--adviser", help="One more agent that can be asked; may be repeated."),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; others can only join elsewhere.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port; 0 finds a free one.")
    ] = DEFAULT_PORT,
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            help="Address of a proxy that shows the table to others: https://games.example.org/x.",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = True,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder", help="Folder of tables.", show_default="one of the user's data folder"
        ),
    ] = None,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=MOST_SEED, help="Seed.", show_default="random"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play in the browser: people and agents at one table, with replays and analysis.

    The table is kept on disk after every decision; --resume goes on with it.
    """
    if terminal and as_json:
        raise InputError("--terminal is for people; it does not go with --json")
    if sum([replay is not None, resume, table is not None]) > 1:
        raise InputError("--replay, --resume and --table each name a table; give one of them")
    with user_input():
        from pixies_experiments.cli.outputs import try_folder
        from pixies_experiments.web.store import Store, default_folder

        kept_in = default_folder() if folder is None else folder
        try_folder(kept_in)
        store = Store(kept_in)
        plan: Plan
        if replay is not None:
            plan = _replayed(replay, game_number, game, board)
        elif resume or table is not None:
            plan = _kept(store, table)
        else:
            from pixies_experiments.games import open_game, own_game

            options = read_game_options(option)
            opened, own = open_game(game, board, options), own_game(game, board, options)
            named = _usual_agents(opened) if agents is None else agents
            plan = _new(opened, own, named, players, seed, advice, analysis)
    if terminal:
        from pixies_experiments.cli.play_terminal import play_in_terminal

        play_in_terminal(plan.make(), store, adviser or [])
    else:
        _serve(plan, store, adviser or [], host, port, public_url, open_browser, as_json)


@dataclass(frozen=True)
class Plan:
    """A table that is about to be: what links need, and how it is made, which may take a while."""

    table_id: str
    tokens: Tokens
    seats: list[str]
    title: str
    make: Callable[[], Table]


def _usual_agents(game: Game) -> str:
    from pixies_experiments.agents import default_search

    return default_search(game, DEFAULT_SIMULATIONS)


def _new(
    game: Game,
    own: OwnGame | None,
    agents: str,
    players: int | None,
    seed: int | None,
    advice: bool,
    analysis: bool,
) -> Plan:
    import secrets

    from pixies_experiments.agents import open_agent
    from pixies_experiments.simulation import split_agents
    from pixies_experiments.web.model import ANALYSIS, GAME
    from pixies_experiments.web.opening import begin, new_id, seating

    seats = seating(game, split_agents(agents), players)
    for spec in dict.fromkeys(seats):
        if spec != HUMAN:
            open_agent(spec, game)
    if analysis:
        seats = [HUMAN] * len(seats)
    tokens, table_id = Tokens.drawn(len(seats), analysis=analysis), new_id()
    drawn = secrets.randbits(63) if seed is None else seed
    kind = ANALYSIS if analysis else GAME

    def make() -> Table:
        return begin(
            game, seats, drawn, tokens, table_id=table_id, kind=kind, advice=advice, own=own
        )

    return Plan(table_id, tokens, seats, game.title, make)


def _kept(store: Store, table_id: str | None) -> Plan:
    """The table of an id, or the newest; read whole, so that no link leads to a damaged one."""
    left_out: list[str] = []
    if table_id is None:
        table, left_out = store.newest()
    else:
        table = store.load(table_id)
    for wrong in left_out:
        tell(f"pixies: {wrong}")
    if left_out:
        tell(f"pixies: left out what cannot be taken up; going on with table {table.id}")
    return Plan(table.id, table.tokens, table.seats, f"table {table.id}", lambda: table)


def _replayed(path: Path, number: int, named: str, board: Path | None) -> Plan:
    from pixies_experiments.games import own_game
    from pixies_experiments.replays import find_game
    from pixies_experiments.web import opening

    record = find_game(path, number, named if ":" in named else None, board, named)
    table = opening.replay(record, own=own_game(named, board))
    title = f"{record.game.title}, a replay at step 0 of {len(record.events)}"
    return Plan(table.id, table.tokens, table.seats, title, lambda: table)


def _serve(
    plan: Plan,
    store: Store,
    advisers: list[str],
    host: str,
    port: int,
    public_url: str | None,
    open_browser: bool,
    as_json: bool,
) -> None:
    with user_input():
        with extra_needed("the table in the browser", "web"):
            from pixies_experiments.web import hosting
            from pixies_experiments.web.address import PublicUrl
            from pixies_experiments.web.service import Service
        public = None if public_url is None else PublicUrl.read(public_url)
        server = hosting.listen(host, port)
    here = hosting.base_address(server, host)
    address = here if public is None else str(public)
    links = hosting.links(address, plan.table_id, plan.tokens, plan.seats)

    def begin(service: Service) -> None:
        service.begin(plan.table_id, plan.make)

    first = next(iter(links.values()))
    if as_json:
        print_json(
            {
                "address": address,
                "listens_on": here,
                "table": plan.table_id,
                "links": links,
                "file": str(store.path(plan.table_id)),
            }
        )
    else:
        print(f"{plan.title}: open a link. It is the key to its seat; give it to nobody else.")
        for whose, link in links.items():
            print(f"  {whose}: {link}", flush=True)
        if public is not None:
            print(f"The proxy at {public} is to pass requests on to {here}")
        print(f"Kept in {store.path(plan.table_id)}; --resume goes on. Ctrl-C ends.", flush=True)
    open_at = first if open_browser else None
    service = Service(store, advisers)
    try:
        hosting.TableServer(service, [host], begin, open_at, public).run(sockets=[server])
    except KeyboardInterrupt:
        _leave_if_busy(service)
        raise


def _leave_if_busy(service: Service) -> None:
    """End the process now if it would have to wait for what is being compiled."""
    if not service.has_ended(_PATIENCE):
        tell("pixies: interrupted")
        os._exit(INTERRUPTED)
