"""Who sits at the learner's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pixies_env.adapters.seat_kernels import Opponents
from pixies_env.core.agents import Agent, CompiledAgent, random_rule
from pixies_env.core.compile import address_table
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.specs import make_agents

AgentSpec = str | Agent
RANDOM_SEAT = "random"


def checked_seat(seat: int | str, players: int) -> int | str:
    """A seat number or ``"random"``; TypeError or ValueError otherwise."""
    if isinstance(seat, str):
        if seat != RANDOM_SEAT:
            raise ValueError(f"seat must be {RANDOM_SEAT!r} or a number, not {seat!r}")
        return seat
    return check_count("seat", seat, 0, players - 1)


def opponents_of(
    opponents: AgentSpec | Sequence[AgentSpec], game: Game, players: int
) -> list[Agent]:
    """The agents to the left of the learner, in the order of their seats."""
    if isinstance(opponents, str | Agent):
        opponents = [opponents] * (players - 1)
    specs = list(opponents)
    if len(specs) != players - 1:
        raise ValueError(
            f"a game of {players} players has {players - 1} opponents; {len(specs)} were named"
        )
    return make_agents(specs, game)


def opponent_tables(opponents: list[Agent], game: Game) -> tuple[Opponents, list[Agent]]:
    """What the kernels need to know of the opponents, and the agents by index."""
    agents = list({id(agent): agent for agent in opponents}.values())
    places = {id(agent): place for place, agent in enumerate(agents)}
    seating = np.zeros(game.max_players, np.int64)
    seating[1 : len(opponents) + 1] = [places[id(agent)] for agent in opponents]
    compiled = [isinstance(agent, CompiledAgent) for agent in agents]
    addresses: list[Any] = []
    numbers, starts = [np.zeros(0)], [0]
    for agent in agents:
        address, data = 0, np.zeros(0)
        if isinstance(agent, CompiledAgent) and agent.kernel is not random_rule:
            address, data = agent.address, agent.data
        addresses.append(address)
        numbers.append(data)
        starts.append(starts[-1] + len(data))
    tables = Opponents(
        np.array(compiled, np.bool_),
        address_table(addresses),
        np.concatenate(numbers),
        np.array(starts, np.int64),
        seating,
    )
    return tables, agents
