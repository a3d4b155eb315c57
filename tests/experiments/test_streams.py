"""Output in any encoding and width, to a full disk and to a pipe that nobody reads."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from pixies_experiments.cli import streams
from pixies_experiments.cli.app import app
from tests.experiments.conftest import CARD_GAME, ROOT
from tests.experiments.test_numbers import commands

ENCODINGS = ["ascii", "latin-1", "iso8859-15", "cp437", "cp850", "koi8-r", "utf-8"]
SOME = ["ascii", "cp437", "koi8-r"]
"""Those that lack the most, for what takes longer."""
TOURNAMENT = ("tournament", "--agents", "random,careful", "--players", 2, "--games", 4)
TOURNAMENT += ("--workers", 1)
PROGRAM = typer.main.get_command(app)


def run(
    monkeypatch: pytest.MonkeyPatch, encoding: str, *words: object, typed: str = ""
) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command on streams of an encoding."""
    out, error = (io.TextIOWrapper(io.BytesIO(), encoding, write_through=True) for _ in range(2))
    read = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding)
    with monkeypatch.context() as patched:
        for name, stream in (("stdin", read), ("stdout", out), ("stderr", error)):
            patched.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            PROGRAM.main([str(word) for word in words], prog_name="pixies")
    told = [stream.buffer.getvalue().decode(encoding) for stream in (out, error)]  # type: ignore[attr-defined]
    return int(ended.value.code or 0), *told


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game."""
    from pixies_env.core.batches.arena import play_games
    from pixies_env.core.states import record_files
    from tests.experiments.games import card_game

    path = tmp_path_factory.mktemp("record") / "game.jsonl"
    (block,) = play_games(card_game(), ["random", "random"], games=1, records=True)
    record_files.write(path, block.records or ())
    return path


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_help_is_printed_in_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, _ in commands(PROGRAM):
        code, out, error = run(monkeypatch, encoding, *path, "--help")
        assert code == 0 and error == "" and "Usage: pixies" in out
        assert "?" not in re.sub(r"\?(?=\s)", "", out)


@pytest.mark.parametrize("encoding", SOME)
def test_results_are_printed_in_any_encoding(
    encoding: str, monkeypatch: pytest.MonkeyPatch, record: Path, tmp_path: Path
) -> None:
    game = ("--game", CARD_GAME)
    search = "flat:simulations=4"
    folder = record.parent / "tournament"
    for words in (
        ("simulate", "--games", 6, "--agents", "random,careful", *game),
        ("replay", record, "--view", *game),
        ("review", record, "--agent", search, *game),
        ("soak", "--games", 2, *game),
        ("board", "--game", "pixie_queen"),
        ("transcript", "--folder", tmp_path / "games", *game),
        ("draw", record, "--svg", tmp_path / "game.svg", *game),
        (*TOURNAMENT, "--folder", folder, *game),
    ):
        code, out, error = run(monkeypatch, encoding, *words)
        assert code == 0, (words, error)
        assert "?" not in out and "Traceback" not in error
    typed = "rules\n?\nview\nask\n\u2026\nstop\n"
    words = ("play", "--terminal", "--agents", search, "--adviser", search, "--folder", tmp_path)
    code, out, error = run(
        monkeypatch, encoding, *words, "--players", 2, "--seed", 1, *game, typed=typed
    )
    assert code == 0, error
    assert "Stopped" in out


def test_json_keeps_every_character_in_any_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [run(monkeypatch, e, "board", "--json", "--game", "havresac")[1] for e in ENCODINGS]
    first, *others = map(json.loads, told)
    assert all(other == first for other in others)


def test_errors_are_told_in_any_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding in ENCODINGS:
        code, _, error = run(
            monkeypatch, encoding, "board", "\u201cno such file\u201d \u2026\udcff"
        )
        assert code == 2 and "no such file" in error and "\\u" not in error


def test_what_an_encoding_lacks_is_printed_as_what_looks_like_it() -> None:
    text = "\u201cquotes\u201d \u2026 \u2013 \u2212 \u2550\u2566 \u00e9 \u0142 \u4e2d \u2588"
    assert text.encode("ascii", "pixies_ascii") == b'"quotes" ... - - =+ e ? ? #'
    assert "caf\u00e9 \u2026".encode("latin-1", "pixies_ascii") == b"caf\xe9 ..."
    assert "\udcff".encode("utf-8", "pixies_ascii") == b"?"


def numbers_in(text: str) -> set[str]:
    """Numbers with decimals, percentages and intervals."""
    return set(re.findall(r"\d[\d,]*\.\d+", text))


def test_no_width_cuts_a_number(
    monkeypatch: pytest.MonkeyPatch, record: Path, tmp_path: Path
) -> None:
    folder, game = record.parent / "tournament", ("--game", CARD_GAME)
    agents = "random,careful,flat:simulations=2"
    for words in (
        (*TOURNAMENT, "--folder", folder, *game),
        ("simulate", "--games", 60, "--agents", agents, *game),
        ("review", record, "--agent", "flat:simulations=4", *game),
        ("board", "--game", "pixie_queen"),
    ):
        shown = {}
        for width in (200, 40, 20):
            monkeypatch.setenv("COLUMNS", str(width))
            out = " ".join(run(monkeypatch, "utf-8", *words)[1].split())
            # How fast it was differs from run to run.
            shown[width] = numbers_in(re.sub(r"[\d,.]+ (games|decisions)/s", "", out))
            assert not re.search(r"\d\u2026|\d\.\.(\s|$)", out)
        assert shown[200] == shown[40] == shown[20]


def piped(*words: str, stdout: Any = subprocess.PIPE, **more: Any) -> subprocess.Popen[str]:
    folders = (ROOT, ROOT / "agents", ROOT / "experiments")
    return subprocess.Popen(
        [sys.executable, "-m", "pixies_experiments.cli.app", *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))},
        cwd=ROOT,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [("--help",), ("board", "--json")], ids=" ".join)
def test_a_full_disk_is_told_in_one_line(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        process = piped(*words, stdout=full)
        _, error = process.communicate(timeout=120)
    assert process.returncode == streams.UNWRITABLE
    assert error == "pixies: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="pipes are closed otherwise elsewhere")
def test_a_pipe_that_nobody_reads_ends_a_command_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = piped("--help", stdout=writing)
    os.close(writing)
    _, error = process.communicate(timeout=120)
    assert process.returncode == streams.UNWRITABLE and error == ""


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed otherwise elsewhere")
def test_a_closed_standard_output_takes_nothing() -> None:
    process = piped("--version", preexec_fn=lambda: os.close(1))
    _, error = process.communicate(timeout=120)
    assert process.returncode == 0 and error == ""
