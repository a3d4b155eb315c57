"""Checkpoints: one file that is there whole or not at all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import torch

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files import written_whole


def write_checkpoint(path: Path, content: dict[str, Any]) -> None:
    """Write tensors, arrays and plain data."""
    with written_whole(path) as aside:
        torch.save(content, aside)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """What :func:`write_checkpoint` wrote; a file of one's own, for it may run code.

    DamagedDataError if it is not whole.
    """
    try:
        content: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=False)
    except (RuntimeError, EOFError, ValueError, KeyError) as error:
        raise DamagedDataError(f"{path}: not a whole checkpoint: {error}") from error
    return content


def random_states() -> dict[str, Any]:
    """Of the global generators, which torch and Stable-Baselines3 draw from."""
    states: dict[str, Any] = {
        "python": random.getstate(),
        "numpy": np.random.get_state(),
        "torch": torch.get_rng_state(),
    }
    if torch.cuda.is_available():
        states["cuda"] = torch.cuda.get_rng_state_all()
    return states


def restore_random_states(states: dict[str, Any]) -> None:
    """Go on where :func:`random_states` was called."""
    random.setstate(states["python"])
    np.random.set_state(states["numpy"])
    torch.set_rng_state(states["torch"])
    if "cuda" in states and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(states["cuda"])
