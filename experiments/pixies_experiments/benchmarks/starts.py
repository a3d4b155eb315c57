"""How long a new process takes from its start to 1,000 simulated games."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pixies_experiments.benchmarks.figures import Measured

GAMES = 1000


@dataclass(frozen=True)
class Start:
    """What the new process simulates; its machine code lies where that of this one does."""

    spec: str
    board: Path | None
    players: int

    def run(self) -> tuple[float, str]:
        """Wall time and standard error of the new process. RuntimeError if it fails."""
        command = [sys.executable, "-m", "pixies_experiments.cli.app", "simulate", "--json"]
        command += ["--game", self.spec, "--players", str(self.players)]
        command += ["--games", str(GAMES)]
        if self.board is not None:
            command += ["--board", str(self.board)]
        started = time.perf_counter()
        answer = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - started
        if answer.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed: {answer.stderr.strip()}")
        json.loads(answer.stdout)
        return seconds, answer.stderr


def first_start(start: Start, cache: Path) -> Measured:
    """Seconds with an empty cache folder, the one of this process, which is full afterwards."""
    seconds, said = start.run()
    stored = sum(file.stat().st_size for file in cache.rglob("*") if file.is_file())
    context: dict[str, Any] = {
        "players": start.players,
        "games": GAMES,
        "cache_bytes": stored,
        "message": said.strip(),
    }
    return Measured("first_start_s", seconds, context)


def no_first_start() -> Measured:
    """In place of :func:`first_start` where little time is to be spent."""
    return Measured("first_start_s", None, {"note": "not measured with --quick"})


def warm_start(start: Start, runs: int, filled: bool) -> Measured:
    """Median of seconds with the full cache folder; unless it is ``filled``, one start fills it."""
    if not filled:
        start.run()
    times = [start.run()[0] for _ in range(runs)]
    context: dict[str, Any] = {
        "players": start.players,
        "games": GAMES,
        "runs": runs,
        "low": min(times),
        "high": max(times),
    }
    return Measured("warm_start_s", float(np.median(times)), context)
