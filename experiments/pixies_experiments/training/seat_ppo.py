"""MaskablePPO of sb3-contrib with a value for every seat.

The head has an output per seat, of the observer first. All of them learn at every position that the
learner decides at: each seat's generalised advantage estimate comes from what that seat is paid,
and the decision is judged by the observer's own. Values are masked and centred wherever they are
used, see :mod:`pixies_agents.learned.seat_values`. The last layer itself is drawn to the same
targets without being centred: they sum to zero, so what is taken off is what they do not ask for.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from pixies_agents.learned.seat_values import centred
from pixies_experiments.training.masked import MaskedDistribution


class SeatValuePolicy(MaskableActorCriticPolicy):
    """The policy of MaskablePPO with a value for each of ``seats`` seats.

    Args:
        precision: of matrix products. Weights, their updates and what products give to the
            distribution and the loss are float32 in any case (Micikevicius et al. 2018).
    """

    def __init__(
        self, *arguments: Any, seats: int, precision: str = "float32", **options: Any
    ) -> None:
        self.seats, self.precision = seats, precision
        super().__init__(*arguments, **options)
        self.action_dist = MaskedDistribution(int(self.action_space.n))  # type: ignore[attr-defined]

    def forward(
        self,
        obs: torch.Tensor,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values of all seats and the logarithms of the actions' probabilities."""
        with self._mixed():
            actions, values, likely = super().forward(obs, deterministic, action_masks)
        return actions, values.float(), likely

    def evaluate_actions(
        self,
        obs: torch.Tensor,
        actions: torch.Tensor,
        action_masks: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Values of all seats, the logarithms of the actions' probabilities and the entropies."""
        with self._mixed():
            values, likely, entropies = super().evaluate_actions(obs, actions, action_masks)
        return values.float(), likely, entropies

    def predict_values(self, *arguments: Any) -> torch.Tensor:
        """Values of all seats, ``(n, seats)``."""
        with self._mixed():
            return super().predict_values(*arguments).float()

    def _mixed(self) -> AbstractContextManager[Any]:
        enabled = self.precision == "bfloat16"
        return torch.autocast(self.device.type, torch.bfloat16, enabled=enabled)

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        self.value_net = nn.Linear(self.mlp_extractor.latent_dim_vf, self.seats)
        # As the head that it takes the place of; the optimiser knew only that one.
        self.value_net.apply(partial(self.init_weights, gain=1.0))
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )


class SeatValueBuffer(MaskableRolloutBuffer):
    """Experience with values and returns of every seat.

    While it is filled, each seat of each environment has a column of its own, so that the estimates
    of Stable-Baselines3 are made for all of them. Of the advantages, learning sees the observer's;
    its returns are those of all seats, 0 for those that do not play.

    Args:
        paid: gives float32 ``(n_envs, seats)``: what the last step paid, the observer first.
        playing: bool ``(n_envs, seats)``: the seats of each environment.
        zero_sum: what a game pays sums to zero.
    """

    def __init__(
        self,
        *arguments: Any,
        paid: Callable[[], np.ndarray],
        playing: np.ndarray,
        zero_sum: bool,
        **options: Any,
    ) -> None:
        self._paid, self._playing, self._zero_sum = paid, playing, zero_sum
        super().__init__(*arguments, **options)

    def reset(self) -> None:
        """Empty it."""
        super().reset()
        for name in ("rewards", "returns", "episode_starts", "values", "advantages"):
            setattr(self, name, np.zeros((self.buffer_size, self._playing.size), np.float32))

    def add(self, *step: Any, action_masks: np.ndarray | None = None, **nothing_else: Any) -> None:
        """Take in a step, told as to any rollout buffer; what it paid each seat is asked for."""
        observations, actions, _, begun, outputs, log_probabilities = step
        super().add(
            observations,
            actions,
            self._paid().ravel(),
            self._columns(begun),
            self._values(outputs),
            log_probabilities,
            action_masks=action_masks,
            **nothing_else,
        )

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: np.ndarray) -> None:
        """Advantages and returns of every seat."""
        super().compute_returns_and_advantage(self._values(last_values), self._columns(dones))
        for name in ("values", "returns", "advantages"):
            column = getattr(self, name).reshape(self.buffer_size, *self._playing.shape)
            setattr(self, name, column)
        self.advantages = self.advantages[..., 0]

    def _values(self, outputs: torch.Tensor) -> torch.Tensor:
        playing = torch.from_numpy(self._playing).to(outputs.device)
        found: torch.Tensor = centred(outputs, playing, self._zero_sum)
        return found

    def _columns(self, of_environments: np.ndarray) -> np.ndarray:
        return np.repeat(of_environments, self._playing.shape[1])
