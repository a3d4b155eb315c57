"""A torch network seated among our own agents, to see what it has learned."""

from __future__ import annotations

import numpy as np

from pixies_env import make_game
from pixies_env.core.agents import Decisions
from pixies_env.core.batches.arena import play_games, rotations

try:
    import torch
    from torch import nn
except ImportError as error:
    needed = "pip install 'pixies-env[train]'"
    raise SystemExit(f"this example needs more: {needed} ({error})") from error


class TorchAgent:
    """Takes the legal decision with the largest output of a network."""

    name = "torch"
    needs_observations = True

    def __init__(self, network: nn.Module) -> None:
        self.network = network

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per row."""
        with torch.no_grad():
            outputs = self.network(torch.from_numpy(decisions.observations))
        outputs[~torch.from_numpy(decisions.action_masks)] = -torch.inf
        return outputs.argmax(dim=1).numpy()


def wins_against_random(network: nn.Module, players: int, games: int = 200) -> float:
    """Share of games that a network wins against random agents, in all seats in turn."""
    game = make_game("pixie_queen")
    line_ups = rotations([TorchAgent(network), *["random"] * (players - 1)])
    wins = 0.0
    for block in play_games(game, line_ups, games=games, seed=1, reward="win"):
        # Each line-up begins one seat later, so the network sits one seat earlier.
        seats = -block.line_ups % players
        wins += block.returns[np.arange(len(block)), seats].sum()
    return wins / games
