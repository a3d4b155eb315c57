"""A few of what ``make mutations`` tries by the thousand, and that it sees what it looks for."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states.stored import digest_of
from tests.hostile import mutations, subjects
from tests.hostile.alterations import Alteration, bytes_altered, in_json, in_toml
from tests.hostile.subject import HostileError, Subject

FEW = 24
TORCH = "training:"
STUDIES = ("studies:", "tunings:")


def _marked(name: str) -> Any:
    study = subjects.SUBJECTS[name].startswith((TORCH, *STUDIES))
    return pytest.param(name, marks=[pytest.mark.study] if study else [])


@pytest.mark.parametrize("name", [_marked(name) for name in subjects.SUBJECTS])
def test_nothing_damaged_is_used(name: str, tmp_path: Path) -> None:
    if subjects.SUBJECTS[name].startswith(TORCH):
        pytest.importorskip("torch")
    tally = mutations.tried(name, tmp_path / "subject", FEW, seed=1)
    assert tally.tried >= FEW and tally.refused + tally.equal + tally.sound == tally.tried


class Notes(Subject):
    """A small subject, read as a test says."""

    sealed: ClassVar = True

    def __init__(self, folder: Path, read: Callable[[Path], Any]) -> None:
        self.read = read
        super().__init__(folder)

    def make(self) -> Sequence[Path]:
        path = self.folder / "note.json"
        content = {"number": 7, "text": "a note"}
        path.write_text(json.dumps({**content, "sha256": digest_of(content)}))
        return [path]

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_json()]

    def use(self, path: Path) -> Any:
        return self.read(path)


def _refused(path: Path, why: str) -> DamagedDataError:
    return DamagedDataError(f"{path}: {why}")


def well(path: Path) -> Any:
    """What a note says, if it is whole."""
    try:
        told = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise _refused(path, str(error)) from None
    try:
        if told["sha256"] != digest_of(told):
            raise _refused(path, "it was changed")
    except (TypeError, KeyError, AttributeError, RecursionError):
        raise _refused(path, "no note") from None
    return told


def without_looking(path: Path) -> Any:
    return json.loads(path.read_bytes().decode(errors="replace")) if _is_json(path) else None


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return False
    return True


def with_any_error(path: Path) -> Any:
    return json.loads(path.read_bytes())["number"]


def nameless(path: Path) -> Any:
    try:
        return well(path)
    except DamagedDataError:
        raise DamagedDataError("something is wrong with a file") from None


class WideError(DamagedDataError):
    """One with several lines."""

    def __str__(self) -> str:
        return f"{self.args[0]}\n\nand more"


def in_many_lines(path: Path) -> Any:
    try:
        return well(path)
    except DamagedDataError as error:
        raise WideError(str(error)) from None


def test_a_reader_that_is_careful_passes(tmp_path: Path) -> None:
    tally = Notes(tmp_path, well).run(200, seed=1)
    assert tally.tried == 200 and tally.refused > 150


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (without_looking, "a damaged file was used"),
        (with_any_error, "Error"),
        (nameless, "something is wrong with a file"),
        (in_many_lines, "and more"),
    ],
)
def test_a_reader_that_is_not_is_found_and_its_file_kept(
    read: Callable[[Path], Any], words: str, tmp_path: Path
) -> None:
    notes = Notes(tmp_path, read)
    original = notes.files[0].read_bytes()
    with pytest.raises(HostileError, match=words) as found:
        notes.run(200, seed=1)
    (kept,) = tmp_path.glob("altered-*")
    assert str(kept) in str(found.value) and kept.read_bytes() != original
    assert notes.files[0].read_bytes() == original


def test_a_reader_that_waits_for_ever_or_takes_all_memory_is_found(tmp_path: Path) -> None:
    def slow(path: Path) -> Any:
        while path.read_bytes() != original:
            pass
        return 1

    notes = Notes(tmp_path, lambda path: 1)
    original = notes.files[0].read_bytes()
    notes.read = slow
    notes.seconds = 0.05  # type: ignore[misc]
    with pytest.raises(HostileError, match=r"more than 0\.05 seconds"):
        notes.run(1, seed=1)


def test_equal_draws_give_equal_alterations() -> None:
    board = b'[a]\nnumber = 3\nnames = ["x", "y"]\n[b.c]\nflag = true\n'
    for alter in (bytes_altered, in_toml):
        first, again = (
            [alter(board, draw) for _ in range(50)] for draw in (random.Random(1), random.Random(1))
        )
        assert first == again and len(set(first)) > 25


def test_the_command_ends_with_1_if_a_subject_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: str(tmp_path / "kept"))
    words = ["mutations", "--count", "5", "--only", "kernel cache"]
    monkeypatch.setattr("sys.argv", words)
    assert mutations.main() == 0
    assert "nothing damaged was used" in capsys.readouterr().out
    monkeypatch.setattr(
        mutations, "subject_named", lambda name, folder: Notes(folder, without_looking)
    )
    monkeypatch.setattr("sys.argv", [*words, "--count", "200"])
    assert mutations.main() == 1
    said = capsys.readouterr().out
    assert "1 of 1 subjects failed" in said and "--count 200 --seed 1" in said
