"""Which node a simulation is at: the path of decisions as each seat has seen it.

Statistics belong to the information set of the player to move. The bytes of a stripped state are
its key at one position, but they hold the chance of one simulation, so they never recur where dice
were thrown. The search is open-loop over chance: a node stands for all positions that a seat
reaches by what it saw being decided. Its key is a hash of these decisions, so each seat has a path
key that grows with every decision:

* by the decision itself if the seat made it or sees it;
* otherwise by a mark that is the same for all decisions, so that what is decided in secret leads
  the seat to one and the same node. Decisions that it sees later are added when they are revealed.

A search that lets others react to what they cannot have seen would shun every bluff, and one that
lets itself see what it cannot would bet on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.workspace import Workspace
from pixies_agents.words import first_key, fold
from pixies_env.core import seam
from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import Sight

_SECRET = 1 << 16
"""In the place of a decision that a seat does not see; no id is as large."""
_NONE = np.uint64(0)


@rule
def first_paths(paths: Any) -> None:
    """Path keys of all seats at the root of a new tree."""
    for seat in range(paths.shape[0]):
        paths[seat] = first_key(seat)


@rule
def node_key(path: Any, seat: Any, question: Any) -> Any:
    """Key of the node at which a seat answers a question at the end of its path."""
    return fold(fold(path, seat), question)


@rule
def follow(workspace: Workspace, action: Any) -> None:
    """Let the path keys grow by a decision.

    ``workspace.before`` is the position at which it was taken, ``workspace.now`` the position right
    after it, before any chance is drawn.
    """
    table, board, before, now = workspace.table, workspace.board, workspace.before, workspace.now
    paths, unseen = workspace.paths, workspace.unseen
    mover = np.int64(before.player)
    for seat in range(np.int64(before.players)):
        sight = Sight.AT_ONCE
        if seat != mover:
            sight = seam.sees(table, before, board, seat)
        decision = action if sight == Sight.AT_ONCE else _SECRET
        paths[seat] = fold(fold(paths[seat], mover), decision)
        if sight == Sight.LATER:
            unseen[seat] = fold(fold(unseen[seat], mover), action)
        if unseen[seat] != _NONE and seam.revealed(table, now, board, seat) != 0:
            paths[seat] = fold(paths[seat], unseen[seat])
            unseen[seat] = _NONE


@rule
def all_seen(unseen: Any) -> Any:
    """Whether no seat waits for a decision to be revealed."""
    for seat in range(unseen.shape[0]):
        if unseen[seat] != _NONE:
            return False
    return True
