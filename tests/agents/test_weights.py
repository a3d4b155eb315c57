"""Files of weights: what is in them, and what is wrong with a bad one."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from pixies_agents.heuristics.pixie_queen.agents import FAMILY
from pixies_agents.heuristics.pixie_queen.weights import NUMBERS, TABLE, WEIGHTS, agent_numbers
from pixies_agents.heuristics.weights import Weights, WeightsError

STYLES = list(FAMILY.styles)


@pytest.mark.parametrize("name", ["greedy", *STYLES])
def test_shipped_files_say_how_they_were_made(name: str) -> None:
    weights = TABLE.load(TABLE.shipped(name))
    assert weights.numbers.shape == (len(WEIGHTS),)
    assert {"command", "seed", "games", "result"} <= set(weights.origin)
    agent = name if name == "greedy" else f"greedy:style={name}"
    assert weights.origin["command"].startswith(f"pixies tune {agent} ")


@pytest.mark.parametrize("name", STYLES)
def test_what_makes_a_style_is_held_in_its_file(name: str) -> None:
    weights = TABLE.load(TABLE.shipped(name))
    numbers = dict(zip(TABLE.names, weights.numbers, strict=True))
    held = weights.origin["command"].split("--hold ")[1].split()[0]
    for part in held.split(","):
        weight, _, value = part.partition("=")
        assert numbers[weight] == float(value)


def test_writing_and_reading(tmp_path: Path) -> None:
    numbers = np.array([(weight.low + weight.high) / 2 for weight in WEIGHTS])
    origin = {"command": 'by "hand"', "seed": "1"}
    TABLE.write(tmp_path / "own.toml", Weights(numbers, origin))
    read = TABLE.load(tmp_path / "own.toml")
    assert np.allclose(read.numbers, numbers, rtol=1e-3)
    assert read.origin == origin


def test_rules_see_each_weight_by_its_name() -> None:
    numbers = np.arange(len(WEIGHTS)) / 1000
    seen = agent_numbers(numbers, temperature=7.0).view(NUMBERS)[0]
    assert seen["temperature"] == 7.0
    for name in ("food", "steps", "disc", "rival", "preference"):
        assert seen[name] == numbers[TABLE.names.index(name)]
    assert seen["haste"][20] == numbers[TABLE.names.index("haste_21")]
    assert seen["level"][3] == numbers[TABLE.names.index("level_4")]
    assert seen["skill"][9] == numbers[TABLE.names.index("slave_mercy")]
    assert seen["one_use"][2] == numbers[TABLE.names.index("mercy")]


def test_fading_series() -> None:
    numbers = np.zeros(len(WEIGHTS))
    numbers[TABLE.names.index("food_fade")] = 0.5
    seen = agent_numbers(numbers).view(NUMBERS)[0]
    assert seen["food_series"][:4].tolist() == [0.0, 1.0, 1.5, 1.75]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("food = ", "foood = "), ["foood is no weight", "food is missing"]),
        (("rival = ", "rival = 9 # "), ["rival must be 0 to 0.6, not 9"]),
        (("rival = ", "rival = true # "), ["rival must be a number, not True"]),
        (("rival = ", "rival = '1' # "), ["rival must be a number, not '1'"]),
        (("rival = ", "rival = nan # "), ["rival must be 0 to 0.6, not nan"]),
        (("[weights]", "[weight]"), ["the table 'weights' is missing", "no table 'weight'"]),
        (("[origin]", "[origin"), ["is not TOML"]),
    ],
)
def test_a_bad_file_is_refused(change: tuple[str, str], told: list[str], tmp_path: Path) -> None:
    text = TABLE.shipped("greedy").read_text(encoding="utf-8")
    old, new = change
    bad = tmp_path / "bad.toml"
    bad.write_text(("\n" + text).replace("\n" + old, "\n" + new, 1), encoding="utf-8")
    with pytest.raises(WeightsError) as error:
        TABLE.load(bad)
    assert "bad.toml" in str(error.value)
    for part in told:
        assert part in str(error.value)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("9" * 5000, "is not TOML"),
        ("0x" + "f" * 6000, "rival must be 0 to 0.6, not a vast number"),
        ("1e999", "rival must be 0 to 0.6, not inf"),
        ("[" * 5000, "nested too deeply"),
        ("{a = [1]}", "rival must be a number, not {'a': [1]}"),
        ("[0x" + "f" * 6000 + "]", "rival must be a number, not a vast number"),
        ('1\n"two\\nlines" = 2', r"'two\nlines' is no weight"),
        ("1\n" + "\n".join(f"more{number} = 1" for number in range(99)), "; and 60 more"),
        ("1\n" + ".".join("a" * 20_000) + " = 1", "a line has more than 200 dots"),
        ("1\n" + "# long" * 20_000, "more than 65,536 bytes"),
    ],
)
def test_whatever_is_wrong_is_one_line(value: str, told: str, tmp_path: Path) -> None:
    text = TABLE.shipped("greedy").read_text(encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace("\nrival = ", f"\nrival = {value} # ", 1), encoding="utf-8")
    with pytest.raises(WeightsError) as error:
        TABLE.load(bad)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_what_is_no_text_and_what_is_no_file_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe[weights]")
    with pytest.raises(WeightsError, match="is not UTF-8 text"):
        TABLE.load(bad)
    bad.write_text("[origin]\nseed = [1]\n", encoding="utf-8")
    with pytest.raises(WeightsError, match="origin: seed must be a text or a number"):
        TABLE.load(bad)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="device or pipe"):
        TABLE.load(tmp_path / "pipe")


def test_where_numbers_come_from_may_be_any_text(tmp_path: Path) -> None:
    numbers = np.array([weight.low for weight in WEIGHTS])
    origin = {"command": 'a "b" \\ \x7f\x00\t\n\u2028 \U0001f9da', "odd key\n": "1"}
    TABLE.write(tmp_path / "own.toml", Weights(numbers, origin))
    assert TABLE.load(tmp_path / "own.toml").origin == origin
