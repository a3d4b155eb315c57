"""A factor of a study may have any number of levels, several per seat, or none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as arrow
import pytest

from pixies_env.core.game import Factor, FactorValues
from pixies_experiments.pieces import STOP
from pixies_experiments.studies.balance.additive import MEAN, NOT_HAVING, Additive
from pixies_experiments.studies.balance.cells import LEAST_SEATS
from pixies_experiments.studies.balance.facts import MEASURES, columns, read_seats
from pixies_experiments.studies.balance.plan import CHOSEN, DEALT, EXCHANGED, Plan
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.store import StoredParts
from tests.games.planted import COLOURS, COLOURS_OF, GIFTS, coloured_game

GAMES, SEATS = 5, 3
SIMPLE = "tests.games.planted:simple"


def told_by(factor: Factor, values: FactorValues) -> tuple[Any, Any]:
    """A game with a factor, and games of it that have these values."""
    game: Any = SimpleNamespace(
        name="cards",
        factors=(factor,),
        max_players=SEATS,
        notation=SimpleNamespace(factors=lambda openings: {factor.name: values}),
    )
    return game, SimpleNamespace(openings=np.zeros(GAMES), players=np.full(GAMES, SEATS))


def read_again(game: Any, block: Any) -> Any:
    deals, places = np.divmod(np.arange(GAMES * SEATS), SEATS)
    table = arrow.table(
        {
            "deal": deals,
            "seat": places,
            "agent": ["random"] * len(deals),
            "win": np.zeros(len(deals)),
            "score": np.zeros(len(deals)),
            "rank": np.ones(len(deals)),
            **{name: column.reshape(-1) for name, column in columns(game, block).items()},
        }
    )
    return read_seats(table, game, SEATS, range(GAMES), ["random"])


def values_of(levels: int, held: np.ndarray) -> FactorValues:
    draw = np.random.default_rng(levels)
    turns = np.tile(np.arange(1, SEATS + 1), (GAMES, 1))
    return FactorValues(held, draw.random((GAMES, levels)) < 0.5, turns)


LEVELS = [1, 10, 63, 64, 65, 126, 127, 300]


@pytest.mark.parametrize("levels", LEVELS)
def test_what_was_offered_is_read_again_with_any_number_of_levels(levels: int) -> None:
    held = np.random.default_rng(1).integers(-1, levels, (GAMES, SEATS))
    values = values_of(levels, held)
    factor = Factor("card", tuple(map(str, range(levels))), "a card")
    again = read_again(*told_by(factor, values))
    np.testing.assert_array_equal(again.levels["card"][..., 0], held)
    np.testing.assert_array_equal(again.offered["card"], values.offered)


@pytest.mark.parametrize("levels", LEVELS)
def test_sets_of_levels_are_read_again(levels: int) -> None:
    held = np.random.default_rng(2).random((GAMES, SEATS, levels)) < 0.3
    held[0, 0] = False  # nothing at all
    held[..., -1] = False  # nobody's
    factor = Factor("card", tuple(map(str, range(levels))), "a card", several=True)
    again = read_again(*told_by(factor, values_of(levels, held))).levels["card"]
    assert again.shape[2] == max(1, held.sum(axis=2).max())
    for game in range(GAMES):
        for seat in range(SEATS):
            own = [int(level) for level in again[game, seat] if level >= 0]
            assert own == np.flatnonzero(held[game, seat]).tolist()


def test_levels_of_another_shape_are_refused() -> None:
    one = Factor("card", ("a", "b"), "a card")
    several = Factor("card", ("a", "b"), "a card", several=True)
    sets = values_of(2, np.zeros((GAMES, SEATS, 2), np.bool_))
    with pytest.raises(ValueError, match=r"factor card of shape \(5, 3, 2\), not \(games, 3\)"):
        columns(*told_by(one, sets))
    single = values_of(2, np.zeros((GAMES, SEATS), np.int64))
    with pytest.raises(ValueError, match=r"of shape \(5, 3\), not \(games, 3, 2\)"):
        columns(*told_by(several, single))


RED, YELLOW, BLUE = 2, 1, -1
WORTH = tuple(
    RED * ("red" in told) + YELLOW * ("yellow" in told) + BLUE * ("blue" in told)
    for told in COLOURS_OF
)


def studied(folder: Any, worth: tuple[int, ...], designs: tuple[str, ...] = (DEALT,)) -> Any:
    """Tables of a study of colours, as rows."""
    plan = Plan((SIMPLE,), (3,), designs, 3000, 512, 1)
    study = BalanceStudy(coloured_game("dealt", worth=worth), "colour", plan, 0.01)
    with StoredParts.opened(folder, study) as parts:
        pieces = study.pieces(parts)
        for piece in pieces:
            parts.keep(piece, study.run(piece, STOP))
        return {n: table.to_pylist() for n, table in study.summarise(parts, pieces).items()}


def of_scores(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["level"]: row for row in rows if row["measure"] == "score"}


def test_planted_effects_of_things_of_which_a_seat_has_several_are_found(tmp_path) -> None:
    tables = studied(tmp_path, WORTH, (DEALT, CHOSEN))
    added = of_scores(tables["added"])
    # Nothing is green, so nothing is said of it.
    assert set(added) == {"red", "yellow", "blue"}
    assert {row["against"] for row in added.values()} == {NOT_HAVING}
    for colour, worth in (("red", RED), ("yellow", YELLOW), ("blue", BLUE)):
        assert added[colour]["joint_low"] < worth < added[colour]["joint_high"]
        assert added[colour]["joint_high"] - added[colour]["joint_low"] < 0.6
    # By itself red has a part of what goes with it: its three gifts against all six.
    effects = of_scores([row for row in tables["effects"] if row["design"] == DEALT])
    for colour in ("red", "yellow", "blue"):
        own = [w for w, told in zip(WORTH, COLOURS_OF, strict=True) if colour in told]
        true = np.mean(own) - np.mean(WORTH)
        assert effects[colour]["joint_low"] < true < effects[colour]["joint_high"]
    assert effects["red"]["seats"] == pytest.approx(3000 * 3 / 2, rel=0.05)
    taken = {row["level"]: row["value"] for row in tables["choices"] if row["what"] == "taken"}
    # Three of six gifts are taken; two of them are yellow: 1 - 4 / 20 is the chance of one.
    assert taken["yellow"] == pytest.approx(0.8, abs=0.03) and "green" not in taken


def test_where_sets_are_worth_nothing_nothing_is_found(tmp_path) -> None:
    tables = studied(tmp_path, (0,) * len(GIFTS))
    for name in ("effects", "added", "by_seat", "pairs"):
        assert tables[name], name
        assert not [row for row in tables[name] if row["joint_low"] * row["joint_high"] > 0], name


def test_one_thing_of_several_cannot_be_exchanged() -> None:
    plan = Plan((SIMPLE,), (3,), (DEALT, EXCHANGED), 100, 100, 1)
    with pytest.raises(ValueError, match="several of colour: they cannot be exchanged"):
        BalanceStudy(coloured_game("dealt"), "colour", plan, 0.01)


def taken_in(held: np.ndarray, outcome: np.ndarray) -> Additive:
    found = Additive(len(COLOURS))
    found.add(held, dict.fromkeys(MEASURES, outcome))
    return found


def test_hands_of_one_size_tell_effects_against_the_mean() -> None:
    draw = np.random.default_rng(3)
    worth = np.array([3.0, 1, 0, 0])
    held = draw.permuted(np.tile(np.arange(4), (4000, 2, 1)), axis=2)[..., :2]
    outcome = worth[held].sum(axis=2) + draw.standard_normal((4000, 2))
    band, against = taken_in(held, outcome).effects("score")
    assert against == MEAN
    assert band.value == pytest.approx(worth - worth.mean(), abs=0.06)
    assert (np.abs(band.value - (worth - worth.mean())) < band.joint_half).all()


def test_what_always_goes_together_has_no_effect_of_its_own() -> None:
    draw = np.random.default_rng(4)
    both, alone = draw.random((2, 500, 2)) < 0.5
    held = np.stack([np.where(both, 0, -1), np.where(both, 1, -1), np.where(alone, 2, -1)], axis=2)
    band, against = taken_in(held, 2.0 * both - alone).effects("score")
    assert against == NOT_HAVING
    assert np.isnan(band.value[[0, 1, 3]]).all()
    assert band.value[2] == pytest.approx(-1)


def test_a_thing_that_few_seats_have_or_lack_has_no_effect() -> None:
    draw = np.random.default_rng(5)
    few, many = np.arange(1000) < LEAST_SEATS - 1, np.arange(1000) >= LEAST_SEATS - 1
    half = draw.random(1000) < 0.5
    held = np.stack([np.where(each, n, -1) for n, each in enumerate((few, half, many))], axis=1)
    band, _ = taken_in(held[:, None, :], draw.standard_normal((1000, 1))).effects("score")
    assert np.isnan(band.value).tolist() == [True, False, True, True]


def test_standard_errors_of_effects_are_their_spread_over_many_studies() -> None:
    draw = np.random.default_rng(6)
    found = []
    for _ in range(300):
        held = np.where(draw.random((100, 3, 4)) < 0.4, np.arange(4), -1)
        luck = 2 * draw.standard_normal((100, 1)) + draw.standard_normal((100, 3))
        found.append(taken_in(held, luck + (held == 1).any(axis=2)).effects("score").band)
    spread = np.std([band.value for band in found], axis=0)
    assert np.mean([band.error for band in found], axis=0) == pytest.approx(spread, rel=0.12)
