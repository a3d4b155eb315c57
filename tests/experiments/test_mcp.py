"""Games over the Model Context Protocol, with the client of its official SDK."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest

from pixies_env.core.states.state import State
from pixies_env.registry import game_names, make_game
from pixies_experiments.mcp_server.desk import Desk, DeskError

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters, stdio_client

from pixies_experiments.mcp_server.server import make_server

SEARCH = "mcts:simulations=4"
COMMAND = ["-m", "pixies_experiments.cli.app", "mcp", "--seed", "5"]


def with_client(server: Any, work: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(server) as client:
            await work(client)

    anyio.run(run)


async def told(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.content[0].text


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text


def id_in(text: str) -> str:
    return re.search(r"The game (\S+) has begun", text).group(1)


async def play_to_the_end(client: Client, text: str, game: str) -> str:
    """Always the first option."""
    while "RESULT" not in text:
        text = await told(client, "decide", game=game, option=1)
    return text


def test_the_tools_are_there_and_described():
    async def work(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"new_game", "look", "decide", "opinion", "rules"}
        for tool in tools.values():
            assert tool.description
            assert all(
                entry.get("description") for entry in tool.input_schema["properties"].values()
            )

    with_client(make_server(Desk(4)), work)


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_played_from_the_rules_to_the_result(name):
    async def work(client: Client) -> None:
        rules = await told(client, "rules", game=name)
        assert rules.startswith("#") and "Agents that can be seated or asked: mcts" in rules
        text = await told(client, "new_game", game=name, players=2, opponents=["random"], seed=3)
        assert "player 0 is you, player 1 is random" in text and "RULES" in text
        game = id_in(text)
        text = await play_to_the_end(client, text, game)
        assert "the game is over" in text and '"ranks"' in text
        assert "is over" in await refused(client, "decide", game=game, option=1)

    with_client(make_server(Desk(4)), work)


def test_one_opponent_may_be_named_without_a_list():
    async def work(client: Client) -> None:
        text = await told(client, "new_game", game="havresac", players=3, opponents="random")
        assert "player 1 is random, player 2 is random" in text

    with_client(make_server(Desk(4)), work)


def test_over_standard_streams():
    async def work(client: Client) -> None:
        text = await told(client, "new_game", game="pixie_queen", players=2, opponents=["random"])
        assert "1)" in await told(client, "decide", game=id_in(text), option=1)

    program = StdioServerParameters(command=sys.executable, args=COMMAND, env=dict(os.environ))
    with_client(stdio_client(program), work)


def test_over_http():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, *COMMAND, "--http", "--port", str(port)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stderr.readline() == f"http://127.0.0.1:{port}/mcp\n"
        _wait_for(port, server)

        async def work(client: Client) -> None:
            assert "# Pixie Queen" in await told(client, "rules", game="pixie_queen")

        with_client(f"http://127.0.0.1:{port}/mcp", work)
    finally:
        server.terminate()
        server.communicate()


def _wait_for(port: int, server: subprocess.Popen[str]) -> None:
    while server.poll() is None:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError(f"it ended with code {server.returncode}")


def test_an_opinion_names_the_options_by_their_numbers():
    async def work(client: Client) -> None:
        text = await told(client, "new_game", game="pixie_queen", players=2, opponents=["random"])
        game = id_in(text)
        for agent in ("greedy", SEARCH):
            said = await told(client, "opinion", game=game, agent=agent)
            number, words = re.search(r"would choose (\d+)\) Take (.*)", said).groups()
            assert f"\n{number}) {words}\n" in text
        assert "after 4 simulations" in said and "% of its choice; expects " in said

    with_client(make_server(Desk(4, [SEARCH], seed=1)), work)


def test_what_cannot_be_done_is_told():
    async def work(client: Client) -> None:
        new = {"game": "pixie_queen", "opponents": ["random"]}
        text = await told(client, "new_game", **new, players=3, seats=[1])
        game = id_in(text)
        for words, tool, arguments in [
            ("there is no game 'chess'; there are", "rules", {"game": "chess"}),
            ("(did you mean pixie_queen?); there are", "rules", {"game": "pixie_quen"}),
            ("there is no game '" + 59 * "x" + "...; there", "rules", {"game": 10**5 * "x"}),
            ("is for 2, 3, 4, 5 players, not 9", "new_game", {**new, "players": 9}),
            ("seats must be one or more of 0 to 1", "new_game", {**new, "seats": [2]}),
            (
                "there is no agent 'llm:model=x' here",
                "new_game",
                {**new, "opponents": ["llm:model=x"]},
            ),
            ("there is no agent 'os:getcwd' here", "opinion", {"game": game, "agent": "os:getcwd"}),
            ("(did you mean greedy?)", "opinion", {"game": game, "agent": "gready"}),
            ("board is a file", "new_game", {**new, "options": {"board": "/etc/passwd"}}),
            ("has no option 'colour'", "new_game", {**new, "options": {"colour": 1}}),
            ("no game 'x' is open; open are pixie_queen-1", "look", {"game": "x"}),
            ("you play 1 in pixie_queen-1, not 0", "look", {"game": game, "seat": 0}),
            (
                "it is player 1's decision, not player 0's",
                "decide",
                {"game": game, "option": 1, "seat": 0},
            ),
            ("there is no option 99; options are 1 to", "decide", {"game": game, "option": 99}),
            ("option", "decide", {"game": game, "option": "first"}),
        ]:
            assert words in await refused(client, tool, **arguments)

    with_client(make_server(Desk(4)), work)


def test_games_beyond_the_most_close_the_one_that_was_not_used_longest():
    desk = Desk(2, seed=1)
    first, second = (_begun(desk) for _ in range(2))
    desk.look(first, None)
    third = _begun(desk)
    for game in (first, third):
        assert "POSITION" in desk.look(game, None)
    with pytest.raises(DeskError, match=f"no game '{second}' is open"):
        desk.look(second, None)


def _begun(desk: Desk) -> str:
    return id_in(desk.new_game("havresac", 1, [0], [], {}, None))


def test_a_seat_is_shown_what_it_knows_and_nothing_of_another_in_secret():
    desk = Desk(1, seed=2)
    game = id_in(desk.new_game("pixie_queen", 2, [0, 1], [], {}, 2))
    text = desk.look(game, None)
    while not re.search(r"^(1\) Offer|Offer \.\.\.\n1\))", text, re.MULTILINE):
        options = re.findall(r"^(\d+)\)", text, re.MULTILINE)
        text = desk.decide(game, int(options[-1]), None)
    assert "What do you offer, in secret?" in text
    seat = int(re.search(r"as player (\d)", text).group(1))
    desk.decide(game, 1, seat)
    other = desk.look(game, 1 - seat)
    assert f"Player {seat}: something in secret" in other
    assert "offered" not in other.partition("POSITION")[2]


def test_seats_of_a_client_see_the_prompts_of_the_same_game():
    desk = Desk(1)
    text = desk.new_game("havresac", 2, [0], ["random"], {"season": "winter"}, 7)
    state = State(make_game("havresac", season="winter"), 2, 7)
    assert text.endswith(state.prompt(0))
