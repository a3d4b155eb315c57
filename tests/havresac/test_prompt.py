"""What a language model is told of Les Gardiens de Havresac."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.states.state import State
from pixies_env.core.words import brief
from pixies_env.havresac.board import load_board
from pixies_env.registry import make_game
from tests.tokens import most_tokens

GAME = make_game("havresac")


@pytest.mark.parametrize("options", [{}, {"season": "winter", "faces": "night"}])
def test_the_most_cells_that_random_games_offer_are_short_enough(options):
    game = make_game("havresac", **options)
    random = np.random.default_rng(1)
    found = 0
    for seed in range(25):
        state = State(game, 4, seed)
        while not state.is_over:
            if len(state.legal_actions()) >= max(found, 30):
                found = len(state.legal_actions())
                assert most_tokens(state.prompt()) < 2000
            state.apply(int(random.choice(state.legal_actions())))
    assert found > 50


def test_all_that_stands_on_the_own_board_is_told():
    state = State(GAME, 2, 3)
    random = np.random.default_rng(3)
    for _ in range(30):
        state.apply(int(random.choice(state.legal_actions())))
    own, prompt = state.as_dict()["seats"][state.player], state.prompt()
    cells = {**own["guardians"], **own["creatures"]}
    assert cells
    for cell, name in cells.items():
        row, column = cell.removeprefix("r").split("c")
        (line,) = [
            line
            for line in prompt.splitlines()
            if line.startswith(("Your Guardians on the board:", "Creatures:")) and name in line
        ]
        (standing,) = [part for part in line.partition(": ")[2].split("; ") if name in part]
        assert f" {row},{column}" in standing.rstrip(".")


@pytest.mark.parametrize(
    ("table", "key", "value", "said"),
    [
        ("effects", "cup_glory", 3, "Cup 3;"),
        ("effects", "boots_steps", 3, "Boots 3 steps"),
        ("final", "opened_chest", 1, "At the end 1 VP an opened chest"),
    ],
)
def test_the_brief_has_the_numbers_of_the_board(table, key, value, said):
    board = load_board().to_mapping()
    board[table][key] = value
    assert said in brief(make_game("havresac", board=board))
    assert said not in brief(GAME)
