"""Studies of balance find what is planted, with the right size."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from pixies_experiments.api import balance_skills
from pixies_experiments.pieces import STOP
from pixies_experiments.studies.balance.cells import Cells
from pixies_experiments.studies.balance.gathering import double_centred
from pixies_experiments.studies.balance.plan import (
    CHOSEN,
    DEALT,
    EXCHANGED,
    MIXED,
    OWNED,
    PLAYED,
    Plan,
)
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.kept import kept_outcome
from pixies_experiments.studies.store import StoredParts
from tests.games.planted import FACES, GIFTS, TRAIN, planted_game

HERE = "tests.games.planted"
SIMPLE, TRAINED, LOVER = (f"{HERE}:{name}" for name in ("simple", "trained", "flint_lover"))


def studied(
    folder,
    game,
    *,
    factor="gift",
    agents=(SIMPLE,),
    players=(3,),
    designs=(DEALT,),
    games=2000,
    piece_games=512,
    seed=1,
):
    """Tables of results of a study, run in this process."""
    plan = Plan(tuple(agents), tuple(players), tuple(designs), games, piece_games, seed)
    study = BalanceStudy(game, factor, plan, 0.01)
    with StoredParts.opened(folder, study) as parts:
        pieces = study.pieces(parts)
        for piece in pieces:
            parts.keep(piece, study.run(piece, STOP))
        return study.summarise(parts, pieces)


def rows(results, /, **wanted):
    return [
        row
        for row in results.to_pylist()
        if all(row[name] == value for name, value in wanted.items())
    ]


def assert_all_covered(found, truth):
    """All simultaneous intervals hold the truth, which is not trivial: they are narrow."""
    for row in found:
        assert row["joint_low"] <= truth[row["level"]] <= row["joint_high"], row


WORTH = (4, 2, 0, 0, 0, -3)


def true_scores():
    return dict(zip(GIFTS, np.array(WORTH) - np.mean(WORTH), strict=True))


def true_win_advantages():
    """By enumeration for two players: share of wins of each gift against any other."""
    shares = {}
    for own, gift in enumerate(GIFTS):
        won = [
            0.5 * (1 + np.sign(WORTH[own] + die - WORTH[other] - roll))
            for other in range(len(GIFTS))
            if other != own
            for die, roll in itertools.product(range(FACES), repeat=2)
        ]
        shares[gift] = float(np.mean(won)) - 0.5
    return shares


def test_planted_worth_of_a_level_is_found_with_the_right_size(tmp_path):
    game = planted_game("dealt", worth=WORTH)
    tables = studied(tmp_path, game, players=(2, 3), games=3000)
    for players in (2, 3):
        scores = rows(tables["effects"], measure="score", players=players)
        assert_all_covered(scores, true_scores())
        assert all(row["joint_high"] - row["joint_low"] < 1.2 for row in scores)
    wins = rows(tables["effects"], measure="win", players=2)
    assert_all_covered(wins, true_win_advantages())
    best = max(wins, key=lambda row: row["value"])
    assert best["level"] == "amber" and best["joint_low"] > 0.1
    assert best["mean"] == pytest.approx(0.5 + best["value"])
    assert rows(tables["effects"], measure="rank", level="amber")[0]["value"] < 0


def test_where_nothing_is_planted_nothing_is_found(tmp_path):
    tables = studied(tmp_path, planted_game("dealt"), players=(2, 4), agents=(SIMPLE, TRAINED))
    for name in ("effects", "by_seat", "pairs", "by_agent"):
        outside = [
            row for row in tables[name].to_pylist() if row["joint_low"] * row["joint_high"] > 0
        ]
        # The mixed table is the only one with strong and weak, and gifts are dealt there too.
        assert not outside, name


def test_planted_advantage_of_a_seat_is_found_with_the_right_size(tmp_path):
    game = planted_game("dealt", bonus=(0, 0, 2, 0))
    tables = studied(tmp_path, game, factor="seat", designs=(PLAYED,), players=(4,), games=3000)
    scores = rows(tables["effects"], measure="score")
    assert_all_covered(scores, {"0": -0.5, "1": -0.5, "2": 1.5, "3": -0.5})
    wins = {row["level"]: row for row in rows(tables["effects"], measure="win")}
    assert wins["2"]["joint_low"] > 0.05
    assert wins["0"]["joint_high"] < 0


def test_what_choice_confounds_the_dealt_design_does_not(tmp_path):
    # Flint is worth nothing, but a strong player loves it, and weak ones take what is left.
    tables = studied(
        tmp_path,
        planted_game("chosen"),
        agents=(LOVER, SIMPLE),
        designs=(CHOSEN, DEALT),
        players=(3,),
        games=3000,
    )
    effects = tables["effects"]
    (chosen,) = rows(effects, design=CHOSEN, table=MIXED, measure="score", level="flint")
    (dealt,) = rows(effects, design=DEALT, table=MIXED, measure="score", level="flint")
    assert chosen["joint_low"] > 0.5
    assert dealt["joint_low"] < 0 < dealt["joint_high"]
    (gap,) = rows(tables["choice_effect"], measure="score", table=MIXED, level="flint")
    assert gap["value"] == pytest.approx(chosen["value"] - dealt["value"])
    assert gap["joint_low"] > 0
    # Half of the seats have the three points of training, and flint goes to half ... or more.
    assert gap["value"] < TRAIN


def test_an_owners_effect_that_vanishes_with_exchange_is_found_by_those_who_keep(tmp_path):
    game = planted_game("chosen", worth=WORTH, traded=True)
    tables = studied(tmp_path, game, designs=(DEALT, OWNED), players=(3,), games=3000)
    dealt, owned = (
        rows(tables["effects"], design=design, measure="score") for design in (DEALT, OWNED)
    )
    assert_all_covered(dealt, dict.fromkeys(GIFTS, 0.0))
    assert_all_covered(owned, true_scores())
    # The same deals on both sides: the dice take nothing away from the difference.
    gap = rows(tables["owning_effect"], measure="score")
    assert_all_covered(gap, true_scores())
    assert [row["value"] for row in gap] == pytest.approx(
        [own["value"] - start["value"] for own, start in zip(owned, dealt, strict=True)]
    )
    wins = {row["level"]: row for row in rows(tables["owning_effect"], measure="win")}
    assert wins["amber"]["joint_low"] > 0.05 and wins["flint"]["joint_high"] < -0.05


def test_what_nobody_can_part_with_needs_no_design_for_it(tmp_path):
    plain = planted_game()
    (gift,) = plain.factors
    kept = dataclasses.replace(plain, factors=(dataclasses.replace(gift, exchange=""),))
    with pytest.raises(ValueError, match="no option without which each gift stays with who has"):
        studied(tmp_path, kept, designs=(OWNED, DEALT))


def test_choices_are_counted(tmp_path):
    tables = studied(
        tmp_path,
        planted_game("chosen"),
        agents=(LOVER,),
        designs=(CHOSEN,),
        players=(3,),
        games=600,
    )
    taken = {row["level"]: row for row in rows(tables["choices"], what="taken")}
    assert taken["flint"]["value"] == 1 and 0.98 < taken["flint"]["joint_low"] < 1
    assert sum(row["value"] for row in taken.values()) == pytest.approx(3)
    (turn,) = rows(tables["choices"], what="turn", level="flint")
    assert turn["value"] == 1
    others = [row["value"] for row in rows(tables["choices"], what="turn") if row["value"] != 1]
    assert others == pytest.approx([2.5] * 5, abs=0.1)


def test_exchanges_find_the_worth_of_a_level_all_else_equal(tmp_path):
    game = planted_game("chosen", worth=WORTH)
    tables = studied(tmp_path, game, designs=(EXCHANGED, DEALT), players=(3,), games=2400)
    found = rows(tables["exchanged"], measure="score")
    # Nothing else of the game changes, so the worth of a gift is found without any noise.
    assert {row["level"]: row["value"] for row in found} == pytest.approx(true_scores())
    wins = {row["level"]: row for row in rows(tables["exchanged"], measure="win")}
    for row in rows(tables["effects"], measure="win"):
        # Both are causal; the additive model is one for scores, so only about the same in wins.
        assert wins[row["level"]]["value"] == pytest.approx(row["value"], abs=0.08)


def test_by_seat_compares_within_the_seat(tmp_path):
    game = planted_game("dealt", worth=WORTH, bonus=(9, 0, 0, 0))
    tables = studied(tmp_path, game, players=(2,), games=3000)
    for seat in ("0", "1"):
        values = [row["value"] * row["seats"] for row in rows(tables["by_seat"], seat=seat)]
        assert sum(values) == pytest.approx(0, abs=1e-6)


def test_pairs_tell_who_meets_whom(tmp_path):
    tables = studied(tmp_path, planted_game("dealt", worth=WORTH), players=(2,), games=4000)
    pair = {(row["level"], row["other"]): row for row in rows(tables["pairs"])}
    assert len(pair) == len(GIFTS) * (len(GIFTS) - 1)
    assert pair["copper", "amber"]["joint_high"] < 0 < pair["copper", "flint"]["joint_low"]


def test_pairs_whose_worths_add_up_are_no_interactions(tmp_path):
    # What a pair is worth beyond both is nothing in scores; shares of wins bend a little.
    tables = studied(tmp_path, planted_game("dealt"), players=(2, 3), games=3000)
    found = tables["interactions"].to_pylist()
    assert len(found) == 2 * len(GIFTS) * (len(GIFTS) - 1)
    assert not [row for row in found if row["joint_low"] * row["joint_high"] > 0]


def test_a_planted_interaction_is_found_with_its_size():
    draw = np.random.default_rng(1)
    levels, deals, planted = 4, 20_000, 0.3
    order = draw.permuted(np.tile(np.arange(levels), (deals, 1)), axis=1)[:, :2]
    main = np.array([0.5, 0.0, -0.5, 0.2])
    outcome = main[order] - 0.5 * main[order[:, ::-1]] + draw.standard_normal(order.shape)
    together = (order == 0) & (order[:, ::-1] == 1)
    cells = Cells(levels**2)
    cells.add(order * levels + order[:, ::-1], outcome + planted * together)
    band = double_centred(cells.means(), 1, levels)
    # The additive model over the twelve pairs takes a part of it.
    pairs = [(own, other) for own in range(levels) for other in range(levels) if own != other]
    model = np.array([np.eye(levels)[[own, other]].ravel() for own, other in pairs])
    share = 1 - (model @ np.linalg.pinv(model))[pairs.index((0, 1)), pairs.index((0, 1))]
    assert band.joint_half[1] < 0.15
    assert abs(band.value[1] - planted * share) < band.joint_half[1]
    assert band.value[1] > band.joint_half[1]
    assert np.isnan(band.value[[0, 5, 10, 15]]).all()
    assert np.nansum(band.value.reshape(levels, levels), axis=0) == pytest.approx(0, abs=1e-9)


def test_a_design_needs_an_option_of_the_game(tmp_path):
    with pytest.raises(ValueError, match="chance alone gives seat: it cannot be dealt"):
        studied(tmp_path, planted_game(), factor="seat")
    with pytest.raises(ValueError, match="no factor 'skill'; it has gift, seat"):
        studied(tmp_path, planted_game(), factor="skill")
    with pytest.raises(ValueError, match="exchanged comes with another design"):
        studied(tmp_path, planted_game(), designs=(EXCHANGED,))


def test_pieces_make_no_difference(tmp_path):
    game = planted_game("dealt", worth=WORTH)
    options = {"agents": (SIMPLE, TRAINED), "designs": (DEALT, CHOSEN, EXCHANGED), "games": 240}
    one = studied(tmp_path / "one", game, piece_games=240, **options)
    many = studied(tmp_path / "many", game, piece_games=50, **options)
    assert list(one) == list(many)
    for name, table in one.items():
        for row, other in zip(table.to_pylist(), many[name].to_pylist(), strict=True):
            assert row == pytest.approx(other, nan_ok=True), name


def test_a_study_grows_by_the_games_that_are_missing(tmp_path):
    game = planted_game("dealt")
    small = Plan((SIMPLE,), (2,), (DEALT,), 100, 50, 1)
    large = Plan((SIMPLE,), (2,), (DEALT,), 200, 50, 1)
    levels = len(GIFTS)
    assert small.pieces(levels) == large.pieces(levels)[:2]
    whole = studied(tmp_path, game, players=(2,), games=200, piece_games=50)
    assert rows(whole["effects"], measure="win")


def test_each_number_of_players_can_have_its_own_number_of_games(tmp_path):
    """Those with two players are the same as if two were all."""
    game, options = planted_game("dealt"), {"piece_games": 50, "designs": (DEALT, EXCHANGED)}
    both = studied(tmp_path / "both", game, players=(2, 3), games=(200, 120), **options)
    two = studied(tmp_path / "two", game, players=(2,), games=200, **options)
    for name in ("effects", "games", "exchanged"):
        for row, alone in zip(rows(both[name], players=2), two[name].to_pylist(), strict=True):
            # What holds for all together depends on what else there is.
            own = {
                key: value
                for key, value in alone.items()
                if not key.startswith("joint_") and key != "games_needed"
            }
            assert {key: row[key] for key in own} == pytest.approx(own, nan_ok=True), name
    dealt = {row["players"]: row["games"] for row in rows(both["games"], design=DEALT)}
    assert dealt == {2: 200, 3: 120}
    with pytest.raises(ValueError, match="one for each number of players: 2, not 3"):
        Plan((SIMPLE,), (2, 3), (DEALT,), (200, 120, 80), 50, 1)


def test_a_study_with_several_numbers_of_games_is_kept_and_grows(tmp_path):
    options = {"players": (2, 3), "piece": 40, "designs": ["dealt"], "game": "pixie_queen"}
    folder = tmp_path / "study"
    games = np.array([60, 40])
    first = balance_skills("random", games=games, folder=folder, workers=1, **options)
    assert first.study.configuration()["games"] == (60, 40)
    assert kept_outcome(folder).study.plan == first.study.plan
    assert (
        "60 and 40 independent deals with 2 and 3 players" in (folder / "report.html").read_text()
    )
    whole = balance_skills("random", games=60, folder=folder, workers=1, **options)
    counted = {row["players"]: row["games"] for row in whole.tables["games"].to_pylist()}
    assert counted == {2: 60, 3: 60}
    with pytest.raises(TypeError, match="games must be an integer, not '60,40'"):
        balance_skills("random", games="60,40", folder=folder, workers=1, **options)


def test_mixed_tables_seat_all_agents_alike_and_share_deals():
    plan = Plan((SIMPLE, TRAINED, LOVER), (4,), (DEALT,), 10, 10, 7)
    assert plan.tables == [SIMPLE, TRAINED, LOVER, MIXED]
    line_ups = [plan.line_up(MIXED, 4, deal) for deal in range(600)]
    counts = np.array([[seat == agent for agent in plan.agents] for up in line_ups for seat in up])
    assert counts.mean(axis=0) == pytest.approx([1 / 3] * 3, abs=0.04)
    assert line_ups == [plan.line_up(MIXED, 4, deal) for deal in range(600)]
    assert plan.line_up(TRAINED, 4, 3) == [TRAINED] * 4
