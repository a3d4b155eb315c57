"""`pixies mcp`: games as tools of the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from pixies_experiments.cli.console import command, extra_needed, tell, user_input
from pixies_experiments.cli.options import MOST_SEED

DEFAULT_PORT = 8322
DEFAULT_GAMES = 16


@command
def mcp(
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            help="One more agent that clients may seat and ask; may be repeated.",
            show_default="searches and those without options",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            min=1,
            max=1000,
            help="Open games; beyond that the one that was not used longest is closed.",
        ),
    ] = DEFAULT_GAMES,
    http: Annotated[
        bool,
        typer.Option("--http", help="Serve over HTTP on this machine, not over standard streams."),
    ] = False,
    port: Annotated[
        int, typer.Option("--port", min=1, max=65535, help="Port, with --http.")
    ] = DEFAULT_PORT,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=MOST_SEED, help="Seed of the first game.", show_default="random"
        ),
    ] = None,
) -> None:
    """Let a language model's program play: a server of the Model Context Protocol.

    Such programs start it themselves, with this command, and speak with it over its standard
    streams. Its tools are new_game, look, decide, opinion and rules.
    """
    with extra_needed("the server", "mcp"):
        from pixies_experiments.mcp_server.server import make_server
    from pixies_experiments.mcp_server.desk import Desk

    with user_input():
        server = make_server(Desk(games, agents or (), seed))
    if http:
        tell(f"http://127.0.0.1:{port}/mcp")
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.run("stdio")
