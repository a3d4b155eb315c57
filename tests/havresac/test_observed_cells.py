"""The cells of the observation, on maps of many sizes, against a position as it is written."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.havresac.board import Board, load_board
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.features import PLANES
from pixies_env.havresac.places import STRIDE, side_by_side
from pixies_env.registry import make_game
from tests.havresac.boards import random_board

DECISIONS, EVERY = 60, 12


def shown(state: State, seat: int) -> dict[str, set[str]]:
    """Names of the cells whose entry is 1, by plane; all others are 0."""
    planes: dict[str, set[str]] = {plane: set() for plane, _ in PLANES}
    observation = state.observation(seat)
    for entry, value in zip(state.game.features_of("open"), observation, strict=True):
        plane, _, cell = entry.name.rpartition("_")
        if plane in planes:
            assert value in (0.0, 1.0)
            if value:
                planes[plane].add(cell)
    return planes


def written(board: Board, state: State, seat: int) -> dict[str, set[str]]:
    """The same as the position and the board tell it."""
    position: dict[str, Any] = state.as_dict()
    own, played = position["seats"][seat], position["played"]
    planes: dict[str, set[str]] = {plane: set() for plane, _ in PLANES}
    for cell, kind in (own["guardians"] | own["creatures"]).items():
        planes[kind].add(cell)
    planes["tent"] = set(own["tents"])
    printed = {
        kind: {cell_name(*cell) for cell in board.cells(position["season"], kind)}
        for kind in ("village", "chest")
    }
    planes["ruin"] = printed["village"] - set(own["repaired"])
    planes["closed_chest"] = printed["chest"] - set(own["opened"])
    if played is not None and played["cell"] is not None and state.player == seat:
        planes["played"] = {played["cell"]}
    return planes


@pytest.mark.parametrize("seed", range(8))
def test_each_cell_is_shown_on_maps_of_all_sizes(seed: int) -> None:
    draws = random.Random(seed)
    given = random_board(draws)
    board, state = load_board(given), State(make_game("havresac", given), 2, seed)
    for decision in range(DECISIONS):
        if decision % EVERY == 0:
            for seat in range(2):
                assert shown(state, seat) == written(board, state, seat)
        if state.is_over:
            break
        state.apply(draws.choice(list(state.legal_actions())))


@pytest.mark.parametrize("columns", range(1, STRIDE))
def test_the_rows_of_a_word_come_side_by_side(columns: int) -> None:
    rows = [random.Random(columns + row).getrandbits(columns) for row in range(4)]
    word = sum(cells << STRIDE * row for row, cells in enumerate(rows))
    closed_up = sum(cells << columns * row for row, cells in enumerate(rows))
    assert int(side_by_side(word, columns)) == closed_up
