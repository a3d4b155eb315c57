"""Learned agents, by name: ``ppo:default``, ``ppo:file=runs/x/policy.npz``."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from pixies_agents.advice import CompiledRule
from pixies_agents.learned import forward
from pixies_agents.learned.kernels import evaluate_lanes, prefer_lanes
from pixies_agents.learned.network import Network, arrays_of, load_network, shipped_policies
from pixies_agents.learned.packed import pack
from pixies_env.core.agents import CompiledAgent, Decisions
from pixies_env.core.errors import there_are
from pixies_env.core.game import Game
from pixies_env.core.seam import IDS, UTILITY
from pixies_env.core.specs import AgentKind, Range, make_agent, option


class LearnedAgent(CompiledAgent):
    """Plays by a network, inside compiled code and without torch.

    Args:
        game: the game that the network was made for.
        name: what tables call it.
        network: its layers.
        temperature: of the softmax that decisions are drawn from; 0 takes the most likely one.

    ``preferences`` and ``evaluation`` are for searches, see :mod:`pixies_agents.advice`.

    Raises:
        ValueError: the network does not fit the game, or is too large.
    """

    def __init__(self, game: Game, name: str, network: Network, temperature: float = 0.0) -> None:
        if not 0.0 <= temperature < float("inf"):
            raise ValueError(f"temperature must not be negative, not {temperature}")
        super().__init__(game, name, forward.choose, pack(network, game, temperature))
        self.network, self.temperature = network, temperature
        self.preferences = CompiledRule(forward.preferences, self.data)
        self.evaluation = CompiledRule(forward.evaluate, self.data)

    @property
    def numbers(self) -> np.ndarray:
        """Those of all layers, of the prior, and the temperature."""
        network = self.network
        parts = [array.ravel() for array in arrays_of(network).values()]
        if network.prior is not None:
            prior = make_agent(network.prior.agent, self.game)
            assert isinstance(prior, CompiledAgent)
            parts += [prior.numbers, np.array([network.prior.weight, network.prior.shown])]
        return np.concatenate([*parts, [self.temperature]])

    def on_board(self, game: Game) -> Self:
        """The agent for the same game on another board; ValueError if its network does not fit."""
        if not _read_alike(self.game, game, self.network.observation_mode):
            raise ValueError(
                f"the network of {self.name} does not read the observations that {game.name} has "
                f"on the board {game.board_digest[:8]}"
            )
        if self.network.prior is not None:
            # A heuristic may have other numbers on another board.
            return type(self)(game, self.name, self.network, self.temperature)
        return super().on_board(game)

    def __reduce__(self) -> tuple[Any, ...]:
        # The numbers hold addresses of this process.
        return type(self), (self.game, self.name, self.network, self.temperature)

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """The distribution that it draws from; float64 ``(n, actions)``."""
        weights = np.zeros(decisions.action_masks.shape)
        actions = len(self.game.actions)
        prefer_lanes(
            decisions.states,
            self.game.board,
            decisions.action_masks,
            decisions.seats,
            self.data,
            np.empty(actions, IDS),
            np.empty(actions),
            weights,
        )
        return weights

    def values(self, decisions: Decisions) -> np.ndarray:
        """The utility that it expects for each seat; float64 ``(n, max_players)``."""
        values = np.zeros((len(decisions.seats), self.game.max_players), UTILITY)
        evaluate_lanes(decisions.states, self.game.board, self.data, values)
        return values


@functools.lru_cache(maxsize=1024)
def _read_alike(one: Game, other: Game, mode: str) -> bool:
    """Whether observations have the same entries; pools ask it for every agent and board."""
    names = [[entry.name for entry in game.features_of(mode)] for game in (one, other)]
    return names[0] == names[1]


@dataclass(frozen=True)
class LearnedOptions:
    """Options of the learned agents."""

    policy: str = option("default", "name of a policy that comes with the package", first=True)
    file: str | None = option(None, "file of a network instead")
    temperature: float = option(
        0.0, "0 takes the most likely decision, else of the draw", Range(0, 10**6)
    )


def _make(game: Game, options: LearnedOptions) -> LearnedAgent:
    if options.file is not None:
        if options.policy != LearnedOptions.policy:
            raise ValueError("policy and file both say what is played by: name one of them")
        return LearnedAgent(game, "ppo", load_network(options.file, game), options.temperature)
    shipped = shipped_policies(game.name)
    if options.policy not in shipped:
        known = there_are(list(shipped)) if shipped else "there is none"
        raise ValueError(f"no policy {options.policy!r} is shipped for {game.name}; {known}")
    network = load_network(shipped[options.policy], game)
    return LearnedAgent(game, f"ppo:{options.policy}", network, options.temperature)


PPO = AgentKind("ppo", "Plays by a network that learned by self-play.", _make, LearnedOptions)
