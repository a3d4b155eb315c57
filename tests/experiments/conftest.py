"""The command in this process and in one of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pixies_experiments.cli.app import app

ROOT = Path(__file__).parents[2]
CARD_GAME = "tests.experiments.games:card_game"
BROKEN_GAME = "tests.experiments.games:broken_game"


class Command:
    """Runs `pixies` with a test game."""

    def __call__(self, *words: object, game: str = CARD_GAME, typed: str = "") -> Result:
        """In this process; the game is added."""
        given = [str(word) for word in words]
        if game:
            given += ["--game", game]
        return CliRunner().invoke(app, given, input=typed, prog_name="pixies")

    def json(self, *words: object, game: str = CARD_GAME, typed: str = "") -> dict:
        """The one object on standard output, of a run without errors."""
        result = self(*words, "--json", game=game, typed=typed)
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    def refused(self, *words: object, game: str = CARD_GAME) -> str:
        """What standard error says of a wrong input."""
        result = self(*words, game=game)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "Traceback" not in result.stderr
        return " ".join(result.stderr.split())


@pytest.fixture
def pixies() -> Command:
    """The command in this process."""
    return Command()


def process(*words: object, game: str = CARD_GAME) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    return python("-m", "pixies_experiments.cli.app", *words, "--game", game)


def python(*words: object) -> subprocess.Popen[str]:
    """Python in a process of its own, with this checkout."""
    folders = (ROOT, ROOT / "agents", ROOT / "experiments")
    return subprocess.Popen(
        [sys.executable, *map(str, words)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell starts background jobs with SIGINT ignored, and children inherit that.
        preexec_fn=_listen_to_interrupts if sys.platform != "win32" else None,
    )


def _listen_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
