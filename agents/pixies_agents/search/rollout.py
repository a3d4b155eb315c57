"""Play from a leaf of the tree to the end, or to a position whose value is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.helpers import EVALUATION, OPPONENTS, ROLLOUT, numbers_of
from pixies_agents.search.workspace import NOW, SEEN, Workspace
from pixies_env.core import seam
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.streams import below, mix
from pixies_env.core.seam import DECISION, Reward
from pixies_env.core.settling import settle

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
    # Slices, because the game's functions take plain arrays and not fields of a record.
    buffers = workspace.buffers[0]
    settle(
        workspace.table,
        workspace.states[NOW],
        workspace.board[0],
        workspace.stream[0],
        workspace.script,
        buffers.outcomes[:],
        buffers.weights[:],
    )


@rule
def look(workspace: Workspace, player: Any) -> None:
    """Make ``workspace.states[SEEN]`` what a player knows of the position."""
    workspace.states[SEEN] = workspace.states[NOW]
    seam.hide(workspace.table, workspace.states[SEEN], workspace.board[0], player)


@rule
def ask_agent(workspace: Workspace, place: Any, ids: Any, count: Any, bits: Any) -> Any:
    """Decision of a helping agent, given by its place, by what the player to move knows."""
    player = np.int64(workspace.states[NOW].player)
    look(workspace, player)
    return call(
        workspace.helpers.addresses[place],
        workspace.states[SEEN],
        workspace.board[0],
        np.int64(player),
        ids,
        np.int64(count),
        numbers_of(workspace.helpers, place),
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
    known = workspace.helpers.addresses[OPPONENTS] != 0
    return known and np.int64(workspace.states[NOW].player) != seat


@rule
def ask_opponent(workspace: Workspace, ids: Any, count: Any, bits: Any) -> Any:
    """Decision of the agent that plays the other seats; -1 if it is not legal."""
    action = ask_agent(workspace, OPPONENTS, ids, count, bits)
    return action if _is_among(ids, count, action) else NO_ANSWER


@rule
def _judged(workspace: Workspace) -> Any:
    """Whether the evaluation has valued the position; its values are kept within bounds."""
    helpers, settings, buffers = workspace.helpers, workspace.settings[0], workspace.buffers[0]
    address = helpers.addresses[EVALUATION]
    state, values = workspace.states[NOW], buffers.utilities[:]
    numbers = numbers_of(helpers, EVALUATION)
    if call(address, state, workspace.board[0], numbers, values) == 0:
        return False
    for seat in range(values.shape[0]):
        if seat < state.players:
            values[seat] = min(max(values[seat], settings.lowest), settings.highest)
        else:
            values[seat] = 0.0
    return True


@rule
def roll_out(workspace: Workspace, helped: Any, seat: Any) -> Any:
    """Play on for a searching seat and write ``utilities``; FINE or what went wrong.

    ``helped`` is that of the helpers.
    """
    state, board, buffers = workspace.states[NOW], workspace.board[0], workspace.buffers[0]
    helpers, cutoff = workspace.helpers, workspace.settings[0].cutoff
    # Taken out once: each call that hands a whole workspace on counts a reference to each array.
    table, stream, script = workspace.table, workspace.stream[0], workspace.script
    ids, outcomes, weights = buffers.ids[:], buffers.outcomes[:], buffers.weights[:]
    uniform, judged = helpers.addresses[ROLLOUT] == 0, helpers.addresses[EVALUATION] != 0
    taken = 0
    key = stream.key
    while state.waiting == DECISION:
        if helped is not None and judged and taken >= cutoff and _judged(workspace):
            return FINE
        count = seam.legal(table, state, board, ids)
        # By place, not by seat: cheaper, and chance has keys of its own.
        bits = mix(key + np.uint64(taken))
        if helped is not None and is_fixed(workspace, seat):
            action = ask_opponent(workspace, ids, count, bits)
            if action == NO_ANSWER:
                return ILLEGAL_OPPONENT
        elif helped is None or uniform:
            action = np.int64(ids[below(bits, count)])
        else:
            action = ask_agent(workspace, ROLLOUT, ids, count, bits)
            if not _is_among(ids, count, action):
                return ILLEGAL
        seam.apply(table, state, board, action)
        settle(table, state, board, stream, script, outcomes, weights)
        taken += 1
    seam.returns(table, state, board, _RANK, buffers.utilities[:])
    return FINE
