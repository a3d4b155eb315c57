"""How well the values of a network foretell what games bring to each seat."""

from __future__ import annotations

import numpy as np

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network
from pixies_agents.learned.seat_values import centred
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.boards import Boards
from pixies_env.core.game import Game


class _Listener:
    """Gathers what a network with a value for every seat says where there is a choice."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.parts: list[tuple[np.ndarray, ...]] = []

    def __call__(self, observed: Observed) -> None:
        decisions = observed.decisions
        rows = np.flatnonzero(decisions.action_masks.sum(axis=1) > 1)
        assert decisions.observations is not None
        players = decisions.states["players"][rows].astype(np.int64)
        outputs = self.network.values_of(decisions.observations[rows])
        playing = np.arange(outputs.shape[1]) < players[:, None]
        values = centred(outputs, playing, self.network.zero_sum)
        self.parts.append((observed.games[rows], decisions.seats[rows], players, values))


def value_fit(
    game: Game | Boards,
    network: Network,
    *,
    players: int,
    games: int,
    seed: int,
    reward: str = "rank",
    threads: int | None = None,
) -> dict[str, float]:
    """What share of the variance of returns the values explain, in games of the policy with itself.

    Decisions are drawn from the policy. ``own`` is the R2 of the player to move, ``others`` that of
    all other seats together, 0 for a player alone: 1 less the mean square of what is not foretold,
    in variances of what was paid.
    """
    first = game.first if isinstance(game, Boards) else game
    agent, listener = LearnedAgent(first, "itself", network, 1.0), _Listener(network)
    (block,) = play_games(
        game,
        [agent] * players,
        games=games,
        seed=seed,
        reward=reward,
        observation_mode=network.observation_mode,
        observer=listener,
        block=games,
        threads=threads,
    )
    numbers, seats, counts, values = map(np.concatenate, zip(*listener.parts, strict=True))
    paid = from_own_seat(block.returns[numbers], seats, counts)
    return {
        "own": _explained(values[:, :1], paid[:, :1]),
        "others": _explained(values[:, 1:players], paid[:, 1:players]),
    }


def _explained(values: np.ndarray, paid: np.ndarray) -> float:
    """R2; 0 where everything is paid the same."""
    spread = float(paid.var()) if paid.size else 0.0
    return 1.0 - float(np.square(paid - values).mean()) / spread if spread > 0.0 else 0.0
