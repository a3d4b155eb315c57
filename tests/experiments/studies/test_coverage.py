"""How often intervals hold is tried out on studies whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_experiments.studies import coverage
from pixies_experiments.studies.coverage import (
    DEALT,
    DESIGNS,
    EXCHANGED,
    TOURNAMENT,
    Trial,
    held,
    trials,
)
from tests.experiments.conftest import Command


@pytest.mark.parametrize(
    "trial",
    [Trial(DEALT, "win", 4, 200), Trial(DEALT, "score", 3, 150), Trial(EXCHANGED, "score", 3, 60)],
)
def test_intervals_of_small_studies_hold_each_and_all_at_once(trial):
    found = held(trial, 60, 1)
    assert found is not None
    # 93.5 % of 60 has a standard deviation of 3.2 %.
    assert found.joint >= 0.935 - 0.07
    assert found.single >= 0.935 - 0.015


def test_intervals_of_tournaments_hold_each_and_all_at_once():
    found = held(Trial(TOURNAMENT, "win", 3, 60), 60, 1)
    assert found is not None and found.estimates == 2 * coverage.AGENTS
    assert found.joint >= 0.935 - 0.07 and found.single >= 0.935 - 0.035


def test_intervals_that_are_too_narrow_are_found_out(monkeypatch):
    narrow = coverage._of_band

    def halved(truth, band):
        true, low, high, joint_low, joint_high = narrow(truth, band)
        middle = (low + high) / 2
        return true, *((end + middle) / 2 for end in (low, high, joint_low, joint_high))

    monkeypatch.setattr(coverage, "_of_band", halved)
    found = held(Trial(DEALT, "score", 3, 150), 60, 1)
    assert found.single < 0.8 and found.joint < 0.6


def test_studies_too_small_for_an_estimate_have_no_coverage():
    assert held(Trial(DEALT, "win", 2, 20), 20, 0) is None


def test_equal_seeds_try_out_the_same_studies():
    trial = Trial(EXCHANGED, "score", 2, 50)
    one, same, other = (next(trial.studies(1, seed)) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one[1], other[1])


def test_the_command_tries_all_designs():
    told = Command().json(
        *("coverage", "--players", 3, "--deals", 120, "--studies", 20, "--seed", 4), game=""
    )
    assert {row["design"] for row in told["coverage"]} == set(DESIGNS)
    assert all(0 <= row["joint"] <= 1 for row in told["coverage"])
    assert len(trials((2, 3), (50, 100))) == 16
    assert "numbers such as 50,200" in Command().refused("coverage", "--deals", "x", game="")
    assert "have to be 2 to" in Command().refused("coverage", "--players", "1", game="")
