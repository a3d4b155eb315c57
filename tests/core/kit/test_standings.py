"""Ranks, shared ranks and rewards from sort keys."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pixies_env.core.compilation.compile import kernel, record_dtype, rule
from pixies_env.core.kit.standings import standings
from pixies_env.core.seam import Reward

SEATS = 4
STATE = record_dtype(
    [("players", np.int8), ("points", np.int16, (SEATS,)), ("age", "i1", (SEATS,))]
)


@rule
def key(state: Any, board: Any, player: Any, place: Any) -> Any:
    return int(state.points[player]) if place == 0 else -int(state.age[player])


@rule
def score(state: Any, board: Any, player: Any) -> Any:
    return int(state.points[player])


STANDINGS = standings(__name__, key=key, number_of_keys=2, score=score)
is_ahead, returns = STANDINGS.is_ahead, STANDINGS.returns


@kernel
def _returns(states: Any, kind: Any, out: Any) -> None:
    returns(states[0], states[0], kind, out)


@kernel
def _ahead(states: Any, player: Any, other: Any) -> Any:
    return is_ahead(states[0], states[0], player, other)


def table(points: list[int], ages: list[int]) -> np.ndarray:
    states = np.zeros(1, STATE)
    states["players"] = len(points)
    states["points"][0, : len(points)] = points
    states["age"][0, : len(ages)] = ages
    return states


def paid(states: np.ndarray, reward: Reward) -> list[float]:
    out = np.full(SEATS, 9.0)
    _returns(states, int(reward), out)
    return out.tolist()


def test_the_next_key_decides_where_the_first_is_equal() -> None:
    states = table([7, 7, 7], [5, 3, 5])
    assert [_ahead(states, 1, 0), _ahead(states, 0, 1), _ahead(states, 0, 2)] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("points", "rank", "win"),
    [
        ([9, 5, 7, 1], [1, -1 / 3, 1 / 3, -1], [1, 0, 0, 0]),
        ([9, 9, 7, 7], [2 / 3, 2 / 3, -2 / 3, -2 / 3], [0.5, 0.5, 0, 0]),
        ([4, 4, 4], [0, 0, 0], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_who_shares_a_rank_is_paid_its_mean(
    points: list[int], rank: list[float], win: list[float]
) -> None:
    rest = [0.0] * (SEATS - len(points))
    states = table(points, [0] * len(points))
    assert paid(states, Reward.RANK) == pytest.approx(rank + rest)
    assert paid(states, Reward.WIN) == pytest.approx(win + rest)
    assert paid(states, Reward.SCORE) == [*points, *rest]


def test_equal_ranks_share_the_better_number_and_nobody_has_none() -> None:
    states = np.concatenate([table([9, 9, 7], [4, 4, 0]), table([1, 5], [0, 0])])
    ranks, scores = STANDINGS.of(states, states, SEATS)
    assert ranks.tolist() == [[1, 1, 3, 0], [2, 1, 0, 0]]
    assert scores.tolist() == [[9, 9, 7, 0], [1, 5, 0, 0]]


def test_alone_the_score_is_paid_for_a_rank() -> None:
    assert paid(table([6], [0]), Reward.RANK) == [6, 0, 0, 0]
