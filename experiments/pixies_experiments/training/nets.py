"""Between torch modules and networks as plain arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from pixies_agents.learned.network import Dense, Network, with_prior
from pixies_agents.learned.prior import Prior, closeness
from pixies_experiments.training.checks import check_prior, widths_of
from pixies_experiments.training.config import NetworkShape
from pixies_experiments.training.seat_ppo import SeatValuePolicy


class Trunk(BaseFeaturesExtractor):
    """Observations brought to a common scale, then the layers that policy and value share.

    Args:
        observation_space: of the environment.
        widths: of the layers.
        shift, scale: float32 ``(features,)``; an entry becomes ``(entry - shift) * scale``. What
            an observation has behind these entries, the columns of a prior, is handed on as it is.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        widths: Sequence[int],
        shift: np.ndarray,
        scale: np.ndarray,
    ) -> None:
        features = len(shift)
        columns = observation_space.shape[0] - features
        super().__init__(observation_space, (widths[-1] if widths else features) + columns)
        self._features = features
        self.shift: torch.Tensor
        self.scale: torch.Tensor
        self.register_buffer("shift", torch.as_tensor(shift))
        self.register_buffer("scale", torch.as_tensor(scale))
        layers: list[nn.Module] = []
        for inputs, outputs in zip((features, *widths), widths, strict=False):
            layers += [nn.Linear(inputs, outputs), nn.ReLU()]
        self.layers = nn.Sequential(*layers)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """``(n, features)`` to ``(n, last width)``, and columns of a prior to themselves."""
        entries, columns = _parted(observations, self._features)
        result: torch.Tensor = self.layers((entries - self.shift) * self.scale)
        return torch.cat([result, columns], dim=1) if columns.shape[1] else result


class CorrectingExtractor(MlpExtractor):
    """The layers of policy and value; the columns of a prior pass by those of the policy.

    Args:
        width, columns: of what the trunk gives, without the columns, and of these.
        shown: the layers of the policy read them as well.
        arguments: as in its base.
    """

    def __init__(self, width: int, columns: int, shown: bool, *arguments: Any) -> None:
        super().__init__(width, *arguments)
        self._width, self._shown = width, shown
        if shown:
            reading = MlpExtractor(width + columns, *arguments)
            self.policy_net, self.latent_dim_pi = reading.policy_net, reading.latent_dim_pi

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Of ``(n, width + actions)`` what :class:`Corrected` takes."""
        entries, columns = _parted(features, self._width)
        if self._shown:
            entries = torch.cat([entries, closeness(columns)], dim=1)
        return torch.cat([self.policy_net(entries), columns], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """Of ``(n, width + actions)`` what the last layer of the value takes."""
        found: torch.Tensor = self.value_net(_parted(features, self._width)[0])
        return found


class Corrected(nn.Module):
    """The last layer of a policy, whose outputs are added to the columns of a prior.

    It begins at zero: the policy is the prior.
    """

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        nn.init.zeros_(linear.weight)
        nn.init.zeros_(linear.bias)
        self.linear = linear

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        """``(n, inputs + actions)`` to logits, ``(n, actions)``."""
        entries, columns = _parted(latent, self.linear.in_features)
        result: torch.Tensor = self.linear(entries) + columns
        return result


class CorrectingPolicy(SeatValuePolicy):
    """A policy that corrects a prior, see :mod:`pixies_agents.learned.prior`.

    It reads observations that end with one column per action: what the prior adds to the logits.

    Args:
        shown: its layers read these columns as well.
    """

    def __init__(self, *arguments: Any, shown: bool, **options: Any) -> None:
        self.shown = shown
        super().__init__(*arguments, **options)

    def _build_mlp_extractor(self) -> None:
        columns = int(self.action_space.n)  # type: ignore[attr-defined]
        self.mlp_extractor = CorrectingExtractor(
            self.features_dim - columns,
            columns,
            self.shown,
            self.net_arch,
            self.activation_fn,
            self.device,
        )

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        # The parameters stay those that the optimiser has.
        assert isinstance(self.action_net, nn.Linear)
        self.action_net = Corrected(self.action_net)


def _parted(rows: torch.Tensor, width: int) -> tuple[torch.Tensor, torch.Tensor]:
    return rows[:, :width], rows[:, width:]


def policy_arguments(shape: NetworkShape, shift: np.ndarray, scale: np.ndarray) -> dict[str, Any]:
    """``policy_kwargs`` for MaskablePPO."""
    prior = shape.corrected()
    return ({} if prior is None else {"shown": prior.shown}) | {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"widths": shape.trunk, "shift": shift, "scale": scale},
        "net_arch": {"pi": list(shape.policy), "vf": list(shape.value)},
        "activation_fn": nn.ReLU,
    }


def to_network(
    policy: MaskableActorCriticPolicy,
    observation_mode: str,
    training: Mapping[str, Any] | None = None,
    prior: Prior | None = None,
    zero_sum: bool = False,
) -> Network:
    """The plain arrays of a policy made with :func:`policy_arguments`."""
    shift, scale = _shift_and_scale(policy)
    stacks = [
        [Dense(_array(layer.weight).T, _array(layer.bias)) for layer in stack]
        for stack in _stacks(policy)
    ]
    for stack in stacks[:1] if stacks[0] else stacks[1:]:
        stack[0] = _scaled(stack[0], shift, scale)
    trunk, to_policy, to_value = map(tuple, stacks)
    return Network(trunk, to_policy, to_value, observation_mode, training or {}, prior, zero_sum)


def load_into(
    policy: MaskableActorCriticPolicy, network: Network, prior: Prior | None = None
) -> None:
    """Make a policy play as a network of the same shape; ValueError if shapes or priors differ.

    It may be that the network does not read a ``prior`` that is shown yet, and that its heuristic
    looks ahead otherwise or not at all.
    """
    if prior is not None:
        network = with_prior(network, prior)
    check_prior(network, prior)
    own = _stacks(policy)
    given = (network.trunk, network.policy, network.value)
    shapes = [[tuple(layer.weight.shape[::-1]) for layer in stack] for stack in own]
    wanted = [[layer.weight.shape for layer in stack] for stack in given]
    if shapes != wanted:
        raise ValueError(
            f"the network has layers {wanted}, not {shapes} as the run wants them; "
            f"{widths_of(network)}"
        )
    shift, scale = _shift_and_scale(policy)
    with torch.no_grad():
        for place, (stack, layers) in enumerate(zip(own, given, strict=True)):
            for number, (linear, layer) in enumerate(zip(stack, layers, strict=True)):
                if number == 0 and (place == 0 or not network.trunk):
                    layer = _unscaled(layer, shift, scale)
                linear.weight.copy_(torch.from_numpy(layer.weight.T.copy()))
                linear.bias.copy_(torch.from_numpy(layer.bias.copy()))


def _trunk(policy: MaskableActorCriticPolicy) -> Trunk:
    extractor = policy.features_extractor
    assert isinstance(extractor, Trunk)
    return extractor


def _shift_and_scale(policy: MaskableActorCriticPolicy) -> tuple[np.ndarray, np.ndarray]:
    return _array(_trunk(policy).shift), _array(_trunk(policy).scale)


def _stacks(policy: MaskableActorCriticPolicy) -> tuple[list[Any], list[Any], list[Any]]:
    last = policy.action_net
    return (
        _linear(_trunk(policy).layers),
        [
            *_linear(policy.mlp_extractor.policy_net),
            last.linear if isinstance(last, Corrected) else last,
        ],
        [*_linear(policy.mlp_extractor.value_net), policy.value_net],
    )


def _linear(layers: nn.Module) -> list[Any]:
    return [layer for layer in layers.children() if isinstance(layer, nn.Linear)]


def _array(tensor: torch.Tensor) -> np.ndarray:
    # A copy: the policy learns on, and a network stays as it was.
    return tensor.detach().cpu().numpy().copy()


def _scaled(layer: Dense, shift: np.ndarray, scale: np.ndarray) -> Dense:
    """A layer that takes raw observations instead of scaled ones; what is behind them stays."""
    weight, entries = layer.weight.astype(np.float64), len(shift)
    weight[:entries] *= scale[:, None]
    bias = layer.bias - shift.astype(np.float64) @ weight[:entries]
    return Dense(weight.astype(np.float32), bias.astype(np.float32))


def _unscaled(layer: Dense, shift: np.ndarray, scale: np.ndarray) -> Dense:
    weight, entries = layer.weight.astype(np.float64), len(shift)
    bias = layer.bias + shift.astype(np.float64) @ weight[:entries]
    weight[:entries] /= scale[:, None]
    return Dense(weight.astype(np.float32), bias.astype(np.float32))
