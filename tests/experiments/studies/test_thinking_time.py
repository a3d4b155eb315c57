"""One time per decision for all agents of a tournament that search."""

from __future__ import annotations

import json

import pytest

from pixies_experiments.studies.thinking_time import told_times, with_time
from tests.experiments.conftest import Command
from tests.experiments.studies.conftest import RUNNER

MODULE = "tests.experiments.studies.agents:same"


@pytest.mark.parametrize(
    ("spec", "timed"),
    [
        ("mcts", "mcts:simulations=1000000,seconds=0.5"),
        ("mcts:simulations=7", "mcts:simulations=7,seconds=0.5"),
        ("flat(cutoff=0)", "flat:cutoff=0,simulations=1000000,seconds=0.5"),
        (
            "mcts:rollout=mcts(simulations=7)",
            "mcts:rollout=mcts(simulations=7),simulations=1000000,seconds=0.5",
        ),
    ],
)
def test_those_that_search_get_the_time_and_others_stay(spec: str, timed: str) -> None:
    assert with_time([spec, "random", MODULE], 0.5) == [timed, "random", MODULE]
    assert told_times([spec, "random", MODULE]) is None
    said = told_times([timed, "random", MODULE])
    assert said is not None and said.startswith(f"{timed} has 0.5 s for each decision. How far")


def test_a_tournament_tells_the_time_and_that_it_does_not_recur(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    agents = f"flat:simulations=3,{RUNNER}1"
    words = ("tournament", "--agents", agents, "--players", 2, "--games", 8, "--workers", 1)
    result = Command()(*words, "--seconds", 30, "--folder", "study", game="tests.games.race:game")
    assert result.exit_code == 0, result.stderr
    timed = "flat:simulations=3,seconds=30"
    said = f"{timed} has 30 s for each decision. How far a search comes in that time depends on"
    assert said in " ".join(result.stdout.split())
    page = (tmp_path / "study" / "report.html").read_text()
    assert said in page and "does not give the same results" in page
    kept = json.loads((tmp_path / "study" / "study.json").read_text())
    assert timed in json.dumps(kept)


def test_a_time_without_an_end_is_refused() -> None:
    for seconds in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(ValueError, match=f"a number of more than 0, not {seconds}"):
            with_time(["mcts"], seconds)
