"""What goes wrong is told clearly, the game is kept, and what was finished stays readable."""

from __future__ import annotations

import errno
import json
import os

import pyarrow.parquet as parquet
import pytest

from pixies_env.core.states import record_files
from pixies_experiments.backends import TRIES
from pixies_experiments.pieces import CONTINUE, StudyError, StudyRefusedError
from pixies_experiments.studies import store
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.tournament import Tournament
from tests.experiments.games import card_game
from tests.experiments.studies.conftest import AGENTS, contents, runners

pytestmark = pytest.mark.usefixtures("no_pictures")


def with_agent(agent, games=40, **options):
    """A tournament of 20 deals of an agent and `random`."""
    return Tournament(card_game(), ("random", agent), (2,), games, piece_deals=(2,), **options)


FAULTS = [
    ("raising", "raised KeyError"),
    ("leaving", "raised SystemExit: I am leaving"),
    ("illegal", "chose 9999, which is not legal; legal are"),
]


@pytest.mark.parametrize(("agent", "said"), FAULTS)
def test_a_failing_agent_stops_the_study_and_its_game_is_kept(folder, agent, said):
    with pytest.raises(StudyError, match=f"agent {agent} on seat . of game .*{said}") as caught:
        run_study(with_agent(AGENTS + agent.title()), folder, workers=1)
    (file,) = folder.glob("failures/*.jsonl")
    assert str(file) in str(caught.value)
    (record,) = record_files.read(file, card_game())
    assert record.lane % 7 == 3 and not record.finished
    (failure,) = json.loads(next(folder.glob("failures/*.json")).read_text())
    assert (failure["agent"], failure["game"]) == (AGENTS + agent.title(), record.lane)
    assert failure["seat"] == record.final().player
    for part in folder.glob("parts/*.parquet"):
        assert parquet.read_table(part).num_rows == 8


@pytest.mark.parametrize(("agent", "said"), FAULTS)
def test_a_study_goes_on_without_the_games_of_a_failing_agent(folder, agent, said):
    lines = []
    study = with_agent(AGENTS + agent.title())
    outcome = run_study(study, folder, workers=1, on_error=CONTINUE, say=lines.append)
    lanes = [2 * 2**28 + deal for deal in range(20)]
    failing = {lane for lane in lanes if lane % 7 == 3}
    assert {failure.game for failure in outcome.failures} == failing
    assert len(outcome.failures) == 2 * len(failing) == len(lines)
    assert all(said in line for line in lines)
    games = sum(outcome.tables["lengths"]["games"].to_pylist())
    assert games == 40 - 2 * len(failing)
    assert len(list(folder.glob("failures/*.jsonl"))) == len(outcome.failures)
    before = contents(folder)
    run_study(study, folder, workers=1, on_error=CONTINUE)
    assert contents(folder) == before


def test_a_study_without_any_finished_game_says_so(folder):
    study = with_agent(f"{AGENTS}Hopeless", until_width=0.5)
    with pytest.raises(StudyError, match="no game came to its end"):
        run_study(study, folder, workers=1, on_error=CONTINUE)
    assert len(list(folder.glob("failures/*.jsonl"))) == 40


def test_a_stopped_study_goes_on_when_told_to_continue(folder, tmp_path):
    study = with_agent(f"{AGENTS}Raising")
    with pytest.raises(StudyError):
        run_study(study, folder, workers=1)
    run_study(study, folder, workers=1, on_error=CONTINUE)
    run_study(study, tmp_path / "other", workers=1, on_error=CONTINUE)
    assert contents(folder) == contents(tmp_path / "other")


def test_a_worker_that_dies_is_replaced_and_a_deadly_piece_left_out(folder, tmp_path):
    traces = tmp_path / "traces"
    traces.mkdir()
    agent = f"tests.experiments.studies.agents:DEADLY:traces={traces}"
    lines = []
    outcome = run_study(
        with_agent(agent, 40), folder, workers=2, on_error=CONTINUE, say=lines.append
    )
    assert sum(outcome.tables["lengths"]["games"].to_pylist()) == 36
    (failure,) = outcome.failures
    # Once beside others, then alone.
    assert len(list(traces.iterdir())) == 1 + TRIES
    (fatal,) = [deal for deal in range(20) if (2 * 2**28 + deal) % 100 == 15]
    assert f"died {TRIES} times" in failure.message
    assert f"'first': {fatal // 2 * 2}" in failure.message
    assert [failure.message in line for line in lines] == [True]


def test_a_full_disk_loses_nothing_that_was_finished(folder, monkeypatch):
    study, written = runners(games=90), []
    write = store.write_part

    def full(path, *given):
        if len(written) == 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        written.append(path)
        write(path, *given)

    monkeypatch.setattr(store, "write_part", full)
    with pytest.raises(StudyError, match="No space left on device; what was finished is kept in"):
        run_study(study, folder, workers=1)
    assert all(parquet.read_table(path).num_rows for path in written)
    monkeypatch.undo()
    outcome = run_study(study, folder, workers=1)
    assert sum(outcome.tables["lengths"]["games"].to_pylist()) == 90


def test_a_folder_of_another_study_is_refused(folder):
    run_study(runners(games=9), folder, workers=1)
    before = contents(folder)
    for study, said in (
        (runners((2,), games=9), r"its players is \[3\], not \[2\]"),
        (runners(games=9, seed=5), "its seed is 0, not 5"),
        (with_agent(f"{AGENTS}same"), 'its game is "race", not "hidden_card"'),
    ):
        with pytest.raises(StudyRefusedError, match=f"holds another study: {said}"):
            run_study(study, folder, workers=1)
    assert contents(folder) == before


def test_a_folder_that_holds_something_else_is_refused(folder):
    folder.mkdir()
    (folder / "thesis.tex").touch()
    with pytest.raises(StudyRefusedError, match="not empty and holds no study"):
        run_study(runners(games=9), folder, workers=1)
    assert [path.name for path in folder.iterdir()] == ["thesis.tex"]
    (folder / "study.json").write_text("{", encoding="utf-8")
    with pytest.raises(StudyRefusedError, match="is damaged"):
        run_study(runners(games=9), folder, workers=1)
    (folder / "study.json").write_text("{}", encoding="utf-8")
    with pytest.raises(StudyRefusedError, match="not the configuration of a study"):
        run_study(runners(games=9), folder, workers=1)


def test_a_file_is_no_folder(folder):
    folder.touch()
    with pytest.raises(StudyRefusedError, match="is no folder"):
        run_study(runners(games=9), folder, workers=1)


def test_a_part_of_another_study_is_refused(folder, tmp_path):
    run_study(runners(games=9), folder, workers=1)
    run_study(runners(games=9, seed=1), tmp_path / "other", workers=1)
    part = next(folder.glob("parts/*"))
    part.write_bytes((tmp_path / "other" / "parts" / part.name).read_bytes())
    with pytest.raises(StudyRefusedError, match="belongs to another study"):
        run_study(runners(games=9), folder, workers=1)


def test_an_unknown_backend_is_refused(folder):
    with pytest.raises(StudyRefusedError, match="no backend 'slurm'; there are joblib, ray"):
        run_study(runners(games=9), folder, backend="slurm")
    assert not folder.exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"games": 0}, "games must be at least 1"),
        ({"players": ()}, "players must be different numbers"),
        ({"players": (3, 3)}, "players must be different numbers"),
        ({"players": (9,)}, "2, 3, 4 players, not 9"),
        ({"entries": ()}, "at least one agent"),
        ({"until_width": 1.5}, "until_width must be between 0 and 1"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"designs": ("best",)}, "a design is"),
        ({"piece_deals": (1, 2)}, "an entry for each number of players"),
        ({"games": 2**31}, "deals must be at most"),
    ],
)
def test_what_cannot_be_studied_is_refused(changed, said):
    given = {"game": card_game(), "entries": ("random",), "players": (2,), "games": 9} | changed
    with pytest.raises(ValueError, match=said):
        Tournament(**given)
