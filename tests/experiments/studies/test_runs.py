"""Results depend on the study alone: not on workers, backends, or being killed."""

from __future__ import annotations

import signal
import time

import pytest

from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.runner import run_study
from tests.experiments.conftest import process
from tests.experiments.studies.conftest import RUNNER, contents, runners

RACE = "tests.games.race:game"


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The folder of a study that nobody disturbed, in one process."""
    folder = tmp_path_factory.mktemp("whole") / "study"
    run_study(runners((3,), 900), folder, workers=1)
    return contents(folder)


def test_results_do_not_depend_on_the_number_of_workers(folder, expected):
    run_study(runners((3,), 900), folder, workers=2)
    assert contents(folder) == expected


def test_ray_gives_what_joblib_gives(folder, expected):
    ray = pytest.importorskip("ray")
    run_study(runners((3,), 900), folder, workers=2, backend="ray")
    assert contents(folder) == expected
    assert not ray.is_initialized()


def test_a_run_that_is_killed_again_and_again_ends_with_the_same_bytes(folder, expected):
    agents = ",".join(f"{RUNNER}{strength}" for strength in range(3))
    words = ("tournament", "--agents", agents, "--players", "3", "--games", 900)
    words += ("--folder", folder, "--workers", 1)
    counts = [0]
    for _ in range(2):
        run = process(*words, game=RACE)
        deadline = time.monotonic() + 120
        while run.poll() is None and time.monotonic() < deadline:
            if len(list(folder.glob("parts/*.parquet"))) > counts[-1] + 5:
                break
            time.sleep(0.002)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        counts.append(len(list(folder.glob("parts/*.parquet"))))
    # Killed in the middle, twice, and the second run went on where the first had stopped.
    assert 0 < counts[1] < counts[2] < 60
    run_study(runners((3,), 900), folder, workers=1)
    assert contents(folder) == expected


def test_an_interrupted_write_leaves_nothing_that_counts(folder, no_pictures):
    study = runners(games=90)
    run_study(study, folder, workers=1)
    before = contents(folder)
    part = next(folder.glob("parts/*.parquet"))
    (part.parent / f".{part.name}-a_b1c2d3").write_bytes(part.read_bytes()[:50])
    part.unlink()
    run_study(study, folder, workers=1)
    assert contents(folder) == before


def test_finished_pieces_are_not_done_again(folder, monkeypatch, no_pictures):
    study = runners(games=90)
    run_study(study, folder, workers=1)
    monkeypatch.setattr(type(study), "run", lambda *given: pytest.fail("done again"))
    run_study(study, folder, workers=1)


def test_a_study_grows_with_more_games(folder, tmp_path, no_pictures):
    first = runners(games=90, piece_deals=(7,))
    run_study(first, folder, workers=1)
    more = runners(games=300, piece_deals=(7,))
    grown = run_study(more, folder, workers=1)
    at_once = run_study(more, tmp_path / "other", workers=1)
    assert grown.tables == at_once.tables
    assert sum(grown.tables["lengths"]["games"].to_pylist()) == 300


def test_two_runs_do_not_share_a_folder(folder, no_pictures):
    from pixies_experiments.studies.store import StoredParts

    study = runners(games=9)
    with (
        StoredParts.opened(folder, study),
        pytest.raises(StudyRefusedError, match="in use by another run"),
    ):
        run_study(study, folder, workers=1)


def test_progress_counts_games(folder, no_pictures):
    seen = []
    run_study(runners(games=90), folder, workers=1, progress=lambda *counts: seen.append(counts))
    assert seen[0] == (0, 90) and seen[-1] == (90, 90)
    assert seen == sorted(seen)


def test_a_tournament_stops_when_it_is_precise_enough_at_a_look(folder, no_pictures):
    study = runners(games=6000, until_width=0.09)
    outcome = run_study(study, folder, workers=1)
    deals = study.looks(3)
    played = sum(outcome.tables["lengths"]["games"].to_pylist()) // 3
    assert played in deals[:-1]
    rows = outcome.tables["agents"].to_pylist()
    widths = [row["high"] - row["low"] for row in rows if row["measure"] == "win"]
    assert max(widths) <= 0.09
    before = deals[deals.index(played) - 1] if played != deals[0] else None
    if before:
        standings = study_at(study, folder, before)
        assert standings.width(study.level(3)) > 0.09


def study_at(study, folder, deals):
    from pixies_experiments.studies.standings import Standings
    from pixies_experiments.studies.store import StoredParts

    parts = StoredParts(folder, study)
    pieces = [piece for piece in study.pieces(parts) if piece.arguments["last"] < deals]
    return Standings.of(parts.tables(pieces), study.agents, 3)


def test_an_interrupted_run_says_where_it_goes_on(folder):
    agents = ",".join(f"{RUNNER}{strength}" for strength in range(3))
    words = ("tournament", "--agents", agents, "--players", 3, "--games", 600_000)
    run = process(*words, "--folder", folder, "--workers", 2, game=RACE)
    deadline = time.monotonic() + 120
    while not list(folder.glob("parts/*.parquet")) and time.monotonic() < deadline:
        assert run.poll() is None, run.communicate()
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert f"what was finished is kept in {folder}; the same command goes on" in said
    assert "Traceback" not in said
