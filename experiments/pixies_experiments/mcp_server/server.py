"""The games of a desk as tools of the Model Context Protocol, by its official SDK."""

from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from pixies_env.registry import game_names
from pixies_experiments.mcp_server.desk import Desk, DeskError

INSTRUCTIONS = """\
Board games against agents. Read `rules`, begin with `new_game`, and choose one of the numbered \
options with `decide` until the game is over. `look` shows the position again, `opinion` asks an \
agent for advice. You see what your seats know and nothing else."""

GameId = Annotated[str, Field(description="Id of the game, as new_game told it.")]


def make_server(desk: Desk) -> MCPServer[Any]:
    """A server whose tools play the games of a desk."""
    server: MCPServer[Any] = MCPServer("pixies", instructions=INSTRUCTIONS, log_level="WARNING")
    there_are = f"Name of a game: {', '.join(game_names())}."

    @server.tool()
    def rules(game: Annotated[str, Field(description=there_are)]) -> str:
        """The rules of a game, its printed numbers, its options, and the agents there are."""
        return _told(lambda: desk.rules(game))

    @server.tool()
    def new_game(
        game: Annotated[str, Field(description=there_are)],
        players: Annotated[
            int | None, Field(description="Number of players; the fewest unless given.")
        ] = None,
        seats: Annotated[
            list[int] | None, Field(description="Your seats, counted from 0; [0] unless given.")
        ] = None,
        opponents: Annotated[
            str | list[str] | None,
            Field(description="One agent for all other seats, or one for each; rules lists them."),
        ] = None,
        options: Annotated[
            dict[str, Any] | None, Field(description="Options of the game; rules lists them.")
        ] = None,
        seed: Annotated[
            int | None, Field(description="Seed of chance; drawn unless given.")
        ] = None,
    ) -> str:
        """Begin a game. Tells its id, the rules in brief, the position and your options."""
        return _told(
            lambda: desk.new_game(
                game,
                players,
                [0] if seats is None else seats,
                [opponents] if isinstance(opponents, str) else opponents or [],
                options or {},
                seed,
            )
        )

    @server.tool()
    def look(
        game: GameId,
        seat: Annotated[
            int | None, Field(description="One of your seats; the one to decide unless given.")
        ] = None,
    ) -> str:
        """The position as one of your seats sees it, with the rules in brief and your options."""
        return _told(lambda: desk.look(game, seat))

    @server.tool()
    def decide(
        game: GameId,
        option: Annotated[int, Field(description="Number of the option, as it was listed.")],
        seat: Annotated[
            int | None,
            Field(description="The seat you decide for, to be sure that it is its turn."),
        ] = None,
    ) -> str:
        """Take an option. Tells what happened until your next decision, and your options then."""
        return _told(lambda: desk.decide(game, option, seat))

    @server.tool()
    def opinion(
        game: GameId,
        agent: Annotated[
            str | None, Field(description="The agent to ask; a search unless given.")
        ] = None,
    ) -> str:
        """What an agent would do in your place, and what it expects of your options."""
        return _told(lambda: desk.opinion(game, agent))

    return server


def _told(work: Callable[[], str]) -> str:
    """What cannot be done is told to the client, which can do better."""
    try:
        return work()
    except DeskError as error:
        raise ToolError(str(error)) from error
