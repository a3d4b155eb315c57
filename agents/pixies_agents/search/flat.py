"""Flat Monte Carlo: every legal decision is tried equally often, without a tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.rollout import FINE, draw, roll_out
from pixies_agents.search.simulation import enter_world
from pixies_agents.search.workspace import NOW, Workspace
from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel


@kernel
def search_flat(
    visits: Any,
    sums: Any,
    workspace: Workspace,
    seat: Any,
    bits: Any,
    count: Any,
    first: Any,
    last: Any,
) -> Any:
    """Run the simulations ``first .. last - 1`` for a seat; FINE or what went wrong.

    The first ``count`` of ``start_ids`` are legal at ``workspace.states[START]``. They take turns;
    each meets the same worlds as the others. ``visits`` and ``sums`` go by their places.
    """
    buffers = workspace.buffers[0]
    for number in range(first, last):
        place = number % count
        enter_world(workspace, seat, bits, number // count)
        action = np.int64(buffers.start_ids[place])
        seam.apply(workspace.table, workspace.states[NOW], workspace.board[0], action)
        draw(workspace)
        status = roll_out(workspace, workspace.helpers.helped, seat)
        if status != FINE:
            return status
        visits[place] += 1
        for each in range(sums.shape[1]):
            sums[place, each] += buffers.utilities[each]
    return FINE
