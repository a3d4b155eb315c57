"""Files of weights: what is in them, and what is wrong with a bad one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pixies_agents.heuristics.pixie_queen.weights import (
    NAMES,
    NUMBERS,
    WEIGHTS,
    WeightsError,
    agent_numbers,
    load_weights,
    shipped,
    write_weights,
)


@pytest.mark.parametrize("name", ["greedy", "servants", "rings", "offerings", "nasty"])
def test_shipped_files_say_where_they_come_from(name: str) -> None:
    weights = load_weights(shipped(name))
    assert weights.numbers.shape == (len(WEIGHTS),)
    assert weights.origin


def test_greedy_says_how_it_was_tuned() -> None:
    assert {"command", "seed", "games", "result"} <= set(load_weights(shipped("greedy")).origin)


def test_writing_and_reading(tmp_path: Path) -> None:
    numbers = np.array([(weight.low + weight.high) / 2 for weight in WEIGHTS])
    origin = {"command": 'by "hand"', "seed": "1"}
    write_weights(tmp_path / "own.toml", numbers, origin)
    read = load_weights(tmp_path / "own.toml")
    assert np.allclose(read.numbers, numbers, rtol=1e-3)
    assert read.origin == origin


def test_rules_see_each_weight_by_its_name() -> None:
    numbers = np.arange(len(WEIGHTS)) / 1000
    seen = agent_numbers(numbers, temperature=7.0).view(NUMBERS)[0]
    assert seen["temperature"] == 7.0
    for name in ("food", "steps", "disc", "rival", "preference"):
        assert seen[name] == numbers[NAMES.index(name)]
    assert seen["haste"][20] == numbers[NAMES.index("haste_21")]
    assert seen["level"][3] == numbers[NAMES.index("level_4")]
    assert seen["skill"][9] == numbers[NAMES.index("slave_mercy")]
    assert seen["one_use"][2] == numbers[NAMES.index("mercy")]


def test_fading_series() -> None:
    numbers = np.zeros(len(WEIGHTS))
    numbers[NAMES.index("food_fade")] = 0.5
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
        (("[origin]", "[origin"), ["is no TOML file"]),
    ],
)
def test_a_bad_file_is_refused(change: tuple[str, str], told: list[str], tmp_path: Path) -> None:
    text = shipped("greedy").read_text(encoding="utf-8")
    old, new = change
    bad = tmp_path / "bad.toml"
    bad.write_text(("\n" + text).replace("\n" + old, "\n" + new, 1), encoding="utf-8")
    with pytest.raises(WeightsError) as error:
        load_weights(bad)
    assert "bad.toml" in str(error.value)
    for part in told:
        assert part in str(error.value)
