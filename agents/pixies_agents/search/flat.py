"""Flat Monte Carlo: every legal decision is tried equally often, without a tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.rollout import FINE, draw, roll_out
from pixies_agents.search.simulation import enter_world
from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel


@kernel
def search_flat(
    visits: Any,
    sums: Any,
    workspaces: np.ndarray,
    numbers: Any,
    seat: Any,
    bits: Any,
    count: Any,
    first: Any,
    last: Any,
) -> Any:
    """Run the simulations ``first .. last - 1`` for a seat; FINE or what went wrong.

    The first ``count`` of ``start_ids`` are legal at ``start`` of the workspace. They take turns;
    each meets the same worlds as the others. ``visits`` and ``sums`` go by their places;
    ``numbers`` are those of the helpers.
    """
    workspace = workspaces[0]
    for number in range(first, last):
        place = number % count
        enter_world(workspace, seat, bits, number // count)
        action = np.int64(workspace.start_ids[place])
        seam.apply(workspace.table, workspace.now, workspace.board, action)
        draw(workspace)
        status = roll_out(workspace, numbers, seat)
        if status != FINE:
            return status
        visits[place] += 1
        for each in range(sums.shape[1]):
            sums[place, each] += workspace.utilities[each]
    return FINE
