"""Who plays whom."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_experiments.studies.design import (
    ROUND_ROBIN,
    SAMPLED,
    Design,
    cyclic_orders,
    line_ups_of,
    seatings_of,
)


def test_everybody_meets_everybody():
    assert line_ups_of("abcd", 3) == list(combinations("abcd", 3))


def test_one_that_is_named_twice_can_sit_twice():
    found = line_ups_of(["a", "b", "a"], 2)
    assert found == [("a", "b")]
    assert line_ups_of(["a", "a", "a", "b"], 3) == [("a", "a", "b")]
    assert ("a", "a", "b") in line_ups_of(["a", "b", "c", "a"], 3)


def test_few_agents_fill_the_table():
    assert line_ups_of("ab", 4) == [
        ("a", "a", "a", "b"),
        ("a", "a", "b", "b"),
        ("a", "b", "b", "b"),
    ]


def test_one_agent_alone_plays_itself():
    assert line_ups_of("a", 3) == [("a", "a", "a")]
    assert seatings_of("aaa", 0) == [("a", "a", "a")]


def test_neighbours_change_until_all_orders_were_there():
    seen = {seating for deal in range(6) for seating in seatings_of("abcd", deal)}
    assert len(seen) == 24
    assert len(cyclic_orders(("a", "b", "c", "d"))) == 6


def test_orders_that_repeat_a_seating_are_left_out():
    assert cyclic_orders(("a", "a", "b", "b")) == [("a", "a", "b", "b")]


@given(st.integers(2, 12), st.integers(2, 5), st.integers(0, 500), st.sampled_from(["r", "s"]))
def test_in_every_deal_all_sit_everywhere_equally_often(count, players, deal, kind):
    if kind == "s" and count <= players:
        return
    if kind == "r" and count > 7:
        return
    entries = tuple(chr(97 + agent) for agent in range(count))
    design = Design(ROUND_ROBIN if kind == "r" else SAMPLED, entries, players, 3)
    seatings = design.seatings(deal)
    assert len(seatings) == design.games_per_deal
    for seat in range(players):
        sat = Counter(seating[seat] for seating in seatings)
        assert set(sat) == set(entries) and len(set(sat.values())) == 1
    if kind == "s":
        assert all(len(set(seating)) == players for seating in seatings)


def test_a_sample_meets_all_pairs_about_equally_often():
    design = Design(SAMPLED, tuple("abcdefghij"), 4, 7)
    met = Counter(
        pair
        for deal in range(300)
        for seating in design.seatings(deal)[::4]
        for pair in combinations(sorted(seating), 2)
    )
    assert len(met) == 45
    mean = sum(met.values()) / 45
    assert max(abs(count - mean) for count in met.values()) < 0.2 * mean


def test_samples_are_those_of_the_seed_and_the_deal():
    one, other = (Design(SAMPLED, tuple("abcdefgh"), 3, seed) for seed in (1, 2))
    assert one.seatings(5) == Design(SAMPLED, tuple("abcdefgh"), 3, 1).seatings(5)
    assert one.seatings(5) != one.seatings(6) != other.seatings(6)


@pytest.mark.parametrize(
    ("agents", "players", "games", "kind"),
    [(4, 4, 40, ROUND_ROBIN), (5, 4, 2000, ROUND_ROBIN), (12, 4, 2000, SAMPLED)],
)
def test_few_agents_play_a_round_robin_and_many_a_sample(agents, players, games, kind):
    entries = [str(agent) for agent in range(agents)]
    assert Design.fitting(entries, players, 0, games).kind == kind
