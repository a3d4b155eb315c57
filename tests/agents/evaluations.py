"""Calls the evaluation that an agent lends to searches."""

from __future__ import annotations

from typing import Any

from pixies_env.core.compilation.compile import kernel
from pixies_env.core.compilation.in_code import call


@kernel
def evaluate_one(addresses: Any, states: Any, board: Any, data: Any, values: Any) -> Any:
    """Values of a one-element array of states; what the rule returned."""
    return call(addresses[0], states[0], board[0], data, values)
