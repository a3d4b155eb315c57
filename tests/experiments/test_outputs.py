"""What cannot be written is told before the work begins, in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pixies_experiments.cli.outputs import try_files, try_folder
from tests.experiments.conftest import CARD_GAME

SEARCH = "flat:simulations=4"
# Nobody, not even root, can make a file there.
UNWRITABLE = Path("/proc")
needs_proc = pytest.mark.skipif(not UNWRITABLE.is_dir(), reason="this system has no /proc")


@pytest.fixture
def record(pixies: Any, tmp_path: Path) -> Path:
    """A recorded game."""
    path = tmp_path / "game.jsonl"
    result = pixies("simulate", "--games", 1, "--players", 2, "--records", path)
    assert result.exit_code == 0, result.stderr
    return path


def outputs(path: Path, record: Path, folder: Path) -> dict[str, tuple[Any, ...]]:
    """Every option that names a file to write."""
    return {
        "simulate --records": ("simulate", "--games", 10**9, "--records", path),
        "soak --state": ("soak", "--games", 10**12, "--state", path),
        "review --html": ("review", record, "--agent", SEARCH, "--html", path),
        "review --keep": ("review", record, "--agent", SEARCH, "--keep", path),
        "draw --html": ("draw", record, "--html", path),
        "draw --gif": ("draw", record, "--gif", path),
        "draw --svg": ("draw", record, "--svg", path),
        "draw --png": ("draw", record, "--png", path),
        "record": ("record", path, "--players", 2),
    }


def folders(path: Path) -> dict[str, tuple[Any, ...]]:
    """Every option that names a folder to write into."""
    study = ("--folder", path, "--agents", "random", "--games", 50_000)
    return {
        "transcript": ("transcript", "--folder", path),
        "tournament": ("tournament", *study),
        "balance skills": ("balance", "skills", *study),
        "balance seats": ("balance", "seats", *study),
        "balance board": ("balance", "board", *study),
        "balance sizes": ("balance", "sizes", *study),
        "tune": ("tune", "greedy", "--folder", path),
        "play": ("play", "--terminal", "--folder", path),
    }


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch, record: Path) -> None:
    """Work that begins is an error."""

    def begun(*arguments: Any, **options: Any) -> Any:
        raise AssertionError("the work began before its output was tried")

    from pixies_experiments import soak
    from pixies_experiments.api import reviewing, simulating

    monkeypatch.setattr(reviewing.Judging, "judged", begun)
    monkeypatch.setattr(soak.Soak, "run", begun)
    monkeypatch.setattr(simulating.Simulation, "play", begun)


@needs_proc
@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("name", outputs(Path(), Path(), Path()))
def test_a_file_that_cannot_be_written_is_told_before_the_work(
    pixies: Any, record: Path, tmp_path: Path, name: str
) -> None:
    path = UNWRITABLE / "pixies_output"
    told = pixies.refused(*outputs(path, record, tmp_path)[name])
    assert f"{path} cannot be written" in told


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("name", outputs(Path(), Path(), Path()))
def test_a_file_in_no_folder_is_told_before_the_work(
    pixies: Any, record: Path, tmp_path: Path, name: str
) -> None:
    missing = tmp_path / "no_folder"
    assert str(missing) in pixies.refused(*outputs(missing / "file", record, tmp_path)[name])
    assert not missing.exists()
    below = record / "file"
    assert str(record) in pixies.refused(*outputs(below, record, tmp_path)[name])
    assert str(tmp_path) in pixies.refused(*outputs(tmp_path, record, tmp_path)[name])


@needs_proc
@pytest.mark.parametrize("name", folders(Path()))
def test_a_folder_that_cannot_be_written_is_told_before_the_work(pixies: Any, name: str) -> None:
    if name == "tune":
        pytest.importorskip("cmaes")
    path = UNWRITABLE / "pixies_output"
    game = CARD_GAME if name == "transcript" else "pixie_queen"
    assert f"{path} cannot be written" in pixies.refused(*folders(path)[name], game=game)


@pytest.mark.parametrize("name", folders(Path()))
def test_a_file_is_no_folder(pixies: Any, tmp_path: Path, name: str) -> None:
    if name == "tune":
        pytest.importorskip("cmaes")
    file = tmp_path / "file"
    file.write_text("not a folder", "utf-8")
    game = CARD_GAME if name == "transcript" else "pixie_queen"
    told = pixies.refused(*folders(file)[name], game=game)
    assert str(file) in told and "folder" in told
    assert file.read_text("utf-8") == "not a folder"


@pytest.mark.parametrize("check", [(), ("--check",)])
def test_transcripts_of_no_folder_are_refused_with_check_too(
    pixies: Any, tmp_path: Path, check: tuple[str, ...]
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\xff")
    assert f"{file} is a file" in pixies.refused("transcript", "--folder", file, *check)


def test_a_transcript_in_no_known_encoding_differs(pixies: Any, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert pixies("transcript", "--folder", folder).exit_code == 0
    (first, *_) = sorted(folder.iterdir())
    whole = first.read_bytes()
    first.write_bytes(b"\xff" + whole)
    assert pixies("transcript", "--folder", folder, "--check").exit_code == 1
    assert pixies("transcript", "--folder", folder).exit_code == 0
    assert first.read_bytes() == whole


def test_trying_leaves_nothing_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("kept", "utf-8")
    try_files(file, tmp_path / "new", None)
    try_folder(tmp_path / "a" / "b")
    assert [*tmp_path.iterdir()] == [file] and file.read_text("utf-8") == "kept"
