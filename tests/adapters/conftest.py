"""Games to view: the small one of the tests and those of the package."""

from __future__ import annotations

from functools import cache

import pytest

from pixies_env.core.game import Game
from pixies_env.registry import game_names, make_game
from tests.games import hidden_card

TOY = "hidden_card"


@cache
def find_game(name: str) -> Game:
    return hidden_card.game() if name == TOY else make_game(name)


NAMES = [TOY, *game_names()]
SEATINGS = [(name, players) for name in NAMES for players in find_game(name).players]
EXTREMES = [
    (name, players)
    for name, players in SEATINGS
    if players in (find_game(name).players[0], find_game(name).players[-1])
]


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Each game."""
    return find_game(request.param)


@pytest.fixture(params=SEATINGS, ids=lambda seating: f"{seating[0]}-{seating[1]}")
def every_seating(request: pytest.FixtureRequest) -> tuple[Game, int]:
    """Each game with each number of players."""
    name, players = request.param
    return find_game(name), players


@pytest.fixture(params=EXTREMES, ids=lambda seating: f"{seating[0]}-{seating[1]}")
def seating(request: pytest.FixtureRequest) -> tuple[Game, int]:
    """Each game with the fewest and with the most players."""
    name, players = request.param
    return find_game(name), players


@pytest.fixture
def toy() -> Game:
    """The small game, for what does not depend on the game."""
    return find_game(TOY)
