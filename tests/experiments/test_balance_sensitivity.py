"""Of effects whose origin is known, the decomposition of their variance finds it."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_experiments.studies.balance.sensitivity import (
    Effects,
    fewest_boards,
    inputs_of,
    shares_of_variance,
)

BOARDS, NUMBERS = 64, 4


def effects_of(noise: float) -> Effects:
    """Three levels, two numbers of players, two agents.

    The first level goes up with the first number, by variance 1; the second does so for the first
    agent only and falls for the other; the third depends on the number of players alone.
    """
    draw = np.random.default_rng(1)
    points = draw.random((BOARDS, NUMBERS))
    line = np.sqrt(3) * (2 * points - 1)
    values = np.zeros((BOARDS, 2, 2, 3))
    values[..., 0] = line[:, None, None, 0] + 0.5 * line[:, None, None, 1]
    values[:, :, 0, 1], values[:, :, 1, 1] = line[:, None, 2], -line[:, None, 2]
    values[:, 1, :, 2] = 2.0
    return Effects(values + noise * draw.standard_normal(values.shape), points)


def test_planted_shares_of_the_variance_are_found():
    found = shares_of_variance(effects_of(noise=0.1))
    assert inputs_of("abcd", 2, 2) == ["a", "b", "c", "d", "players", "agent"]
    first, total = found.value
    assert first[0] == pytest.approx([0.8, 0.2, 0, 0, 0, 0], abs=0.05)
    assert total[0] == pytest.approx([0.8, 0.2, 0, 0, 0, 0], abs=0.05)
    # Which way the third number works depends on the agent: nothing by itself, all of it together.
    assert first[1] == pytest.approx([0] * 6, abs=0.05)
    assert total[1] == pytest.approx([0, 0, 1, 0, 0, 1], abs=0.05)
    assert first[2] == pytest.approx([0, 0, 0, 0, 1, 0], abs=0.05)
    assert (found.low <= found.value + 0.02).all() and (found.value <= found.high + 0.02).all()
    assert (found.explained > 0.95).all()


def test_noise_is_not_explained_and_a_missing_estimate_leaves_its_level_out():
    effects = effects_of(noise=2.0)
    effects.values[3, 0, 0, 1] = np.nan
    found = shares_of_variance(effects)
    assert found.explained[0] < 0.5
    assert np.isnan(found.value[:, 1]).all() and np.isnan(found.explained[1])
    assert np.isfinite(found.value[:, [0, 2]]).all()


def test_with_one_number_of_players_and_agent_the_numbers_alone_are_inputs():
    whole = effects_of(noise=0.1)
    found = shares_of_variance(Effects(whole.values[:, :1, :1], whole.points))
    assert inputs_of("abcd", 1, 1) == ["a", "b", "c", "d"] and found.value.shape == (2, 3, 4)
    assert found.value[0, 0] == pytest.approx([0.8, 0.2, 0, 0], abs=0.05)


def test_too_few_boards_are_refused():
    effects = effects_of(noise=0.1)
    few = fewest_boards(NUMBERS) - 1
    with pytest.raises(ValueError, match="9 boards are too few for 4 numbers: 10 are needed"):
        shares_of_variance(effects.of(np.arange(few)))
