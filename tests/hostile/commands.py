"""The commands that are killed: what they are called with, and how they are seen to their end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

ROOT = Path(__file__).parents[2]
RUN = "run"
"""Folder of a run, below the one that its process works in."""
TEMPORARY = "tmp"
"""Beside it, for temporary files."""
MINUTES = 5
"""After which a process that should have ended is ended, and the test fails."""
_MOMENT = 30.0
"""Seconds in which a process that does not answer any more has ended."""
CARDS = ("--game", "tests.experiments.games:card_game")
PLANTED = ("--game", "tests.games.planted:planted_game")

PPO = """
players = [2]
total_steps = 128
seed = 5
checkpoint_minutes = 0.0
network = {policy = [8], value = [8]}
imitation = {teacher = "careful", decisions = 200, block = 1}
ppo = {n_envs = 4, n_steps = 8, batch_size = 16}
opponents = {rivals = [{agent = "careful"}], snapshot_steps = 32, snapshots = 2}
evaluation = {every = 64, games = 4, opponents = ["random"]}
"""
EXPERT = """
players = [2]
iterations = 4
seed = 5
network = {trunk = [8]}
teacher = {agent = "random"}
self_play = {games = 2, simulations = 2, fast_simulations = 1, full_share = 0.3}
evaluation = {every = 2, games = 4}
"""


@dataclass(frozen=True)
class Command:
    """A command that ends by itself, and goes on when it is given again."""

    words: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    """What it reads, by name."""
    workers: bool = False
    """It has processes at work that may die as well."""

    def prepare(self, place: Path) -> None:
        """Write what it reads to the folder that it runs in."""
        (place / TEMPORARY).mkdir(parents=True)
        for name, text in self.files.items():
            (place / name).write_text(text, encoding="utf-8")

    def start(self, place: Path) -> subprocess.Popen[str]:
        """The command in a process of its own."""
        return process_in(place, *_PIXIES, *self.words, "--folder", RUN)

    def see_to_its_end(self, place: Path, process: subprocess.Popen[str]) -> None:
        """Wait until the process has ended, however that happens."""
        process.wait(60 * MINUTES)

    def ended_well(self, process: subprocess.Popen[str]) -> bool:
        """Whether it did what it was to do."""
        return process.returncode == 0


@dataclass(frozen=True)
class Play(Command):
    """A server, over which a game is played by HTTP to its end; then it is interrupted.

    A decision that was answered is never lost.
    """

    def start(self, place: Path) -> subprocess.Popen[str]:
        begun = any((place / RUN).glob("*.json"))
        words = ("play", "--resume") if begun else ("play", *self.words)
        options = ("--no-open", "--port", "0", "--json", "--folder", RUN)
        return process_in(place, *_PIXIES, *words, *options, output=subprocess.PIPE)

    def see_to_its_end(self, place: Path, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            if line:
                self._play(place, json.loads(line))
                process.send_signal(signal.SIGINT)
        except (OSError, HTTPException) as error:
            try:
                process.wait(_MOMENT)
            except subprocess.TimeoutExpired:
                raise AssertionError(f"the server lives, and {error!r}") from error
        process.wait(60 * MINUTES)
        process.stdout.close()

    def ended_well(self, process: subprocess.Popen[str]) -> bool:
        return process.returncode in (0, 128 + signal.SIGINT)

    def _play(self, place: Path, told: dict[str, Any]) -> None:
        acknowledged = place / "acknowledged.json"
        shown = _asked(told, "view")
        if acknowledged.exists():
            before = json.loads(acknowledged.read_text(encoding="utf-8"))
            if shown["log"][: len(before)] != before:
                raise AssertionError("a decision that was answered is lost")
        while shown["result"] is None:
            if not shown["choices"]:
                shown = _asked(told, f"view?have={shown['key']}") or shown
                continue
            choice = shown["choices"][len(shown["log"]) % len(shown["choices"])]
            try:
                after = _asked(told, "decide", {"action": choice["id"], "key": shown["key"]})
            except HTTPError as error:
                if error.code != HTTPStatus.CONFLICT:
                    raise
                after = _asked(told, "view")
            shown = after
            acknowledged.write_text(json.dumps(shown["log"]), encoding="utf-8")


def _asked(told: dict[str, Any], what: str, content: Any = None) -> dict[str, Any]:
    links: dict[str, str] = told["links"]
    link = links.get("seat 0") or next(iter(links.values()))
    request = urllib.request.Request(
        f"{told['address']}api/tables/{told['table']}/{what}",
        data=None if content is None else json.dumps(content).encode(),
        headers={"Pixies-Tokens": link.partition("tokens=")[2]},
    )
    with urllib.request.urlopen(request, timeout=60 * MINUTES) as response:
        # Nothing is new after some time.
        found: dict[str, Any] = json.loads(response.read() or b"{}")
    return found


_PIXIES = ("-m", "pixies_experiments.cli.app")


def process_in(place: Path, *words: str, output: int | None = None) -> subprocess.Popen[str]:
    """Python in a process of its own that works in a folder, with this checkout."""
    sources = [ROOT, ROOT / "agents", ROOT / "experiments"]
    with (place / "output.txt").open("a") as said:
        return subprocess.Popen(
            [sys.executable, *words],
            cwd=place,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(map(str, sources)),
                "TMPDIR": str(place / TEMPORARY),
            },
            stdin=subprocess.DEVNULL,
            stdout=said if output is None else output,
            stderr=said,
            text=True,
            # A shell starts background jobs with SIGINT ignored, and children inherit that.
            preexec_fn=_listen_to_interrupts,
        )


def _listen_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


COMMANDS: dict[str, Command] = {
    "tournament": Command(
        (
            *("tournament", "--agents", "random,tests.experiments.games:Last"),
            *("--players", "2,3", "--games", "2000", "--workers", "2", *CARDS),
        ),
        workers=True,
    ),
    "balance": Command(
        (
            *("balance", "seats", "--agents", "tests.games.planted:simple", "--players", "3"),
            *("--games", "600", "--workers", "1", *PLANTED),
        )
    ),
    "tune": Command(
        (
            *("tune", "greedy", "--games", "12", "--candidates", "4", "--generations", "12"),
            *("--test-games", "20", "--threads", "1", "--minutes", "60"),
        )
    ),
    "ppo": Command(("train", "ppo", "--config", "ppo.toml", "--threads", "1"), {"ppo.toml": PPO}),
    "expert": Command(
        ("train", "expert", "--config", "expert.toml", "--threads", "1"), {"expert.toml": EXPERT}
    ),
    "exploit": Command(
        (
            *("exploit", "--target", "random", "--players", "2", "--responses", "careful"),
            *("--tune", "greedy", "--generations", "3", "--candidates", "4"),
            *("--tuning-deals", "4", "--choosing-games", "100", "--games", "100", "--workers", "2"),
        ),
        workers=True,
    ),
    "learned exploit": Command(
        (
            *("exploit", "--target", "random", "--players", "2", "--responses", "random"),
            *("--generations", "0", "--learn", "2000", "--choosing-games", "100"),
            *("--games", "100", "--workers", "2", *PLANTED),
        ),
        workers=True,
    ),
    "play": Play(("--agents", "human,random", "--game", "pixie_queen", "--seed", "1")),
}
"""By name; each takes seconds."""
