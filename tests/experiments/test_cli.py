"""What all commands have in common."""

from __future__ import annotations

import gc
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from pixies_env.core.compilation.compile import COMPILED
from pixies_experiments.api import simulating
from pixies_experiments.cli.app import app
from pixies_experiments.cli.start import garbage_collected_later
from pixies_experiments.simulation import Tally
from tests.experiments.conftest import ROOT, process

COMMANDS = ("simulate", "replay", "record", "board", "soak", "transcript", "bench")


def help_of(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "200"})
    assert result.exit_code == 0
    return result.stdout


def test_help_names_every_command():
    assert all(command in help_of() for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_json_and_seed(command):
    text = help_of(command)
    assert "--json" in text
    assert "--seed" in text


def test_version_is_that_of_the_distribution():
    result = CliRunner().invoke(app, ["--version"])
    assert result.stdout == f"pixies-env {version('pixies-env')}\n"


def loaded_by(*words: str) -> set[str]:
    """Modules of a new process that runs `pixies` with some words."""
    code = (
        "import sys, pixies_experiments.cli.app as cli\n"
        f"try: cli.app({list(words)})\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    folders = (ROOT, ROOT / "agents", ROOT / "experiments")
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(answer.stderr.split())


def test_help_loads_neither_numba_nor_pettingzoo():
    modules = loaded_by("--help")
    assert "pixies_experiments.cli.simulate" in modules
    assert not {"numba", "numpy", "pettingzoo", "gymnasium", "pixies_env"} & modules


def test_a_command_loads_no_other_command():
    commands = {f"pixies_experiments.cli.{name}" for name in (*COMMANDS, "train", "tournament")}
    assert loaded_by("draw", "--help") & commands == set()
    assert loaded_by("bench", "--help") & commands == {"pixies_experiments.cli.bench"}


def test_garbage_is_collected_as_usual_once_a_command_has_more_objects_than_a_start_makes():
    usual, others = gc.get_threshold(), list(gc.callbacks)
    with garbage_collected_later():
        assert gc.get_threshold()[0] > 100 * usual[0]
        gc.collect()
        assert gc.get_threshold() == usual
        assert gc.callbacks == others
    with garbage_collected_later():
        pass
    assert gc.get_threshold() == usual
    assert gc.callbacks == others


def test_json_is_all_that_a_process_prints():
    run = process("simulate", "--players", 2, "--games", 20, "--json")
    stdout, stderr = run.communicate()
    assert run.returncode == 0, stderr
    assert json.loads(stdout)["games"] == 20


def test_unknown_option_is_refused():
    result = CliRunner().invoke(app, ["simulate", "--gaems", "3"])
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "--gaems", "3"), "--gaems"),
        (("simulate", "--games", "many"), "--games"),
        (("simulte",), "simulte"),
        (("replay",), "file"),
        (("bench", "--qick"), "--qick"),
    ],
)
def test_usage_errors_too_are_an_object_with_json(words, said):
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 2
    assert said.lower() in json.loads(result.stdout)["error"].lower()
    assert said in result.stderr


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("pixie_qeen", "did you mean pixie_queen?"),
        ("tests.experiments.games:no_such_factory", "has no 'no_such_factory'"),
        ("tests.no_such_module:game", "No module named 'tests.no_such_module'"),
        ("tests.experiments.games:BoardError", "is a class, not a function that makes a game"),
        ("tests.experiments.games:CARD_GAME_NAME", "has no 'CARD_GAME_NAME'"),
        ("os:sep", "os:sep is a str, not a function that makes a game"),
        ("os:getcwd", "os:getcwd made a str, not a Game"),
        ("tests.games.race:run_rule", "cannot be called without"),
    ],
)
def test_unknown_game_is_refused(pixies, game, said):
    assert said in pixies.refused("simulate", "--games", 2, game=game)


@pytest.mark.skipif(not COMPILED, reason="is about compiled rules")
def test_a_rule_that_cannot_be_compiled_is_told(pixies):
    said = pixies.refused("simulate", "--games", 1, game="tests.experiments.games:faulty_game")
    assert "the rule tests.experiments.games.setup_with_a_typo cannot be compiled" in said
    assert "With NUMBA_DISABLE_JIT=1 rules run as plain Python" in said


def test_error_is_an_object_with_json(pixies):
    result = pixies("simulate", "--players", 9, "--json")
    assert result.exit_code == 2
    told = json.loads(result.stdout)
    assert told["error"] in result.stderr.replace("\n", " ")
    assert "2, 3, 4 players" in told["error"]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")
def test_interrupted_process_tells_what_was_finished(tmp_path):
    counts = tmp_path / "soak.json"
    run = process("soak", "--games", 1e12, "--block", 64, "--state", counts, "--json")
    while run.poll() is None and not counts.exists():
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    stdout, stderr = run.communicate()
    assert run.returncode == 130, stderr
    assert "interrupted" in stderr
    assert "Traceback" not in stderr
    assert json.loads(stdout)["games"] >= 64


def test_interrupted_simulation_tells_what_was_finished(pixies, monkeypatch):
    played = simulating.play_games

    def interrupted(*arguments, first_game=0, **options):
        blocks = played(*arguments, first_game=first_game, **options, block=8)
        yield from itertools.islice(blocks, 3)
        if first_game:
            raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "play_games", interrupted)
    result = pixies("simulate", "--players", 2, "--games", 100, "--json")
    assert result.exit_code == 130
    assert "interrupted after 25 of 100 games" in result.stderr
    told = json.loads(result.stdout)
    assert told["interrupted"] and told["games"] == 25
    assert told["seats"][0]["score"]["games"] == 25


def test_interrupt_while_a_block_is_counted_waits_for_its_end(pixies, monkeypatch):
    measured = Tally._measures

    def interrupted(tally, block):
        signal.raise_signal(signal.SIGINT)
        return measured(tally, block)

    monkeypatch.setattr(Tally, "_measures", interrupted)
    result = pixies("simulate", "--players", 2, "--games", 100, "--json")
    assert result.exit_code == 130
    told = json.loads(result.stdout)
    assert told["games"] == told["seats"][0]["score"]["games"] == 1
    assert told["decisions_per_game"]["games"] == 1
