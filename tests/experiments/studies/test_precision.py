"""How many games a wanted width needs."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_experiments.studies.estimates import Clustered
from pixies_experiments.studies.precision import deals_needed


def interval(deals: int, seed: int, level: float = 0.95) -> float:
    """Width of the interval of a share of wins over deals of 4 games that hang together."""
    draw = np.random.default_rng(seed)
    chances = draw.beta(0.6, 1.4, size=(deals, 1))
    wins = (draw.random((deals, 4)) < chances).sum(axis=1).astype(float)
    sums = Clustered(())
    sums.add(wins, np.full(deals, 4.0))
    share = sums.share(level=level)
    return share.high - share.low


@pytest.mark.parametrize("wanted", [0.1, 0.04, 0.02])
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_so_many_deals_have_intervals_as_narrow_as_was_wanted(wanted, level):
    needed = deals_needed(interval(300, 1, level), 300, wanted, level)
    widths = [interval(needed, seed, level) for seed in range(2, 12)]
    assert np.mean(widths) == pytest.approx(wanted, rel=0.08)


def test_a_few_deals_are_not_multiplied_by_what_their_quantile_adds():
    """With 4 deals Student's interval is 1.6 times as wide as its spread; many need that not."""
    assert deals_needed(0.8, 4, 0.08) == pytest.approx(4 * 100 * (1.975 / 3.182) ** 2, rel=0.01)


def test_the_same_width_needs_the_same_deals_and_no_interval_fewer_than_two():
    assert deals_needed(0.1, 50, 0.1) == 50
    assert deals_needed(0.01, 50, 0.9) == 2
    assert deals_needed(0.1, 50, 0.01) > 4500
