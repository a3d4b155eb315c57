"""Boards with other numbers are drawn as well: nothing beyond the edge, no text on another."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pixies_env.core.drawing import draw, picture
from pixies_env.core.game import Game
from pixies_env.havresac.game import make as make_havresac
from pixies_env.pixie_queen.game import make as make_pixie_queen
from pixies_env.taverns.board import load_board as load_taverns
from pixies_env.taverns.game import make as make_taverns
from pixies_env.taverns.names import MODULES
from tests.drawing.conftest import random_game
from tests.drawing.svg_reading import fitting, spots
from tests.drawing.widest_boards import (
    FULL_HAVRESAC,
    FULL_PIXIE_QUEEN,
    FULL_TAVERNS,
    narrow_havresac,
    narrow_pixie_queen,
    narrow_taverns,
    wide_havresac,
    wide_pixie_queen,
    wide_taverns,
)
from tests.havresac.boards import random_board
from tests.pixie_queen.board_strategies import boards
from tests.taverns.reference.random_board import random_board as random_taverns

STEPS = 80
# A board that cannot be drawn is told as it is: making it smaller takes minutes.
FEW = {"phases": (Phase.explicit, Phase.reuse, Phase.generate)}


def check(game: Game, players: int, seed: int, full: dict[str, Any] | None = None) -> None:
    """Positions of a random game; ``full``: with as much of everything as there can be."""
    for number, (state, event) in enumerate(random_game(game, players, seed)):
        if number > STEPS:
            return
        if number % 20:
            continue
        drawn = draw(game, state.array, event=event, actions=state.legal_names())
        assert spots(ElementTree.fromstring(drawn))
        shown = state.array if full is None else filled(state.array, full)
        for column in picture(game, shown, event=event, words="W" * 200).columns:
            fitting(column)


def filled(state: np.ndarray, numbers: dict[str, Any]) -> np.ndarray:
    """A copy of a state with other numbers in some fields; it need not be one of a game."""
    copied = state.copy()
    for field, number in numbers.items():
        copied[field] = number
    return copied


@settings(max_examples=8, **FEW)
@given(board=boards(), seed=st.integers(0, 99))
def test_any_pixie_queen_board_can_be_drawn(board: dict[str, object], seed: int) -> None:
    game = make_pixie_queen(board)
    check(game, game.players[seed % len(game.players)], seed)


@settings(max_examples=5, **FEW)
@given(seed=st.integers(0, 10_000))
def test_any_havresac_board_can_be_drawn(seed: int) -> None:
    draws = random.Random(seed)
    game = make_havresac(random_board(draws), season=draws.choice(["summer", "winter"]),
                         faces="random")  # fmt: skip
    check(game, 1 + seed % 3, seed)


@settings(max_examples=5, **FEW)
@given(seed=st.integers(0, 10_000))
def test_any_taverns_board_can_be_drawn(seed: int) -> None:
    draws = random.Random(seed)
    modules = {module: draws.random() < 0.7 for module in MODULES}
    game = make_taverns(random_taverns(load_taverns().to_mapping(), draws), **modules)
    check(game, 2 + seed % 4, seed)


def test_tokens_set_aside_stay_in_their_column() -> None:
    """On the board of seed 2692 the last of several huntresses was drawn beyond the edge."""
    draws = random.Random(2692)
    game = make_havresac(random_board(draws), season=draws.choice(["summer", "winter"]),
                         faces="random")  # fmt: skip
    check(game, 2, 2692)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("board", [wide_pixie_queen, narrow_pixie_queen])
def test_pixie_queen_is_drawn_with_the_widest_numbers(board: Any, players: int) -> None:
    check(make_pixie_queen(board()), players, 1, FULL_PIXIE_QUEEN)


@pytest.mark.parametrize("players", [1, 4])
@pytest.mark.parametrize("board", [wide_havresac, narrow_havresac])
def test_havresac_is_drawn_with_the_widest_numbers(board: Any, players: int) -> None:
    check(make_havresac(board(), faces="random"), players, 1, FULL_HAVRESAC)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("board", [wide_taverns, narrow_taverns])
def test_taverns_is_drawn_with_the_widest_numbers(board: Any, players: int) -> None:
    check(make_taverns(board()), players, 1, FULL_TAVERNS)


def test_all_heroes_and_dishes_of_one_tavern_have_room() -> None:
    game = make_taverns(wide_taverns())
    state, _ = next(random_game(game, 2, 1, after=80))
    shown = state.array.copy()
    shown["hero_row"] = 0
    shown["heroes"][0] = [game.board["all_heroes"][0], 0, 0, 0, 0]
    shown["cooked"][0] = [game.board["all_recipes"][0], 0, 0, 0, 0]
    for column in picture(game, shown).columns:
        fitting(column)
