"""What games and agents need compiled, made before it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from pixies_env.core import single
from pixies_env.core.agents import Agent, CompiledAgent
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.compilation.together import compile_kernels, compile_together, kernel_jobs
from pixies_env.core.game import Game
from pixies_env.core.states.state import State

DECISIONS = 4
"""Decisions that an agent takes: what it remembers of the one before is then in use."""

Step = tuple[str, Callable[[], None]]


class _EnoughError(Exception):
    """Ends a game whose decisions were enough."""


def steps(game: Game, agents: Sequence[Agent], players: int) -> Iterator[Step]:
    """Names of what is compiled, and what uses it for the first time, in this order."""
    yield "rules", lambda: _use_rules(game)
    yield "single games", lambda: _use_state(game, players)
    yield "batches", lambda: _use_batch(game, players)
    for agent in agents:
        yield agent.name, lambda agent=agent: _use_agent(game, agent, players)  # type: ignore[misc]


def compile_table(game: Game, agents: Iterable[Agent]) -> None:
    """Compile what a table at which some agents play needs, all that can be at the same time."""
    agents = list(agents)
    kernels = kernel_jobs(single.kernel_calls(game))
    rules = [job for agent in agents for job in _of(agent, "rule_jobs")]
    compile_together(dict.fromkeys([*rules, *game.rule_jobs(), *kernels]))
    for kernel, signature in kernels:
        kernel.compile(signature)  # type: ignore[attr-defined]
    _use_rules(game)
    compile_kernels(call for agent in agents for call in _of(agent, "kernel_calls"))


def _of(agent: Agent, what: str) -> list[Any]:
    """What an agent tells of its code, if it does."""
    return list(getattr(agent, what)()) if hasattr(agent, what) else []


def _use_rules(game: Game) -> None:
    assert len(game.table)


def _use_state(game: Game, players: int) -> None:
    compile_kernels(single.kernel_calls(game))
    state = State(game, players, 0).skip_forced()
    state.observation(state.player)
    state.hidden_from(state.player).resampled(state.player, np.random.default_rng(0))
    clone = state.clone()
    clone.apply(int(clone.legal_actions()[0]))
    State.from_dict(game, state.as_dict())


def _use_batch(game: Game, players: int) -> None:
    for observations in (False, True):
        env = BatchEnv(game, 1, players, 0, autoreset=True, observations=observations)
        env.step(env.reset().action_masks.argmax(axis=1))
    for _ in play_games(game, ["random"], players=players, games=1, records=True):
        pass


def _use_agent(game: Game, agent: Agent, players: int) -> None:
    if isinstance(agent, CompiledAgent):
        for _ in play_games(game, [agent], players=players, games=1):
            pass
    taken = 0

    def observer(seen: Observed) -> None:
        nonlocal taken
        taken += len(seen.actions)
        if taken >= DECISIONS * players:
            raise _EnoughError

    with suppress(_EnoughError):
        for _ in play_games(game, [agent], players=players, games=1, observer=observer):
            pass
