"""The network of expert iteration in torch: a policy and a value for every seat."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from pixies_agents.learned.network import STACKS, Dense, Network, with_seat_values
from pixies_experiments.training.checks import check_prior, widths_of
from pixies_experiments.training.config import NetworkShape


class ExpertNetwork(nn.Module):
    """The three stacks of :class:`pixies_agents.learned.network.Network`.

    Args:
        shape: widths of the layers, and the prior that the policy corrects: it begins at zero then.
        features, actions, seats: inputs and outputs.
        seed: of the first weights, drawn as torch's ``nn.Linear`` draws them.
    """

    def __init__(
        self, shape: NetworkShape, features: int, actions: int, seats: int, seed: int
    ) -> None:
        super().__init__()
        self.seats, self.prior = seats, shape.corrected()
        draw = torch.Generator().manual_seed(seed)
        top = shape.trunk[-1] if shape.trunk else features
        self.trunk = _stack((features, *shape.trunk), draw)
        self.policy = _stack((top, *shape.policy, actions), draw)
        self.value = _stack((top, *shape.value, seats), draw)
        if self.prior is not None:
            for part in self.policy[-1].parameters():
                nn.init.zeros_(part)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits ``(n, actions)`` and values ``(n, seats)``, of the observer first, not centred.

        What the prior adds to the logits is not among them.
        """
        hidden = observations
        for layer in self.trunk:
            hidden = torch.relu(layer(hidden))
        return _run(hidden, self.policy), _run(hidden, self.value)

    def plain(self, observation_mode: str, training: Mapping[str, Any]) -> Network:
        """The same as plain arrays."""
        trunk, policy, value = (
            tuple(
                Dense(_array(layer.weight).T, _array(layer.bias)) for layer in getattr(self, name)
            )
            for name in STACKS
        )
        return Network(trunk, policy, value, observation_mode, training, self.prior, zero_sum=True)

    def load(self, network: Network) -> None:
        """Become a network of the same shape; ValueError if shapes or priors differ.

        One value becomes that of every seat, see
        :func:`pixies_agents.learned.network.with_seat_values`.
        """
        check_prior(network, self.prior)
        network = with_seat_values(network, self.seats, zero_sum=True)
        for name in STACKS:
            own, given = list(getattr(self, name)), list(getattr(network, name))
            wanted = [tuple(layer.weight.T.shape) for layer in own]
            shapes = [layer.weight.shape for layer in given]
            if shapes != wanted:
                raise ValueError(
                    f"the network to begin with has layers {shapes} of {name}, not {wanted}; "
                    f"{widths_of(network)}"
                )
            with torch.no_grad():
                for layer, arrays in zip(own, given, strict=True):
                    layer.weight.copy_(torch.from_numpy(arrays.weight.T.copy()))
                    layer.bias.copy_(torch.from_numpy(arrays.bias.copy()))


class TorchEvaluator:
    """Looks with a network in torch, for searches on a GPU; see ``Evaluator`` of the search.

    Equal searches give equal moves as long as the same games are searched at the same time.
    """

    def __init__(self, network: ExpertNetwork, observation_mode: str, device: torch.device) -> None:
        self.observation_mode = observation_mode
        self.values_per_row, self.zero_sum = network.seats, True
        self._network, self._device = network, device

    def __call__(
        self, observations: np.ndarray, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values, float32 ``(n, actions)`` and ``(n, seats)``."""
        with torch.inference_mode():
            logits, values = self._network(torch.from_numpy(observations).to(self._device))
        return _array(logits), _array(values)


def _stack(widths: Sequence[int], draw: torch.Generator) -> nn.ModuleList:
    layers = nn.ModuleList()
    for inputs, outputs in itertools.pairwise(widths):
        # Made without weights, because torch would draw them from its global generator.
        layer = nn.Linear(inputs, outputs, device="meta").to_empty(device="cpu")
        bound = inputs**-0.5
        with torch.no_grad():
            layer.weight.uniform_(-bound, bound, generator=draw)
            layer.bias.uniform_(-bound, bound, generator=draw)
        layers.append(layer)
    return layers


def _run(hidden: torch.Tensor, layers: nn.ModuleList) -> torch.Tensor:
    for layer in list(layers)[:-1]:
        hidden = torch.relu(layer(hidden))
    result: torch.Tensor = layers[-1](hidden)
    return result


def _array(tensor: torch.Tensor) -> np.ndarray:
    # A copy: the network learns on, and what was made of it stays as it was.
    return tensor.detach().cpu().numpy().copy()
