"""Searches in step: each game goes on until it needs a network's word, then all ask at once.

A search with a network is the same search, cut in two. :func:`find_leaves` lets every game go down
its tree to a leaf and writes what the players there know; one forward pass looks at the leaves of
all games; :func:`take_leaves` puts the priors into the trees and the values back up the ways.
Simulations that end with their game need no network. A game's search does not depend on the games
beside it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from pixies_agents.learned.seat_values import bound_values
from pixies_agents.search.rollout import FINE, roll_out
from pixies_agents.search.simulation import begin, go_back, go_down
from pixies_agents.search.tree import NOTHING_THERE, ROOT, Tree, tree_of
from pixies_agents.search.workspace import NOW, START, Workspace, workspace_of
from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel, rule
from pixies_env.core.loops import write_mask
from pixies_env.core.seam import DECISION, Reward

UNBEGUN = -1
"""``done`` of a search whose root was not looked at yet."""

_RANK = int(Reward.RANK)


class SearchLanes(NamedTuple):
    """What searches in step are asked and told, one row each."""

    seats: np.ndarray
    """int64: the seat that searches."""
    bits: np.ndarray
    """uint64: random bits of the decision."""
    counts: np.ndarray
    """int64: how many decisions are legal at the root."""
    known: np.ndarray
    """bool: the root was looked at before."""
    observations: np.ndarray
    """float32 ``(lanes, seats, features)``: what is known at the leaf, the player to move first."""
    action_masks: np.ndarray
    """bool ``(lanes, actions)``: what is legal there for the player to move."""
    waits: np.ndarray
    """bool: the network has to look at the leaf."""
    logits: np.ndarray
    """float32 ``(lanes, actions)``."""
    values: np.ndarray
    """float32 ``(lanes, seats)``, the player to move first."""


@rule
def _stand_at_root(workspace: Workspace, count: Any) -> None:
    """Make the root a leaf: the network looks at it first."""
    buffers = workspace.buffers[0]
    workspace.states[NOW] = workspace.states[START]
    for index in range(count):
        buffers.ids[index] = buffers.start_ids[index]
    buffers.legal, buffers.leaf, buffers.length = count, ROOT, 0


@rule
def _show(workspace: Workspace, mode: Any, observations: Any) -> None:
    """Write what the player to move knows at a leaf, then what the others know, as they sit."""
    state = workspace.states[NOW]
    player, players = np.int64(state.player), np.int64(state.players)
    for row in range(min(players, observations.shape[0])):
        seat = (player + row) % players
        seam.observe(workspace.table, state, workspace.board[0], seat, mode, observations[row])


@kernel
def find_leaves(
    trees: Tree,
    workspaces: Workspace,
    lanes: SearchLanes,
    most: Any,
    mode: Any,
    first: Any,
    last: Any,
) -> Any:
    """Go on with the searches ``first .. last - 1`` to their next leaves.

    A search that then does not wait for the network has run its ``most`` simulations. ``mode``
    indexes the observation modes. FINE or what went wrong. See :class:`SearchLanes`.
    """
    seats, bits, counts, waits = lanes.seats, lanes.bits, lanes.counts, lanes.waits
    for lane in range(first, last):
        tree, workspace = tree_of(trees, lane), workspace_of(workspaces, lane)
        buffers, seat, count = workspace.buffers[0], seats[lane], counts[lane]
        waits[lane] = False
        if buffers.done == UNBEGUN:
            if lanes.known[lane]:
                buffers.done = 0
                begin(tree, workspace, seat, bits[lane], count)
            else:
                _stand_at_root(workspace, count)
                waits[lane] = True
        while not waits[lane] and buffers.done < most:
            status = go_down(tree, workspace, seat, bits[lane], count, np.int64(buffers.done))
            if status != FINE:
                return status
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
                go_back(tree, workspace, seat)
                buffers.done += 1
        if waits[lane]:
            _show(workspace, mode, lanes.observations[lane])
            write_mask(buffers.ids, np.int64(buffers.legal), lanes.action_masks[lane])
    return FINE


@rule
def _take_priors(tree: Tree, workspace: Workspace, logits: Any) -> None:
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
def _take_values(workspace: Workspace, seat: Any, player: Any, values: Any) -> Any:
    """Write ``utilities`` of a leaf at which a player is to move; FINE or what went wrong."""
    settings, utilities = workspace.settings[0], workspace.buffers[0].utilities
    players, share = np.int64(workspace.states[NOW].players), settings.value_share
    if share < 1.0:
        status = roll_out(workspace, seat)
        if status != FINE:
            return status
    else:
        utilities[:] = 0.0
    bound_values(values, players, settings.zero_sum, settings.lowest, settings.highest)
    for row in range(players):
        seat = (player + row) % players
        utilities[seat] = share * float(values[row]) + (1.0 - share) * utilities[seat]
    return FINE


@kernel
def take_leaves(
    trees: Tree, workspaces: Workspace, lanes: SearchLanes, first: Any, last: Any
) -> Any:
    """Take in what a network says of the leaves that the searches ``first .. last - 1`` wait at.

    FINE or what went wrong. See :class:`SearchLanes`.
    """
    seats, bits, counts = lanes.seats, lanes.bits, lanes.counts
    for lane in range(first, last):
        if not lanes.waits[lane]:
            continue
        tree, workspace = tree_of(trees, lane), workspace_of(workspaces, lane)
        buffers = workspace.buffers[0]
        if buffers.leaf != NOTHING_THERE:
            _take_priors(tree, workspace, lanes.logits[lane])
        if buffers.done == UNBEGUN:
            begin(tree, workspace, seats[lane], bits[lane], counts[lane])
        else:
            player = np.int64(workspace.states[NOW].player)
            status = _take_values(workspace, seats[lane], player, lanes.values[lane])
            if status != FINE:
                return status
            go_back(tree, workspace, seats[lane])
        buffers.done += 1
    return FINE
