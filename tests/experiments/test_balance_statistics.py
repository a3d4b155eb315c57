"""Estimates by cell, clustered by deal, alone and all together."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_experiments.intervals import student_quantile
from pixies_experiments.studies.balance.cells import LEAST_SEATS, Cells, stack
from pixies_experiments.studies.balance.critical import Batches, Scores, critical_sizes
from pixies_experiments.studies.balance.exchanges import exchange_effects
from pixies_experiments.studies.balance.words import first_of, telling

LEVELS, SEATS = 6, 4


def dealt(draw, deals, worth, noise=3.0, shared=2.0):
    """Levels of each seat, all different, and scores with a part that a deal's seats share."""
    order = draw.permuted(np.tile(np.arange(LEVELS), (deals, 1)), axis=1)[:, :SEATS]
    score = worth[order] + noise * draw.standard_normal((deals, SEATS))
    return order, score + shared * draw.standard_normal((deals, 1))


def taken_in(order, score, step=97):
    cells = Cells(LEVELS)
    for first in range(0, len(order), step):
        cells.add(order[first : first + step], score[first : first + step])
    return cells


def test_means_are_those_of_the_seats_in_the_cell():
    draw = np.random.default_rng(1)
    order, score = dealt(draw, 300, np.arange(LEVELS, dtype=float))
    means = taken_in(order, score).means()
    expected = [score[order == level].mean() for level in range(LEVELS)]
    assert means.value == pytest.approx(expected)
    assert means.seats.tolist() == [(order == level).sum() for level in range(LEVELS)]
    advantages = taken_in(order, score).advantages()
    assert advantages.value == pytest.approx(means.value - score.mean())


def test_seats_of_a_deal_are_not_counted_as_independent():
    luck = 5 * np.random.default_rng(2).standard_normal((2000, 1))
    cells = Cells(2)
    cells.add(np.tile(np.arange(2000)[:, None] % 2, SEATS), np.tile(luck, SEATS))
    assert cells.means().error == pytest.approx(5 / np.sqrt(1000), rel=0.1)


def test_standard_errors_are_the_spread_over_many_studies():
    draw = np.random.default_rng(3)
    worth = np.array([2.0, 0, 0, 0, 0, -1])
    found = [taken_in(*dealt(draw, 150, worth)).advantages() for _ in range(400)]
    spread = np.std([band.value for band in found], axis=0)
    assert np.mean([band.error for band in found], axis=0) == pytest.approx(spread, rel=0.12)


@pytest.mark.parametrize("what", ["means", "advantages"])
def test_simultaneous_intervals_cover_all_at_once_at_the_nominal_rate(what):
    draw = np.random.default_rng(4)
    worth = np.array([2.0, 1, 0, 0, -1, -2])
    truth = worth if what == "means" else worth - worth.mean()
    studies, joint, single = 250, 0, 0
    for _ in range(studies):
        band = getattr(taken_in(*dealt(draw, 120, worth)), what)()
        error = np.abs(band.value - truth)
        joint += (error <= band.joint_half).all()
        single += (error <= band.half).all()
    # Small studies are on the safe side; 95 % of 250 has a standard deviation of 1.4 %.
    assert 0.93 <= joint / studies < 1
    assert single / studies < 0.9


def test_a_single_interval_is_students():
    found = critical_sizes(np.array([[4.0]]), np.array([51.0]))
    assert found.single == found.joint == pytest.approx(student_quantile(50), rel=1e-6)


def test_equal_estimates_need_no_wider_intervals():
    same = critical_sizes(np.ones((5, 5)), np.full(5, 1001.0)).joint
    assert same == pytest.approx([student_quantile(1000)] * 5, rel=0.02)
    # Ten independent ones: 1 - 0.95 ** (1 / 10) of two sides, 2.80 by a table of the normal.
    several = critical_sizes(np.eye(10), np.full(10, 10.0**6)).joint
    assert several == pytest.approx([2.80] * 10, abs=0.03)


def test_degrees_of_freedom_are_those_of_the_deals_in_which_a_cell_was_seen():
    draw = np.random.default_rng(13)
    level = np.where(np.arange(2000) < 40, 0, 1)[:, None]
    cells = Cells(2)
    cells.add(level, draw.standard_normal((2000, 1)))
    band = cells.means()
    assert band.units.tolist() == [40, 1960]
    assert band.critical.single[0] >= student_quantile(39) * (1 - 1e-6)
    assert band.critical.single[1] < student_quantile(39)


def test_skewed_outcomes_widen_what_must_hold_together():
    draw = np.random.default_rng(14)
    order = dealt(draw, 150, np.zeros(LEVELS))[0]
    plain = taken_in(order, draw.standard_normal(order.shape)).means()
    skewed = taken_in(order, np.exp(1.5 * draw.standard_normal(order.shape))).means()
    assert skewed.critical.joint.max() > 1.1 * plain.critical.joint.max()


def test_batches_do_not_depend_on_the_blocks_in_which_units_arrive():
    units = np.random.default_rng(15).standard_normal((5000, 3))
    found = []
    for step in (7, 2048, 5000):
        batches = Batches(3)
        for first in range(0, len(units), step):
            batches.add(units[first : first + step])
        found.append(batches.rows())
    assert len(found[0]) == 1250
    assert all(np.array_equal(found[0], other) for other in found[1:])
    assert found[0].sum(axis=0) == pytest.approx(units.sum(axis=0))
    assert found[0][1] == pytest.approx(units[4:8].sum(axis=0))


def test_cells_with_too_few_seats_have_no_interval_and_widen_no_other():
    draw = np.random.default_rng(5)
    order, score = dealt(draw, 400, np.zeros(LEVELS))
    rare = order.copy()
    rare[order == 5] = -1
    rare[: LEAST_SEATS - 1, 0] = 5
    band = taken_in(rare, score).means()
    assert np.isnan(band.joint_half[5]) and np.isnan(band.value[5])
    assert np.isfinite(band.joint_half[:5]).all()


def with_level_of(having):
    """Advantages of three levels, and of a fourth that the given seats have beside theirs."""
    draw = np.random.default_rng(6)
    won = (np.arange(3) == draw.integers(3, size=(len(having), 1))) / 1.0
    level = draw.integers(3, size=won.shape)
    cells = Cells(4)
    base = np.zeros(won.shape, np.int64), won
    cells.add(np.hstack([level, np.where(having, 3, -1)]), np.hstack([won, won]), base)
    return cells.advantages()


def test_what_nearly_all_seats_have_widens_no_other_interval():
    none = np.zeros((2000, 3), np.bool_)
    alone = with_level_of(none).joint_half[:3]
    half = none.copy()
    half[::2] = True
    assert with_level_of(~none).value[3] == pytest.approx(0, abs=1e-12)
    for having in (~none, half):
        both = with_level_of(having)
        assert both.joint_half[:3] == pytest.approx(alone, rel=1e-6)
    few = ~none
    few[:3, 0] = False
    band = with_level_of(few)
    assert np.isnan(band.value[3]) and band.joint_half[:3] == pytest.approx(alone)
    few[: LEAST_SEATS + 10, 0] = False
    band = with_level_of(few)
    assert np.isfinite(band.value[3]) and (band.joint_half[:3] < 1.5 * alone).all()


def test_errors_of_rounding_widen_no_other_interval():
    draw = np.random.default_rng(7)
    errors = draw.standard_normal((500, 2)) * [1.0, 1e-10] + [0.0, 1e-8]
    units = np.full(2, 500.0)
    alone = critical_sizes(np.eye(1), units[:1], (Scores(np.arange(1), errors[:, :1]),))
    both = critical_sizes(np.diag([1.0, 1e-18]), units, (Scores(np.arange(2), errors),))
    assert both.joint[0] == pytest.approx(alone.joint[0])


def test_groups_are_compared_within_themselves():
    draw = np.random.default_rng(6)
    order, score = dealt(draw, 3000, np.arange(LEVELS, dtype=float), noise=1.0)
    score[:, 0] += 10
    cells = Cells(2 * LEVELS, np.repeat([0, 1], LEVELS))
    first = np.arange(SEATS) == 0
    cells.add(np.where(first, order, order + LEVELS), score)
    found = cells.advantages().value.reshape(2, LEVELS)
    assert found == pytest.approx(np.tile(np.arange(LEVELS) - 2.5, (2, 1)), abs=0.3)


def test_games_of_one_deal_are_compared_in_pairs():
    draw = np.random.default_rng(7)
    luck = 5 * draw.standard_normal((500, 1))
    one = luck + draw.standard_normal((500, 1))
    other = luck + 1 + draw.standard_normal((500, 1))
    cells = Cells(2)
    cells.add(np.tile([0, 1], (500, 1)), np.hstack([one, other]))
    difference = cells.means().contrast(np.array([[-1.0, 1.0]]))
    assert difference.value[0] == pytest.approx((other - one).mean())
    assert difference.error[0] == pytest.approx(np.std(other - one) / np.sqrt(500), rel=0.01)


def test_stacked_bands_are_independent():
    draw = np.random.default_rng(8)
    bands = [taken_in(*dealt(draw, 200, np.zeros(LEVELS))).means() for _ in range(3)]
    joined = stack(bands)
    assert joined.value.tolist() == [value for band in bands for value in band.value]
    assert not joined.covariance[:LEVELS, LEVELS:].any()
    assert (joined.joint_half[:LEVELS] > bands[0].joint_half).all()


def test_games_for_a_precision_shrink_the_interval_to_it():
    draw = np.random.default_rng(9)
    worth = np.zeros(LEVELS)
    few = taken_in(*dealt(draw, 400, worth)).advantages()
    wanted = float(few.joint_half.max()) / 2
    enough = int(few.games_for(wanted).max())
    assert enough == pytest.approx(1600, rel=0.01)
    more = taken_in(*dealt(draw, enough, worth)).advantages()
    assert more.joint_half.max() == pytest.approx(wanted, rel=0.1)


def exchanged(draw, units, worth):
    """Each unit tries all levels but those that two other seats hold."""
    outcomes = worth + 4 * draw.standard_normal((units, 1)) + draw.standard_normal((units, LEVELS))
    for row in outcomes:
        row[draw.choice(LEVELS, 2, replace=False)] = np.nan
    return outcomes


def test_exchanges_find_the_effects_of_levels():
    draw = np.random.default_rng(10)
    worth = np.array([3.0, 0, 0, 1, 0, -1])
    band = exchange_effects(exchanged(draw, 3000, worth))
    assert band.value == pytest.approx(worth - worth.mean(), abs=0.1)
    # The luck of a unit, four times the noise, is gone.
    assert band.error.max() < 0.04


def test_simultaneous_intervals_of_exchanges_cover_at_the_nominal_rate():
    draw = np.random.default_rng(11)
    worth = np.array([1.0, 0, 0, 0, 0, -1])
    covered = 0
    for _ in range(200):
        band = exchange_effects(exchanged(draw, 80, worth))
        covered += (np.abs(band.value - (worth - worth.mean())) <= band.joint_half).all()
    assert 0.91 <= covered / 200 <= 0.99


def test_a_level_that_is_hardly_tried_has_no_effect():
    outcomes = np.random.default_rng(12).standard_normal((200, LEVELS))
    outcomes[LEAST_SEATS - 1 :, 0] = np.nan
    band = exchange_effects(outcomes)
    assert np.isnan(band.value[0]) and np.isfinite(band.value[1:]).all()


def rows_with(*ends):
    return [
        {"level": str(place), "value": (low + high) / 2, "joint_low": low, "joint_high": high}
        for place, (low, high) in enumerate(ends)
    ]


def test_first_is_only_who_is_better_than_every_other_beyond_doubt():
    assert first_of(rows_with((0.1, 0.2), (-0.3, 0.05), (-0.1, 0.09))) == "0"
    assert first_of(rows_with((0.1, 0.2), (0.0, 0.15))) == ""
    assert first_of([]) == first_of(rows_with((0.1, 0.2))) == ""
    assert "comes first beyond doubt" in telling(rows_with((0.1, 0.2), (-0.2, 0.05)), "gift")
    assert "first" not in telling(rows_with((0.1, 0.2), (0.0, 0.15)), "gift")


@pytest.mark.parametrize("units", [997, 1000, 1003, 4000])
def test_effects_of_exchanges_are_told_against_their_mean_with_any_number_of_units(units):
    draw = np.random.default_rng(units)
    outcomes = draw.gamma(2.0, size=(units, 10))
    outcomes[np.arange(units), draw.integers(10, size=units)] = np.nan
    assert exchange_effects(outcomes).value.mean() == pytest.approx(0, abs=1e-9)
