"""The search tree in arrays of fixed size.

A node is a decision of one player, seen with that player's eyes: the key is a hash of the path of
decisions since the root as that player saw them, see
:mod:`pixies_agents.search.information_sets`. An edge is a decision at a node. Nodes are found by
their key, so an edge needs no child: chance, and what others decide in secret, lead from one edge
to several nodes.

Node 0 is the root. A node comes after the node above it.

Trees that are searched in step lie in arrays with one more axis in front, see :func:`make_trees`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core.compilation.compile import kernel, record_dtype, rule

NOTHING_THERE = -1
ROOT = 0

NODES, EDGES = 0, 1
"""Places in ``Tree.sizes``."""


class Tree(NamedTuple):
    """The arrays of a tree."""

    sizes: np.ndarray
    """int64: nodes and edges in use."""
    slots: np.ndarray
    """int32, a power of two of them: node + 1, or 0; the hash table from keys to nodes."""
    nodes: np.ndarray
    edges: np.ndarray
    priors: np.ndarray
    """float32 ``(nodes, actions)``: how likely each decision is to be good, by a network that has
    looked at the node once; without a network ``(nodes, 0)``. Sums to 1 over what was legal then;
    what was not has the mean of what was."""


def node_dtype(seats: int) -> np.dtype[Any]:
    """Record of a node.

    ``visits``: simulations that chose an edge here. ``first_edge``: -1 for none. ``above``: the
    node from which it was reached first, -1 for the root, and ``via`` the decision that led on from
    there. ``information``, at nodes of the searching seat: hash of what it knew at every visit; 0
    if that differed between visits, or if the tree cannot be kept from here. ``paths``: the path
    key of each seat, where ``information`` is not 0. ``waits``: 1 until the network, having been
    asked, has told the priors.
    """
    return record_dtype(
        [
            ("key", np.uint64),
            ("information", np.uint64),
            ("paths", np.uint64, (seats,)),
            ("visits", np.int64),
            ("via", np.int64),
            ("first_edge", np.int32),
            ("above", np.int32),
            ("waits", np.int32),
        ]
    )


def edge_dtype(seats: int) -> np.dtype[Any]:
    """Record of an edge.

    ``visits``: simulations that went this way. ``pending``: those besides of which the network has
    yet to look at the leaf. ``available``: visits of its node at which the decision was legal.
    ``next_edge``: the next one of the same node, -1 for none. ``sums``: the
    utilities that these simulations came to, added up seat by seat. ``squares``: those of the
    searching seat, squared and added up.
    """
    return record_dtype(
        [
            ("sums", np.float64, (seats,)),
            ("squares", np.float64),
            ("visits", np.int64),
            ("available", np.int64),
            ("action", np.int32),
            ("next_edge", np.int32),
            ("pending", np.int32),
        ]
    )


def make_trees(lanes: int, nodes: int, edges: int, seats: int, actions: int = 0) -> Tree:
    """Empty trees side by side, each with room for so many nodes and edges.

    ``actions`` is the width of the priors that a network gives, 0 without one.
    """
    slots = 4
    while slots < 2 * nodes:
        slots *= 2
    return Tree(
        sizes=np.zeros((lanes, 2), np.int64),
        slots=np.zeros((lanes, slots), np.int32),
        nodes=np.zeros((lanes, nodes), node_dtype(seats)),
        edges=np.zeros((lanes, edges), edge_dtype(seats)),
        priors=np.zeros((lanes, nodes, actions), np.float32),
    )


def make_tree(nodes: int, edges: int, seats: int, actions: int = 0) -> Tree:
    """One empty tree, see :func:`make_trees`."""
    return Tree(*(array[0] for array in make_trees(1, nodes, edges, seats, actions)))


@rule
def tree_of(trees: Tree, lane: Any) -> Any:
    """One of the trees that lie side by side."""
    return Tree(
        trees.sizes[lane],
        trees.slots[lane],
        trees.nodes[lane],
        trees.edges[lane],
        trees.priors[lane],
    )


@rule
def clear(tree: Tree) -> None:
    """Take everything out."""
    tree.sizes[:] = 0
    tree.slots[:] = 0


@rule
def _slot_of(tree: Tree, key: Any) -> Any:
    """Slot that holds a key, or the free one where it would go."""
    mask = tree.slots.shape[0] - 1
    slot = np.int64(key & np.uint64(mask))
    while tree.slots[slot] != 0 and tree.nodes[int(tree.slots[slot]) - 1].key != key:
        slot = (slot + 1) & mask
    return slot


@rule
def find_node(tree: Tree, key: Any) -> Any:
    """Node of a key, or -1."""
    return int(tree.slots[_slot_of(tree, key)]) - 1


@rule
def add_node(tree: Tree, key: Any, above: Any, via: Any) -> Any:
    """A new node without edges; -1 if there is no room."""
    node = np.int64(tree.sizes[NODES])
    if node == tree.nodes.shape[0]:
        return NOTHING_THERE
    tree.sizes[NODES] = node + 1
    tree.slots[_slot_of(tree, key)] = node + 1
    tree.nodes[node].key = key
    tree.nodes[node].visits = 0
    tree.nodes[node].first_edge = NOTHING_THERE
    tree.nodes[node].above = above
    tree.nodes[node].via = via
    tree.nodes[node].information = np.uint64(0)
    tree.nodes[node].waits = 0
    return node


@rule
def add_edge(tree: Tree, node: Any, action: Any, available: Any) -> Any:
    """A new edge without visits; -1 if there is no room."""
    edge = np.int64(tree.sizes[EDGES])
    if edge == tree.edges.shape[0]:
        return NOTHING_THERE
    tree.sizes[EDGES] = edge + 1
    tree.edges[edge].action = action
    tree.edges[edge].visits = 0
    tree.edges[edge].pending = 0
    tree.edges[edge].available = available
    tree.edges[edge].next_edge = tree.nodes[node].first_edge
    tree.nodes[node].first_edge = edge
    tree.edges[edge].sums[:] = 0.0
    tree.edges[edge].squares = 0.0
    return edge


# ---- keeping a part of the tree


@rule
def _count_marked(tree: Tree, marks: Any, counts: Any) -> None:
    counts[:] = 0
    for node in range(int(tree.sizes[NODES])):
        if marks[node]:
            counts[NODES] += 1
            edge = np.int64(tree.nodes[node].first_edge)
            while edge != NOTHING_THERE:
                counts[EDGES] += 1
                edge = np.int64(tree.edges[edge].next_edge)


@rule
def mark_below(tree: Tree, action: Any, marks: Any, counts: Any) -> None:
    """Mark the nodes below a decision of the root; ``counts`` becomes their nodes and edges."""
    for node in range(int(tree.sizes[NODES])):
        above = np.int64(tree.nodes[node].above)
        if above == ROOT:
            marks[node] = int(tree.nodes[node].via) == action
        else:
            marks[node] = above != NOTHING_THERE and marks[above]
    _count_marked(tree, marks, counts)


@rule
def mark_known(tree: Tree, information: Any, marks: Any, counts: Any) -> None:
    """Mark the node where the searching seat knew exactly this, and all below, as above."""
    top = NOTHING_THERE
    for node in range(int(tree.sizes[NODES])):
        marks[node] = False
        if top == NOTHING_THERE:
            if tree.nodes[node].information == information:
                top = node
                marks[node] = True
        else:
            # Of a part of a tree, the nodes above may be missing.
            above = np.int64(tree.nodes[node].above)
            marks[node] = above != NOTHING_THERE and marks[above]
    _count_marked(tree, marks, counts)


@kernel
def copy_marked(source: Any, marks: Any, places: Any, target: Any) -> Any:
    """Make ``target`` the marked part of ``source``; ``places`` is room for one int32 per node."""
    clear(target)
    for node in range(int(source.sizes[NODES])):
        places[node] = NOTHING_THERE
        if not marks[node]:
            continue
        above = np.int64(source.nodes[node].above)
        if above != NOTHING_THERE:
            above = np.int64(places[above])
        copy = add_node(target, source.nodes[node].key, above, source.nodes[node].via)
        places[node] = copy
        target.nodes[copy] = source.nodes[node]
        # Not as a whole: to compile what tells of rows that differ in length takes seconds.
        for action in range(source.priors.shape[1]):
            target.priors[copy, action] = source.priors[node, action]
        target.nodes[copy].above = above
        target.nodes[copy].first_edge = NOTHING_THERE
        edge = np.int64(source.nodes[node].first_edge)
        while edge != NOTHING_THERE:
            added = add_edge(target, copy, source.edges[edge].action, 0)
            following = target.edges[added].next_edge
            target.edges[added] = source.edges[edge]
            target.edges[added].next_edge = following
            edge = np.int64(source.edges[edge].next_edge)
    return 0
