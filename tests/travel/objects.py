"""Objects in the middle of their work, and how each goes on; other processes import this."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo

import pixies_env  # noqa: F401
from pixies_agents.seats.ask_function import CallableAgent
from pixies_env.adapters import aec
from pixies_env.adapters.aec_seat import AecSeat
from pixies_env.adapters.gymnasium_single import SingleSeatEnv
from pixies_env.adapters.gymnasium_vector import SeatVectorEnv
from pixies_env.adapters.names import aec_id
from pixies_env.adapters.opponents import Pool
from pixies_env.adapters.sb3_all import AllSeatsVecEnv
from pixies_env.adapters.sb3_vec import SeatVecEnv
from pixies_env.adapters.seat_view import SeatView
from pixies_env.core.agents import Agent, Decisions
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, agent_names, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import game_names, make_game
from tests.adapters.aec_play import play, snapshot
from tests.agents.conftest import decisions_of
from tests.games import hidden_card

SEARCH = "mcts:simulations=20,threads=1"
OPTIONS = {
    "mcts": "mcts:simulations=20,threads=1",
    "flat": "flat:simulations=10,threads=1",
    "ppo": "ppo:default",
    "openspiel": "openspiel:simulations=2" if find_spec("pyspiel") else "",
    "external": "",
    "llm": "",
    "onnx": "",
    "sb3": "",
    "torchscript": "",
}
"""What an agent is tried with if its name alone is not it; "": not here."""
FUNCTION = "function"
"""Name of the agent that a function makes, over the small game of the tests."""
HELPED = [
    "mcts:simulations=8,network=default,threads=1",
    "mcts:simulations=8,rollout=greedy,priors=greedy,evaluation=greedy,cutoff=5,threads=1",
]


@dataclass
class Seat:
    """An agent in a game with itself, and what it decides next; it may remember the game."""

    agent: Agent
    state: State

    def go_on(self) -> list[Any]:
        chosen: list[Any] = []
        while len(chosen) < 4 and not self.state.is_over:
            decisions: Decisions = decisions_of([self.state], bits=len(chosen), games=[0])
            chosen.append(int(self.agent.choose(decisions)[0]))
            self.state.apply(chosen[-1])
        return chosen


@dataclass
class Played:
    """Anything else in the middle of a game: ``step(object, number)`` gives what it shows."""

    inner: Any
    step: Callable[[Any, int], Any]

    def go_on(self) -> list[Any]:
        return [self.step(self.inner, number) for number in range(6)]


def first_legal(state: State) -> str:
    return state.legal_names()[0]


def lean(game: Game) -> State:
    """A position some decisions after the beginning."""
    state = State(game, game.players[-1], 3)
    for _ in range(4):
        state.apply(int(state.legal_actions()[0]))
    return state


def agents() -> dict[str, Callable[[], Seat]]:
    """Every agent with every game that it plays, in the middle of a game."""
    made: dict[str, Callable[[], Seat]] = {}
    for name in game_names():
        game = make_game(name)
        for spec in [*(OPTIONS.get(kind, kind) for kind in agent_names()), *HELPED]:
            if not spec:
                continue
            try:
                make_agent(spec, game)
            except AgentSpecError:
                continue  # It plays other games.
            made[f"{name}-{spec}"] = lambda game=game, spec=spec: _seat(game, spec)
    made[FUNCTION] = lambda: Seat(
        CallableAgent(hidden_card.game(), first_legal), State(hidden_card.game(), 3, 1)
    )
    return made


def _seat(game: Game, spec: str) -> Seat:
    seat = Seat(make_agent(spec, game), lean(game))
    seat.go_on()
    return seat


def step_state(state: State, number: int) -> Any:
    if not state.is_over:
        state.apply(int(state.legal_actions()[number % len(state.legal_actions())]))
    return state.to_bytes()


def step_batch(env: BatchEnv, number: int) -> Any:
    shown = env.step(env.shown.action_masks.argmax(axis=1))
    return [np.array(array).tobytes() for array in shown], env.record(0).events


def step_aec(env: Any, number: int) -> Any:
    return play(env, 1, number), snapshot(env)


def step_parallel(env: Any, number: int) -> Any:
    actions = {}
    for agent, info in zip(env.agents, map(env.aec_env.infos.get, env.agents), strict=True):
        actions[agent] = int(np.argmax(info["action_mask"]))
    seen, rewards, *_ = env.step(actions)
    return {agent: each["observation"].tobytes() for agent, each in seen.items()}, rewards


def step_single(env: Any, number: int) -> Any:
    observation, *told, _ = env.step(np.flatnonzero(env.unwrapped.action_masks())[0])
    return observation.tobytes(), told


def step_vector(env: Any, number: int) -> Any:
    told = env.step(env.unwrapped.action_masks().argmax(axis=1))
    return [np.asarray(array).tobytes() for array in told[:4]]


def step_sb3(env: Any, number: int) -> Any:
    told = env.step(env.action_masks().argmax(axis=1))
    return [np.asarray(array).tobytes() for array in told[:3]]


def step_view(view: SeatView, number: int) -> Any:
    view.step(view.action_masks.argmax(axis=1))
    return view.observations.tobytes(), view.rewards.tobytes(), view.terminated.tobytes()


def environments() -> dict[str, Callable[[], Played]]:
    """Every environment, over every game, and some with opponents that are not simple."""
    made: dict[str, Callable[[], Played]] = {}
    for name in game_names():
        game = make_game(name)
        players = game.players[-1]
        several: dict[str, Callable[[Any, Any], Any]] = {
            "state": lambda game, players: Played(State(game, players, 3), step_state),
            "batch": lambda game, players: Played(_begun(game, players), step_batch),
            "raw": lambda game, players: Played(_reset(aec.RawEnv(game, players)), step_aec),
            "aec": lambda game, players: Played(
                _reset(aec.wrapped(aec.RawEnv(game, players), -1.0)), step_aec
            ),
            "parallel": lambda game, players: Played(
                _reset(aec.parallel(aec.wrapped(aec.RawEnv(game, players), -1.0))), step_parallel
            ),
            "aec seat": lambda game, players: Played(
                _reset(AecSeat(aec.RawEnv(game, players))), step_single
            ),
            "single": lambda game, players: Played(
                _reset(SingleSeatEnv(game, players)), step_single
            ),
            "vector": lambda game, players: Played(
                _reset(SeatVectorEnv(3, game, players)), step_vector
            ),
            "sb3 all": lambda game, players: Played(
                _started(AllSeatsVecEnv(game, 2, players)), step_sb3
            ),
            "pool": lambda game, players: Played(
                _started(
                    SeatVecEnv(game, 4, players, opponents=Pool(["random", "careful"], [1, 2]))
                ),
                step_sb3,
            ),
            "view": lambda game, players: Played(_viewed(game, players), step_view),
        }
        for kind, make in several.items():
            made[f"{name}-{kind}"] = lambda make=make, game=game, players=players: make(
                game, players
            )
    made["searching opponents"] = lambda: Played(
        _reset(SingleSeatEnv("pixie_queen", 2, opponents=SEARCH)), step_single
    )
    made["searching pool"] = lambda: Played(
        _started(SeatVecEnv("havresac", 2, 2, opponents=Pool([SEARCH, "random"], [1, 1]))),
        step_sb3,
    )
    made["by name"] = lambda: Played(
        _reset(gymnasium.make("pixies/PixieQueen-v0", num_players=3, opponents=SEARCH)),
        step_single,
    )
    made["many by name"] = lambda: Played(
        _reset(gymnasium.make_vec("pixies/PixieQueen-v0", num_envs=2, opponents="careful")),
        step_vector,
    )
    made["pettingzoo by name"] = lambda: Played(
        _reset(pettingzoo.make("aec", aec_id("havresac", 0))), step_aec
    )
    return made


def _reset(env: Any) -> Any:
    env.reset(seed=5)
    return env


def _started(env: Any) -> Any:
    env.reset()
    return env


def _begun(game: Game, players: int) -> BatchEnv:
    env = BatchEnv(game, 3, players, 2, record=True, autoreset=True)
    env.reset()
    return env


def _viewed(game: Game, players: int) -> SeatView:
    view = SeatView(game, 2, players)
    view.reset(seed=4)
    return view


ANSWERING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        answer = {"id": message["id"], "action": message["legal"][-1]}
        print(json.dumps(answer), flush=True)
"""


def external(folder: Path) -> Seat:
    """An agent whose program runs."""
    script = folder / "program.py"
    script.write_text(ANSWERING, encoding="utf-8")
    game = hidden_card.game()
    command = f'external:command=\'"{sys.executable}" "{script}"\',restarts=0'
    seat = Seat(make_agent(command, game), State(game, 3, 1))
    seat.go_on()
    return seat


def go_on(travelled: Seat | Played) -> list[Any]:
    """For other processes."""
    return travelled.go_on()


class Failing:
    """Fails at its first decision."""

    name = "failing"
    needs_observations = False

    def choose(self, decisions: Decisions) -> np.ndarray:
        raise KeyError("lost my notes")


def make_failing(game: Game, options: object) -> Failing:
    return Failing()


def fail() -> None:
    """What ends a game between agents, for other processes."""
    from pixies_env.core.batches.arena import play_games

    list(play_games(hidden_card.game(), ["random", Failing()], games=2))
