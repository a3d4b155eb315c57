"""Means and shares with their intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_experiments.intervals import Moments, student_quantile

NUMBERS = st.lists(st.floats(-1000, 1000), min_size=2, max_size=60)


def moments(*blocks: list[float]) -> Moments:
    found = Moments()
    for block in blocks:
        found.add(np.array(block))
    return found


@given(NUMBERS, st.integers(0, 60))
def test_blocks_make_no_difference(numbers, cut):
    whole, parts = moments(numbers), moments(numbers[:cut], numbers[cut:])
    assert parts.games == whole.games
    assert parts.mean == pytest.approx(whole.mean, abs=1e-9)
    assert parts.squares == pytest.approx(whole.squares, rel=1e-6, abs=1e-6)


# 97.5 % points of Student's t by degrees of freedom, as every table has them.
TABLE = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    10: 2.228,
    30: 2.042,
    100: 1.984,
    1_000_000: 1.960,
}


@pytest.mark.parametrize(("freedom", "quantile"), TABLE.items())
def test_students_quantile_is_that_of_the_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, rel=5e-3)


def test_mean_has_students_interval():
    sample = [1.0, 2.0, 4.0, 8.0]
    error = np.std(sample, ddof=1) / 2
    found = moments(sample).estimate_mean()
    assert found.value == 3.75
    assert found.high - found.value == pytest.approx(3.182 * error, rel=5e-3)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_share_has_wilsons_interval():
    # Newcombe (1998), table I: 15 of 148.
    found = moments([1.0] * 15 + [0.0] * 133).estimate_share()
    assert (found.low, found.high) == pytest.approx((0.0624, 0.1605), abs=5e-5)


def test_share_of_nothing_but_losses_still_has_an_upper_end():
    found = moments([0.0] * 10).estimate_share()
    assert (found.value, found.low) == pytest.approx((0, 0))
    assert found.high > 0.2


def test_missing_values_are_left_out():
    found = moments([1.0, math.nan, 3.0])
    assert (found.games, found.mean) == (2, 2.0)


def test_too_few_games_have_no_interval():
    assert math.isnan(moments([]).estimate_mean().value)
    one = moments([2.0]).estimate_mean()
    assert one.value == 2.0
    assert math.isnan(one.low)
