"""A tree with the desk it is searched at, and what is kept of trees between decisions."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.desk import SEEN, START, Desk, make_desk
from pixies_agents.search.helpers import Helpers
from pixies_agents.search.knowledge import hash_words
from pixies_agents.search.simulation import plant
from pixies_agents.search.tree import (
    EDGES,
    NODES,
    NOTHING_THERE,
    ROOT,
    Tree,
    copy_marked,
    make_tree,
    mark_below,
    mark_known,
)
from pixies_env.core.compile import kernel
from pixies_env.core.game import Game
from pixies_env.core.single import hide_from


@kernel
def _hash_of(words: Any) -> Any:
    return hash_words(words)


class Trunk:
    """What one thread searches with; room for ``nodes`` nodes."""

    def __init__(self, game: Game, helpers: Helpers, settings: np.ndarray, nodes: int) -> None:
        self.game = game
        # A simulation adds one node, and one edge unless others' secrets join several ways.
        edges = 2 * nodes + len(game.actions)
        self.tree = make_tree(nodes, edges, game.max_players)
        longest = min(game.max_decisions, nodes) + 1
        self.desk: Desk = make_desk(game, helpers, settings, longest)
        self._marks = np.zeros(nodes, np.bool_)
        self._places = np.zeros(nodes, np.int32)
        self._counts = np.zeros(2, np.int64)

    def plant(self, seat: int, kept: Tree | None) -> None:
        """Begin at ``desk.states[START]``, with what a kept tree holds from there on."""
        if kept is not None and self._finds(kept, seat) and self._has_room():
            copy_marked(kept, self._marks, self._places, self.tree)
        else:
            plant(self.tree, self.desk)

    def _finds(self, kept: Tree, seat: int) -> bool:
        self.desk.states[SEEN] = self.desk.states[START]
        hide_from(self.game, self.desk.states[SEEN : SEEN + 1], seat)
        information = np.uint64(_hash_of(self.desk.words[SEEN]))
        return bool(mark_known(kept, information, self._marks, self._counts))

    def _has_room(self) -> bool:
        """Whether half of the tree stays free."""
        edges = len(self.tree.edges) - len(self.game.actions)
        return bool(
            self._counts[NODES] <= len(self.tree.nodes) // 2 and self._counts[EDGES] <= edges // 2
        )

    def below(self, action: int) -> Tree | None:
        """Copy of what was searched below a decision at the root; None if it is nothing."""
        mark_below(self.tree, action, self._marks, self._counts)
        nodes, edges = int(self._counts[NODES]), int(self._counts[EDGES])
        if nodes == 0:
            return None
        kept = make_tree(nodes, edges, self.game.max_players)
        copy_marked(self.tree, self._marks, self._places, kept)
        return kept

    def root_statistics(self, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        """Visits of each legal id at the root, utilities added up seat by seat; all nodes."""
        visits = np.zeros(len(ids), np.int64)
        sums = np.zeros((len(ids), self.game.max_players), np.float64)
        edge = int(self.tree.nodes[ROOT].first_edge)
        while edge != NOTHING_THERE:
            place = int(np.searchsorted(ids, self.tree.edges[edge].action))
            visits[place] = self.tree.edges[edge].visits
            sums[place] = self.tree.edges[edge].sums
            edge = int(self.tree.edges[edge].next_edge)
        return visits, sums, int(self.tree.sizes[NODES])


class KeptTrees:
    """What was searched below the last decision of each game and seat."""

    def __init__(self) -> None:
        self._trees: dict[tuple[int, int], Tree] = {}

    def __len__(self) -> int:
        return len(self._trees)

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
