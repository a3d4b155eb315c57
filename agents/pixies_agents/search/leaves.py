"""Searches in step: each game goes on until it needs a network's word, then all ask at once.

A search with a network is the same search, cut in two. :func:`find_leaves` lets every game go down
its tree to some leaves and writes what the players there know; one forward pass looks at the leaves
of all games; :func:`take_leaves` puts the priors into the trees and the values back up the ways.
With a network of plain arrays :func:`search_lane` does all of that for one game in compiled code.
Simulations that end with their game need no network. A game's search does not depend on the games
beside it.

Of one game several leaves are gathered before the network looks at them. In between their
simulations are pending on the edges of their ways, see :mod:`pixies_agents.search.selection`. One
that comes to a node at which another waits, waits there too. A root that is halved takes in all
values before.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from pixies_agents.learned.rows import Passes, pass_rows
from pixies_agents.learned.seat_values import bound_values
from pixies_agents.search.gumbel import halves
from pixies_agents.search.rollout import FINE, roll_out
from pixies_agents.search.simulation import begin, go_back, go_down, plant, return_to_start
from pixies_agents.search.tree import NOTHING_THERE, ROOT, Tree, tree_of
from pixies_agents.search.workspace import Workspace
from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel, record_dtype, rule
from pixies_env.core.loops import write_mask
from pixies_env.core.seam import DECISION, IDS, UTILITY, Reward

UNBEGUN = -1
"""``done`` of a search whose root was not looked at yet."""

_RANK = int(Reward.RANK)


def pending_dtype(actions: int, seats: int, longest_way: int) -> np.dtype[Any]:
    """Record of a simulation that waits at a leaf.

    The fields are those of a workspace. ``player`` is to move there; ``utilities`` are those of a
    rollout, if they count.
    """
    return record_dtype(
        [
            ("utilities", UTILITY, (seats,)),
            ("length", np.int64),
            ("leaf", np.int64),
            ("legal", np.int64),
            ("player", np.int64),
            ("way", np.int32, (longest_way,)),
            ("ids", IDS, (actions,)),
        ]
    )


class SearchLanes(NamedTuple):
    """What searches in step are asked and told, one row each; ``leaves`` are gathered of each."""

    seats: np.ndarray
    """int64: the seat that searches."""
    bits: np.ndarray
    """uint64: random bits of the decision."""
    counts: np.ndarray
    """int64: how many decisions are legal at the root."""
    known: np.ndarray
    """bool: the root was looked at before."""
    observations: np.ndarray
    """float32 ``(lanes, leaves, seats, features)``: what is known there, first to the mover."""
    action_masks: np.ndarray
    """bool ``(lanes, leaves, actions)``: what is legal there for the player to move."""
    waits: np.ndarray
    """bool ``(lanes, leaves)``: the network has to look at the leaf."""
    pending: np.ndarray
    """:func:`pending_dtype` ``(lanes, leaves)``."""
    logits: np.ndarray
    """float32 ``(lanes, leaves, actions)``."""
    values: np.ndarray
    """float32 ``(lanes, leaves, seats)``, the player to move first."""


@rule
def _stand_at_root(workspace: Workspace, count: Any) -> None:
    """Make the root a leaf: the network looks at it first."""
    return_to_start(workspace, count)
    workspace.legal, workspace.leaf, workspace.length = count, ROOT, 0


@rule
def _show(workspace: Workspace, mode: Any, observations: Any) -> None:
    """Write what the player to move knows at a leaf, then what the others know, as they sit."""
    state = workspace.now
    player, players = np.int64(state.player), np.int64(state.players)
    for row in range(min(players, observations.shape[0])):
        seat = (player + row) % players
        seam.observe(workspace.table, state, workspace.board, seat, mode, observations[row])


@rule
def _wait(tree: Tree, workspace: Workspace, lanes: SearchLanes, lane: Any, place: Any) -> None:
    """Let a simulation wait at its leaf for the network."""
    pending, leaf = lanes.pending[lane, place], workspace.leaf
    lanes.waits[lane, place] = True
    length, legal = np.int64(workspace.length), np.int64(workspace.legal)
    pending.length, pending.legal, pending.leaf = length, legal, leaf
    pending.player = workspace.now.player
    for step in range(length):
        pending.way[step] = workspace.way[step]
        tree.edges[workspace.way[step]].pending += 1
    for index in range(legal):
        pending.ids[index] = workspace.ids[index]
    if leaf != NOTHING_THERE:
        tree.nodes[leaf].waits = 1
    write_mask(workspace.ids, legal, lanes.action_masks[lane, place])


@rule
def _gather(
    tree: Tree,
    workspace: Workspace,
    numbers: Any,
    lanes: SearchLanes,
    lane: Any,
    most: Any,
    mode: Any,
) -> Any:
    """Go on with a search until all its places wait, or it has to; FINE or what went wrong."""
    seat, count, bits = lanes.seats[lane], lanes.counts[lane], lanes.bits[lane]
    settings, utilities, place = workspace.settings, workspace.utilities, 0
    halving, share = settings.considered > 0, settings.value_share
    if workspace.done == UNBEGUN:
        if not lanes.known[lane]:
            plant(tree, workspace)
            _stand_at_root(workspace, count)
            _show(workspace, mode, lanes.observations[lane, 0])
            _wait(tree, workspace, lanes, lane, 0)
            return FINE
        workspace.done = 0
        begin(tree, workspace, numbers, seat, bits, count)
    while place < lanes.waits.shape[1] and workspace.done + place < most:
        number = np.int64(workspace.done) + place
        if halving and place > 0 and halves(workspace, count, number):
            break
        status = go_down(tree, workspace, numbers, seat, bits, count, number)
        if status != FINE:
            return status
        if workspace.now.waiting == DECISION:
            _show(workspace, mode, lanes.observations[lane, place])
            _wait(tree, workspace, lanes, lane, place)
            if share < 1.0:
                status = roll_out(workspace, numbers, seat)
                if status != FINE:
                    return status
            for each in range(utilities.shape[0]):
                lanes.pending[lane, place].utilities[each] = utilities[each]
            place += 1
        else:
            seam.returns(workspace.table, workspace.now, workspace.board, _RANK, utilities)
            go_back(tree, workspace, seat)
            workspace.done += 1
    return FINE


@rule
def _find(
    trees: Tree,
    workspaces: np.ndarray,
    numbers: Any,
    lanes: SearchLanes,
    lane: Any,
    most: Any,
    mode: Any,
) -> Any:
    """Go on with a search to its next leaves; FINE or what went wrong."""
    lanes.waits[lane] = False
    tree, workspace = tree_of(trees, lane), workspaces[lane]
    return _gather(tree, workspace, numbers, lanes, lane, most, mode)


@kernel
def find_leaves(
    trees: Tree,
    workspaces: np.ndarray,
    numbers: Any,
    lanes: SearchLanes,
    most: Any,
    mode: Any,
    first: Any,
    last: Any,
) -> Any:
    """Go on with the searches ``first .. last - 1`` to their next leaves.

    A search of which then no leaf waits for the network has run its ``most`` simulations. ``mode``
    indexes the observation modes, ``numbers`` are those of the helpers. FINE or what went wrong.
    See :class:`SearchLanes`.
    """
    for lane in range(first, last):
        status = _find(trees, workspaces, numbers, lanes, lane, most, mode)
        if status != FINE:
            return status
    return FINE


@rule
def _take_priors(tree: Tree, pending: Any, logits: Any) -> None:
    """Write the priors of the leaf: softmax over what is legal, its mean for what is not."""
    ids, count, priors = pending.ids, np.int64(pending.legal), tree.priors[pending.leaf]
    highest = -math.inf
    for index in range(count):
        highest = max(highest, logits[ids[index]])
    total = 0.0
    for index in range(count):
        total += math.exp(logits[ids[index]] - highest)
    priors[:] = 1.0 / count
    for index in range(count):
        priors[ids[index]] = math.exp(logits[ids[index]] - highest) / total
    tree.nodes[pending.leaf].waits = 0


@rule
def _take_values(workspace: Workspace, pending: Any, values: Any) -> None:
    """Write ``utilities`` of a leaf."""
    settings, utilities = workspace.settings, workspace.utilities
    players, share = np.int64(workspace.start.players), settings.value_share
    bound_values(values, players, settings.zero_sum, settings.lowest, settings.highest)
    utilities[:] = 0.0
    for row in range(players):
        seat = (np.int64(pending.player) + row) % players
        utilities[seat] = share * float(values[row]) + (1.0 - share) * pending.utilities[seat]


@rule
def _take_up(tree: Tree, workspace: Workspace, pending: Any) -> None:
    """Put the way of a simulation, which waits no longer, back into the workspace."""
    length = np.int64(pending.length)
    workspace.length = length
    for step in range(length):
        workspace.way[step] = pending.way[step]
        tree.edges[pending.way[step]].pending -= 1


@rule
def _take(trees: Tree, workspaces: np.ndarray, numbers: Any, lanes: SearchLanes, lane: Any) -> None:
    """Take in what a network says of the leaves that a search waits at."""
    tree, workspace, seat = tree_of(trees, lane), workspaces[lane], lanes.seats[lane]
    for place in range(_waiting(lanes, lane)):
        pending = lanes.pending[lane, place]
        if pending.leaf != NOTHING_THERE:
            _take_priors(tree, pending, lanes.logits[lane, place])
        if workspace.done == UNBEGUN:
            begin(tree, workspace, numbers, seat, lanes.bits[lane], lanes.counts[lane])
        else:
            _take_up(tree, workspace, pending)
            _take_values(workspace, pending, lanes.values[lane, place])
            go_back(tree, workspace, seat)
        workspace.done += 1


@rule
def _waiting(lanes: SearchLanes, lane: Any) -> Any:
    """How many leaves of a search wait; they have the first places."""
    count = 0
    while count < lanes.waits.shape[1] and lanes.waits[lane, count]:
        count += 1
    return count


@kernel
def take_leaves(
    trees: Tree, workspaces: np.ndarray, numbers: Any, lanes: SearchLanes, first: Any, last: Any
) -> Any:
    """Take in what a network says of the leaves that the searches ``first .. last - 1`` wait at.

    See :class:`SearchLanes`.
    """
    for lane in range(first, last):
        _take(trees, workspaces, numbers, lanes, lane)
    return FINE


@rule
def _look(workspace: Workspace, lanes: SearchLanes, lane: Any, count: Any, passes: Passes) -> None:
    """Let the network look at the first leaves of a search."""
    data, ids, scratch = passes
    shown = min(np.int64(workspace.start.players), np.int64(lanes.observations.shape[2]))
    values = lanes.values.shape[2] if lanes.observations.shape[2] == 1 else 1
    for row in range(shown):
        pass_rows(
            data,
            lanes.observations[lane, :count, row],
            lanes.action_masks[lane, :count],
            ids,
            # Only the player to move is asked for a decision.
            lanes.logits[lane, : count if row == 0 else 0],
            lanes.values[lane, :count, row : row + values],
            scratch,
        )


@kernel
def search_lane(
    trees: Tree,
    workspaces: np.ndarray,
    numbers: Any,
    lanes: SearchLanes,
    passes: Passes,
    most: Any,
    mode: Any,
    steps: Any,
    lane: Any,
) -> Any:
    """Go on with a search, for so many passes of the network at most.

    What :func:`find_leaves`, the network and :func:`take_leaves` do in turn. The search is over if
    then no leaf waits. FINE or what went wrong.
    """
    for _ in range(steps):
        status = _find(trees, workspaces, numbers, lanes, lane, most, mode)
        if status != FINE:
            return status
        count = _waiting(lanes, lane)
        if count == 0:
            break
        _look(workspaces[lane], lanes, lane, count, passes)
        _take(trees, workspaces, numbers, lanes, lane)
    return FINE
