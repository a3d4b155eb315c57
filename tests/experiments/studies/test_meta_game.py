"""Nash averaging, alpha-rank and rings, where the answers are known."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_experiments.studies.meta_game import alpha_rank, nash_average, rings

CIRCLE = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
THIRDS = [1 / 3, 1 / 3, 1 / 3]


def both(advantages):
    """Both evaluations, after what an equilibrium is has been looked at."""
    pytest.importorskip("open_spiel")
    masses = nash_average(advantages)
    assert masses.sum() == pytest.approx(1) and (masses >= 0).all()
    assert (advantages @ masses < 1e-6).all()
    return masses.tolist(), alpha_rank(advantages).tolist()


def bordered(advantages, row):
    """With one agent more, whose advantages over the others these are."""
    row = np.asarray(row, float)
    return np.block([[advantages, -row[:, None]], [row[None, :], np.zeros((1, 1))]])


def test_agents_that_beat_each_other_in_a_circle_share_the_mass():
    nash, alpha = both(0.2 * CIRCLE)
    assert nash == pytest.approx(THIRDS) and alpha == pytest.approx(THIRDS)


def test_an_agent_that_all_beat_has_no_mass():
    nash, alpha = both(bordered(0.2 * CIRCLE, [-0.3, -0.1, -0.2]))
    assert nash == pytest.approx([*THIRDS, 0]) and alpha == pytest.approx([*THIRDS, 0])
    nash, alpha = both(np.array([[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]]))
    assert nash == pytest.approx([1, 0, 0]) and alpha == pytest.approx([1, 0, 0])


def test_an_uneven_circle_has_the_masses_of_its_equilibrium():
    # Who is beaten by little keeps the others in balance by being there often.
    uneven = np.array([[0, 0.1, -0.2], [-0.1, 0, 0.3], [0.2, -0.3, 0]])
    nash, _ = both(uneven)
    assert nash == pytest.approx([0.3 / 0.6, 0.2 / 0.6, 0.1 / 0.6])


def test_of_several_equilibria_it_is_the_one_of_most_entropy():
    # A copy shares the mass of what it is a copy of, and nothing else changes.
    nash, _ = both(bordered(CIRCLE, CIRCLE[0]))
    assert nash == pytest.approx([1 / 6, 1 / 3, 1 / 3, 1 / 6], abs=1e-5)
    nash, alpha = both(np.zeros((4, 4)))
    assert nash == pytest.approx([0.25] * 4, abs=1e-5) and alpha == pytest.approx([0.25] * 4)
    # Level at the top, whoever wins more against those below.
    nash, _ = both(np.array([[0, 0, 0.3], [0, 0, 0.1], [-0.3, -0.1, 0]]))
    assert nash == pytest.approx([0.5, 0.5, 0], abs=1e-5)


def test_rings_are_told_once_and_in_their_direction():
    beats = {("b", "a"), ("a", "c"), ("c", "b"), ("a", "d"), ("d", "b"), ("c", "d")}
    assert rings(beats, ["a", "b", "c", "d"]) == [("a", "c", "b"), ("a", "d", "b")]
    assert rings({("a", "b"), ("b", "c"), ("a", "c")}, ["a", "b", "c"]) == []
