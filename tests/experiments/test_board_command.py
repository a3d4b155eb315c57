"""`pixies board`."""

from __future__ import annotations

import json

import pytest

from pixies_experiments.cli.board import legible


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text("rounds = 9\nfaces = 1\n", encoding="utf-8")
    return path


def test_numbers_are_shown_with_their_standing(pixies):
    printed = pixies("board").stdout
    assert "rounds" in printed
    assert "faces *" in printed
    assert "review [of one]" in printed
    assert "1 2" in printed
    assert "are, at least in part, ours" in " ".join(printed.split())


def test_each_card_of_a_list_has_a_line_of_its_own():
    cards = [
        {"name": "scout", "cost": 3, "ability": {"effect": "step"}, "sites": []},
        {"name": "knight", "cost": 6, "ability": {"effect": "gold", "n": 1}, "sites": [1, 2]},
    ]
    assert legible(cards).splitlines() == [
        "scout: cost 3, ability step, sites none",
        "knight: cost 6, ability (gold: n 1), sites 1 2",
    ]


def test_everything_is_in_the_object(pixies):
    told = pixies.json("board")
    assert told["valid"]
    assert told["numbers"] == {
        "game": {"rounds": 3},
        "die": {"faces": 3, "pairs": [[1, 2], [3, 4]]},
    }
    assert told["standing"]["die"]["faces"] == "default"
    assert told["ours"] == ["die.faces"]
    assert len(told["digest"]) == 64


def test_usable_file_is_shown(pixies, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("faces = 5\n", encoding="utf-8")
    assert pixies.json("board", path)["numbers"]["die"]["faces"] == 5
    assert "mine.toml is a usable board" in " ".join(pixies("board", path).stdout.split())


def test_all_problems_of_a_broken_file_are_told(pixies, broken):
    said = pixies.refused("board", broken)
    assert "[game] rounds must be 1 to 3, not 9" in said
    assert "[die] faces must be 2 to 6, not 1" in said


def test_problems_are_listed_in_the_object(pixies, broken):
    result = pixies("board", broken, "--json")
    assert result.exit_code == 2
    assert len(json.loads(result.stdout)["problems"]) == 2


def test_missing_file_is_refused(pixies, tmp_path):
    assert "no.toml: No such file or directory" in pixies.refused("board", tmp_path / "no.toml")


def test_rows_of_a_map_are_on_lines_of_their_own():
    assert legible([". E f", "~ $ D"]).splitlines() == [". E f", "~ $ D"]
    assert legible(["fairy", "fox"]) == "fairy fox" and legible([1, 2]) == "1 2"
