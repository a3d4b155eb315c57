"""Ratings: what is planted is found, and ties lift nobody else."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_experiments.studies.ratings import MEAN, POINTS, fit_ratings, wins_of_games


def rated(deals, agents, ranks, count):
    wins = wins_of_games(
        np.array(deals), np.array(agents), np.array(ranks), (max(deals) + 1, count)
    )
    return fit_ratings(lambda: [wins], count)


def test_a_third_is_not_lifted_above_two_who_tied_for_first():
    found = rated([0], [[0, 1, 2]], [[1, 1, 3]], 3).ratings
    assert found[0] == pytest.approx(found[1])
    assert found[2] < MEAN < found[0]


@pytest.mark.parametrize(
    "ranks", [[1, 1, 3, 4, 5], [1, 2, 2, 4, 5], [1, 1, 1, 4, 4], [1, 2, 3, 4, 4]]
)
def test_ratings_follow_the_ranks_of_a_game_with_ties(ranks):
    found = rated([0], [list(range(5))], [ranks], 5).ratings
    for one, first in enumerate(ranks):
        for other, second in enumerate(ranks):
            assert (found[one] > found[other] + 1e-6) == (first < second)


def test_games_that_are_all_tied_leave_everybody_alike():
    assert rated([0, 1], [[0, 1], [1, 2]], [[1, 1], [1, 1]], 3).ratings == pytest.approx([MEAN] * 3)


def test_ten_to_one_is_four_hundred_points():
    ranks = [[1, 2]] * 1000 + [[2, 1]] * 100
    found = rated(list(range(1100)), [[0, 1]] * 1100, ranks, 2)
    assert found.ratings[0] - found.ratings[1] == pytest.approx(400, abs=2)
    assert found.ratings.mean() == pytest.approx(MEAN)


def test_order_of_the_games_does_not_matter():
    draw = np.random.default_rng(5)
    agents = np.array([draw.permutation(5)[:3] for _ in range(60)])
    ranks = np.array([1 + draw.permutation(3) for _ in range(60)])
    back = slice(None, None, -1)
    one = rated(range(60), agents, ranks, 5)
    other = rated(range(60), agents[back], ranks[back], 5)
    assert one.ratings == pytest.approx(other.ratings)
    assert one.errors == pytest.approx(other.errors)


def test_who_never_wins_is_rated_too():
    found = rated(list(range(200)), [[0, 1, 2]] * 200, [[1, 2, 3]] * 200, 3)
    assert np.isfinite(found.ratings).all()
    assert found.ratings[0] > found.ratings[1] + 200 > found.ratings[2] + 400


def test_a_rating_has_no_interval_where_every_meeting_ended_the_same_way():
    always = rated(list(range(200)), [[0, 1, 2]] * 200, [[1, 2, 3]] * 200, 3)
    level = rated(list(range(50)), [[0, 1]] * 50, [[1, 1]] * 50, 2)
    for found, agents in ((always, 3), (level, 2)):
        assert all(np.isnan(found.estimate(agent).low) for agent in range(agents))
    ranks = [[1, 2, 3]] * 199 + [[1, 3, 2]]
    once = rated(list(range(200)), [[0, 1, 2]] * 200, ranks, 3)
    assert np.isnan(once.estimate(0).low)
    for agent in (1, 2):
        found = once.estimate(agent)
        assert found.low < found.value < found.high


def test_an_agents_games_against_itself_are_left_out():
    wins = wins_of_games(np.array([0]), np.array([[0, 0, 1]]), np.array([[1, 3, 2]]), (1, 2))
    assert wins.tolist() == [[[0, 1], [1, 0]]]


def test_intervals_hold_as_often_as_they_say_although_games_of_a_deal_go_alike():
    strengths = np.array([-0.8, -0.1, 0.2, 0.7])
    truth = MEAN + POINTS * strengths
    inside, seeds = 0, 250
    for seed in range(seeds):
        draw = np.random.default_rng(seed)
        # Luck of the deal: the same for the 3 games of a deal, so they tell little more than one.
        luck = draw.gumbel(size=(80, 1, 4)).repeat(3, axis=1)
        fresh = draw.random((80, 3, 1)) < 0.2
        luck = np.where(fresh, draw.gumbel(size=luck.shape), luck)
        ranks = 1 + np.argsort(np.argsort(-(strengths + luck), axis=2), axis=2)
        deals = np.repeat(np.arange(80), 3)
        agents = np.tile(np.arange(4), (240, 1))
        found = rated(deals, agents, ranks.reshape(-1, 4), 4)
        estimates = [found.estimate(agent) for agent in range(4)]
        inside += sum(e.low <= t <= e.high for e, t in zip(estimates, truth, strict=True))
    assert inside / (4 * seeds) == pytest.approx(0.95, abs=0.025)
