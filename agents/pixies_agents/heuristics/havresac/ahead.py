"""The rules of :mod:`pixies_agents.heuristics.ahead` for the records of this game."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics import ahead
from pixies_agents.heuristics.scratch import scratch_record
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.limits import MAX_PLAYERS
from pixies_env.havresac.names import CHANCE_KINDS
from pixies_env.havresac.state import STATE

SCRATCH = ahead.scratch_dtype(STATE, len(CHANCE_KINDS), MAX_PLAYERS)


@rule
def choose_ahead(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, bits: Any
) -> Any:
    """See :func:`pixies_agents.heuristics.ahead.choose`."""
    scratch = scratch_record(SCRATCH)
    return ahead.choose(state, board, player, ids, count, data, bits, scratch)


@rule
def preferences_ahead(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, out: Any
) -> Any:
    """See :func:`pixies_agents.heuristics.ahead.prefer`."""
    scratch = scratch_record(SCRATCH)
    return ahead.prefer(state, board, player, ids, count, data, out, scratch)
