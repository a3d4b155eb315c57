"""Factors that no option deals: what players choose in the opening, and what they gain in play."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from pixies_env.core.batches.arena import play_games
from pixies_env.core.game import Factor, FactorValues, Gained, Game
from pixies_env.core.options import game_factory
from pixies_experiments.api.prepared import designs_of, first_factor
from pixies_experiments.studies.balance.board_page import board_page
from pixies_experiments.studies.balance.board_study import BoardStudy
from pixies_experiments.studies.balance.facts import columns, factor_of, is_place
from pixies_experiments.studies.balance.page import balance_page
from pixies_experiments.studies.balance.plan import CHOSEN, DEALT, EXCHANGED, PLAYED, Plan
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.balance.told import never_apart
from pixies_experiments.studies.runner import run_study
from tests.games.planted import GIFTS, OPTIONS, PLAYERS, factors, planted_game

SIMPLE = "tests.games.planted:simple"
HIGH = 3


def _told(states: np.ndarray) -> dict[str, FactorValues]:
    """The gift, who has how many points (in the opening nobody has any), and what all share."""
    gift = factors(states)["gift"]
    scores = np.where(gift.levels >= 0, states["score"].astype(np.int64), 0)
    points = np.stack([scores > 0, scores >= HIGH], axis=-1)
    offered = np.ones((len(states), 2), np.bool_)
    seated = gift.levels >= 0
    amber = (gift.levels == 0).any(axis=1)
    shared = FactorValues((seated & amber[:, None])[..., None], amber[:, None], gift.turns)
    return {
        "gift": gift,
        "points": FactorValues(points, offered, np.zeros_like(gift.turns)),
        "shared": shared,
    }


@game_factory("planted", *OPTIONS)
def gaining_game(**options: Any) -> Game:
    """The planted game, which says that no option deals its gifts, and what is gained in play."""
    plain = planted_game(**options)
    return dataclasses.replace(
        plain,
        factory=gaining_game,
        factors=(
            Factor("gift", GIFTS, "the gift", gained=Gained.CHOICE),
            Factor("points", ("any", "many"), "points", several=True, gained=Gained.PLAY),
            Factor("shared", ("amber dealt",), "whether somebody has amber", several=True),
        ),
        notation=dataclasses.replace(plain.notation, factors=_told),
    )


GAME = gaining_game(worth=(5, 0, 0, 0, 0, 0))


def _study(factor: str, games: int = 300, designs: tuple[str, ...] = (PLAYED,)) -> BalanceStudy:
    return BalanceStudy(GAME, factor, Plan((SIMPLE,), (3,), designs, games, 100, 1), 0.05)


def test_only_what_chance_gives_is_by_chance() -> None:
    gift, points, shared = GAME.factors
    assert shared.by_chance and not is_place(shared) and is_place(factor_of(GAME, "seat"))
    assert first_factor(GAME, by_chance=True) == "seat"
    assert first_factor(GAME, by_chance=False) == "gift"
    assert designs_of(GAME, "shared") == designs_of(GAME, "seat") == (PLAYED,)
    assert designs_of(GAME, "gift") == (DEALT, CHOSEN)
    assert not gift.by_chance and not points.by_chance
    assert points.at_end and not gift.at_end
    assert Factor("place", ("1", "2"), "a place").by_chance
    assert not Factor("skill", ("a",), "a skill", option="skills").by_chance


def test_what_is_gained_in_play_is_what_seats_have_at_the_end() -> None:
    (block,) = play_games(GAME, ["random"], players=PLAYERS, games=50, openings=True)
    told = columns(GAME, block)
    assert not _told(block.openings)["points"].levels.any()
    wanted = _told(block.states)["points"].levels
    assert wanted.any()
    held = told["points_held"]
    np.testing.assert_array_equal(held & 1 > 0, wanted[..., 0])
    np.testing.assert_array_equal(held & 2 > 0, wanted[..., 1])
    np.testing.assert_array_equal(told["gift"], _told(block.openings)["gift"].levels)


def test_such_factors_are_studied_as_the_game_is_played(tmp_path) -> None:
    with pytest.raises(ValueError, match="no option gives each seat its gift: it cannot be exch"):
        _study("gift", designs=(DEALT, EXCHANGED))
    with pytest.raises(ValueError, match="players come by points in the course of the game"):
        _study("points", designs=(DEALT,))
    said = {}
    for factor in ("gift", "points"):
        study = _study(factor)
        outcome = run_study(study, tmp_path / factor, workers=1)
        assert {row["design"] for row in outcome.tables["effects"].to_pylist()} == {PLAYED}
        assert not any(name in outcome.tables for name in ("by_gift", "by_points"))
        said[factor] = str(balance_page(study, outcome))
    assert (
        "need not be caused by it" in said["gift"] and "when the opening was over" in said["gift"]
    )
    assert "having it goes with success" in said["points"]
    assert "when the game was over" in said["points"] and "is worth" not in said["points"]


def test_what_agents_choose_in_the_opening_chance_can_deal_in_their_place(tmp_path):
    study = _study("gift", 2400, (DEALT, CHOSEN))
    outcome = run_study(study, tmp_path, workers=1)
    rows = [row for row in outcome.tables["effects"].to_pylist() if row["measure"] == "win"]
    dealt, chosen = (
        {row["level"]: row for row in rows if row["design"] == design} for design in (DEALT, CHOSEN)
    )
    assert set(dealt) == set(GIFTS)
    # Half of the deals have a gift, and each seat has it as often.
    assert all(abs(row["seats"] - 1200) < 100 for row in dealt.values())
    seats = [row["seats"] for row in outcome.tables["by_seat"].to_pylist()]
    assert len(seats) == 3 * len(GIFTS) and min(seats) > 330
    best, *others = sorted(dealt.values(), key=lambda row: -row["value"])
    assert best["level"] == "amber" and best["joint_low"] > max(r["joint_high"] for r in others)
    assert {"pairs", "choices", "choice_effect"} <= set(outcome.tables) and chosen
    page = str(balance_page(study, outcome))
    assert "Each gift was dealt at random, so it causes the differences" in page
    assert "The agents choose" not in page


def test_what_all_seats_share_is_told_by_scores(tmp_path):
    study = _study("shared", 900)
    outcome = run_study(study, tmp_path / "one", workers=1)
    told = {row["measure"]: row for row in outcome.tables["effects"].to_pylist()}
    assert abs(told["win"]["value"]) < 1e-9 and told["score"]["joint_low"] > 0
    page = balance_page(study, outcome)
    text = str(page)
    assert "All seats of a game have the same, so nobody wins more by it" in text
    assert "how scores go with each shared" in page.lead[0]
    assert "share of wins" not in " ".join(page.lead)
    (table,) = page.answers
    assert table.head == ("shared", "score", "advantage", "seats")
    boards = BoardStudy(GAME, ("shared", "points"), (SIMPLE,), (3,), 2, 300, 1)
    found = run_study(boards, tmp_path / "boards", workers=1)
    measures = {(row["factor"], row["measure"]) for row in found.tables["over_boards"].to_pylist()}
    assert measures == {("shared", "score"), ("points", "win")}
    text = str(board_page(boards, found))
    assert "told in points of the score" in text and " points (" in text and " pp (" in text


def test_boards_deal_what_their_agents_would_choose(tmp_path):
    study = BoardStudy(GAME, ("gift",), (SIMPLE,), (3,), 2, 300, 1)
    outcome = run_study(study, tmp_path, workers=1)
    given = outcome.tables["given_board"].to_pylist()
    assert all(abs(row["seats"] - 150) < 60 for row in given) and len(given) == len(GIFTS)
    assert "The agents choose" not in str(board_page(study, outcome))


def test_boards_of_a_study_tell_what_was_gained_on_each_of_them(tmp_path) -> None:
    study = BoardStudy(GAME, ("points",), (SIMPLE,), (3,), 2, 200, 1)
    outcome = run_study(study, tmp_path, workers=1)
    rows = outcome.tables["by_board"].to_pylist()
    assert {row["level"] for row in rows} == {"any", "many"}
    assert all(np.isfinite(row["value"]) for row in rows)


@pytest.mark.parametrize(
    ("held", "bound"),
    [
        ({"0": ["red"], "1": ["blue"]}, True),
        ({"0": ["red", "blue"], "1": ["blue"]}, False),
        ({"0": ["red"]}, False),
    ],
)
def test_a_level_that_always_sits_on_the_same_seat_cannot_be_told_from_it(
    held: dict[str, list[str]], bound: bool
) -> None:
    rows = [
        {"seat": seat, "level": level, "seats": 9 if level in levels else 0}
        for seat, levels in held.items()
        for level in ("red", "blue")
    ]
    assert never_apart(rows, "seat") is bound
