"""What depends on unknown printed numbers is told from what does not."""

from __future__ import annotations

import dataclasses
from functools import partial
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import compute

from pixies_env.core.game import Factor, Gained
from pixies_env.registry import make_game
from pixies_experiments.pieces import CONTINUE, STOP, GameFailedError, StudyError
from pixies_experiments.studies.balance import board_study
from pixies_experiments.studies.balance.agreement import pooled, same_sign
from pixies_experiments.studies.balance.board_page import board_page
from pixies_experiments.studies.balance.board_results import BoardCells, _over_boards
from pixies_experiments.studies.balance.board_study import BoardStudy
from pixies_experiments.studies.balance.boards import ALL, BASE, ONE, Variation
from pixies_experiments.studies.balance.facts import columns
from pixies_experiments.studies.kept import kept_outcome
from pixies_experiments.studies.play import play_deals
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.store import StoredParts
from tests.documented import ROOT
from tests.games.planted import GIFTS, UNKNOWNS, planted_game

SIMPLE = "tests.games.planted:simple"
PIXIE_QUEEN = make_game("pixie_queen")


def study_of(game, boards=24, games=200, factors=("gift", "seat"), seed=1):
    return BoardStudy(game, factors, (SIMPLE,), (3,), boards, games, seed)


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """Brass is worth 3 on every board; amber 0 to 6 and the first seat 0 to 6 by the board."""
    study = study_of(planted_game("chosen", worth=(0, 3, 0, 0, 0, 0)), boards=32)
    with StoredParts.opened(tmp_path_factory.mktemp("boards"), study) as parts:
        pieces = study.pieces(parts)
        for piece in pieces:
            parts.keep(piece, study.run(piece, STOP))
        tables = study.summarise(parts, pieces)
    return {name: table.to_pylist() for name, table in tables.items()}


def row_of(rows, **wanted):
    (row,) = [row for row in rows if all(row[key] == value for key, value in wanted.items())]
    return row


def test_what_holds_on_all_boards_is_told(planted):
    brass = row_of(planted["over_boards"], factor="gift", level="brass")
    assert brass["joint_low"] > 0.03 and brass["same_sign"] > 0.97
    assert brass["same_sign_low"] <= brass["same_sign"]
    amber = row_of(planted["over_boards"], factor="gift", level="amber")
    assert amber["spread"] > 0.1 and amber["same_sign"] < 0.9


def test_many_cases_of_which_nothing_holds_are_counted_not_named():
    outcome = kept_outcome(ROOT / "docs" / "results" / "board")
    lead = " ".join(board_page(outcome.study, outcome).lead)
    assert "of 16 cases, a factor with a number of players and an agent each, nothing is" in lead
    assert "Nothing about" not in lead


def test_which_numbers_matter_is_told(planted):
    def slope(level, unknown):
        return row_of(planted["slopes"], factor="gift", level=level, unknown=unknown)

    assert slope("amber", "amber")["joint_low"] > 0.2
    assert slope("copper", "amber")["joint_high"] < 0
    bonus = slope("amber", "bonus")
    assert bonus["joint_low"] < 0 < bonus["joint_high"]
    first = row_of(planted["slopes"], factor="seat", level="0", unknown="bonus")
    assert first["joint_low"] > 0.3


def test_the_variance_is_told_by_its_origin(planted):
    rows = planted["variance"]
    assert {row["input"] for row in rows} == {"amber", "bonus"}
    gift = row_of(rows, kind="total", factor="gift", level="amber", input="amber")
    seat = row_of(rows, kind="first", factor="seat", level="0", input="bonus")
    assert gift["low"] > 0.8 and seat["low"] > 0.8
    assert gift["explained"] > 0.8 and gift["low"] <= gift["value"] <= gift["high"]


def test_one_number_at_a_time_is_compared_on_the_same_deals(planted):
    changed = row_of(planted["one_at_a_time"], factor="gift", board="amber=1", level="amber")
    assert changed["joint_low"] > 0.3
    still = row_of(planted["one_at_a_time"], factor="gift", board="bonus=1", level="amber")
    assert still["joint_low"] < 0 < still["joint_high"]
    # The shipped ends are the given board again.
    assert {row["board"] for row in planted["one_at_a_time"]} == {"amber=1", "bonus=1"}


def test_boards_are_spread_over_everything_plausible(planted):
    points = np.array(
        [[row["amber"], row["bonus"]] for row in planted["boards"] if row["kind"] == ALL]
    )
    assert len(points) == 32
    # Every quarter of the square has its share.
    quarters = (points > 0.5) @ [1, 2]
    assert np.bincount(quarters).tolist() == [8, 8, 8, 8]


def test_more_boards_go_on_with_the_same_ones():
    few, many = (study_of(planted_game(), boards=boards).variations() for boards in (5, 20))
    assert many[: len(few)] == few
    assert [board.kind for board in few[:3]] == [BASE, ONE, ONE]


def test_boards_are_played_side_by_side_as_one_by_one(tmp_path):
    study = study_of(planted_game("chosen", worth=(0, 3, 0, 0, 0, 0)), boards=3, games=20)
    pieces = study.pieces(None)
    assert [[board["name"] for board in piece.arguments["boards"]] for piece in pieces] == [
        ["given", "amber=1", "bonus=1"],
        ["all-0001", "all-0002", "all-0003"],
    ]
    assert sum(piece.games for piece in pieces) == 6 * 20
    for piece in pieces:
        table = study.run(piece, STOP).table
        for board in piece.arguments["boards"]:
            game = study._varied(board["point"])
            alone = play_deals(
                game,
                lambda deal: [[SIMPLE] * 3],
                range(board["first_deal"], board["first_deal"] + 20),
                players=3,
                seed=study.seed,
                on_error=STOP,
                agents=study.agents,
                columns=partial(columns, game),
                openings=True,
            )
            rows = table.filter(compute.equal(table["board"], board["name"]))
            assert rows.drop_columns("board").to_pydict() == alone.table.to_pydict()


def test_results_do_not_depend_on_how_games_are_cut_into_pieces(tmp_path, monkeypatch):
    def told(name):
        study = study_of(planted_game("chosen", worth=(0, 3, 0, 0, 0, 0)), boards=5, games=40)
        with StoredParts.opened(tmp_path / name, study) as parts:
            pieces = study.pieces(parts)
            for piece in pieces:
                parts.keep(piece, study.run(piece, STOP))
            tables = study.summarise(parts, pieces)
        return len(pieces), {name: table.to_pydict() for name, table in tables.items()}

    few, results = told("few")
    monkeypatch.setattr(board_study, "_PIECE_GAMES", 24)
    many, same = told("many")
    assert few == 2 and many == 5 + 10 and repr(same) == repr(results)
    monkeypatch.setattr(board_study, "_BOARDS_TOGETHER", 2)
    more, same = told("more")
    assert more == 5 + 5 + 5 + 3 and repr(same) == repr(results)


def test_an_agent_that_fails_on_some_boards_is_left_out_there(tmp_path):
    study = dataclasses.replace(
        study_of(planted_game(), boards=2, games=8), agents=(f"{__name__}:fails_on_gifts",)
    )
    (piece, *_) = study.pieces(None)
    done = study.run(piece, CONTINUE)
    boards = set(done.table["board"].to_pylist())
    assert boards == {"given", "bonus=1"} and len(done.failures) == 8
    assert all(failure.game < 2**31 for failure in done.failures)
    with pytest.raises(GameFailedError):
        study.run(piece, STOP)
    with pytest.raises(StudyError, match="on the board amber=1 came to its end"):
        run_study(study, tmp_path, workers=1, on_error=CONTINUE)


class FailsOnGifts:
    """Does nothing legal where amber is worth something."""

    name, needs_observations = "fails", False

    def __init__(self, game):
        self.game = game

    def on_board(self, game):
        return FailsOnGifts(game)

    def choose(self, decisions):
        if self.game.specification["worth"][0] > 0:
            raise RuntimeError("amber")
        return decisions.action_masks.argmax(axis=1)


def fails_on_gifts(game):
    return FailsOnGifts(game)


def test_a_game_without_unknown_numbers_is_refused():
    untold = dataclasses.replace(planted_game(), unknowns=())
    with pytest.raises(ValueError, match=r"planted does not say .* \(Game.unknowns\), though 2"):
        study_of(untold)
    with pytest.raises(ValueError, match="no printed number of this board of planted is ours"):
        study_of(dataclasses.replace(untold, printed=()))
    with pytest.raises(ValueError, match="at most"):
        study_of(planted_game(), games=10**6)


def test_unknowns_of_the_planted_game_are_what_it_says():
    assert [unknown.name for unknown in UNKNOWNS] == ["amber", "bonus"]
    assert planted_game().with_options(**planted_game().varied({"amber": 1.0})).specification[
        "worth"
    ] == [6, *[0] * (len(GIFTS) - 1)]


# ---- Pixie Queen


def point_of(values):
    return dict(zip([u.name for u in PIXIE_QUEEN.unknowns], values, strict=True))


def test_every_default_number_of_the_board_is_varied():
    ours = {f"{number.table}.{number.key}" for number in PIXIE_QUEEN.printed if number.ours}
    assert {key for unknown in PIXIE_QUEEN.unknowns for key in unknown.keys} == ours


def test_the_shipped_board_is_where_it_says():
    shipped = point_of([unknown.shipped for unknown in PIXIE_QUEEN.unknowns])
    same = PIXIE_QUEEN.with_options(**PIXIE_QUEEN.varied(shipped))
    assert same.board_digest == PIXIE_QUEEN.board_digest


@given(
    st.lists(
        st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)),
        min_size=len(PIXIE_QUEEN.unknowns),
        max_size=len(PIXIE_QUEEN.unknowns),
    )
)
def test_every_plausible_board_is_valid_and_agrees_with_what_is_known(values):
    varied = PIXIE_QUEEN.with_options(**PIXIE_QUEEN.varied(point_of(values)))
    printed = {f"{number.table}.{number.key}": number.value for number in varied.printed}
    shipped = {f"{number.table}.{number.key}": number.value for number in PIXIE_QUEEN.printed}
    ours = {key for unknown in PIXIE_QUEEN.unknowns for key in unknown.keys}
    assert {k: v for k, v in printed.items() if k not in ours} == {
        k: v for k, v in shipped.items() if k not in ours
    }
    icons = printed["pyramid.icons"]
    assert {key: len(foods) for key, foods in icons.items()} == {
        key: len(foods) for key, foods in shipped["pyramid.icons"].items()
    }
    foods = [food for hand in icons.values() for food in hand]
    assert [foods.count(food) for food in ("apple", "honey", "bread")] == [10, 10, 10]
    assert printed["tracks.punishment"][-2] == 0
    assert printed["tracks.silver_per_gold"][3] == printed["tracks.gold_per_ring"][3] == 2
    for track in ("punishment", "silver_per_gold", "gold_per_ring"):
        assert list(printed[f"tracks.{track}"]) == sorted(printed[f"tracks.{track}"], reverse=True)
    assert list(printed["rewards.special_offering"]) == sorted(printed["rewards.special_offering"])
    for series in ("faithful_servant", "gold_ring"):
        values = list(printed[f"rewards.{series}"])
        assert values == sorted(values, reverse=True)
    assert 3 in printed["dice.punishment"]
    assert [unknown.name for unknown in varied.unknowns] == [
        unknown.name for unknown in PIXIE_QUEEN.unknowns
    ]


def test_what_is_not_named_stays_as_shipped():
    assert PIXIE_QUEEN.varied is not None
    board = PIXIE_QUEEN.varied({"gold_ring_lowest": 1.0})["board"]
    assert board["rewards"]["gold_ring"] == [12, 11, 10, 9, 8, 7, 6]
    assert list(board["rewards"]["special_offering"]) == [3, 4, 5, 6, 7, 8, 9]
    with pytest.raises(ValueError, match="no unknown 'rings'"):
        PIXIE_QUEEN.varied({"rings": 0.5})
    with pytest.raises(ValueError, match="must be 0 to 1"):
        PIXIE_QUEEN.varied({"icons": 1.5})


def test_a_board_whose_numbers_are_known_has_nothing_to_vary():
    board = PIXIE_QUEEN.varied({})["board"]
    for entries in board.values():
        entries["standing"] = "own copy of the game"
    known = PIXIE_QUEEN.with_options(board=board)
    assert known.unknowns == ()


def test_few_boards_prove_little_of_the_sign_on_all():
    draw = np.random.default_rng(1)
    true = 1.0 + 0.4 * draw.standard_normal((2000, 1))
    seen, errors = true + 0.2 * draw.standard_normal(true.shape), np.full(true.shape, 0.2)
    seats = np.full(true.shape, 25)
    found = [same_sign(seen[:n], errors[:n], seats[:n], 1) for n in (12, 100, 2000)]
    truth = NormalDist().cdf(1.0 / 0.4)
    lows = [float(low[0]) for _, low in found]
    assert lows == sorted(lows) and lows[0] < 0.95 < lows[2] < truth
    assert pooled(seen, errors, seats).spread == pytest.approx(0.4, abs=0.03)
    assert found[2][0] == pytest.approx(truth, abs=0.005)


def test_the_lower_bound_of_the_sign_holds_as_often_as_it_says():
    draw = np.random.default_rng(2)
    truth, below = NormalDist().cdf(0.8), []
    for _ in range(400):
        values = 0.8 + draw.standard_normal((24, 3)) + 0.5 * draw.standard_normal((24, 3))
        _, low = same_sign(values, np.full((24, 3), 0.5), np.full((24, 3), 4), 3)
        below.append((low <= truth).all())
    assert np.mean(below) >= 0.95


def test_boards_with_few_games_weigh_less_in_the_mean():
    draw, truth, boards = np.random.default_rng(3), 0.5, 40
    errors = np.where(np.arange(boards) % 2 == 0, 0.1, 2.0)[:, None]
    seats = 40 / errors**2
    weighed, plain, held = [], [], []
    for _ in range(300):
        true = truth + 0.2 * draw.standard_normal((boards, 1))
        values = true + errors * draw.standard_normal((boards, 1))
        found = pooled(values, errors, seats)
        weighed.append(found.mean[0] - truth)
        plain.append(values.mean() - truth)
        held.append(abs(weighed[-1]) < 2.023 * np.sqrt(found.covariance[0, 0]))
    assert np.std(weighed) < 0.6 * np.std(plain)
    assert abs(np.mean(weighed)) < 0.03
    assert np.mean(held) > 0.92


def test_boards_that_are_known_equally_well_weigh_the_same():
    values = np.random.default_rng(4).standard_normal((16, 3))
    found = pooled(values, np.full_like(values, 0.3), np.full_like(values, 50))
    assert found.mean == pytest.approx(values.mean(axis=0)) and (found.boards == 16).all()
    assert found.covariance == pytest.approx(np.cov(values.T) / 16)
    alike = pooled(np.ones((4, 2)), np.zeros((4, 2)), np.ones((4, 2)))
    assert alike.mean.tolist() == [1, 1] and (alike.covariance == 0).all()


def test_a_board_where_too_few_had_a_level_tells_of_the_others_alone():
    draw = np.random.default_rng(6)
    values, seats = draw.standard_normal((40, 4)), draw.integers(30, 90, (40, 4))
    errors = draw.uniform(0.8, 1.2, (40, 4)) / np.sqrt(seats)
    for column, some in ((1, 12), (2, 39), (3, 40)):
        values[:some, column] = errors[:some, column] = np.nan
    found = pooled(values, errors, seats)
    assert found.boards.tolist() == [40, 28, 1, 0]
    assert np.isnan(found.mean).tolist() == [False, False, True, True]
    for column, some in ((0, 0), (1, 12)):
        told = [array[some:, [column]] for array in (values, errors, seats)]
        alone = pooled(*told)
        assert found.mean[column] == pytest.approx(alone.mean[0])
        assert found.spread[column] == pytest.approx(alone.spread[0])
        assert found.covariance[column, column] == pytest.approx(alone.covariance[0, 0])
        (share,), (low,) = same_sign(*told, 2)
        whole = same_sign(values, errors, seats, 2)
        assert (whole[0][column], whole[1][column]) == pytest.approx((share, low))
    assert np.isnan(found.covariance[2:]).all()


def test_intervals_hold_where_boards_are_left_out_at_random():
    draw, held, signs = np.random.default_rng(7), [], []
    truth = NormalDist().cdf(0.5 / 0.6)
    for _ in range(400):
        seats = draw.integers(30, 300, (60, 1))
        errors = 5.0 / np.sqrt(seats)
        values = 0.5 + 0.6 * draw.standard_normal((60, 1)) + errors * draw.standard_normal((60, 1))
        lost = draw.random((60, 1)) < 0.3
        values[lost] = errors[lost] = np.nan
        found = pooled(values, errors, seats)
        held.append(abs(found.mean[0] - 0.5) < 2.02 * np.sqrt(found.covariance[0, 0]))
        signs.append(same_sign(values, errors, seats, 1)[1][0] <= truth)
    assert np.mean(held) > 0.925 and np.mean(signs) >= 0.95


def test_boards_do_not_weigh_the_more_the_less_they_show():
    """Of a share below a half, a smaller one has a smaller error."""
    draw = np.random.default_rng(8)
    seats = np.full((400, 8), 36)
    share = draw.binomial(seats, 0.25) / seats
    errors = np.sqrt(share * (1 - share) / seats)
    assert pooled(share, errors, seats).mean.mean() == pytest.approx(0.25, abs=0.004)


def test_a_level_counts_on_the_boards_where_enough_seats_had_it(tmp_path):
    study = study_of(planted_game("chosen", worth=(0, 3, 0, 0, 0, 0)), games=60)
    outcome = run_study(study, tmp_path / "few", workers=1)
    rows = outcome.tables["over_boards"].to_pylist()
    gifts = {row["level"]: row for row in rows if row["factor"] == "gift"}
    assert set(gifts) == set(GIFTS)
    assert all(4 < row["units"] < 24 for row in gifts.values())
    assert gifts["brass"]["low"] > 0.0
    fewest = int(min(row["units"] for row in rows))
    assert f"and as many lacked it: on {fewest} of 24 boards at least." in str(
        board_page(study, outcome)
    )


@pytest.mark.parametrize("gained", list(Gained))
def test_what_play_brings_has_no_mean_over_those_boards_that_have_enough_of_it(gained):
    """On how many seats it is may go with what it is worth there."""
    boards = [Variation(f"{number}", ALL, {}, number) for number in range(1, 9)]
    cells = BoardCells(Factor("card", ("plain", "rare"), "a card", gained=gained), boards)
    draw = np.random.default_rng(9)
    for number, each in enumerate(cells.alone.values()):
        rare = draw.random((200, 2)) < (0.3 if number % 2 else 0.01)
        each.add(rare.astype(int), draw.permuted(np.tile([0.0, 1.0], (200, 1)), axis=1))
    rows = _over_boards({(2, "random", "card"): cells}).to_pylist()
    assert [row["units"] for row in rows] == ([] if gained == Gained.PLAY else [4, 4])
