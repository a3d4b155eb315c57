"""Whether mixed precision pays on the processor that is there."""

from __future__ import annotations

import time

import torch

_ROWS, _WIDTH = 512, 128
"""Of the product that is timed: a batch through a layer, as in a training."""
_REPEATS = 3
_CLEARLY = 1.3
"""What chance and other work on the machine do not make of equal times."""


def precision_note(precision: str) -> str | None:
    """What to say before a run in a precision that takes longer than float32 here; else None."""
    if precision == "float32":
        return None
    # The best of several: the first product of a kind makes its code.
    ratio = _product_seconds(torch.bfloat16) / _product_seconds(torch.float32)
    if ratio < _CLEARLY:
        return None
    return (
        f"ppo.precision: products of matrices in {precision} take {ratio:.1f} times as long as in "
        'float32 on this processor; a new run with precision = "float32" is faster'
    )


def _product_seconds(dtype: torch.dtype) -> float:
    """Time of the fastest of some products of matrices, seconds."""
    batch, layer = torch.ones(_ROWS, _WIDTH, dtype=dtype), torch.ones(_WIDTH, _WIDTH, dtype=dtype)
    took = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        torch.mm(batch, layer)
        took.append(time.perf_counter() - start)
    return min(took)
