"""Intervals over games that share deals, and looks at results before the end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_experiments.intervals import Moments
from pixies_experiments.studies.estimates import Clustered, Paired, per_deal
from pixies_experiments.studies.sequential import FIRST_LOOK, looks_at, repeated_level

SEEDS = 1500


def deals_that_hang_together(draw, deals, games):
    """Wins of games of which those of a deal go alike; their mean is 0.3."""
    chances = draw.beta(0.6, 1.4, size=(deals, 1))
    return (draw.random((deals, games)) < chances).astype(float)


def covered(estimates, truth):
    return np.mean([estimate.low <= truth <= estimate.high for estimate in estimates])


@pytest.mark.parametrize("kind", ["mean", "share"])
def test_intervals_clustered_by_deal_hold_as_often_as_they_say(kind):
    found, careless = [], []
    for seed in range(SEEDS):
        wins = deals_that_hang_together(np.random.default_rng(seed), 60, 8)
        sums, moments = Clustered(()), Moments()
        sums.add(wins.sum(axis=1), np.full(60, 8.0))
        moments.add(wins.ravel())
        found.append(getattr(sums, kind)())
        careless.append(moments.estimate_share())
    # Three standard errors of a share of 1,500 are 1.7 %.
    assert covered(found, 0.3) == pytest.approx(0.95, abs=0.017)
    assert covered(careless, 0.3) < 0.8


def test_deals_of_different_size_are_weighed_by_their_games():
    sums = Clustered((2,))
    totals = np.array([[2.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    counts = np.array([[4.0, 0.0], [2.0, 1.0], [1.0, 0.0]])
    sums.add(totals[:1], counts[:1])
    sums.add(totals[1:], counts[1:])
    assert sums.mean(0).value == pytest.approx(3 / 7)
    assert sums.deals.tolist() == [3, 1]
    residuals = totals[:, 0] - 3 / 7 * counts[:, 0]
    error = np.sqrt((residuals**2).sum() * 3 / 2) / 7
    assert sums.errors()[0] == pytest.approx(error)
    assert np.isnan(sums.mean(1).low)


def test_differences_are_paired_by_deal():
    hits = []
    for seed in range(SEEDS):
        draw = np.random.default_rng(seed)
        luck = draw.normal(size=(40, 1))
        counts = draw.integers(1, 4, size=(40, 2)).astype(float)
        totals = (luck + [0.0, 0.3] + 0.1 * draw.normal(size=(40, 2))) * counts
        paired = Paired(2)
        paired.add(totals[:15], counts[:15])
        paired.add(totals[15:], counts[15:])
        found = paired.difference(1, 0)
        hits.append(found.low <= 0.3 <= found.high)
        turned = paired.difference(0, 1)
        assert turned.value == pytest.approx(-found.value)
    assert np.mean(hits) == pytest.approx(0.95, abs=0.017)


@given(
    st.floats(-1000, 1000).filter(lambda value: abs(value) > 1e-3),
    st.lists(st.integers(1, 5), min_size=2, max_size=40),
)
def test_deals_that_are_all_alike_give_no_interval(value, counts):
    games = np.array(counts, float)[:, None]
    sums, paired = Clustered((1,)), Paired(2)
    sums.add(value * games, games)
    paired.add(np.hstack([value * games, -3 * value * games]), np.hstack([games, games]))
    for found, expected in ((sums.mean(0), value), (paired.difference(0, 1), 4 * value)):
        assert found.value == pytest.approx(expected)
        assert np.isnan(found.low) and np.isnan(found.high)
    sums.add(np.array([[2 * value]]), np.ones((1, 1)))
    paired.add(np.array([[2 * value, -3 * value]]), np.ones((1, 2)))
    for found in (sums.mean(0), paired.difference(0, 1)):
        assert found.low < found.value < found.high


def test_whoever_never_wins_still_has_an_upper_end():
    sums = Clustered(())
    sums.add(np.zeros(50), np.full(50, 4.0))
    found = sums.share()
    assert (found.value, found.low) == pytest.approx((0, 0)) and found.games == 200
    assert 0.03 < found.high < 0.2


def test_rows_are_summed_by_deal_and_group():
    sums = per_deal(np.array([0, 0, 1]), np.array([1, 1, 0]), np.array([2.0, 3.0, 4.0]), (2, 2))
    assert sums.tolist() == [[0, 5], [4, 0]]


def test_looks_are_set_before_and_double():
    assert looks_at(FIRST_LOOK) == [FIRST_LOOK]
    assert looks_at(1000) == [125, 250, 500, 1000]
    for deals in range(1, 3000, 37):
        looks = looks_at(deals)
        assert looks[-1] == deals and looks == sorted(set(looks))


@pytest.mark.parametrize(
    ("looks", "critical"), [(1, 1.960), (2, 2.178), (3, 2.289), (5, 2.413), (10, 2.555)]
)
def test_critical_values_are_those_of_pocock(looks, critical):
    """Equally spaced looks at 5 %: Jennison and Turnbull (2000), table 2.1."""
    from statistics import NormalDist

    level = repeated_level(range(1, looks + 1))
    assert NormalDist().inv_cdf(0.5 + level / 2) == pytest.approx(critical, abs=2e-3)


def test_intervals_hold_at_all_looks_together_as_often_as_they_say():
    looks = looks_at(1600)
    level = repeated_level(looks)
    plain, repeated = 0, 0
    for seed in range(SEEDS):
        sample = np.random.default_rng(seed).normal(size=(looks[-1], 1))
        sums, first, inside = Clustered((1,)), 0, [True, True]
        for look in looks:
            sums.add(sample[first:look], np.ones((look - first, 1)))
            first = look
            for place, at in enumerate((0.95, level)):
                found = sums.mean(0, level=at)
                inside[place] &= found.low <= 0 <= found.high
        plain += inside[0]
        repeated += inside[1]
    assert repeated / SEEDS == pytest.approx(0.95, abs=0.017)
    assert plain / SEEDS < 0.9
