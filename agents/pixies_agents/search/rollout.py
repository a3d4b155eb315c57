"""Play from a leaf of the tree to the end, or to a position whose value is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.helpers import EVALUATION, OPPONENTS, ROLLOUT
from pixies_agents.search.workspace import Workspace
from pixies_agents.worlds import draw_chance_of
from pixies_env.core import seam
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.streams import below, mix
from pixies_env.core.seam import DECISION, Reward

FINE = 0
ILLEGAL = 1
"""The rollout agent gave back an id that is not legal."""
ILLEGAL_OPPONENT = 2
"""The agent that decides for the opponents did."""
NO_ANSWER = -1

_RANK = int(Reward.RANK)


@rule
def draw(workspace: Workspace) -> None:
    """Draw chance until a decision is due or the game is over."""
    draw_chance_of(workspace, workspace.table, workspace.board)


@rule
def look(workspace: Workspace, player: Any) -> None:
    """Make ``workspace.seen`` what a player knows of the position."""
    workspace.seen.state = workspace.now
    seam.hide(workspace.table, workspace.seen.state, workspace.board, player)


@rule
def numbers_of(workspace: Workspace, numbers: Any, place: Any) -> Any:
    """The numbers that one of the helping rules is handed, of those of all."""
    return numbers[int(workspace.ends[place]) : int(workspace.ends[place + 1])]


@rule
def ask_agent(workspace: Workspace, numbers: Any, place: Any, count: Any, bits: Any) -> Any:
    """Decision of a helping agent, given by its place, by what the player to move knows.

    ``numbers`` are those of the helpers; the first ``count`` of ``ids`` are legal.
    """
    player = np.int64(workspace.now.player)
    look(workspace, player)
    return call(
        workspace.addresses[place],
        workspace.seen.state,
        workspace.board,
        np.int64(player),
        workspace.ids,
        np.int64(count),
        numbers_of(workspace, numbers, place),
        np.uint64(bits),
    )


@rule
def _is_among(ids: Any, count: Any, action: Any) -> Any:
    for index in range(count):
        if int(ids[index]) == action:
            return True
    return False


@rule
def is_fixed(workspace: Workspace, seat: Any) -> Any:
    """Whether the player to move is an opponent of the searching seat whose agent is known."""
    known = workspace.addresses[OPPONENTS] != 0
    return known and np.int64(workspace.now.player) != seat


@rule
def ask_opponent(workspace: Workspace, numbers: Any, count: Any, bits: Any) -> Any:
    """Decision of the agent that plays the other seats; -1 if it is not legal."""
    action = ask_agent(workspace, numbers, OPPONENTS, count, bits)
    return action if _is_among(workspace.ids, count, action) else NO_ANSWER


@rule
def _judged(workspace: Workspace, numbers: Any) -> Any:
    """Whether the evaluation has valued the position; its values are kept within bounds."""
    settings, state, values = workspace.settings, workspace.now, workspace.utilities
    given = numbers_of(workspace, numbers, EVALUATION)
    if call(workspace.addresses[EVALUATION], state, workspace.board, given, values) == 0:
        return False
    for seat in range(values.shape[0]):
        if seat < state.players:
            values[seat] = min(max(values[seat], settings.lowest), settings.highest)
        else:
            values[seat] = 0.0
    return True


@rule
def roll_out(workspace: Workspace, numbers: Any, seat: Any) -> Any:
    """Play on for a searching seat and write ``utilities``; FINE or what went wrong.

    ``numbers`` are those of the helpers.
    """
    table, state, board, ids = workspace.table, workspace.now, workspace.board, workspace.ids
    uniform, judged = workspace.addresses[ROLLOUT] == 0, workspace.addresses[EVALUATION] != 0
    cutoff, key, taken = workspace.settings.cutoff, workspace.stream.key, 0
    while state.waiting == DECISION:
        if numbers is not None and judged and taken >= cutoff and _judged(workspace, numbers):
            return FINE
        count = seam.legal(table, state, board, ids)
        # By place, not by seat: cheaper, and chance has keys of its own.
        bits = mix(key + np.uint64(taken))
        if numbers is not None and is_fixed(workspace, seat):
            action = ask_opponent(workspace, numbers, count, bits)
            if action == NO_ANSWER:
                return ILLEGAL_OPPONENT
        elif numbers is None or uniform:
            action = np.int64(ids[below(bits, count)])
        else:
            action = ask_agent(workspace, numbers, ROLLOUT, count, bits)
            if not _is_among(ids, count, action):
                return ILLEGAL
        seam.apply(table, state, board, action)
        draw(workspace)
        taken += 1
    seam.returns(table, state, board, _RANK, workspace.utilities)
    return FINE
