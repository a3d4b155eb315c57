"""One simulation after the other: down the tree, out of it, and back up with a value per seat.

Each begins at what the searching seat knows. Its k-th simulation of every decision at the root is
played in the k-th world: the same hidden things, the same chance, as far as the game goes the same
way. So decisions are compared under equal luck, which tells them apart with far fewer simulations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.gumbel import select_at_root
from pixies_agents.search.information_sets import (
    all_seen,
    first_paths,
    follow,
    node_key,
)
from pixies_agents.search.rollout import (
    FINE,
    ILLEGAL_OPPONENT,
    NO_ANSWER,
    ask_opponent,
    draw,
    is_fixed,
    look,
    roll_out,
)
from pixies_agents.search.selection import is_guided, select, write_priors
from pixies_agents.search.tree import NODES, NOTHING_THERE, ROOT, Tree, add_node, find_node
from pixies_agents.search.workspace import Workspace
from pixies_agents.words import hash_words
from pixies_agents.worlds import ANSWERS, enter
from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel, rule
from pixies_env.core.compilation.streams import keyed, mix
from pixies_env.core.seam import DECISION

WORLDS, PICKS, ADVICE = 254, 252, 251
"""Pseudo kinds of chance under which a search draws."""

_ZERO = np.uint64(0)


@rule
def enter_world(workspace: Workspace, seat: Any, bits: Any, world: Any) -> None:
    """Go to where the search begins, with hidden things filled in and a stream of the world."""
    key = keyed(bits, WORLDS, seat, world)
    enter(workspace, workspace.table, workspace.board, workspace.start, seat, key)


@rule
def decide(workspace: Workspace, action: Any) -> None:
    """Carry out a legal decision, let the path keys grow, draw chance."""
    workspace.before = workspace.now
    seam.apply(workspace.table, workspace.now, workspace.board, action)
    follow(workspace, action)
    draw(workspace)


@rule
def next_key(workspace: Workspace) -> Any:
    """Key of the node at which the player to move decides."""
    player, question = np.int64(workspace.now.player), np.int64(workspace.now.question)
    return node_key(workspace.paths[player], player, question)


@rule
def return_to_start(workspace: Workspace, count: Any) -> None:
    """Go back to where the search begins, where the first ``count`` of ``start_ids`` are legal."""
    workspace.now = workspace.start
    for index in range(count):
        workspace.ids[index] = workspace.start_ids[index]


@rule
def start_at_root(tree: Tree, workspace: Workspace) -> None:
    """Put the path keys at the root."""
    paths, unseen = workspace.paths, workspace.unseen
    for seat in range(paths.shape[0]):
        paths[seat] = tree.nodes[ROOT].paths[seat]
        unseen[seat] = _ZERO


@rule
def _remember(tree: Tree, node: Any, workspace: Workspace, seat: Any, new: Any) -> None:
    """Note what the searching seat knows at a node of its own."""
    if not new and tree.nodes[node].information == _ZERO:
        return
    information, paths = _ZERO, workspace.paths
    if all_seen(workspace.unseen):
        look(workspace, seat)
        information = hash_words(workspace.seen.words)
    if new:
        tree.nodes[node].information = information
        for each in range(paths.shape[0]):
            tree.nodes[node].paths[each] = paths[each]
    elif tree.nodes[node].information != information:
        tree.nodes[node].information = _ZERO


@rule
def answer(workspace: Workspace, numbers: Any, count: Any, answered: Any) -> Any:
    """What an opponent whose agent is known decides, after so many answers; or NO_ANSWER."""
    player = np.int64(workspace.now.player)
    # By the key of the world: in it the agent answers the same play in the same way.
    bits = keyed(workspace.stream.key, ANSWERS, player, answered)
    return ask_opponent(workspace, numbers, count, bits)


@rule
def decide_on(workspace: Workspace, numbers: Any, seat: Any, action: Any, answered: Any) -> Any:
    """Carry out a decision and all that follows from it without a node.

    These are decisions with one option, and those of opponents whose agent is known; ``answered``
    counts the latter so far. How many options the player to move then has, the first of ``ids``, 0
    if no decision is due; or NO_ANSWER if that agent went wrong. Beside it ``answered``.
    """
    state, ids = workspace.now, workspace.ids
    while True:
        decide(workspace, action)
        if state.waiting != DECISION:
            return 0, answered
        count = np.int64(seam.legal(workspace.table, state, workspace.board, ids))
        action = np.int64(ids[0])
        if count > 1:
            if numbers is None or not is_fixed(workspace, seat):
                return count, answered
            action = answer(workspace, numbers, count, answered)
            answered += 1
            if action == NO_ANSWER:
                return NO_ANSWER, answered


@rule
def go_down(
    tree: Tree, workspace: Workspace, numbers: Any, seat: Any, bits: Any, count: Any, number: Any
) -> Any:
    """Take one way through the tree, up to a position that no node stands for; its ``length``.

    Where a decision is due there, ``leaf`` is the node that was added for it, and the first
    ``legal`` of ``ids`` can be decided. FINE or what went wrong.
    """
    keep, halving = workspace.settings.keep_tree != 0, workspace.settings.considered > 0
    workspace.length = 0
    workspace.leaf = NOTHING_THERE
    way, worlds, guided = workspace.way, workspace.worlds, is_guided(workspace.addresses)
    picks = keyed(bits, PICKS, seat, number)
    node, length, player, answered = np.int64(ROOT), 0, seat, 0
    for index in range(count):
        workspace.ids[index] = workspace.start_ids[index]
        workspace.priors[index] = workspace.start_priors[index]
    while True:
        if numbers is not None and halving and node == ROOT:
            edge = select_at_root(tree, workspace, seat, count, number)
        else:
            edge = select(tree, node, player, seat, workspace, count, guided, picks)
        workspace.legal = count
        if edge == NOTHING_THERE:
            return FINE
        tree.nodes[node].visits += 1
        way[length] = edge
        length += 1
        workspace.length = length
        # Wide integers: a function is compiled anew for every type that it is handed.
        chosen = np.int64(tree.edges[edge].action)
        if length == 1:
            world = worlds[chosen]
            worlds[chosen] = world + 1
            enter_world(workspace, seat, bits, world)
            start_at_root(tree, workspace)
        count, answered = decide_on(workspace, numbers, seat, chosen, answered)
        if count == NO_ANSWER:
            return ILLEGAL_OPPONENT
        if count == 0:
            return FINE
        workspace.legal = count
        if length == way.shape[0]:
            return FINE
        player = np.int64(workspace.now.player)
        key = next_key(workspace)
        below = find_node(tree, key)
        new = below == NOTHING_THERE
        if new:
            below = add_node(tree, key, node, chosen)
            if below == NOTHING_THERE:
                return FINE
            workspace.leaf = below
        if keep and player == seat:
            _remember(tree, below, workspace, seat, new)
        if new or tree.nodes[below].waits != 0:
            return FINE
        node, picks = below, mix(picks)
        if numbers is not None and guided:
            write_priors(tree, node, workspace, numbers, count, mix(picks))


@rule
def go_back(tree: Tree, workspace: Workspace, seat: Any) -> None:
    """Add what a simulation for a seat came to, seat by seat, to each edge of its way."""
    way, utilities = workspace.way, workspace.utilities
    square = utilities[seat] * utilities[seat]
    for place in range(workspace.length):
        edge = tree.edges[way[place]]
        edge.visits += 1
        edge.squares += square
        for seat in range(utilities.shape[0]):
            edge.sums[seat] += utilities[seat]


@rule
def begin(tree: Tree, workspace: Workspace, numbers: Any, seat: Any, bits: Any, count: Any) -> None:
    """Prepare the first simulation for a seat; ``count`` of ``start_ids`` are legal."""
    workspace.worlds[:] = 0
    if numbers is not None and is_guided(workspace.addresses):
        return_to_start(workspace, count)
        write_priors(tree, ROOT, workspace, numbers, count, keyed(bits, ADVICE, seat, 0))
        share = workspace.settings.root_noise
        for index in range(count):
            prior = workspace.priors[index]
            if share > 0.0:
                prior = (1.0 - share) * prior + share * workspace.noise[index]
            workspace.start_priors[index] = prior


@rule
def plant(tree: Tree, workspace: Workspace) -> None:
    """Add the root, which stands for ``workspace.start``, to an empty tree."""
    paths, start = workspace.paths, workspace.start
    seat = int(start.player)
    first_paths(paths)
    node = add_node(tree, node_key(paths[seat], seat, int(start.question)), NOTHING_THERE, 0)
    for each in range(paths.shape[0]):
        tree.nodes[node].paths[each] = paths[each]


@kernel
def search_tree(
    tree: Tree,
    workspaces: np.ndarray,
    numbers: Any,
    seat: Any,
    bits: Any,
    count: Any,
    first: Any,
    last: Any,
) -> Any:
    """Run the simulations ``first .. last - 1`` for a seat; FINE or what went wrong.

    The first ``count`` of ``start_ids`` are legal at ``start`` of the workspace, which is the only
    one. The tree is empty before, or has been searched from there. ``numbers`` are those of the
    helpers, None without any.
    """
    workspace = workspaces[0]
    if first == 0:
        if tree.sizes[NODES] == 0:
            plant(tree, workspace)
        begin(tree, workspace, numbers, seat, bits, count)
    for number in range(first, last):
        status = go_down(tree, workspace, numbers, seat, bits, count, number)
        if status == FINE:
            status = roll_out(workspace, numbers, seat)
        if status != FINE:
            return status
        go_back(tree, workspace, seat)
    return FINE
