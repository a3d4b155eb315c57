"""What is damaged in a study's folder is never used: it is put aside and made again, or named."""

from __future__ import annotations

import json
import os
import shutil

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from pixies_env.core.errors import DamagedDataError
from pixies_experiments.pieces import CONTINUE, StudyError, StudyRefusedError
from pixies_experiments.studies import pages
from pixies_experiments.studies.configuration import read_configuration
from pixies_experiments.studies.part_files import read_part
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.tournament import Tournament
from tests.experiments.conftest import Command
from tests.experiments.games import card_game
from tests.experiments.studies.conftest import AGENTS, contents, runners

STUDY = Tournament(card_game(), ("random", f"{AGENTS}Raising"), (2,), 40, piece_deals=(2,))
"""Of ten pieces, some with games that failed."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of the study, which nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole") / "study"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "write_page", lambda report, folder: report.title)
        run_study(STUDY, folder, workers=1, on_error=CONTINUE)
    return folder


@pytest.fixture
def folder(whole, tmp_path, no_pictures):
    """A copy of it, to be damaged."""
    shutil.copytree(whole, tmp_path / "study")
    return tmp_path / "study"


def parts(folder):
    return sorted(folder.glob("parts/*.parquet"))


def run_again(folder):
    """What the same command says."""
    lines = []
    run_study(STUDY, folder, workers=1, on_error=CONTINUE, say=lines.append)
    return [line for line in lines if not line.startswith("left out")]


def made_again(part):
    return f"the part {part.stem} is damaged; it is put aside and made again"


# ---- parts


def test_a_flipped_bit_anywhere_in_a_part_is_told(folder):
    part = parts(folder)[0]
    content = part.read_bytes()
    for at in range(0, len(content), 17):
        part.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        with pytest.raises(DamagedDataError, match=part.name):
            read_part(part)


def test_a_part_that_is_too_short_or_too_long_is_damaged(folder):
    part = parts(folder)[0]
    content = part.read_bytes()
    for damaged in (*(content[:end] for end in range(0, len(content), 97)), content + b"\0"):
        part.write_bytes(damaged)
        with pytest.raises(DamagedDataError, match=part.name):
            read_part(part)


def half(table):
    return table.slice(0, len(table) // 2)


def renamed(table):
    return table.rename_columns(["winner" if n == "win" else n for n in table.column_names])


def other_type(table):
    at = table.column_names.index("deal")
    return table.set_column(at, "deal", table["deal"].cast(arrow.int32()))


@pytest.mark.parametrize("change", [half, renamed, other_type, arrow.Table.combine_chunks])
def test_a_part_that_another_program_wrote_is_made_again(whole, folder, change):
    part = parts(folder)[3]
    kept = parquet.read_metadata(part).metadata
    table = change(parquet.read_table(part))
    with parquet.ParquetWriter(part, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(
            {key: value for key, value in kept.items() if key != b"ARROW:schema"}
        )
    assert run_again(folder) == [made_again(part)]
    part.with_suffix(".damaged").unlink()
    assert contents(folder) == contents(whole)


def test_damaged_parts_are_put_aside_and_made_again(whole, folder):
    """The results are those of a study that nobody disturbed, byte for byte."""
    first, second, third, fourth, fifth, *_ = parts(folder)
    damaged = {
        first: first.read_bytes()[:100],
        second: b"",
        third: b"PAR1" + bytes(200) + third.read_bytes()[204:],
        fourth: first.read_bytes(),
    }
    for part, content in damaged.items():
        part.write_bytes(content)
    fifth.unlink()
    fifth.mkdir()
    assert run_again(folder) == [made_again(part) for part in (*damaged, fifth)]
    for part, content in damaged.items():
        aside = part.with_suffix(".damaged")
        assert aside.read_bytes() == content
        aside.unlink()
    fifth.with_suffix(".damaged").rmdir()
    assert contents(folder) == contents(whole)


def test_a_part_that_is_damaged_again_does_not_take_the_place_of_the_first(folder):
    part = parts(folder)[0]
    for content in (b"first", b"second", b"third"):
        part.write_bytes(content)
        assert run_again(folder) == [made_again(part)]
    asides = {path.name: path.read_bytes() for path in folder.glob("parts/*.damaged")}
    assert asides == {
        f"{part.stem}.damaged": b"first",
        f"{part.stem}.2.damaged": b"second",
        f"{part.stem}.3.damaged": b"third",
    }


def test_a_damaged_part_decides_nothing_about_when_to_stop(tmp_path, no_pictures):
    study, folder = runners(games=300, until_width=0.3), tmp_path / "study"
    run_study(study, folder, workers=1)
    expected, lines = contents(folder), []
    part = parts(folder)[0]
    part.write_bytes(part.read_bytes()[:-1])
    run_study(study, folder, workers=1, say=lines.append)
    assert lines == [made_again(part)]
    part.with_suffix(".damaged").unlink()
    assert contents(folder) == expected


def test_a_part_that_is_damaged_while_it_is_summed_up_is_named(folder, monkeypatch):
    part = parts(folder)[0]
    summarise = Tournament.summarise

    def damage_first(*given):
        part.write_bytes(b"")
        return summarise(*given)

    monkeypatch.setattr(Tournament, "summarise", damage_first)
    with pytest.raises(StudyError, match=f"{part.name}: not whole.*; the same command makes it"):
        run_again(folder)
    monkeypatch.undo()
    assert run_again(folder) == [made_again(part)]


@pytest.mark.parametrize("pattern", ["*.json", "*.jsonl"])
@pytest.mark.parametrize("content", [None, b"", b"{}", b"[{}]", b"\xff" * 9])
def test_a_part_whose_failures_are_damaged_is_made_again(whole, folder, pattern, content):
    file = next(folder.glob(f"failures/{pattern}"))
    (part,) = (part for part in parts(folder) if file.name.startswith(part.stem))
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    assert run_again(folder) == [made_again(part)]
    part.with_suffix(".damaged").unlink()
    assert contents(folder) == contents(whole)


def test_damaged_times_are_put_aside(whole, folder):
    file = next(folder.glob("times/*.parquet"))
    file.write_bytes(file.read_bytes()[:-5])
    assert run_again(folder) == [f"the times of {file.stem} are damaged; they are put aside"]
    assert file.with_suffix(".damaged").exists() and not file.exists()
    assert contents(folder) == contents(whole)


def test_damaged_results_are_written_anew(whole, folder):
    for file in (*folder.glob("results/*"), folder / "report.html"):
        file.write_bytes(b"\0")
    assert run_again(folder) == []
    assert contents(folder) == contents(whole)


@pytest.mark.parametrize("pattern", ["parts/*.parquet", "times/*.parquet", "failures/*.json"])
def test_a_pipe_in_place_of_a_file_is_not_waited_for(whole, folder, pattern):
    file = sorted(folder.glob(pattern))[0]
    file.unlink()
    os.mkfifo(file)
    (said,) = run_again(folder)
    assert f" {file.stem} " in said and "put aside" in said
    for aside in folder.glob("*/*.damaged"):
        aside.unlink()
    assert not file.is_fifo() and contents(folder) == contents(whole)


# ---- the configuration

DAMAGED = {
    "nested": b"[" * 200_000 + b"]" * 200_000,
    "nested object": b'{"a":' * 200_000 + b"1" + b"}" * 200_000,
    "no object": b"[]",
    "empty": b"",
    "nothing": b"{}",
    "not text": b"\xff\xfe\xfd",
    "endless number": b'{"format": "pixies-study", "version": ' + b"9" * 5000 + b"}",
    "version that is none": b'{"format": "pixies-study", "version": [2]}',
    "no digest": b'{"format": "pixies-study", "version": 2}',
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_configuration_is_told_in_one_line_and_nothing_is_lost(folder, content):
    file = folder / "study.json"
    file.write_bytes(content)
    before = contents(folder)
    words = ("tournament", "--agents", "random", "--players", 2, "--games", 40)
    result = Command()(*words, "--folder", folder)
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.count("\n") == 1 and result.stderr.startswith(f"pixies: {file}: ")
    assert "it is damaged or of something else: move it away, and the command" in result.stderr
    assert contents(folder) == before


def test_a_flipped_bit_anywhere_in_a_configuration_is_told(folder):
    file = folder / "study.json"
    content = file.read_bytes()
    for at in range(0, len(content), 5):
        damaged = content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :]
        file.write_bytes(damaged)
        with pytest.raises(StudyRefusedError, match=str(file)):
            read_configuration(folder)


def test_a_configuration_that_was_moved_away_is_written_anew(whole, folder):
    (folder / "study.json").unlink()
    part = parts(folder)[0]
    part.write_bytes(b"")
    assert run_again(folder) == [made_again(part)]
    part.with_suffix(".damaged").unlink()
    assert contents(folder) == contents(whole)


def test_a_configuration_that_was_laid_out_anew_is_written_as_it_was(whole, folder):
    file = folder / "study.json"
    file.write_text(json.dumps(json.loads(file.read_bytes())))
    assert run_again(folder) == []
    assert contents(folder) == contents(whole)


def test_parts_without_a_configuration_are_not_taken_for_those_of_another_study(folder):
    (folder / "study.json").unlink()
    before = contents(folder)
    other = Tournament(card_game(), STUDY.entries, (2,), 40, seed=1, piece_deals=(2,))
    with pytest.raises(StudyRefusedError, match=f"{folder} holds parts of another study, and no"):
        run_study(other, folder, workers=1)
    assert contents(folder) == before


def test_a_configuration_of_another_version_is_refused(folder):
    told = json.loads((folder / "study.json").read_bytes())
    for number in (1, 3):
        (folder / "study.json").write_text(json.dumps({**told, "version": number}))
        with pytest.raises(StudyRefusedError, match=f"is of version {number}, this is 2"):
            run_again(folder)


def test_a_study_that_was_killed_before_its_configuration_was_there_begins(tmp_path, no_pictures):
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / ".lock").touch()
    (folder / ".study.json-abcd1234").touch()
    run_study(runners(games=9), folder, workers=1)
    assert not list(folder.glob(".study*"))


def test_what_cannot_be_opened_is_told_in_one_line(folder):
    file = folder / "study.json"
    file.unlink()
    file.mkdir()
    with pytest.raises(StudyRefusedError, match=f"^{file}: this is a folder, not a file$"):
        run_again(folder)


def test_a_pipe_in_place_of_the_configuration_is_told_in_one_line(folder):
    file = folder / "study.json"
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(StudyRefusedError, match=f"^{file}: this is a device or pipe, not a reg"):
        run_again(folder)
