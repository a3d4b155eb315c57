"""Observation modes with the printed numbers that are ours: what they add, and that is all."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.boards import draw_boards
from pixies_env.core.states.state import State
from pixies_env.pixie_queen.features import OBSERVATION_MODES
from pixies_env.pixie_queen.names import FOODS, GOODS, HANDS, REWARD_SERIES
from pixies_env.registry import make_game

GAME = make_game("pixie_queen")
NUMBERS = [f"{mode}+numbers" for mode in OBSERVATION_MODES]


def told(game, mode="recall+numbers"):
    """The printed entries of an observation, by name."""
    observation = State(game, 3, 1).observation(0, mode)
    names = [entry.name for entry in game.features_of(mode)]
    shown = dict(zip(names, observation, strict=True))
    return {
        name.removeprefix("printed_"): value
        for name, value in shown.items()
        if name.startswith("printed_")
    }


def printed(game):
    return {f"{number.table}.{number.key}": number.value for number in game.printed}


@given(st.integers(0, 2**64 - 1))
def test_the_entries_are_the_numbers_of_the_board(seed):
    (game,) = draw_boards(GAME, 1, seed)
    shown, board = told(game), printed(game)
    for hand in HANDS:
        foods = board["pyramid.icons"][str(hand)]
        for food in GOODS[:FOODS]:
            assert shown[f"hand{hand}_{food}"] == pytest.approx(foods.count(food) / 4)
    length = len(board["tracks.punishment"])
    assert shown["spaces"] == pytest.approx(length / 12)
    for name in ("punishment", "silver_per_gold", "gold_per_ring"):
        values = [*board[f"tracks.{name}"], *[0] * (12 - length)]
        assert [shown[f"{name}_{space}"] for space in range(1, 13)] == pytest.approx(
            [value / 10 for value in values]
        )
    symbols = board["score.mine_symbols"]
    wanted = [points / board["score.out_at"] for points in symbols]
    wanted += [0.0] * (16 - len(symbols))
    assert [shown[f"symbol_{symbol}"] for symbol in range(1, 17)] == pytest.approx(wanted)
    for series in REWARD_SERIES:
        assert [shown[f"{series}_{tile}"] for tile in range(1, 8)] == pytest.approx(
            [value / 10 for value in board[f"rewards.{series}"]]
        )
    faces = board["dice.punishment"]
    for points in range(1, 21):
        share = faces.count(points) / len(faces)
        assert shown[f"die_{points}"] == pytest.approx(share)


@pytest.mark.parametrize("mode", OBSERVATION_MODES)
def test_everything_else_is_as_without_them(mode):
    plain, shown = GAME.features_of(mode), GAME.features_of(f"{mode}+numbers")
    assert [entry.name for entry in shown[: len(plain)]] == [entry.name for entry in plain]
    assert all(entry.name.startswith("printed_") for entry in shown[len(plain) :])
    assert not any(entry.name.startswith("printed_") for entry in plain)
    options = {"seed": 2, "autoreset": True, "threads": 1}
    one, other = (
        BatchEnv(GAME, 6, 4, observation_mode=h, **options) for h in (mode, f"{mode}+numbers")
    )
    rng = np.random.default_rng(0)
    one.reset(), other.reset()
    for _ in range(60):
        mine, theirs = one.shown.observations, other.shown.observations
        assert mine.tobytes() == np.ascontiguousarray(theirs[:, : len(plain)]).tobytes()
        actions = (rng.random(one.shown.action_masks.shape) * one.shown.action_masks).argmax(axis=1)
        one.step(actions), other.step(actions)


def test_modes_without_them_come_first_and_are_the_default():
    assert GAME.observation_modes == (*OBSERVATION_MODES, *NUMBERS)


def test_every_number_that_is_ours_on_the_shipped_board_is_an_entry():
    families = {
        "pyramid.icons": r"printed_hand\d+_\w+",
        "tracks.punishment": r"printed_punishment_\d+",
        "tracks.silver_per_gold": r"printed_silver_per_gold_\d+",
        "tracks.gold_per_ring": r"printed_gold_per_ring_\d+",
        "score.mine_symbols": r"printed_symbol_\d+",
        "rewards.special_offering": r"printed_special_offering_\d",
        "rewards.faithful_servant": r"printed_faithful_servant_\d",
        "rewards.gold_ring": r"printed_gold_ring_\d",
        "dice.punishment": r"printed_die_\d+",
    }
    assert {f"{number.table}.{number.key}" for number in GAME.printed if number.ours} == set(
        families
    )
    names = [entry.name for entry in GAME.features]
    for family in families.values():
        assert any(re.fullmatch(family, name) for name in names)


def test_boards_with_known_numbers_are_observed_alike():
    board = GAME.varied({})["board"]
    for entries in board.values():
        entries["standing"] = "own copy of the game"
    known = GAME.with_options(board=board)
    assert told(known) == told(GAME)
    env = BatchEnv([GAME, known], 2, 3, observation_mode="recall+numbers", board_of_lane=[0, 1])
    assert env.reset().observations.shape == (2, GAME.observation_size("recall+numbers"))


def test_lanes_see_the_numbers_of_their_own_board():
    games = draw_boards(GAME, 2, seed=4)
    env = BatchEnv(games, 4, 3, observation_mode="screens+numbers", board_of_lane=[0, 1, 1, 0])
    first = [entry.name for entry in GAME.features_of("screens+numbers")].index(
        "printed_hand1_apple"
    )
    shown = env.reset().observations[:, first:]
    assert (shown[0] == shown[3]).all() and (shown[1] == shown[2]).all()
    assert (shown[0] != shown[1]).any()
    for lane, game in enumerate(games):
        assert shown[lane].tolist() == list(told(game, "screens+numbers").values())
