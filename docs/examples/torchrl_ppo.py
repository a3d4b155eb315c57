"""PPO of TorchRL: one network plays all seats of the PettingZoo environment.

    python docs/examples/torchrl_ppo.py --decisions 20000

It needs ``pip install 'pixies-env[train,examples]'``.

The Parallel environment shows every player at each step what it knows; only the one whose action
mask is not empty moves. So each seat has a value at every step, its return is its own, and the
policy learns from the steps at which the seat moved.
"""

from __future__ import annotations

import argparse

from pixies_env import pixie_queen_v0

try:
    import torch
    from tensordict import TensorDict
    from tensordict.nn import TensorDictModule
    from torch import nn
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import MarlGroupMapType
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE
except ImportError as error:
    needed = "pip install 'pixies-env[train,examples]'"
    raise SystemExit(f"this example needs more: {needed} ({error})") from error

PLAYERS = 2
FRAMES, EPOCHS, BATCH = 2048, 3, 512


class Masked(MaskedCategorical):
    """What is legal is drawn; a player who does not move has no legal action and sends any."""

    def __init__(self, logits: torch.Tensor, mask: torch.Tensor) -> None:
        idle = ~mask.any(dim=-1, keepdim=True)
        super().__init__(logits=logits, mask=mask | idle)


def make_env(seed: int) -> PettingZooWrapper:
    """All players in one group, named `agents`."""
    env = pixie_queen_v0.parallel_env(num_players=PLAYERS, skip_forced=True)
    return PettingZooWrapper(
        env, use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP, seed=seed
    )


def main(decisions: int, seed: int, frames: int = FRAMES) -> nn.Module:
    """Train on so many decisions; returns the network from observations to logits."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the network is small, and threads would wait for each other
    env = make_env(seed)
    spec = env.observation_spec["agents", "observation", "observation"]
    features, actions = spec.shape[-1], env.full_action_spec["agents", "action"].space.n
    seen, mask = ("agents", "observation", "observation"), ("agents", "action_mask")
    policy_net = nn.Sequential(nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, actions))
    value_net = nn.Sequential(nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, 1))
    policy = ProbabilisticActor(
        TensorDictModule(policy_net, in_keys=[seen], out_keys=[("agents", "logits")]),
        in_keys={"logits": ("agents", "logits"), "mask": mask},
        out_keys=[("agents", "action")],
        distribution_class=Masked,
        return_log_prob=True,
        log_prob_key=("agents", "log_prob"),
    )
    critic = ValueOperator(value_net, in_keys=[seen], out_keys=[("agents", "state_value")])
    loss_of = ClipPPOLoss(policy, critic, entropy_coeff=0.01, normalize_advantage=True)
    # The loss looks at single moves of a seat; the group is only needed while playing.
    keys = {
        "advantage": ("agents", "advantage"),
        "value_target": ("agents", "value_target"),
        "value": ("agents", "state_value"),
        "action": ("agents", "action"),
        "sample_log_prob": ("agents", "log_prob"),
        "reward": ("agents", "reward"),
        "done": ("agents", "done"),
        "terminated": ("agents", "terminated"),
    }
    loss_of.set_keys(**keys)
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    advantages.set_keys(
        **{name: key for name, key in keys.items() if name not in ("action", "sample_log_prob")}
    )
    optimiser = torch.optim.Adam(loss_of.parameters(), lr=3e-4)
    state, played = env.reset(), 0
    while True:
        with torch.no_grad():
            data = env.rollout(
                frames, policy, auto_reset=False, tensordict=state, break_when_any_done=False
            )
            state = env.step_mdp(data[-1])
            if data[-1]["next", "done"].any():
                state = env.reset()
            advantages(data)
        played += len(data)
        # Steps of a seat at which it moved.
        group: TensorDict = data["agents"]
        moved = group["action_mask"].any(dim=-1)
        moves = group[moved]
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(moves)).split(BATCH):
                batch = TensorDict({"agents": moves[rows]}, batch_size=[len(rows)])
                losses = loss_of(batch)
                total = sum(value for name, value in losses.items() if name.startswith("loss_"))
                optimiser.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimiser.step()
        print(f"{played} decisions, critic loss {losses['loss_critic'].item():.3f}")
        if played >= decisions:
            return policy_net


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    from play import wins_against_random

    network = main(given.decisions, given.seed)
    print(f"wins against random: {wins_against_random(network, PLAYERS):.1%} of 200 games")
