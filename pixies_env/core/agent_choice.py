"""What compiled agents choose, asked in the middle of compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import inlined, rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord
from pixies_env.core.compilation.streams import below
from pixies_env.core.lanes import Scratch


@inlined
def agent_choice(
    table: Any,
    state: StateRecord,
    board: BoardRecord,
    scratch: Scratch,
    count: Any,
    chooser: Any,
    data: Any,
    bits: Any,
) -> Any:
    """What an agent chooses for the player to move; not checked.

    ``chooser`` is the address of its rule, see :mod:`pixies_env.core.agents`, or 0 for a uniformly
    random choice; ``data`` are its numbers. What is legal are the first ``count`` of
    ``scratch.ids``. The agent is handed ``scratch.state``, where what it does not know is blank.
    """
    if chooser == 0:
        return int(scratch.ids[below(bits, count)])
    player = int(state.player)
    scratch.state[0] = state
    seam.hide(table, scratch.state[0], board, player)
    return call(
        chooser,
        scratch.state[0],
        board,
        np.int64(player),
        scratch.ids,
        np.int64(count),
        data,
        bits,
    )


@rule
def is_among(ids: Any, count: Any, action: Any) -> Any:
    """Whether an action is one of the first ``count`` ids."""
    for index in range(count):
        if int(ids[index]) == action:
            return True
    return False
