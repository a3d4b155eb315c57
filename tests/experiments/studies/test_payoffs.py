"""Tables of payoffs: some copies of an agent against copies of another."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as arrow
import pytest

from pixies_experiments.intervals import LEVEL, student_quantile
from pixies_experiments.studies.kept import kept_outcome
from pixies_experiments.studies.payoff_sections import shares_of, told_rings
from pixies_experiments.studies.payoffs import Payoffs, of_a_seat, payoff_tables
from pixies_experiments.studies.study import Outcome
from pixies_experiments.studies.tournament import Tournament
from pixies_experiments.studies.tournament_page import tournament_page
from pixies_experiments.studies.tournament_results import Results
from pixies_experiments.studies.tournament_tables import Played, both_intervals, joint_level
from tests.experiments.conftest import Command
from tests.experiments.studies.conftest import RUNNER, played, runners
from tests.games import race

pytest.importorskip("open_spiel")

RACE = "tests.games.race:game"
WEIGHTS = (1, 2, 4)
"""Of the three runners: each wins its share of the weights."""
PLAYERS = 4
NAMES = ["a", "b", "c"]


def true_share(agents, one, other, players, copies):
    weights = WEIGHTS[agents.index(one)], WEIGHTS[agents.index(other)]
    return weights[0] / (copies * weights[0] + (players - copies) * weights[1])


def true_advantage(agents, one, other, players):
    gaps = [
        true_share(agents, one, other, players, copies)
        - true_share(agents, other, one, players, players - copies)
        for copies in range(1, players)
    ]
    return float(np.mean(gaps))


def paid(study):
    tables = played(study)
    deals = sum(len(np.unique(table["deal"])) for table in tables)
    found = payoff_tables(study.agents, [Played(PLAYERS, LEVEL, deals, lambda: tables)], 0)
    return {name: table.to_pylist() for name, table in found.items()}


def circle(players=3, deals=60, order=((0, 1), (1, 2), (2, 0)), clear=0.8):
    """Games in which the first of a pair wins with nearly all of its copies, in most deals."""
    columns: dict[str, list] = {name: [] for name in ("deal", "seat", "agent", "win")}
    for deal in range(deals):
        for one, other in order:
            for copies in range(1, players):
                seated = [one] * copies + [other] * (players - copies)
                winner = one if deal < clear * deals else other
                for seat, agent in enumerate(seated):
                    won = (agent == winner) / seated.count(winner)
                    for name, value in zip(columns, (deal, seat, NAMES[agent], won), strict=True):
                        columns[name].append(value)
    return arrow.table(columns)


def test_shares_and_advantages_are_found_as_often_as_their_intervals_say():
    alone, together, gaps, losses = [], [], [], []
    pairs = 3
    for seed in range(60):
        study = runners((PLAYERS,), 36 * 30, seed=seed, piece_deals=(30,), table=True)
        payoffs, names = Payoffs(study.agents, PLAYERS, played(study)), study.agents
        held = []
        for (one, other), shares in payoffs.shares().items():
            for copies in range(1, PLAYERS):
                truth = true_share(names, names[one], names[other], PLAYERS, copies)
                at = partial(of_a_seat, shares, copies)
                told = both_intervals(at, LEVEL, pairs * (PLAYERS - 1))
                alone.append(told["low"] <= truth <= told["high"])
                held.append(told["joint_low"] <= truth <= told["joint_high"])
        together.append(all(held))
        assert len(held) == 2 * pairs * (PLAYERS - 1)
        for (one, other), advantage in payoffs.advantages().items():
            truth, found = (
                true_advantage(names, names[one], names[other], PLAYERS),
                advantage.mean(),
            )
            gaps.append(found.low <= truth <= found.high)
            assert found.value == pytest.approx(payoffs.matrix()[one, other])
        alone_among = [
            true_share(names, *pair, PLAYERS, 1) for pair in itertools.permutations(names, 2)
        ]
        loss = payoffs.cross_play_loss().mean()
        losses.append(loss.low <= 1 - PLAYERS * np.mean(alone_among) <= loss.high)
    assert np.mean(losses) >= 0.95 - 0.04
    assert np.mean(alone) == pytest.approx(0.95, abs=0.03)
    assert np.mean(gaps) == pytest.approx(0.95, abs=0.04)
    assert np.mean(together) >= 0.95 - 0.04


def test_the_best_one_has_all_the_mass_and_nothing_is_left_of_the_others():
    found = paid(runners((PLAYERS,), 36 * 60, piece_deals=(60,), table=True))
    by_agent = {row["agent"][-1]: row for row in found["meta_game"]}
    best = by_agent["2"]
    assert best["nash"] == best["nash_low"] == 1 and best["alpha_rank"] == pytest.approx(1)
    for weaker in ("0", "1"):
        assert by_agent[weaker]["nash"] == by_agent[weaker]["nash_high"] == 0
        assert by_agent[weaker]["alpha_rank"] == pytest.approx(0, abs=1e-6)
    gap = true_advantage([f"{RUNNER}{n}" for n in range(3)], f"{RUNNER}0", f"{RUNNER}2", PLAYERS)
    assert by_agent["0"]["against_nash"] == pytest.approx(gap, abs=0.06)


def test_who_beat_each_other_in_a_circle_share_the_masses():
    tables = [circle()]
    found = payoff_tables(NAMES, [Played(3, LEVEL, 60, lambda: tables)], 5)
    shares = {
        (row["agent"], row["other"], row["copies"]): row["value"]
        for row in found["payoffs"].to_pylist()
    }
    assert shares["a", "b", 1] == pytest.approx(0.8)
    assert shares["a", "b", 2] == pytest.approx(0.4)
    assert shares["b", "a", 2] == pytest.approx(0.1)
    advantages = {(r["agent"], r["other"]): r for r in found["advantages"].to_pylist()}
    assert advantages["a", "b"]["value"] == pytest.approx((0.8 - 0.1 + 0.4 - 0.2) / 2)
    assert advantages["b", "a"]["value"] == -advantages["a", "b"]["value"]
    assert advantages["c", "a"]["joint_low"] > 0 > advantages["a", "c"]["joint_high"]
    for row in found["meta_game"].to_pylist():
        assert row["nash"] == pytest.approx(1 / 3) and row["alpha_rank"] == pytest.approx(1 / 3)
        assert row["against_nash"] == pytest.approx(0)


def test_a_seat_wins_at_most_its_part_of_what_its_copies_win():
    tables = [circle(players=4, deals=6, clear=1.0)]
    rows = payoff_tables(NAMES, [Played(4, LEVEL, 6, lambda: tables)], 0)["payoffs"].to_pylist()
    alone, together = (student_quantile(5, level) for level in (LEVEL, joint_level(LEVEL, 9)))
    for row in rows:
        part = 1 / row["copies"]
        won = (row["agent"], row["other"]) in (("a", "b"), ("b", "c"), ("c", "a"))
        assert row["value"] == (part if won else 0) and row["games"] == 6 * row["copies"]
        # Wilson's interval where all deals went the same way.
        for z, low, high in ((alone, "low", "high"), (together, "joint_low", "joint_high")):
            ends = (6 / (6 + z**2), 1) if won else (0, z**2 / (6 + z**2))
            assert [row[low], row[high]] == pytest.approx([part * end for end in ends])


def test_what_is_lost_among_others_is_the_mean_over_all_ordered_pairs():
    # One of b never wins among c, in 6 of 8 deals; all others are as strong as each other.
    columns: dict[str, list] = {name: [] for name in ("deal", "seat", "agent", "win")}
    for deal, (one, other) in itertools.product(range(8), itertools.combinations(range(3), 2)):
        for copies in range(1, 4):
            held_down = (one, other, copies) == (1, 2, 1) and deal < 6
            for seat in range(4):
                won = (seat > 0) / 3 if held_down else 1 / 4
                agent = NAMES[one if seat < copies else other]
                for name, value in zip(columns, (deal, seat, agent, won), strict=True):
                    columns[name].append(value)
    tables = [arrow.table(columns)]
    (row,) = payoff_tables(NAMES, [Played(4, LEVEL, 8, lambda: tables)], 0)[
        "cross_play"
    ].to_pylist()
    assert row["value"] == pytest.approx(6 / 8 / 6) and (row["players"], row["games"]) == (4, 48)
    half = student_quantile(7, LEVEL) * np.std([1 / 6] * 6 + [0] * 2, ddof=1) / 8**0.5
    assert [row["low"], row["high"]] == pytest.approx([row["value"] - half, row["value"] + half])


def test_with_two_players_one_of_a_pair_wins_what_the_other_loses():
    payoffs = Payoffs(NAMES, 2, [circle(players=2)])
    assert payoffs.cross_play_loss().values() == 0
    tables = [circle(players=2)]
    assert "cross_play" not in payoff_tables(NAMES, [Played(2, LEVEL, 60, lambda: tables)], 5)


def test_a_pair_without_games_leaves_the_masses_out():
    tables = [circle(order=((0, 1), (1, 2)))]
    found = payoff_tables(NAMES, [Played(3, LEVEL, 60, lambda: tables)], 5)
    assert set(found) == {"payoffs", "advantages"}
    assert {(r["agent"], r["other"]) for r in found["advantages"].to_pylist()} == {
        *itertools.permutations("ab", 2),
        *itertools.permutations("bc", 2),
    }
    assert payoff_tables(NAMES, [Played(3, LEVEL, 0, list)], 5) == {}


def test_all_numbers_of_copies_of_all_pairs_play_every_deal():
    study = runners((3,), 1, table=True)
    for deal in (0, 7):
        seatings = study.design(3).seatings(deal)
        assert len(seatings) == len(set(seatings)) == 3 * 2 * 3
        counts = {tuple(sorted(seating)) for seating in seatings}
        assert len(counts) == 6 and all(len(set(seating)) == 2 for seating in seatings)


@pytest.mark.usefixtures("no_pictures")
def test_a_table_is_told_by_the_command_and_on_the_page_and_goes_on(folder):
    words = ("tournament", "--agents", ",".join(f"{RUNNER}{n}" for n in range(3)), "--players", 3)
    words = (*words, "--workers", 1, "--folder", folder, "--games")
    result = Command()(*words, 90, "--table", game=RACE)
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    for wanted in (
        "1 of 3 seats 2 of 3 seats",
        "Nash average",
        "alpha-rank",
        "no three agents are seen",
        "With 3 players a seat of an agent, all others being another one, gains",
    ):
        assert wanted in said
    assert max(len(line) for line in result.stdout.splitlines()[:-1]) <= 80
    more = Command().json(*words, 180, "--table", game=RACE)
    (loss,) = more["results"]["cross_play"]
    assert loss["players"] == 3 and loss["low"] < loss["value"] < loss["high"]
    assert more["table"] is True and more["results"]["deals"][0]["deals"] == 180 // 18
    page = tournament_page(runners((3,), 180, table=True), kept_outcome(folder, race.game()))
    sections = {section.title: section for section in page.sections}
    table = sections["3 players: each pair of agents"].tables[0]
    assert any("joint-policy" in text for text in sections["3 players: each pair of agents"].texts)
    assert list(table.head) == ["agent", "against", "1 of 3 seats", "2 of 3 seats"]
    assert [row[:2] for row in table.rows] == [
        list(pair) for pair in itertools.permutations(runners().agents, 2)
    ]
    assert sections["3 players: beyond a ladder"].tables[0].rows[0][0] == f"{RUNNER}2"
    # Without --table it is another study.
    assert "is that of a table of payoffs: add --table" in Command().refused(*words, 180, game=RACE)


def test_a_circle_is_told_in_words():
    tables = [circle()]
    found = payoff_tables(NAMES, [Played(3, LEVEL, 60, lambda: tables)], 5)
    study = Tournament(race.game(), tuple(NAMES), (3,), 10, table=True)
    outcome = Outcome(study, Path(), {}, {**found, "agents": arrow.table({"players": [3]})}, [])
    results = Results(study, outcome)
    alone, two = shares_of(results, 3)["a", "b"]
    assert alone.clear and alone.estimate.value == pytest.approx(0.8) and not two.clear
    (said,) = told_rings(results, 3)
    assert said.startswith("With 3 players a beats b, b beats c and c beats a, by the intervals")


def test_what_cannot_be_a_table_is_refused():
    for entries, players in (((f"{RUNNER}0", f"{RUNNER}0"), (2,)), ((f"{RUNNER}0",), (3,))):
        with pytest.raises(ValueError, match="needs two different agents"):
            Tournament(race.game(), entries, players, 10, table=True)
    with pytest.raises(ValueError, match="'pairs' is that of a table"):
        runners((3,), 10, designs=("pairs",))
    with pytest.raises(ValueError, match="a table of payoffs has the design 'pairs'"):
        runners((3,), 10, designs=("sampled",), table=True)
