"""`pixies tournament`."""

from __future__ import annotations

import json

import pytest

from tests.experiments.conftest import Command, process
from tests.experiments.studies.conftest import AGENTS, RUNNER

RACE = "tests.games.race:game"
RUNNERS = ",".join(f"{RUNNER}{strength}" for strength in range(3))

pytestmark = pytest.mark.usefixtures("no_pictures")


def tournament(folder, *words, agents=RUNNERS, **options):
    given = ("tournament", "--agents", agents, "--folder", folder, "--workers", 1, *words)
    return Command().json(*given, **{"game": RACE, **options})


def test_results_are_told_as_json(folder):
    told = tournament(folder, "--players", "2,3", "--games", 60)
    assert told["kind"] == "tournament" and told["players"] == [2, 3]
    assert told["page"] == str(folder / "report.html") and (folder / "report.html").exists()
    wins = [
        row["value"]
        for row in told["results"]["agents"]
        if row["players"] == 3 and row["measure"] == "win"
    ]
    assert sum(wins) == pytest.approx(1)
    assert told["ours"] == ["race.start"]
    needed = {(row["players"], row["half_width"]): row["games"] for row in told["games_needed"]}
    assert {players for players, _ in needed} == {2, 3}
    assert 60 < needed[3, 0.05] < needed[3, 0.02] < needed[3, 0.01]
    assert {row["agent"] for row in told["results"]["ratings"]} == set(RUNNERS.split(","))


def test_results_are_told_as_tables(folder):
    words = ("tournament", "--agents", RUNNERS, "--folder", folder, "--workers", 1)
    result = Command()(*words, "--players", "2,3", "--games", 60, game=RACE)
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    parts = (
        *("2 players, 60 games of 10 independent deals, fair share 50.0 %", "Ratings over all"),
        *("ours, not", "for ±5,"),
    )
    for wanted in parts:
        assert wanted in said
    assert max(len(line) for line in result.stdout.splitlines()[:-1]) <= 80


def test_without_a_folder_the_same_study_goes_on_in_the_same_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("tournament", "--agents", RUNNERS, "--players", 3, "--workers", 1)
    first = Command().json(*words, "--games", 30, game=RACE)
    more = Command().json(*words, "--games", 300, game=RACE)
    other = Command().json(*words, "--games", 30, "--seed", 1, game=RACE)
    assert first["folder"] == more["folder"] != other["folder"]
    assert first["folder"].startswith("studies")
    assert more["piece_deals"] == first["piece_deals"]
    assert len({row["value"] for row in more["results"]["ratings"]}) == 3


def test_an_agent_that_is_named_twice_sits_twice(folder):
    agents = f"{RUNNER}0,{RUNNER}0,{RUNNER}2"
    told = tournament(folder, "--players", 3, "--games", 30, agents=agents)
    played = {row["agent"]: row["games"] for row in told["results"]["agents"]}
    assert played == {f"{RUNNER}0": 60, f"{RUNNER}2": 30}


def test_a_failing_agent_ends_with_code_1(folder):
    agents = f"random,{AGENTS}Raising"
    words = ("tournament", "--agents", agents, "--players", 2, "--games", 40, "--workers", 1)
    result = Command()(*words, "--folder", folder, game="tests.experiments.games:card_game")
    assert result.exit_code == 1 and result.stdout == ""
    assert "raised KeyError" in result.stderr and "the game so far is in" in result.stderr
    assert "Traceback" not in result.stderr
    words = (*words, "--folder", folder)
    told = Command()(*words, "--json", game="tests.experiments.games:card_game")
    assert told.exit_code == 1
    assert "raised KeyError" in json.loads(told.stdout)["error"]
    result = Command()(
        *words,
        "--on-error",
        "continue",
        game="tests.experiments.games:card_game",
    )
    assert result.exit_code == 0
    assert "Not finished and left out: " in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--agents", "randon"), "did you mean random?"),
        (("--agents", "random,,random"), "an agent's name is missing"),
        (("--agents", "random:x=1"), "no option 'x'"),
        (("--agents", f"{AGENTS}nobody"), "has no 'nobody'"),
        (("--agents", "random", "--players", "9"), "2, 3, 4 players, not 9"),
        (("--agents", "random", "--players", "2,2"), "a number is there twice"),
        (("--agents", "random", "--players", "two"), "it has to be numbers such as 2,3,4,5"),
        (
            ("--agents", "random", "--until-width", "2"),
            "'--until-width': Input should be less than",
        ),
        (("--agents", "random", "--backend", "slurm"), "there are joblib, ray"),
        (("--agents", "random", "--on-error", "panic"), "must be one of stop, continue"),
        (("--agents", "random", "--seconds", "1"), "none of random does"),
        (("--agents", "flat:seconds=1,random", "--seconds", "2"), "names a time of its own"),
        (("--agents", "flat,random", "--seconds", "0"), "Invalid value for '--seconds'"),
        (("--agents", "random", "--games", "0"), "Invalid value for '--games'"),
        (("--agents", "random", "--board", "no_such.toml"), "no_such.toml"),
    ],
)
def test_wrong_input_is_refused(folder, words, said):
    told = Command().refused("tournament", *words, "--folder", folder)
    assert said in told
    assert not folder.exists()


@pytest.mark.parametrize(("held", "told"), [("3", "[3]"), ("2,3", "[2, 3]")])
def test_a_folder_of_another_study_is_refused(folder, held, told):
    tournament(folder, "--players", held, "--games", 9)
    words = ("tournament", "--agents", RUNNERS, "--folder", folder, "--players", 2)
    assert f"holds another study: its players is {told}, not [2]" in Command().refused(
        *words, game=RACE
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_what_agents_print_is_not_in_the_json(folder, workers):
    words = ("tournament", "--agents", f"{AGENTS}Talking,random", "--players", 2, "--games", 4)
    words = (*words, "--folder", folder, "--workers", workers, "--json")
    with process(*words, game="tests.experiments.games:card_game") as run:
        stdout, stderr = run.communicate()
    assert run.returncode == 0
    assert json.loads(stdout)["kind"] == "tournament"
    for said in ("I think about it", "I write past Python", "I ask another program"):
        assert said in stderr


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("unmade", "raised RuntimeError: no weights today ("),
        ("unmade_and_gone", "raised SystemExit: 0 ("),
        ("UNMADE", "raised RuntimeError: no weights of this kind today ("),
    ],
)
@pytest.mark.parametrize("command", ["tournament", "simulate", "play"])
def test_an_agent_that_cannot_be_made_is_told(tmp_path, monkeypatch, command, agent, said):
    monkeypatch.chdir(tmp_path)
    told = Command().refused(command, "--agents", f"{AGENTS}{agent},random")
    assert f"'{AGENTS}{agent}': making it for hidden_card {said}" in told
    assert "agents.py, line" in told


def test_a_module_that_cannot_be_imported_is_told(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_agents.py").write_text("1 / 0\n", encoding="utf-8")
    told = Command().refused("tournament", "--agents", "broken_agents:mine,random")
    assert "importing broken_agents raised ZeroDivisionError: division by zero (" in told
    assert "broken_agents.py, line 1)" in told
