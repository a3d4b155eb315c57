"""`pixies new-game`: what it writes is a whole game that holds what every game must."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pixies_experiments.cli.app import app
from pixies_experiments.new_game import write_game


def said(*words: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["new-game", *map(str, words)])
    return done.exit_code, done.stdout, done.stderr


def test_what_is_written_passes_its_own_tests_and_is_played(tmp_path: Path) -> None:
    code, output, _ = said("card_game", "--folder", tmp_path)
    assert code == 0 and f"cd {tmp_path / 'card_game'}" in output
    place = tmp_path / "card_game"
    uncompiled = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=place,
        env=uncompiled,
        capture_output=True,
        text=True,
    )
    assert tests.returncode == 0 and "4 passed" in tests.stdout, tests.stdout + tests.stderr
    pixies = [sys.executable, "-m", "pixies_experiments.cli.app", "simulate", "--json"]
    played = subprocess.run(
        [*pixies, "--game", "card_game:make", "--players", "4", "--games", "5"],
        cwd=place,
        env=uncompiled,
        capture_output=True,
        text=True,
    )
    assert played.returncode == 0, played.stderr
    assert "card_game" in played.stdout and "pig" not in json.loads(played.stdout).values()


@pytest.mark.skipif(sys.platform == "win32", reason="is about the shells of other systems")
def test_what_is_printed_can_be_given_to_a_shell(tmp_path: Path) -> None:
    folder = tmp_path / "my $HOME's games"
    folder.mkdir()
    _, output, _ = said("card_game", "--folder", folder)
    (line,) = [line for line in output.splitlines() if line.startswith("  cd ")]
    there = subprocess.run(["sh", "-c", f"{line} && pwd -P"], capture_output=True, text=True)
    assert Path(there.stdout.rstrip("\n")) == (folder / "card_game").resolve()


def test_json_names_the_files(tmp_path: Path) -> None:
    code, output, _ = said("my_game", "--folder", tmp_path, "--json")
    files = [Path(path) for path in json.loads(output)["files"]]
    assert code == 0 and all(path.is_file() for path in files)
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == set(files)
    assert '"my_game"' in (tmp_path / "my_game/my_game/game.py").read_text("utf-8")
    assert 'my_game_v0 = "my_game:make"' in (tmp_path / "my_game/pyproject.toml").read_text("utf-8")
    assert not any("$" in path.read_text("utf-8") for path in files)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("My-Game", "small letters"),
        ("2players", "beginning with a letter"),
        ("a" * 41, "at most 40"),
        ("class", "word or module of Python"),
        ("json", "word or module of Python"),
        ("numpy", "word or module of Python"),
        ("pixie_queen", "there is a game 'pixie_queen' already"),
        ("my_game_v1", "ends like a version"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused(name: str, why: str, tmp_path: Path) -> None:
    code, _, error = said(name, "--folder", tmp_path)
    assert code == 2 and why in " ".join(error.split())
    assert not list(tmp_path.iterdir())


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    (tmp_path / "my_game").write_text("mine")
    code, _, error = said("my_game", "--folder", tmp_path)
    assert code == 2 and "left as it is" in " ".join(error.split())
    assert (tmp_path / "my_game").read_text() == "mine"


def test_what_is_there_already_is_no_module_of_that_name(tmp_path: Path, monkeypatch) -> None:
    """Python started as ``python -m`` finds every folder where it stands as a module."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert said("my_game")[0] == 0
    code, _, error = said("my_game")
    assert code == 2 and "my_game is there already" in " ".join(error.split())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (tmp_path / "nowhere", file):
        code, _, error = said("my_game", "--folder", folder)
        assert code == 2
        assert f"{folder} is no folder; make it first" in " ".join(error.split())
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_nothing_is_left_of_what_could_not_be_written(tmp_path: Path, monkeypatch) -> None:
    write = Path.write_text

    def full(path: Path, *args: object, **kwargs: object) -> int:
        if path.name == "game.py":
            raise OSError(28, "No space left on device", str(path))
        return write(path, *args, **kwargs)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        write_game("my_game", tmp_path)
    assert not list(tmp_path.iterdir())
