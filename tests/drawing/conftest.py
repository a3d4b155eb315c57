"""Games with a drawing of their own, and random games of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from pixies_env.core.events import Event
from pixies_env.core.game import Game
from pixies_env.core.states.records import describe_due
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.registry import game_names, make_game

find_game = cache(make_game)
DRAWN = [name for name in game_names() if find_game(name).drawing]
SEATINGS = [(name, players) for name in DRAWN for players in find_game(name).players]


@pytest.fixture(params=SEATINGS, ids=lambda seating: f"{seating[0]}-{seating[1]}")
def seating(request: pytest.FixtureRequest) -> tuple[Game, int]:
    """Each game that has a drawing, with each number of players."""
    name, players = request.param
    return find_game(name), players


def random_game(
    game: Game, players: int, seed: int, after: int = 0
) -> Iterator[tuple[State, Event | None]]:
    """Positions of a random game and the event before each; the first is ``after`` events on."""
    draws = np.random.default_rng(seed)
    state = State(game, players, seed, chance=MANUAL)
    event = None
    happened = 0
    while True:
        if happened >= after:
            yield state, event
        if state.is_over:
            return
        if state.waiting == "chance":
            chances = state.chance_outcomes()
            weights = [float(outcome.probability) for outcome in chances]
            outcome = chances[int(draws.choice(len(chances), p=weights))]
            event = describe_due(state, outcome.name)
            state.apply_chance(outcome.id)
        else:
            action = int(draws.choice(state.legal_actions()))
            event = describe_due(state, state.action_name(action))
            state.apply(action)
        happened += 1
