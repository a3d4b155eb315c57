"""A game that is played before its code is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import WeakSet

import numpy as np
import pytest

from pixies_env.core import single
from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.compilation.together import kernel_jobs
from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.havresac.game import make as havresac
from pixies_env.pixie_queen.game import make as pixie_queen
from pixies_env.taverns.game import make as taverns
from tests.games import hidden_card

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

DECISIONS = 60


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """No code of games is in a cache folder."""
    monkeypatch.setattr(single, "_uncompiled", WeakSet())
    monkeypatch.setattr(Game, "is_compiled", False)


def course(game: Game) -> list[Any]:
    """All that can be seen of the beginning of a game, decision by decision."""
    players = game.players[-1]
    state, rng, seen = State(game, players, 3), np.random.default_rng(4), []
    for number in range(DECISIONS):
        if state.is_over:
            seen.append(state.returns().tolist())
            break
        seat = number % players
        seen += [
            state.position_bytes,
            state.legal_actions().tolist(),
            state.sights(),
            state.is_revealed(seat),
            state.hidden_from(seat).position_bytes,
            state.resampled(seat, number).position_bytes,
        ]
        state.apply(int(rng.choice(state.legal_actions())))
    assert state.clone().to_bytes() == state.to_bytes()
    return [*seen, state.to_bytes()]


@pytest.mark.parametrize(
    "make", [hidden_card.game, pixie_queen, havresac, taverns], ids=lambda make: make.__module__
)
def test_a_game_is_the_same_uncompiled(make: Callable[[], Game], nothing_kept: None) -> None:
    compiled, game = replace(make()), replace(make())
    single.play_uncompiled(game)
    uncompiled = course(game)
    assert single.is_uncompiled(game) and not game.is_loaded
    assert uncompiled == course(compiled) and compiled.is_loaded


def test_a_game_is_played_uncompiled_until_its_functions_are_there(nothing_kept: None) -> None:
    game, other = replace(hidden_card.game()), replace(hidden_card.game())
    single.play_uncompiled(game)
    state, twin = State(game, 3, 1), State(other, 3, 1)
    assert single.is_uncompiled(game) and not single.is_uncompiled(twin.game)
    assert len(game.table)
    for each in (state, twin):
        while not each.is_over:
            each.apply(int(each.legal_actions()[-1]))
    assert not single.is_uncompiled(game) and state == twin


def test_a_game_whose_code_is_there_is_played_compiled() -> None:
    assert len(hidden_card.game().table)
    game = replace(hidden_card.game())
    single.play_uncompiled(game)
    assert not single.is_uncompiled(game)


def test_the_kernels_of_one_game_are_told_of_as_they_are_called() -> None:
    game = hidden_card.game()
    course(game)
    state = State(game, 2, 1, chance="manual")
    while not state.is_over:
        if state.waiting == "chance":
            state.apply_chance(state.chance_outcomes()[0].id)
        else:
            state.observation(state.player)
            state.apply(int(state.legal_actions()[-1]))
    assert len(state.returns())
    for kernel, signature in kernel_jobs(single.kernel_calls(game)):
        assert signature in kernel.overloads  # type: ignore[attr-defined]
