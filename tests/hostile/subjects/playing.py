"""What subjects use what they read for: to play."""

from __future__ import annotations

import functools
import random

import numpy as np

from pixies_env.core.game import Game
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.testing.playing import Player
from tests.games import hidden_card


@functools.cache
def game_named(name: str) -> Game:
    """A game of this package, or the small one of the tests."""
    return hidden_card.game() if name == "hidden_card" else make_game(name)


@functools.cache
def _player(game: Game) -> Player:
    return Player(game, ["random"])


def check_playable(game: Game, position: np.ndarray, seed: int = 1) -> None:
    """AssertionError unless an array of one record plays to its end, all invariants holding."""
    player = _player(game)
    problem, events = player.play(position.copy(), player.agents[0], seed)
    assert not problem, f"after {events} events: {problem}"


def played(name: str, players: int, decisions: int, seed: int, chance: str = "auto") -> State:
    """A state after so many random decisions, at most."""
    state, draw = State(game_named(name), players, seed, chance=chance), random.Random(seed)
    for _ in range(decisions):
        while state.waiting == "chance" and chance == MANUAL:
            state.draw()
        if state.is_over:
            break
        state.apply(int(draw.choice(list(state.legal_actions()))))
    return state
