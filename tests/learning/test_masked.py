"""The distribution over legal actions against that of sb3-contrib."""

from __future__ import annotations

import numpy as np
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from scipy.stats import chisquare

from pixies_experiments.training.masked import MaskedDistribution

ROWS, ACTIONS = 40, 30


def of_both(seed: int) -> tuple[MaskedDistribution, MaskableCategorical, torch.Tensor]:
    """Ours and theirs for the same logits, and the masks."""
    rng = np.random.default_rng(seed)
    logits = torch.from_numpy(rng.normal(0, 8, (ROWS, ACTIONS)).astype(np.float32))
    masks = torch.from_numpy(rng.random((ROWS, ACTIONS)) < 0.3)
    masks[torch.arange(ROWS), torch.arange(ROWS) % ACTIONS] = True
    ours = MaskedDistribution(ACTIONS).proba_distribution(logits)
    ours.apply_masking(masks.numpy())
    return ours, MaskableCategorical(logits=logits, masks=masks), masks


def test_it_is_that_of_sb3_contrib() -> None:
    ours, theirs, masks = of_both(1)
    found = ours.distribution
    torch.testing.assert_close(found.probs, theirs.probs)
    torch.testing.assert_close(found.logits[masks], theirs.logits[masks])
    torch.testing.assert_close(ours.entropy(), theirs.entropy())
    actions = theirs.sample()
    torch.testing.assert_close(ours.log_prob(actions), theirs.log_prob(actions))
    assert torch.equal(ours.mode(), theirs.probs.argmax(dim=1))


def test_its_gradients_are_those_of_sb3_contrib() -> None:
    _, _, masks = of_both(2)
    given = torch.randn(ROWS, ACTIONS, generator=torch.Generator().manual_seed(2))
    actions = masks.float().argmax(dim=1)
    found = []
    for make in (
        lambda logits: MaskedDistribution(ACTIONS).proba_distribution(logits).distribution,
        lambda logits: MaskableCategorical(logits=logits),
    ):
        logits = given.clone().requires_grad_()
        distribution = make(logits)
        distribution.apply_masking(masks)
        (distribution.log_prob(actions).sum() + distribution.entropy().sum()).backward()
        found.append(logits.grad)
    torch.testing.assert_close(found[0], found[1])
    assert (found[0][~masks] == 0).all()


def test_draws_are_legal_and_as_often_as_they_are_likely() -> None:
    torch.manual_seed(3)
    draws = 20_000
    logits = torch.tensor([[-1.0, 2.0, 0.5, 9.0, 1.0]]).repeat(draws, 1)
    masks = torch.tensor([[True, True, True, False, False]]).repeat(draws, 1)
    ours = MaskedDistribution(5).proba_distribution(logits)
    ours.apply_masking(masks)
    counts = torch.bincount(ours.sample(), minlength=5).numpy()
    assert counts[3:].sum() == 0
    expected = ours.distribution.probs[0, :3].numpy().astype(float)
    assert chisquare(counts[:3], draws * expected / expected.sum()).pvalue > 1e-3
