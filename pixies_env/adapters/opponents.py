"""Who sits at the learner's table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pixies_env.adapters.seat_kernels import Opponents
from pixies_env.core.agents import Agent, CompiledAgent, random_rule
from pixies_env.core.batches.arena import agents_on_boards
from pixies_env.core.boards import Boards
from pixies_env.core.compilation.compile import address_table
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.specs import make_agents

AgentSpec = str | Agent
_LINE = 8
"""Float64 numbers of a cache line."""
RANDOM_SEAT = "random"


def checked_seat(seat: int | str, players: int) -> int | str:
    """A seat number or ``"random"``; TypeError or ValueError otherwise."""
    if isinstance(seat, str):
        if seat != RANDOM_SEAT:
            raise ValueError(f"seat must be {RANDOM_SEAT!r} or a number, not {seat!r}")
        return seat
    return check_count("seat", seat, 0, players - 1)


@dataclass(frozen=True)
class Pool:
    """Agents of which the opponents of each game are drawn, from the stream of the game.

    Args:
        agents: specifications or agents.
        weights: how often each is drawn, in proportion to the others; integers, not all 0.
        alike: one draw decides for all opponents of a game; else each seat has one of its own.
    """

    agents: Sequence[AgentSpec]
    weights: Sequence[int]
    alike: bool = False

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.agents):
            raise ValueError(f"a pool of {len(self.agents)} agents has {len(self.weights)} weights")
        for weight in self.weights:
            check_count("weight", weight, 0, 2**20)
        if not sum(self.weights):
            raise ValueError("all weights of the pool are 0")


@dataclass(frozen=True)
class LineUps:
    """Whole line-ups of opponents, of which one is drawn for each game, from its stream.

    Args:
        agents: specifications or agents.
        line_ups: places in ``agents`` of the opponents from the learner's left on; a line-up is
            for games of one player more than it has places.
        weights: how often each is drawn, in proportion to the others for as many players;
            integers.
    """

    agents: Sequence[AgentSpec]
    line_ups: Sequence[Sequence[int]]
    weights: Sequence[int]

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.line_ups):
            raise ValueError(f"{len(self.line_ups)} line-ups have {len(self.weights)} weights")
        for weight in self.weights:
            check_count("weight", weight, 0, 2**20)
        for line_up in self.line_ups:
            for place in line_up:
                check_count("place in a line-up", place, 0, len(self.agents) - 1)

    def check(self, game: Game, players: np.ndarray) -> None:
        """ValueError if the game has not that many seats, or some of its games no opponents.

        ``players`` holds the number of players of each game.
        """
        for line_up in self.line_ups:
            game.check_players(len(line_up) + 1)
        drawn = {len(o) + 1 for o, w in zip(self.line_ups, self.weights, strict=True) if w}
        for count in np.unique(players):
            if count not in drawn:
                raise ValueError(f"no line-up of opponents is drawn for games of {count} players")


Drawn = Pool | LineUps
"""What the opponents of each game are drawn from."""


def opponents_of(
    opponents: AgentSpec | Sequence[AgentSpec] | Drawn, game: Game, players: np.ndarray
) -> list[Agent]:
    """The agents to the left of the learner, in the order of their seats, or those of a pool.

    ``players`` holds the number of players of each game.
    """
    if isinstance(opponents, LineUps):
        opponents.check(game, players)
    if isinstance(opponents, Drawn):
        return make_agents(opponents.agents, game)
    most = int(players.max())
    if isinstance(opponents, str | Agent) or not isinstance(opponents, Iterable):
        return make_agents([opponents] * (most - 1), game)
    specs = list(opponents)
    for count in np.unique(players):
        if len(specs) == count - 1:
            continue
        raise ValueError(
            f"a game of {count} players has {count - 1} opponents; {len(specs)} were named"
        )
    return make_agents(specs, game)


def opponent_tables(
    opponents: list[Agent], boards: Boards, pool: Drawn | None
) -> tuple[Opponents, list[Agent]]:
    """What the kernels need to know of the opponents, and what decides for them, by entry.

    Those of a pool keep their places in it.
    """
    agents = list(opponents)
    if pool is None:
        agents = list({id(agent): agent for agent in opponents}.values())
    seatings, thresholds = _seatings(opponents, agents, boards.first.max_players, pool)
    deciding, entries = agents_on_boards(agents, boards.games)
    compiled = [isinstance(agent, CompiledAgent) for agent in deciding]
    addresses: list[Any] = []
    numbers, starts = [], [0]
    for agent in deciding:
        address, data = 0, np.zeros(0)
        if isinstance(agent, CompiledAgent) and agent.kernel is not random_rule:
            address, data = agent.address, agent.data
        addresses.append(address)
        padding = np.zeros(-len(data) % _LINE)
        numbers.append(np.concatenate([data, padding]))
        starts.append(starts[-1] + len(numbers[-1]))
    tables = Opponents(
        entries,
        np.array(compiled, np.bool_),
        address_table(addresses),
        _on_lines(numbers),
        np.array(starts, np.int64),
        seatings,
        thresholds,
        isinstance(pool, Pool) and not pool.alike,
    )
    return tables, deciding


def _seatings(
    opponents: list[Agent], agents: list[Agent], seats: int, pool: Drawn | None
) -> tuple[np.ndarray, np.ndarray]:
    """``seatings`` and ``thresholds`` as the kernels take them."""
    if isinstance(pool, LineUps):
        seatings = np.zeros((len(pool.line_ups), seats), np.int64)
        weights = np.zeros((seats + 1, len(pool.line_ups)), np.int64)
        for number, (line_up, weight) in enumerate(zip(pool.line_ups, pool.weights, strict=True)):
            seatings[number, 1 : len(line_up) + 1] = line_up
            weights[len(line_up) + 1, number] = weight
        return seatings, np.cumsum(weights, axis=1)
    if pool is None:
        places = {id(agent): place for place, agent in enumerate(agents)}
        seatings = np.zeros((1, seats), np.int64)
        seatings[0, 1 : len(opponents) + 1] = [places[id(agent)] for agent in opponents]
        return seatings, np.ones((seats + 1, 1), np.int64)
    seatings = np.repeat(np.arange(len(agents))[:, None], seats, axis=1)
    return seatings, np.tile(np.cumsum(pool.weights, dtype=np.int64), (seats + 1, 1))


def _on_lines(parts: list[np.ndarray]) -> np.ndarray:
    """The arrays one after the other, from the beginning of a cache line on."""
    size = sum(map(len, parts))
    room = np.empty(size + _LINE)
    skipped = -(room.ctypes.data // room.itemsize) % _LINE
    joined = room[skipped : skipped + size]
    np.concatenate([np.zeros(0), *parts], out=joined)
    return joined
