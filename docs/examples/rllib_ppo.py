"""PPO of RLlib: one network plays all seats of the PettingZoo environment.

    python docs/examples/rllib_ppo.py --decisions 20000

It needs ``pip install 'pixies-env[train,examples]'``.

A module with a mask takes what is illegal out of the policy; all seats are mapped to it.
"""

from __future__ import annotations

import argparse
from typing import Any

from pixies_env import pixie_queen_v0

try:
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.tune.registry import register_env
    from torch import nn
except ImportError as error:
    needed = "pip install 'pixies-env[train,examples]'"
    raise SystemExit(f"this example needs more: {needed} ({error})") from error

PLAYERS = 2
BATCH = 2048


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Policy and value on the observation; logits of illegal actions are far below all others."""

    def setup(self) -> None:
        """Make the layers."""
        features = self.observation_space["observation"].shape[0]
        self.policy = nn.Sequential(
            nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, self.action_space.n)
        )
        self.value = nn.Sequential(nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, 1))

    def _forward(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observation"].float())
        return {
            Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, -1e9),
        }

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """The expected return of the seat that observes."""
        return self.value(batch[Columns.OBS]["observation"].float()).squeeze(-1)


def main(decisions: int, seed: int, batch: int = BATCH) -> nn.Module:
    """Train on so many decisions; returns the network from observations to logits."""
    torch.set_num_threads(1)  # the network is small, and threads would wait for each other
    register_env(
        "pixie_queen",
        lambda options: PettingZooEnv(pixie_queen_v0.env(num_players=PLAYERS, skip_forced=True)),
    )
    config = (
        PPOConfig()
        .environment("pixie_queen")
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *rest, **more: "shared")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
        .training(
            gamma=1.0,
            lambda_=0.95,
            lr=3e-4,
            train_batch_size_per_learner=batch,
            minibatch_size=min(256, batch),
            num_epochs=3,
        )
        .debugging(seed=seed)
    )
    learner = config.build_algo()
    try:
        while True:
            found = learner.train()
            played = int(found["num_env_steps_sampled_lifetime"])
            print(f"{played} decisions")
            if played >= decisions:
                return learner.get_module("shared").policy
    finally:
        learner.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    from play import wins_against_random

    network = main(given.decisions, given.seed)
    print(f"wins against random: {wins_against_random(network, PLAYERS):.1%} of 200 games")
