"""`pixies external check`: a program that keeps to the protocol passes, any other is told why."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pixies_env.registry import game_names, make_game
from tests.agents.test_seats import ANSWERING, PAGE, answer, example_of

FIRST = answer('message["legal"][0]')


@pytest.fixture
def command(tmp_path: Path) -> Any:
    """The command of a program of that text."""

    def make(text: str) -> str:
        script = tmp_path / "program.py"
        script.write_text(text, encoding="utf-8")
        return f'"{sys.executable}" "{script}"'

    return make


def faults(pixies: Any, program: str, *words: object) -> list[str]:
    """Faults with the first number of players."""
    return first_tried(pixies, program, *words)["faults"]


def first_tried(pixies: Any, program: str, *words: object) -> dict[str, Any]:
    """What came of a faulty program with the first number of players."""
    result = pixies("external", "check", program, "--positions", 6, *words, "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 1 and not told["ok"]
    return told["tried"][0]


def test_the_example_of_the_documentation_passes_with_all_games(pixies, command):
    program = command(example_of(PAGE))
    words = ("external", "check", program, "--positions", 8)
    told = pixies.json(*words, game="")
    counts = {(name, players) for name in game_names() for players in make_game(name).players}
    assert told["ok"] and {(each["game"], each["players"]) for each in told["tried"]} == counts
    for each in told["tried"]:
        # The first question is asked again after a restart.
        assert each["asked"] == 9 and each["faults"] == each["remarks"] == []
    printed = pixies(*words, "--game", "havresac", game="").stdout.splitlines()
    assert len(printed) == 4 and all("9 answers, all as they should be" in line for line in printed)


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("sys.exit('out of ideas')", "last it said:\nout of ideas"),
        (answer("'jump'"), "answered wrongly: decision 'jump' is not legal"),
        ("print('hello', flush=True)", "wrote 'hello', which is no object of JSON"),
        ("print('[1]', flush=True)", "which is no object of JSON"),
        (answer("3"), "not of the form"),
        ("print('[' * 100_000, flush=True)", "which is no object of JSON"),
        ("print('{\"id\": ' + '9' * 5000 + '}', flush=True)", "which is no object of JSON"),
        ("print('x' * 1_000_001, flush=True)", "a line of more than 1,000,000 characters"),
        ("message['id'] = message['id'] == 1; " + FIRST, "not of the form"),
        (f"message['id'] += 1; {FIRST}", "not of the form"),
        (f"{FIRST}; print('more', flush=True)", "'more"),
    ],
)
def test_what_is_wrong_is_said(pixies, command, deed, said):
    assert said in faults(pixies, command(ANSWERING % deed))[0]


def test_a_slow_program_is_told_the_time(pixies, command):
    slow = command(ANSWERING % "import time; time.sleep(60)")
    (fault,) = faults(pixies, slow, "--seconds", 0.5, "--positions", 1)
    assert fault == "question 1 (card, seat 0): the program took too long, more than 0.5 seconds"


def test_after_three_faults_no_more_is_asked(pixies, command):
    tried = first_tried(pixies, command(ANSWERING % answer("'jump'")))
    assert len(tried["faults"]) == 3
    assert tried["remarks"] == ["after so many faults no more was asked"]


def test_a_program_that_is_not_ready_says_so(pixies, command):
    shy = ANSWERING.replace('"ready"', '"busy"') % FIRST
    assert "to the hello, not {'type': 'ready'}" in faults(pixies, command(shy))[0]


def test_a_program_has_to_end_when_its_input_is_closed(pixies, command):
    stays = (ANSWERING % FIRST) + "\nimport time; time.sleep(60)\n"
    (fault,) = faults(pixies, command(stays), "--positions", 1)
    assert "did not end within a second of the bye" in fault


def counting(tmp_path: Path, deed: str) -> str:
    """A program that knows as ``starts`` how often it was started; first it is merely tried."""
    mark = tmp_path / "starts"
    count = f"mark = open({str(mark)!r}, 'a+'); mark.write('x'); mark.flush(); mark.seek(0)\n"
    return f"{count}starts = len(mark.read())\n{ANSWERING % deed}"


def test_a_program_has_to_come_up_again(pixies, command, tmp_path):
    once = counting(tmp_path, f"sys.exit('only once') if starts > 2 else None; {FIRST}")
    found = faults(pixies, command(once))
    assert found[0].startswith("question 1 ") and "last it said:\nonly once" in found[0]


def test_another_answer_after_a_restart_is_remarked(pixies, command, tmp_path):
    changing = counting(tmp_path, answer("message['legal'][starts % 2]"))
    told = pixies.json("external", "check", command(changing), "--positions", 1)
    assert told["ok"]
    for each in told["tried"]:
        assert ["otherwise after a restart" in remark for remark in each["remarks"]] == [True]


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("no-such-program-anywhere", "no-such-program-anywhere"),
        ("'unbalanced", "No closing quotation"),
        ("", "the command names no program"),
        (" ", "the command names no program"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(pixies, program, why):
    said = " ".join(pixies.refused("external", "check", program).split())
    assert "cannot be started: " in said and why in said
