"""Tournaments whose results are known are found to be so, as often as the intervals say."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as arrow
import pytest

from pixies_experiments.intervals import LEVEL
from pixies_experiments.studies.standings import Standings, ratings_of
from pixies_experiments.studies.tournament import Tournament
from pixies_experiments.studies.tournament_tables import Played, tables_of
from tests.experiments.games import card_game
from tests.experiments.studies.conftest import AGENTS, played, runners
from tests.games import race

SEEDS = 120
TOLERANCE = 0.04
"""Three standard errors, as estimates of the same seed hang together."""
SHARES = (1 / 7, 2 / 7, 4 / 7)
RATINGS = tuple(1500 + 400 * math.log10(2) * step for step in (-1, 0, 1))


def inside(estimate, truth):
    return estimate.low <= truth <= estimate.high


def test_agents_of_equal_strength_get_the_fair_share_as_often_as_intervals_say():
    entries = ("random", f"{AGENTS}equal_one", f"{AGENTS}equal_two")
    hits, rated = [], []
    for seed in range(SEEDS):
        study = Tournament(card_game(), entries, (3,), 300, seed, piece_deals=(100,))
        tables = played(study)
        standings = Standings.of(tables, study.agents, 3)
        assert standings.games == 300
        hits += [inside(standings.of_agent(agent, "win"), 1 / 3) for agent in range(3)]
        found = ratings_of([(1.0, 3, lambda tables=tables: tables)], study.agents)
        rated += [inside(found.estimate(agent), 1500) for agent in range(3)]
    assert np.mean(hits) == pytest.approx(0.95, abs=TOLERANCE)
    assert np.mean(rated) == pytest.approx(0.95, abs=TOLERANCE)


def test_a_planted_order_is_found_with_the_right_sizes():
    shares, ratings = [], []
    for seed in range(SEEDS):
        study = runners(games=300, seed=seed, piece_deals=(100,))
        tables = played(study)
        standings = Standings.of(tables, study.agents, 3)
        found = ratings_of([(1.0, 3, lambda tables=tables: tables)], study.agents)
        assert found.ratings.argsort().tolist() == [0, 1, 2]
        for agent in range(3):
            shares.append(inside(standings.of_agent(agent, "win"), SHARES[agent]))
            ratings.append(inside(found.estimate(agent), RATINGS[agent]))
            ahead = standings.ahead.share(2, 0)
            shares.append(inside(ahead, 4 / 5))
    assert np.mean(shares) == pytest.approx(0.95, abs=TOLERANCE)
    assert np.mean(ratings) == pytest.approx(0.95, abs=TOLERANCE)


def test_ratings_over_several_numbers_of_players_are_the_same():
    study = runners((2, 3), 3000, piece_deals=(1000, 1000))
    tables = played(study)
    by_number = [
        (1.0, n, lambda n=n: [t for t in tables if t["players"][0].as_py() == n]) for n in (2, 3)
    ]
    found = ratings_of(by_number, study.agents)
    for agent in range(3):
        assert found.ratings[agent] == pytest.approx(RATINGS[agent], abs=15)
    assert found.deals == 1500


def test_a_planted_seat_advantage_is_found_with_the_right_size():
    game = race.game(weights=(1, 1, 1), starts=(3, 1, 1, 1))
    hits = []
    for seed in range(SEEDS):
        study = Tournament(game, ("random",), (4,), 200, seed, piece_deals=(200,))
        standings = Standings.of(played(study), study.agents, 4)
        hits += [
            inside(standings.of_seat(seat, "win"), (3 if seat == 0 else 1) / 6) for seat in range(4)
        ]
        assert standings.of_agent(0, "win").value == pytest.approx(1 / 4)
    assert np.mean(hits) == pytest.approx(0.95, abs=TOLERANCE)


def test_rotation_takes_the_seat_advantage_from_the_agents():
    game = race.game(weights=(1, 1, 1), starts=(9, 1, 1, 1))
    entries = ("random", f"{AGENTS}equal_one")
    study = Tournament(game, entries, (2,), 1000, piece_deals=(500,))
    standings = Standings.of(played(study), study.agents, 2)
    # Both sit on the good seat in every deal, so luck has hardly any room.
    assert standings.of_agent(0, "win").value == pytest.approx(0.5, abs=0.05)
    assert inside(standings.of_seat(0, "win"), 0.9)


def test_all_line_ups_of_a_deal_play_the_same_deal():
    """Agents that play alike differ in nothing, so all games of a deal are the same."""
    study = Tournament(card_game(), ("random", f"{AGENTS}same"), (3,), 60, piece_deals=(4,))
    for table in played(study):
        scores: dict = {}
        for row in table.select(["deal", "seat", "score"]).to_pylist():
            scores.setdefault((row["deal"], row["seat"]), set()).add(row["score"])
        assert all(len(found) == 1 for found in scores.values())


def test_numbers_of_players_are_dealt_apart():
    study = runners((2, 3), 60)
    assert {piece.name[:2] for piece in study.pieces(set())} == {"p2", "p3"}
    lanes = {n: study.design(n).games_per_deal for n in (2, 3)}
    assert lanes == {2: 6, 3: 3}


def tables_of_runs(played_by_number, agents):
    return tables_of(
        agents,
        [
            Played(
                players, LEVEL, sum(len(np.unique(t["deal"])) for t in tables), lambda t=tables: t
            )
            for players, tables in played_by_number.items()
        ],
    )


def test_intervals_of_all_agents_hold_together():
    together, alone = [], []
    for seed in range(SEEDS):
        study = runners(games=300, seed=seed, piece_deals=(100,))
        rows = tables_of_runs({3: played(study)}, study.agents)["agents"].to_pylist()
        wins = [row for row in rows if row["measure"] == "win"]
        for found, ends in ((together, ("joint_low", "joint_high")), (alone, ("low", "high"))):
            held = [
                row[ends[0]] <= SHARES[study.agents.index(row["agent"])] <= row[ends[1]]
                for row in wins
            ]
            found.append(all(held))
    assert np.mean(together) >= 0.95 - TOLERANCE
    assert np.mean(together) > np.mean(alone)


def test_who_comes_first_is_told_by_all_differences_together():
    study = runners(games=3000, piece_deals=(1000,))
    tables = tables_of_runs({3: played(study)}, study.agents)
    places = {row["agent"]: (row["best"], row["last"]) for row in tables["places"].to_pylist()}
    assert [places[agent] for agent in study.agents] == [(3, 3), (2, 2), (1, 1)]
    # Where all are alike each may be anywhere.
    entries = ("random", f"{AGENTS}equal_one", f"{AGENTS}equal_two")
    alike = Tournament(card_game(), entries, (3,), 300, piece_deals=(100,))
    rows = tables_of_runs({3: played(alike)}, alike.agents)["places"].to_pylist()
    assert {(row["best"], row["last"]) for row in rows} == {(1, 3)}


def test_ratings_over_all_weigh_numbers_of_players_alike_and_say_where_they_do_not_fit():
    # With two players the order is another one than with three, of which there are more games.
    agents = ["a", "b", "c"]
    two = [game_rows(2, [(0, 1), (1, 2)], 100)]
    three = [game_rows(3, [(2, 1, 0)], 1000)]
    tables = tables_of_runs({2: two, 3: three}, agents)
    rated = {(r["players"], r["agent"]): r["value"] for r in tables["ratings"].to_pylist()}
    assert rated[2, "a"] > 1600 > rated[2, "c"] and rated[3, "c"] > 1600 > rated[3, "a"]
    assert [rated[0, agent] for agent in agents] == pytest.approx([1500] * 3, abs=60)
    fit = tables["fit"].to_pylist()
    of_two = [row for row in fit if row["players"] == 2]
    assert all(row["joint_low"] <= row["predicted"] <= row["joint_high"] for row in of_two)
    assert not any(row["joint_low"] <= row["pooled"] <= row["joint_high"] for row in fit)


def game_rows(players, orders, deals):
    """Games in which agents end in an order, nine times of ten; else the other way round."""
    games = [order if deal % 10 else order[::-1] for deal in range(deals) for order in orders]
    seated = np.array([sorted(order) for order in games])
    ranks = np.array([[1 + order.index(agent) for agent in sorted(order)] for order in games])
    count = len(games) * players
    return arrow.table(
        {
            "players": np.full(count, players),
            "deal": np.repeat(np.arange(deals), len(orders) * players),
            "line_up": np.tile(np.repeat(np.arange(len(orders)), players), deals),
            "seat": np.tile(np.arange(players), len(games)),
            "agent": np.array(["a", "b", "c"])[seated.ravel()],
            "decisions": np.full(count, 5),
            "win": (ranks.ravel() == 1).astype(float),
            "rank": ranks.ravel(),
        }
    )
