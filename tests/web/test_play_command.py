"""`pixies play` as a command."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import threading
import urllib.request
from types import SimpleNamespace
from typing import Any

import pytest

from pixies_env.core.states import record_files
from pixies_experiments.cli import play
from pixies_experiments.cli.play_terminal import Terminal, opinion_grid
from pixies_experiments.web.model import ANALYSIS
from pixies_experiments.web.service import Service
from pixies_experiments.web.store import Store
from pixies_experiments.web.thinking import Thinker
from tests.experiments.conftest import process
from tests.web.games import play_out
from tests.web.test_tables import begin, play_some

TERMINAL = ("play", "--terminal")
LAST = "tests.experiments.games:Last"
PLAY = ("play", "--no-open", "--port", "0", "--json")


def started(*words: object) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    server = process(*PLAY, *words)
    assert server.stdout is not None
    return server, json.loads(server.stdout.readline())


def asked(told: dict[str, Any], link: str, what: str, content: Any = None) -> dict[str, Any]:
    request = urllib.request.Request(
        f"{told['address']}api/tables/{told['table']}/{what}",
        data=None if content is None else json.dumps(content).encode(),
        headers={"Pixies-Tokens": told["links"][link].partition("tokens=")[2]},
    )
    with urllib.request.urlopen(request, timeout=120) as response:
        return json.loads(response.read())


def test_a_killed_server_loses_nothing(tmp_path):
    server, told = started("--agents", "human,random,human", "--folder", tmp_path, "--seed", 1)
    try:
        everybody = "all of these seats in one browser"
        for _ in range(3):
            shown = asked(told, everybody, "view")
            while not shown["choices"]:
                shown = asked(told, everybody, f"view?have={shown['key']}")
            choice = shown["choices"][0]["id"]
            after = asked(told, everybody, "decide", {"action": choice, "key": shown["key"]})
        seen = len(after["log"])
        server.send_signal(signal.SIGKILL)
    finally:
        server.kill()
        server.communicate()
    server, again = started("--resume", "--folder", tmp_path)
    try:
        assert again["table"] == told["table"]
        paths = [link.partition("#")[2] for link in told["links"].values()]
        assert [link.partition("#")[2] for link in again["links"].values()] == paths
        shown = asked(again, everybody, "view")
        assert shown["log"][:seen] == after["log"]
        server.send_signal(signal.SIGINT)
        assert server.wait(60) in (0, 130)
    finally:
        server.kill()
        server.communicate()


def test_an_interrupt_ends_the_process_though_something_is_being_compiled(
    tmp_path, monkeypatch, capsys
):
    begun, compiled, left = threading.Event(), threading.Event(), []

    def compile_something():
        begun.set()
        compiled.wait()

    monkeypatch.setattr(play, "_PATIENCE", 0.01)
    monkeypatch.setattr(play, "os", SimpleNamespace(_exit=left.append))
    service = Service(Store(tmp_path))
    service._pool.submit(compile_something)
    begun.wait()
    try:
        asyncio.run(service.close())
        play._leave_if_busy(service)
        assert left == [130]
        assert "interrupted" in capsys.readouterr().err
    finally:
        compiled.set()
    assert service.has_ended(60)
    play._leave_if_busy(service)
    assert left == [130]


def test_a_port_that_is_taken_is_told(pixies, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = pixies.refused("play", "--port", port, "--folder", tmp_path)
    assert f"port {port} is taken; --port 0 finds a free one" in said


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("--agents", "nobody"), "there is no agent 'nobody'"),
        (("--agents", "human,random", "--players", 3), "2 names are given for the 3 seats"),
        (("--players", "9"), "not 9"),
        (("--resume", "--table", "x"), "give one of them"),
        (("--table", "nothing"), "there is no table 'nothing'"),
        (("--resume",), "to take up again"),
        (("--replay", "none.jsonl"), "none.jsonl: No such file"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_served(pixies, tmp_path, words, wrong):
    assert wrong in pixies.refused("play", "--folder", tmp_path, *words)


def test_the_terminal_prints_no_json(pixies):
    said = pixies("play", "--terminal", "--json")
    assert said.exit_code == 2 and "does not go with --json" in json.loads(said.stdout)["error"]


def test_a_whole_game_is_played_in_the_terminal(pixies, tmp_path):
    said = pixies(
        *(
            "play",
            "--terminal",
            "--folder",
            tmp_path,
            "--seed",
            1,
            "--agents",
            "human,random,random",
        ),
        typed="?\nview\nrules\nnonsense\nask careful\n" + "1\n" * 60,
    )
    assert said.exit_code == 0, said.output
    assert "The game is over:" in said.stdout and "nonsense is not possible here" in said.stdout
    assert "careful would choose" in said.stdout and "Hidden Card" in said.stdout
    assert Store(tmp_path).newest()[0].state.is_over


def test_the_terminal_goes_on_where_it_was_stopped(pixies, tmp_path):
    first = (
        "play",
        "--terminal",
        "--folder",
        tmp_path,
        "--seed",
        1,
        "--agents",
        "human,random,random",
    )
    said = pixies(*first, typed="1\nstop\n")
    assert said.exit_code == 0 and "goes on" in said.stdout
    assert f"--folder {tmp_path} goes on" in " ".join(said.stdout.split())
    store = Store(tmp_path)
    before = store.newest()[0].timeline.entries
    assert (
        pixies("play", "--terminal", "--resume", "--folder", tmp_path, typed="1\n").exit_code == 0
    )
    after = store.newest()[0].timeline.entries
    assert after[: len(before)] == before and len(after) > len(before)


def test_a_record_is_replayed_in_the_terminal(pixies, tmp_path):
    table = begin(["random"] * 3)
    play_out(table)
    file, folder = tmp_path / "game.jsonl", tmp_path / "tables"
    record_files.write(file, table.timeline.record(seeded=True))
    typed = "redo\nredo\nask careful\ngo 5\nstop\n"
    said = pixies(*TERMINAL, "--replay", file, "--folder", folder, typed=typed)
    assert said.exit_code == 0 and "careful would choose" in said.stdout
    assert f"At step 0 of {len(table.timeline.entries)}." in said.stdout
    (kept,) = folder.iterdir()
    again = Store(folder).load(kept.stem)
    assert (again.kind, again.cursor) == (ANALYSIS, 5)
    assert again.timeline.codes() == table.timeline.codes()


class Typed:
    """A console that answers what was typed before."""

    def __init__(self, answers: list[str]) -> None:
        from rich.console import Console

        self._console = Console(file=open(os.devnull, "w"), width=200, record=True)  # noqa: SIM115
        self._answers = answers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._console, name)

    def input(self, prompt: str, **rest: Any) -> str:
        if not self._answers:
            raise EOFError
        return self._answers.pop(0)


def test_undo_take_over_and_the_way_back_in_the_terminal(tmp_path):
    table = begin(["human"] * 3, kind=ANALYSIS)
    play_some(table, 3)
    table.main = table.timeline.codes()
    end = table.cursor
    console = Typed(
        ["undo", "undo", "go 0", "redo", "go 99", "seat 1 random", "seat 9 human", "line"]
    )
    Terminal(table, Store(tmp_path), [], console).run()  # type: ignore[arg-type]
    said = console.export_text()
    assert f"positions 0 to {end}, not 99" in said and "seats 0 to 2, not 9" in said
    assert Store(tmp_path).load(table.id).seats == ["human", "random", "human"]
    assert not table.varies


def test_people_at_one_terminal_do_not_see_each_others_secrets(tmp_path):
    table = begin(["human"] * 3)
    hands, first = table.state.as_dict()["hands"], table.state.player
    console = Typed(["1", "", "view"])
    Terminal(table, Store(tmp_path), [], console).run()  # type: ignore[arg-type]
    said, second = console.export_text(), table.state.player
    assert second != first and hands[first] != hands[second]
    assert f"hand {hands[second]}" in said and f"hand {hands[first]}" not in said
    assert f"player {first}: play(" not in said


def test_help_lists_what_can_be_typed(tmp_path):
    console = Typed(["help"])
    Terminal(begin(["human"] * 2), Store(tmp_path), [], console).run()  # type: ignore[arg-type]
    said = console.export_text()
    assert " 1) " in said  # Not to be taken for the number of an action in the rulebook.
    assert "help is not possible" not in said and said.count("what an agent thinks") == 2


def test_the_record_is_saved_in_the_terminal(tmp_path):
    table = begin(["human", "random"])
    part, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    console = Typed([f"save {part}", "save", f"save {tmp_path / 'a' / 'b'}"])
    Terminal(table, Store(tmp_path / "tables"), [], console).run()  # type: ignore[arg-type]
    said = " ".join(console.export_text().split())
    assert "what player 0 saw of it" in said and "when the game is over" in said
    assert "say into which file" in said and "does not exist" in said
    assert next(record_files.read(part, table.game)).viewer == 0
    console = Typed([f"save {whole}"])
    alone = begin(["human"] * 2, kind=ANALYSIS)
    Terminal(alone, Store(tmp_path / "tables"), [], console).run()  # type: ignore[arg-type]
    assert next(record_files.read(whole, table.game)).viewer is None


def test_an_opinion_without_shares_has_no_column_for_them():
    table = begin(["human"] * 2)
    thinker = Thinker(table.game)
    heads = {}
    for spec in (LAST, "mcts:simulations=20"):
        told = thinker.opinion(spec, table.state, table.timeline.stream, table.cursor)
        heads[spec] = [column.header for column in opinion_grid(told).columns]
    assert heads[LAST] == ["decision"]
    assert heads["mcts:simulations=20"][:2] == ["decision", "share"]


def test_the_end_is_told_in_words(tmp_path):
    table = begin(["random"] * 2)
    play_out(table)
    console = Typed([])
    Terminal(table, Store(tmp_path), [], console).run()  # type: ignore[arg-type]
    assert "The game is over: " in console.export_text()
