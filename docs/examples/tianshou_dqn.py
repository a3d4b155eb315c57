"""DQN of Tianshou: one network plays all seats of the PettingZoo environment.

    python docs/examples/tianshou_dqn.py --decisions 20000

It needs ``pip install 'pixies-env[train,examples]'``.

What a decision of a seat is worth is what the game pays that seat at its end. Tianshou hands each
seat its own rewards of all steps that follow, those of other players' moves too, as long as the
horizon of its returns is longer than a game; so nothing is estimated from the position of the
player who moves next.
"""

from __future__ import annotations

import argparse

import numpy as np

from pixies_env import pixie_queen_v0

try:
    import torch
    from tianshou.algorithm import DQN
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv, PettingZooEnv
    from tianshou.utils.torch_utils import policy_within_training_step
    from torch import nn
except ImportError as error:
    needed = "pip install 'pixies-env[train,examples]'"
    raise SystemExit(f"this example needs more: {needed} ({error})") from error

PLAYERS = 2
ENVIRONMENTS, COLLECTED, BATCH, UPDATES = 8, 1024, 256, 32
HORIZON = 400


class QNetwork(nn.Module):
    """Observations to one value per action, in the form that Tianshou calls."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, actions))

    def forward(
        self, obs: np.ndarray | torch.Tensor, state: object = None, info: object = None
    ) -> tuple[torch.Tensor, object]:
        """Values ``(n, actions)`` and the state, of which there is none."""
        return self.layers(torch.as_tensor(obs, dtype=torch.float32)), state


def make_env() -> PettingZooEnv:
    """The AEC environment as Tianshou sees it."""
    return PettingZooEnv(pixie_queen_v0.env(num_players=PLAYERS, skip_forced=True))


def main(decisions: int, seed: int, collected: int = COLLECTED) -> nn.Module:
    """Train on so many decisions; returns the network from observations to values."""
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the network is small, and threads would wait for each other
    one = make_env()
    actions = one.action_space.n
    features = one.observation_space["observation"].shape[0]
    network = QNetwork(features, actions)
    learner = DQN(
        policy=DiscreteQLearningPolicy(
            model=network, action_space=one.action_space, eps_training=0.3, eps_inference=0.0
        ),
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=1.0,
        n_step_return_horizon=HORIZON,
    )
    # The same learner on every seat: a decision names its action relative to the seat.
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner] * PLAYERS, env=one)
    envs = DummyVectorEnv([make_env for _ in range(ENVIRONMENTS)])
    envs.seed([seed + number for number in range(ENVIRONMENTS)])
    buffer = VectorReplayBuffer(64 * collected, ENVIRONMENTS)
    collector = Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    played = 0
    while True:
        with policy_within_training_step(algorithm.policy):
            stats = collector.collect(n_step=collected)
        played += stats.n_collected_steps
        with policy_within_training_step(algorithm.policy):
            for _ in range(UPDATES):
                algorithm.update(buffer=buffer, sample_size=BATCH)
        print(f"{played} decisions, {stats.n_collected_episodes} games ended")
        if played >= decisions:
            return network.layers


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    from play import wins_against_random

    trained = main(given.decisions, given.seed)
    print(f"wins against random: {wins_against_random(trained, PLAYERS):.1%} of 200 games")
