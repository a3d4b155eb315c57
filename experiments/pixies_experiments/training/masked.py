"""The distribution over legal actions that MaskablePPO learns with, normalised once."""

from __future__ import annotations

import numpy as np
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution


class MaskedCategorical:
    """A categorical distribution over the legal actions.

    That of sb3-contrib is a distribution of torch, which normalises its logits three times and
    checks them as often: a third of the time of learning.

    Args:
        logits: ``(n, actions)``, not normalised.
    """

    def __init__(self, logits: torch.Tensor) -> None:
        self._given = logits.float()
        self.apply_masking(None)

    def apply_masking(self, masks: torch.Tensor | np.ndarray | None) -> None:
        """Leave nothing to actions whose entry is False; None makes all legal."""
        given = self._given
        if masks is not None:
            legal = torch.as_tensor(masks, dtype=torch.bool, device=given.device)
            given = torch.where(legal.reshape(given.shape), given, _NEVER)
        self._masked = given

    @property
    def logits(self) -> torch.Tensor:
        """Logarithms of the probabilities, ``(n, actions)``; very small for illegal actions."""
        return torch.log_softmax(self._masked, dim=1)

    @property
    def probs(self) -> torch.Tensor:
        """Probabilities, ``(n, actions)``; 0 for illegal actions."""
        return torch.softmax(self._masked, dim=1)

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """Logarithms of the probabilities of ``actions``, ``(n,)``."""
        return self.logits.gather(1, actions.long().reshape(-1, 1)).squeeze(1)

    def entropy(self) -> torch.Tensor:
        """In nats, ``(n,)``."""
        return -(self.probs * self.logits).sum(dim=1)

    def sample(self) -> torch.Tensor:
        """An action of each row, ``(n,)``."""
        # In double precision: rounded, a draw could reach the sum, and fall behind the last action.
        reached = self.probs.double().cumsum(dim=1)
        drawn = torch.rand(len(reached), 1, dtype=reached.dtype, device=reached.device)
        return torch.searchsorted(reached, drawn * reached[:, -1:], right=True).squeeze(1)


class MaskedDistribution(MaskableCategoricalDistribution):
    """Takes the place of sb3-contrib's distribution."""

    def proba_distribution(self, action_logits: torch.Tensor) -> MaskedDistribution:
        """The distribution of ``(n, actions)`` logits."""
        self.distribution = MaskedCategorical(action_logits)  # type: ignore[assignment]
        return self


_NEVER = -1e8
"""Logit of an illegal action: none is drawn, and products with its probability are 0."""
