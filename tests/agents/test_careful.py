"""Careful play: random, but it never gives up while it can do otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_agents.heuristics.careful import GIVING_UP
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.agents.conftest import decisions_of
from tests.games import hidden_card

GAMES = {"pixie_queen": make_game("pixie_queen"), "hidden_card": hidden_card.game()}


def verb(game: Game, action: int) -> str:
    return game.actions.family(action).verb


@pytest.mark.parametrize("name", GAMES)
def test_it_gives_up_only_where_nothing_else_is_legal(name: str) -> None:
    game = GAMES[name]
    agent = make_agent("careful", game)
    for seed in range(3):
        state = State(game, game.players[-1], seed)
        for step in range(10_000):
            if state.is_over:
                break
            chosen = int(agent.choose(decisions_of([state], bits=step * 2**40))[0])
            legal = state.legal_actions()
            assert chosen in legal
            if verb(game, chosen) in GIVING_UP:
                assert all(verb(game, int(action)) in GIVING_UP for action in legal)
            state.apply(chosen)
        assert state.is_over


def test_what_it_chooses_from_is_equally_likely() -> None:
    game = GAMES["pixie_queen"]
    agent = make_agent("careful", game)
    state = State(game, 4, 1)
    while state.question != "turn":
        state.apply(int(state.legal_actions()[0]))
    bits = np.random.default_rng(5).integers(0, 2**64, 4000, dtype=np.uint64)
    decisions = decisions_of([state] * len(bits), bits=list(bits))
    expected = agent.probabilities(decisions)[0]
    found = np.bincount(agent.choose(decisions), minlength=len(game.actions)) / len(bits)
    assert expected[game.actions["pass"].start] == 0.0
    assert np.abs(found - expected).max() < 0.03
    assert ((found > 0) == (expected > 0)).all()


def test_it_is_compiled() -> None:
    assert isinstance(make_agent("careful", GAMES["hidden_card"]), CompiledAgent)
