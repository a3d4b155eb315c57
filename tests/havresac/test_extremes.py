"""Boards with the largest numbers: refused if no state could hold them, else played to the end."""

from __future__ import annotations

import copy
import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pixies_env.core.kit.board_files import Problem
from pixies_env.core.states.state import State
from pixies_env.havresac.board import BoardError, load_board
from pixies_env.havresac.length import highest_score
from pixies_env.havresac.limits import MAX_VP
from pixies_env.havresac.points import Points
from pixies_env.havresac.state import STATE
from pixies_env.registry import make_game
from pixies_env.testing.playing import Player
from tests.havresac.boards import altered, extreme_board

WRAPPED = {
    "effects__cup_glory": 20,
    "glory__village_column": [0, *[20] * 10],
    "glory__fairy_column": [20] * 7,
    "glory__monster": {"fox": 20, "crocodile": 20, "pig": 20},
    "gains__vp": [99] * 16,
}
"""With 99 points for each Glory above the table a player had -22,372 of them."""


def points_of(board: dict[str, Any]) -> Points:
    printed = load_board(board)
    return Points(
        printed.cards,
        printed.chests,
        printed.effects,
        printed.glory,
        printed.gains,
        printed.supply,
    )


def problems_of(board: dict[str, Any]) -> list[Problem]:
    """What is wrong with a board."""
    try:
        load_board(copy.deepcopy(board))
    except BoardError as refusal:
        return list(refusal.problems)
    return []


def test_a_board_whose_points_could_wrap_is_refused_with_the_number_that_is_allowed() -> None:
    highest = points_of(altered(gains__vp_per_glory_above=0, **WRAPPED))
    allowed = (MAX_VP - highest.highest_vp()) // highest.highest_glory()
    with pytest.raises(BoardError) as refusal:
        load_board(altered(gains__vp_per_glory_above=99, **WRAPPED))
    (problem,) = refusal.value.problems
    assert (problem.table, problem.key) == ("gains", "vp_per_glory_above")
    assert re.match(rf"is 99, needs {allowed} or less: .* a state holds {MAX_VP}", problem.text)
    most = altered(gains__vp_per_glory_above=allowed, **WRAPPED)
    assert points_of(most).highest_vp() <= MAX_VP
    with pytest.raises(BoardError, match=f"needs {allowed} or less"):
        load_board(altered(gains__vp_per_glory_above=allowed + 1, **WRAPPED))


def test_all_victory_points_that_a_state_holds_can_be_written() -> None:
    assert np.iinfo(STATE["vp"].base).max == MAX_VP
    board = altered(gains__vp_per_glory_above=99, glory__village_column=[0, *[20] * 10])
    game = make_game("havresac", board=board)
    highest = points_of(board).highest_vp()
    assert highest > 12000
    over = {"players": 1, "phase": "over", "seats": [{"vp": 9000}]}
    assert State.from_dict(game, over).as_dict()["seats"][0]["vp"] == 9000
    with pytest.raises(ValueError, match=r"seats\.\*\.vp: the victory points"):
        State.from_dict(game, {**over, "seats": [{"vp": highest + 1}]})


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(1, 4))
def test_a_board_of_extremes_is_refused_or_played_to_the_end(seed: int, players: int) -> None:
    draws = random.Random(seed)
    board = extreme_board(draws)
    problems = problems_of(board)
    assert {problem.key for problem in problems} <= {"vp_per_glory_above"}
    for problem in problems:
        allowed = int(re.findall(r"needs (\d+)", problem.text)[0])
        board["gains"]["vp_per_glory_above"] = allowed
    faces = draws.choice(["day", "night", "random"])
    game = make_game("havresac", board=board, faces=faces, night_druid_repairs=4)
    highest = points_of(board)
    player = Player(game, ["random", "greedy"])
    for agent in player.agents:
        end = State(game, players, seed, chance="manual").array.copy()
        problem, _ = player.play(end, agent, seed)
        assert not problem
        assert (end["vp"] >= 0).all() and end["vp"].max() <= highest.highest_vp() <= MAX_VP
        low, high = game.utility_bounds(players)
        over = State.from_arrays(game, end)
        assert (over.returns() >= low).all() and (over.returns() <= high).all()
        scores = over.result()["scores"]
        assert min(scores) >= 0 and max(scores) <= highest_score(load_board(board))
