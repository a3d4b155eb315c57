"""`pixies soak`."""

from __future__ import annotations

import json
import os

import pytest

from tests.experiments.conftest import BROKEN_GAME


def test_counts_are_told(pixies):
    told = pixies.json("soak", "--decisions", 500, "--block", 16)
    assert told["decisions"] >= 500
    assert told["violation"] is None
    assert told["own_invariants_checked"]
    assert set(told["by_players"]) == {"2", "3", "4"}
    assert sum(count["games"] for count in told["by_players"].values()) == told["games"]


def test_numbers_of_players_can_be_chosen(pixies):
    told = pixies.json("soak", "--games", 20, "--block", 8, "--players", 2, "--players", 4)
    assert set(told["by_players"]) == {"2", "4"}
    assert told["games"] == 20
    assert {count["games"] for count in told["by_players"].values()} == {10}


def test_table_is_printed(pixies):
    printed = pixies("soak", "--games", 3, "--block", 1).stdout
    assert "players" in printed
    assert "Every state was as it must be" in printed


def test_wrong_state_ends_with_its_position(pixies):
    result = pixies("soak", "--games", 8, "--block", 4, game=BROKEN_GAME)
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "Wrong state: the third round has begun" in said
    assert "seed 0, lane 0, episode 2" in said
    assert '"round": 2' in said


def test_wrong_state_is_in_the_object(pixies):
    result = pixies("soak", "--games", 8, "--block", 4, "--json", game=BROKEN_GAME)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["violation"]["position"]["round"] == 2


def test_check_can_be_left_out(pixies):
    told = pixies.json("soak", "--games", 8, "--block", 4, "--no-check", game=BROKEN_GAME)
    assert not told["own_invariants_checked"]
    assert told["violation"] is None


def test_counts_go_on_from_their_file(pixies, tmp_path):
    counts = tmp_path / "soak.json"
    words = ("soak", "--block", 4, "--state", counts)
    first = pixies.json(*words, "--games", 8)
    second = pixies.json(*words, "--games", 20)
    assert first["games"] == 8
    assert second["games"] == 20
    assert pixies.json(*words, "--games", 20)["seconds"] == second["seconds"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "either --decisions or --games"),
        (("--games", 1, "--decisions", 1), "either --decisions or --games"),
        (("--games", 0), "'--games': Input should be greater than or equal to 1"),
        (("--games", 1, "--players", 8), "2, 3, 4 players, not 8"),
    ],
)
def test_wrong_input_is_refused(pixies, words, said):
    assert said in pixies.refused("soak", *words)


def test_damaged_counts_are_refused(pixies, tmp_path):
    counts = tmp_path / "soak.json"
    counts.write_text("{", encoding="utf-8")
    assert "is no file of a soak" in pixies.refused("soak", "--games", 1, "--state", counts)
    assert counts.read_text(encoding="utf-8") == "{"


def test_counts_are_not_read_from_a_pipe(pixies, tmp_path):
    pipe = tmp_path / "soak.json"
    os.mkfifo(pipe)
    assert "device or pipe" in pixies.refused("soak", "--games", 1, "--state", pipe)
