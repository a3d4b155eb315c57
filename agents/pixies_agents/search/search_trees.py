"""A tree with the workspace it is searched at, and what is kept of trees between decisions."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.helpers import Helpers
from pixies_agents.search.tree import (
    EDGES,
    NODES,
    NOTHING_THERE,
    ROOT,
    Tree,
    clear,
    copy_marked,
    make_tree,
    make_trees,
    mark_below,
    mark_known,
)
from pixies_agents.search.workspace import make_workspaces
from pixies_agents.words import hash_words
from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel
from pixies_env.core.compilation.together import Call
from pixies_env.core.game import Game


@kernel
def _mark(
    tree: Tree, workspaces: np.ndarray, seat: Any, action: Any, marks: Any, counts: Any
) -> Any:
    """Mark the nodes of a tree from which on it is kept, and count them and their edges.

    Those below a decision of its root; or, if that is NOTHING_THERE, what is known where the seat
    knows as much as at ``start`` of the workspace. One kernel takes less time to compile than two.
    """
    if action != NOTHING_THERE:
        mark_below(tree, action, marks, counts)
    else:
        workspace = workspaces[0]
        workspace.seen.state = workspace.start
        seam.hide(workspace.table, workspace.seen.state, workspace.board, seat)
        mark_known(tree, hash_words(workspace.seen.words), marks, counts)
    return 0


class SearchTrees:
    """Trees and workspaces that lie side by side, one per game searched at the same time.

    Each tree has room for ``nodes`` nodes, with priors of ``width`` actions, 0 without a network.
    """

    def __init__(
        self, game: Game, helpers: Helpers, lanes: int, nodes: int, width: int = 0
    ) -> None:
        # A simulation adds one node, and one edge unless others' secrets join several ways.
        edges = 2 * nodes + len(game.actions)
        # Not by the size of the tree: it is a part of types, and others are compiled anew.
        longest = game.max_decisions + 1
        self.trees: Tree = make_trees(lanes, nodes, edges, game.max_players, width)
        self.workspaces = make_workspaces(lanes, game, helpers, longest)
        self.searches = [
            SearchTree(
                game,
                Tree(*(array[lane] for array in self.trees)),
                self.workspaces[lane : lane + 1],
            )
            for lane in range(lanes)
        ]


class SearchTree:
    """A tree and the workspace it is searched at, an array of one record."""

    def __init__(self, game: Game, tree: Tree, workspace: np.ndarray) -> None:
        self.game, self.tree, self.workspace = game, tree, workspace
        nodes = len(tree.nodes)
        self._marks = np.zeros(nodes, np.bool_)
        self._places = np.zeros(nodes, np.int32)
        self._counts = np.zeros(2, np.int64)

    def kernel_calls(self) -> list[Call]:
        """What keeps trees and begins with them, as it is called."""
        tree, marks, places, counts = self.tree, self._marks, self._places, self._counts
        return [
            (copy_marked, (tree, marks, places, tree)),
            (_mark, (tree, self.workspace, 0, 0, marks, counts)),
        ]

    def plant(self, seat: int, kept: Tree | None) -> bool:
        """Begin at ``start`` of the workspace, with what a kept tree holds from there on.

        Tells whether it holds anything.
        """
        if kept is not None and self._finds(kept, seat) and self._has_room():
            copy_marked(kept, self._marks, self._places, self.tree)
            return True
        clear(self.tree)
        return False

    def _finds(self, kept: Tree, seat: int) -> bool:
        _mark(kept, self.workspace, seat, NOTHING_THERE, self._marks, self._counts)
        return bool(self._counts[NODES] > 0)

    def _has_room(self) -> bool:
        """Whether half of the tree stays free."""
        edges = len(self.tree.edges) - len(self.game.actions)
        return bool(
            self._counts[NODES] <= len(self.tree.nodes) // 2 and self._counts[EDGES] <= edges // 2
        )

    def below(self, action: int) -> Tree | None:
        """Copy of what was searched below a decision at the root; None if it is nothing."""
        _mark(self.tree, self.workspace, 0, action, self._marks, self._counts)
        nodes, edges = int(self._counts[NODES]), int(self._counts[EDGES])
        if nodes == 0:
            return None
        width = self.tree.priors.shape[1]
        kept = make_tree(nodes, edges, self.game.max_players, width)
        copy_marked(self.tree, self._marks, self._places, kept)
        return kept

    def root_edges(self, ids: np.ndarray) -> np.ndarray:
        """The edge of each legal id at the root, all zero where it was not tried."""
        edge = int(self.tree.nodes["first_edge"][ROOT])
        following = self.tree.edges["next_edge"]
        found = []
        while edge != NOTHING_THERE:
            found.append(edge)
            edge = int(following[edge])
        tried = self.tree.edges[found]
        edges = np.zeros(len(ids), tried.dtype)
        edges[np.searchsorted(ids, tried["action"])] = tried
        return edges


class KeptTrees:
    """What was searched below the last decision of each game and seat."""

    def __init__(self) -> None:
        self._trees: dict[tuple[int, int], Tree] = {}

    def __len__(self) -> int:
        return len(self._trees)

    def copy(self) -> KeptTrees:
        """Others that keep the same trees, which nobody changes."""
        other = KeptTrees()
        other._trees = self._trees.copy()
        return other

    def forget(self) -> None:
        """Drop them all."""
        self._trees.clear()

    def take(self, game: int, seat: int) -> Tree | None:
        """What was put last, and forget it."""
        return self._trees.pop((game, seat), None)

    def put(self, game: int, seat: int, tree: Tree | None) -> None:
        """Keep a tree, or nothing."""
        if tree is not None:
            self._trees[game, seat] = tree
