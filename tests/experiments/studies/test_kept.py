"""The page of a study is made again from its configuration and its tables alone."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from pixies_env.core.states.stored import digest_of
from pixies_experiments.folder_lock import only_run
from pixies_experiments.pieces import CONTINUE, StudyRefusedError
from pixies_experiments.studies import pages
from pixies_experiments.studies.configuration import (
    read_configuration,
    read_kept,
    write_configuration,
)
from pixies_experiments.studies.kept import kept_outcome, write_kept_pages
from pixies_experiments.studies.kinds import configured, pages_of
from pixies_experiments.studies.report import listed
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.tournament import Tournament
from tests.experiments.games import card_game
from tests.experiments.studies.conftest import AGENTS, contents
from tests.games import race

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
KEPT = sorted(path.parent for path in (DOCS / "results").glob("*/study.json"))
PLANTED = "tests.games.planted"
STUDIES = {
    "balance skills": ("--agents", f"{PLANTED}:simple,{PLANTED}:trained", "--games", 200),
    "balance board": ("--agents", f"{PLANTED}:simple", "--boards", 8, "--games", 60),
    "exploit": (
        *("--target", f"{PLANTED}:simple", "--responses", f"{PLANTED}:exploiter"),
        *("--generations", 0, "--choosing-games", 40, "--games", 120),
    ),
    "tournament": ("--agents", f"{PLANTED}:simple,{PLANTED}:trained", "--games", 60),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A tournament in some of whose games an agent failed, with all its pictures."""
    folder = tmp_path_factory.mktemp("kept") / "study"
    study = Tournament(card_game(), ("random", f"{AGENTS}Raising"), (2,), 20, piece_deals=(4,))
    run_study(study, folder, workers=1, on_error=CONTINUE)
    return folder


@pytest.fixture
def tables_only(whole, tmp_path):
    """What remains of it when nothing but its configuration and tables is kept."""
    folder = tmp_path / "kept"
    shutil.copytree(whole / "results", folder / "results")
    shutil.copy(whole / "study.json", folder)
    return folder


def test_page_and_pictures_are_made_again_to_the_byte(whole, tables_only):
    outcome = write_kept_pages(tables_only, card_game())
    assert [failure.agent for failure in outcome.failures] and "Failures" in page(tables_only)
    made = contents(whole)
    for name, content in contents(tables_only).items():
        assert content == made[name], name
    assert {name for name in made if name.startswith(("report", "figures"))} <= set(
        contents(tables_only)
    )


def page(folder):
    return (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", STUDIES)
def test_studies_of_each_kind_are_taken_from_their_tables(words, pixies, tmp_path, no_pictures):
    game = f"{PLANTED}:planted_game"
    given = (*words.split(), *STUDIES[words], "--players", 2, "--folder", tmp_path / "study")
    told = pixies.json(*given, "--workers", 1, game=game)
    shutil.rmtree(tmp_path / "study" / "parts")
    before = contents(tmp_path / "study")
    again = pixies.json("report", tmp_path / "study", game=game)
    # A tournament leaves out its long tables.
    again["results"] = {name: again["results"][name] for name in told["results"]}
    assert again == told
    assert contents(tmp_path / "study") == before


@pytest.mark.parametrize("folder", KEPT, ids=lambda folder: folder.name)
def test_kept_studies_of_the_docs_have_their_pages(folder, monkeypatch, tmp_path):
    written = []
    monkeypatch.setattr(pages, "write_page", lambda report, figures: written.append(report) or "")
    shutil.copytree(folder, tmp_path / "kept")
    write_kept_pages(tmp_path / "kept", pictures=False)
    names = {name for report in written for name in report.pictures}
    assert {path.stem for path in folder.glob("figures/*.png")} <= names


def test_links_of_the_docs_lead_to_kept_studies():
    pages = [*DOCS.glob("results*.md"), DOCS / "style.md", DOCS / "learning.md"]
    text = "".join(page.read_text("utf-8") for page in pages)
    linked = re.findall(r"\(results/(\w+)\)", text)
    assert sorted(set(linked)) == [folder.name for folder in KEPT]


def test_a_page_without_files_of_pictures(tables_only):
    write_kept_pages(tables_only, card_game(), pictures=False)
    assert "<svg" in page(tables_only) and not (tables_only / "figures").exists()


def test_another_board_is_told_on_the_page(tmp_path, folder, no_pictures, monkeypatch):
    study = Tournament(race.game(), ("random",), (2,), 8)
    run_study(study, folder, workers=1)
    seen = []
    monkeypatch.setattr(pages, "write_page", lambda report, figures: seen.append(report) or "")
    write_kept_pages(folder, race.game())
    write_kept_pages(folder, race.game((1, 2, 3)))
    assert "has changed" not in " ".join(seen[0].lead)
    assert seen[1].lead[-1].startswith("The game has changed since these games were played.")
    assert ("board", race.game().board_digest) in seen[1].facts


def test_configurations_make_the_same_study_again(whole):
    outcome = kept_outcome(whole, card_game())
    again = configured(card_game(), outcome.configuration)
    assert again.configuration() == outcome.study.configuration()


def refused(folder, game=None):
    before = contents(folder) if folder.is_dir() else {}
    with pytest.raises(StudyRefusedError) as caught:
        write_kept_pages(folder, game)
    assert (contents(folder) if folder.is_dir() else {}) == before
    return str(caught.value)


def test_what_keeps_no_study_is_refused(tmp_path, tables_only):
    assert "holds no study" in refused(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()
    assert "hand the game over" in refused(tables_only)
    shutil.rmtree(tables_only / "results")
    assert "keeps no tables of results" in refused(tables_only, card_game())


def test_a_damaged_table_is_refused(tables_only):
    agents = tables_only / "results" / "agents.parquet"
    whole = agents.read_bytes()
    agents.write_bytes(whole[:-9])
    assert "agents.parquet: cannot be read" in refused(tables_only, card_game())
    parquet.write_table(parquet.read_table(arrow.BufferReader(whole)).slice(1), agents)
    assert "agents.parquet is damaged or of another study" in refused(tables_only, card_game())
    without_digests(tables_only)
    parquet.write_table(arrow.table({"agent": ["random"]}), agents)
    assert "are not those of its study: 'players' is missing" in refused(tables_only, card_game())


def write_reasons(folder, values):
    """Let there be a table of how games ended, and the study say that it is its own."""
    rows = len(values)
    table = arrow.table({"players": [2] * rows, "reason": values, "games": [1] * rows})
    parquet.write_table(table, folder / "results" / "reasons.parquet")
    digests = {
        file.stem: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in (folder / "results").iterdir()
    }
    write_configuration(folder, read_configuration(folder), digests)


@pytest.mark.parametrize("values", [[None], ["all_done", None]])
def test_a_table_without_a_name_is_refused(tables_only, values):
    write_reasons(tables_only, values)
    said = refused(tables_only, card_game())
    assert "reasons.parquet: the column 'reason' lacks values" in said


@pytest.mark.parametrize("value", [7, ["a"]])
def test_a_table_of_other_contents_is_refused(tables_only, value):
    write_reasons(tables_only, [value])
    said = refused(tables_only, card_game())
    assert "are not those of its study" in said and "\n" not in said


def test_a_table_of_failures_of_other_contents_is_refused(tables_only):
    file = tables_only / "results" / "failures.parquet"
    parquet.write_table(arrow.table({"fault": ["none"]}), file)
    without_digests(tables_only)
    assert "are not those of its study" in refused(tables_only, card_game())


@pytest.mark.parametrize("key", ["board", "game_version", "options"])
@pytest.mark.parametrize("value", [None, 1.5, ["a"]])
def test_a_configuration_that_identifies_no_game_is_refused(tables_only, key, value):
    write_configuration(tables_only, {**read_configuration(tables_only), key: value}, {})
    said = refused(tables_only, card_game())
    assert f"study.json: {key!r} must be a " in said and repr(value) in said


def test_the_page_of_a_study_is_not_made_with_another_game(whole, pixies):
    before = contents(whole)
    said = pixies.refused("report", whole, game="havresac")
    name = card_game().name
    assert f"study.json: the game is {name!r}, not 'havresac'" in said
    assert contents(whole) == before


def without_digests(folder):
    """A configuration as it was before it held digests of tables."""
    file = folder / "study.json"
    told = json.loads(file.read_bytes())
    del told["results"]
    file.write_text(json.dumps({**told, "sha256": digest_of(told)}), encoding="utf-8")


def test_a_missing_table_is_refused(whole, tables_only):
    results = tables_only / "results"
    for table in sorted((whole / "results").iterdir()):
        (results / table.name).unlink()
        said = refused(tables_only, card_game())
        assert said == (
            f"{results / table.name} is missing; the command that made the study writes it anew"
        )
        shutil.copy(table, results)


def test_a_table_that_is_not_of_the_study_is_left_alone(tables_only):
    parquet.write_table(arrow.table({"a": [1]}), tables_only / "results" / "notes.parquet")
    assert "notes" not in write_kept_pages(tables_only, card_game(), pictures=False).tables


@pytest.mark.parametrize("folder", KEPT, ids=lambda folder: folder.name)
def test_a_missing_table_is_refused_where_no_digests_are_kept(folder, tmp_path):
    kept = tmp_path / "kept"
    shutil.copytree(folder, kept)
    # Games need not tell scores, rounds, or how they ended.
    untold = {"scores.parquet", "rounds.parquet", "reasons.parquet"}
    sure = {file.name for file in (kept / "results").iterdir()} - untold
    assert sure
    for name in sorted(sure):
        (kept / "results" / name).unlink()
        assert f"{kept / 'results' / name} is missing" in refused(kept)
        shutil.copy(folder / "results" / name, kept / "results")


def test_report_names_a_missing_table_in_one_line(pixies, tmp_path):
    shutil.copytree(DOCS / "results" / "seats", tmp_path / "kept")
    (tmp_path / "kept" / "results" / "effects.parquet").unlink()
    said = pixies.refused("report", tmp_path / "kept", game="")
    assert "effects.parquet is missing; the command that made the study writes it anew" in said


def test_report_of_a_folder_without_a_study_says_what_would_be_right(pixies, tmp_path):
    (tmp_path / "thesis.tex").touch()
    said = pixies.refused("report", tmp_path, game="")
    assert (
        f"{tmp_path} holds no study to report on (study.json is missing); name the folder that "
        "the command of a study wrote"
    ) in said


@pytest.mark.parametrize("number", [1, 2, 4])
def test_numbers_in_sentences_are_listed_with_one_and(number):
    assert listed((2, 3, 4, 5)[:number]) == {1: "2", 2: "2 and 3", 4: "2, 3, 4 and 5"}[number]


@pytest.mark.parametrize("folder", KEPT, ids=lambda folder: folder.name)
def test_pages_of_studies_begin_with_one_picture_and_five_lines(folder):
    outcome = kept_outcome(folder)
    report = pages_of(outcome.study).report(outcome.study, outcome)
    assert report.picture is not None and len(report.lead) <= 5
    assert next(iter(report.pictures)) == "overview"


@pytest.mark.parametrize("name", ["seats", "skills", "tournament"])
def test_pages_list_numbers_of_players_with_one_and(name):
    outcome = kept_outcome(DOCS / "results" / name)
    report = pages_of(outcome.study).report(outcome.study, outcome)
    assert "with 2, 3, 4 and 5 players" in report.lead[0]


def test_a_folder_in_use_is_refused(tables_only):
    with only_run(tables_only):
        assert "in use by another run" in refused(tables_only, card_game())


def test_board_and_options_go_with_a_game(pixies, tmp_path):
    said = pixies.refused("report", tmp_path, "--option", "a=b", game="")
    assert "--board and --option go with --game" in said


def test_games_of_a_kept_study_are_played_again_and_compared(pixies, tmp_path):
    words = ("tournament", *STUDIES["tournament"], "--players", 2, "--workers", 1)
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, seed in ((one, 1), (other, 2)):
        pixies.json(*words, "--seed", seed, "--folder", folder, game=f"{PLANTED}:planted_game")
    shutil.rmtree(one / "parts")
    again = ("reproduce", one, "--workers", 1, "--folder")
    told = pixies.json(*again, tmp_path / "again", game=f"{PLANTED}:planted_game")
    assert told["same"] and told["parts"] == read_kept(one).parts != read_kept(other).parts
    # Of a study whose games were others.
    kept = read_kept(one)
    write_configuration(one, kept.told, kept.results, read_kept(other).parts)
    failed = pixies(*again, tmp_path / "again", game=f"{PLANTED}:planted_game")
    said = " ".join(failed.stderr.split())
    assert failed.exit_code == 1 and kept.parts in said
    assert f"the games are others than those of {one}" in said
    write_configuration(one, kept.told, kept.results)
    said = pixies.refused(*again, tmp_path / "again", game=f"{PLANTED}:planted_game")
    assert "made before their digest was kept" in said
