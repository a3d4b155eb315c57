"""How good an agent is against fixed opponents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network
from pixies_env.core.agents import Agent
from pixies_env.core.batches.arena import play_games
from pixies_env.core.boards import Boards
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_experiments.intervals import Moments
from pixies_experiments.simulation import split_wins
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.value_fit import value_fit

_DEALS = 2_000_000_000
"""Added to the seed: evaluation is dealt games that training is not."""


def win_rates(
    game: Game | Boards,
    agent: Agent,
    rival: Agent,
    *,
    players: int,
    games: int,
    seed: int,
    threads: int | None = None,
    copies: int = 1,
) -> dict[str, Any]:
    """Share of wins and mean reward against copies of a rival, in plain data.

    The agent has ``copies`` seats, and they win together; the reward is that of one of them. They
    are all choices of seats in turn; on several boards each is played on equally often.
    """
    seats = np.array(list(combinations(range(players), copies)))
    line_ups = [[agent if seat in own else rival for seat in range(players)] for own in seats]
    wins, utility = Moments(), Moments()
    for block in play_games(game, line_ups, games=games, seed=seed, threads=threads):
        rows, own = np.arange(len(block))[:, None], seats[block.line_ups]
        paid = block.returns[:, :players]
        first = np.where(paid == paid.max(axis=1, keepdims=True), 1, 2)
        wins.add(split_wins(first)[rows, own].sum(axis=1))
        utility.add(paid[rows, own].mean(axis=1))
    return {"wins": wins.estimate_share().as_dict(), "utility": utility.estimate_mean().as_dict()}


def evaluate(
    config: PpoConfig, boards: Boards, network: Network, threads: int | None = None
) -> Iterator[dict[str, Any]]:
    """One row per opponent and number of players, as the configuration says.

    Each tells as well how good the values are, see :func:`value_fit`.
    """
    plan, game = config.evaluation, boards.first
    if not plan.opponents:
        return
    agent = LearnedAgent(game, "learner", network, plan.temperature)
    counts = sorted(set(plan.players or config.players))
    fits = {
        players: value_fit(
            boards,
            network,
            players=players,
            games=plan.games,
            seed=config.seed + _DEALS,
            reward=config.reward,
            threads=threads,
        )
        for players in counts
    }
    for spec in plan.opponents:
        rival = make_agent(spec, game)
        for players in counts:
            found = win_rates(
                boards,
                agent,
                rival,
                players=players,
                games=plan.games,
                seed=config.seed + _DEALS,
                threads=threads,
            )
            row = {"opponent": spec, "players": players, "fair": 1 / players, **found}
            yield row | {"value": fits[players]}
