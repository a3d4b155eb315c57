"""How long a new process takes from its start to 1,000 simulated games."""

from __future__ import annotations

import json
import os
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
    """What the new process simulates, and where it keeps its machine code."""

    spec: str
    board: Path | None
    players: int
    cache: Path

    def run(self) -> tuple[float, str]:
        """Wall time and standard error of the new process. RuntimeError if it fails."""
        command = [sys.executable, "-m", "pixies_experiments.faces.cli", "simulate", "--json"]
        command += ["--game", self.spec, "--players", str(self.players)]
        command += ["--games", str(GAMES)]
        if self.board is not None:
            command += ["--board", str(self.board)]
        started = time.perf_counter()
        answer = subprocess.run(
            command,
            env=os.environ | {"PIXIES_CACHE_DIR": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - started
        if answer.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed: {answer.stderr.strip()}")
        json.loads(answer.stdout)
        return seconds, answer.stderr


def first_start(start: Start) -> Measured:
    """Seconds with an empty cache folder, which is full afterwards."""
    seconds, said = start.run()
    stored = sum(file.stat().st_size for file in start.cache.rglob("*") if file.is_file())
    context: dict[str, Any] = {
        "players": start.players,
        "games": GAMES,
        "cache_bytes": stored,
        "message": said.strip(),
    }
    return Measured("first_start_s", seconds, context)


def warm_start(start: Start, runs: int) -> Measured:
    """Median of seconds with the full cache folder."""
    times = [start.run()[0] for _ in range(runs)]
    context: dict[str, Any] = {
        "players": start.players,
        "games": GAMES,
        "runs": runs,
        "low": min(times),
        "high": max(times),
    }
    return Measured("warm_start_s", float(np.median(times)), context)
