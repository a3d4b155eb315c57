"""Searches in step: each game goes on until it needs a network's word, then all ask at once.

A search with a network is the same search, cut in two. :func:`find_leaves` lets every game go down
its tree to a leaf and writes what the players there know; one forward pass looks at the leaves of
all games; :func:`take_leaves` puts the priors into the trees and the values back up the ways.
Simulations that end with their game need no network. A game's search does not depend on the games
beside it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pixies_agents.search.rollout import FINE, roll_out
from pixies_agents.search.simulation import begin, go_back, go_down
from pixies_agents.search.tree import NOTHING_THERE, ROOT, tree_of
from pixies_agents.search.workspace import NOW, START, workspace_of
from pixies_env.core import seam
from pixies_env.core.compile import kernel, rule
from pixies_env.core.loops import write_mask
from pixies_env.core.seam import DECISION, Reward

UNBEGUN = -1
"""``done`` of a search whose root was not looked at yet."""

_RANK = int(Reward.RANK)


@rule
def _stand_at_root(workspace: Any, count: Any) -> None:
    """Make the root a leaf: the network looks at it first."""
    buffers = workspace.buffers[0]
    workspace.states[NOW] = workspace.states[START]
    for index in range(count):
        buffers.ids[index] = buffers.start_ids[index]
    buffers.legal, buffers.leaf, buffers.length = count, ROOT, 0


@rule
def _show(workspace: Any, mode: Any, observations: Any) -> None:
    """Write what the player to move knows at a leaf, then what the others know, as they sit."""
    state = workspace.states[NOW]
    player, players = np.int64(state.player), np.int64(state.players)
    for row in range(min(players, observations.shape[0])):
        seat = (player + row) % players
        seam.observe(workspace.table, state, workspace.board[0], seat, mode, observations[row])


@kernel
def find_leaves(
    trees: Any,
    workspaces: Any,
    seats: Any,
    bits: Any,
    counts: Any,
    known: Any,
    most: Any,
    mode: Any,
    observations: Any,
    masks: Any,
    waits: Any,
    first: Any,
    last: Any,
) -> Any:
    """Go on with the searches ``first .. last - 1`` to their next leaves.

    ``known[lane]``: the root was looked at before. ``waits[lane]`` tells whether a search needs the
    network to look at ``observations[lane]``, ``(seats, features)``: the player to move first, for
    whom ``masks[lane]`` is legal; otherwise it has run its ``most`` simulations.
    """
    for lane in range(first, last):
        tree, workspace = tree_of(trees, lane), workspace_of(workspaces, lane)
        buffers, seat, count = workspace.buffers[0], seats[lane], counts[lane]
        waits[lane] = False
        if buffers.done == UNBEGUN:
            if known[lane]:
                buffers.done = 0
                begin(tree, workspace, seat, bits[lane], count)
            else:
                _stand_at_root(workspace, count)
                waits[lane] = True
        while not waits[lane] and buffers.done < most:
            go_down(tree, workspace, seat, bits[lane], count, np.int64(buffers.done))
            if workspace.states[NOW].waiting == DECISION:
                waits[lane] = True
            else:
                seam.returns(
                    workspace.table,
                    workspace.states[NOW],
                    workspace.board[0],
                    _RANK,
                    buffers.utilities[:],
                )
                go_back(tree, workspace)
                buffers.done += 1
        if waits[lane]:
            _show(workspace, mode, observations[lane])
            write_mask(buffers.ids, np.int64(buffers.legal), masks[lane])
    return FINE


@rule
def _take_priors(tree: Any, workspace: Any, logits: Any) -> None:
    """Write the priors of the leaf: softmax over what is legal, its mean for what is not."""
    buffers = workspace.buffers[0]
    ids, count, priors = buffers.ids, np.int64(buffers.legal), tree.priors[buffers.leaf]
    highest = -math.inf
    for index in range(count):
        highest = max(highest, logits[ids[index]])
    total = 0.0
    for index in range(count):
        total += math.exp(logits[ids[index]] - highest)
    priors[:] = 1.0 / count
    for index in range(count):
        priors[ids[index]] = math.exp(logits[ids[index]] - highest) / total


@rule
def _take_values(workspace: Any, player: Any, values: Any) -> Any:
    """Write ``utilities`` of a leaf at which a player is to move; FINE or what went wrong."""
    settings, utilities = workspace.settings[0], workspace.buffers[0].utilities
    players, share = np.int64(workspace.states[NOW].players), settings.value_share
    if share < 1.0:
        status = roll_out(workspace)
        if status != FINE:
            return status
    else:
        utilities[:] = 0.0
    for row in range(players):
        seat = (player + row) % players
        value = min(max(float(values[row]), settings.lowest), settings.highest)
        utilities[seat] = share * value + (1.0 - share) * utilities[seat]
    return FINE


@kernel
def take_leaves(
    trees: Any,
    workspaces: Any,
    seats: Any,
    bits: Any,
    counts: Any,
    waits: Any,
    logits: Any,
    values: Any,
    first: Any,
    last: Any,
) -> Any:
    """Take in what a network says of the leaves that the searches ``first .. last - 1`` wait at.

    ``logits[lane]`` of all actions; ``values[lane]`` per seat, the player to move first. FINE or
    what went wrong.
    """
    for lane in range(first, last):
        if not waits[lane]:
            continue
        tree, workspace = tree_of(trees, lane), workspace_of(workspaces, lane)
        buffers = workspace.buffers[0]
        if buffers.leaf != NOTHING_THERE:
            _take_priors(tree, workspace, logits[lane])
        if buffers.done == UNBEGUN:
            begin(tree, workspace, seats[lane], bits[lane], counts[lane])
        else:
            status = _take_values(workspace, np.int64(workspace.states[NOW].player), values[lane])
            if status != FINE:
                return status
            go_back(tree, workspace)
        buffers.done += 1
    return FINE
