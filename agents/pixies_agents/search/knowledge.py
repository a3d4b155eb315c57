"""Which node a simulation is at: the path of decisions as each seat has seen it.

Statistics belong to the information set of the player to move. The bytes of a stripped state are
its key at one position, but they hold the chance of one simulation, so they never recur where dice
were thrown. The search is open-loop over chance: a node stands for all positions that a seat
reaches by what it saw being decided. Its key is a hash of these decisions, so each seat has a path
key that grows with every decision:

* by the decision itself if the seat made it, or knows the whole position afterwards;
* otherwise by the first of the decisions that were legal there which would have looked the same to
  the seat, so that what is decided in secret leads it to one and the same node. When it knows the
  whole position again, the decisions it did not see are added.

A search that lets others react to what they cannot have seen would shun every bluff, and one that
lets itself see what it cannot would bet on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.desk import BEFORE, NOW, OTHER, SEEN
from pixies_env.core import seam
from pixies_env.core.compile import rule, wrapping
from pixies_env.core.streams import mix

_PATH = np.uint64(0x5041544853)
_FOLD = np.uint64(0xC2B2AE3D27D4EB4F)
_NONE, _ONE, _HALF = np.uint64(0), np.uint64(1), np.uint64(32)


@wrapping
def fold(key: Any, value: Any) -> Any:
    """Append a number of 0 or more to what a key is a hash of."""
    return mix(np.uint64(key) * _FOLD + np.uint64(value))


@rule
def first_paths(paths: Any) -> None:
    """Path keys of all seats at the root of a new tree."""
    for seat in range(paths.shape[0]):
        paths[seat] = fold(_PATH, seat)


@rule
def node_key(path: Any, seat: Any, question: Any) -> Any:
    """Key of the node at which a seat answers a question at the end of its path."""
    return fold(fold(path, seat), question)


@wrapping
def hash_words(words: Any) -> Any:
    """Hash of the bytes of a state; never 0."""
    key = _PATH
    for index in range(words.shape[0]):
        key = (key ^ np.uint64(words[index])) * _FOLD
        key ^= key >> _HALF
    return mix(key) | _ONE


@rule
def _same(one: Any, other: Any) -> Any:
    difference = one[0] ^ one[0]
    for index in range(one.shape[0]):
        difference |= one[index] ^ other[index]
    return difference == 0


@rule
def _knows_all(desk: Any, seat: Any) -> Any:
    """Whether a seat knows the whole position; makes ``desk.states[SEEN]`` what it knows."""
    desk.states[SEEN] = desk.states[NOW]
    seam.hide(desk.table, desk.states[SEEN], desk.board[0], seat)
    return _same(desk.words[NOW], desk.words[SEEN])


@rule
def _looks_alike(desk: Any, ids: Any, count: Any, action: Any, seat: Any) -> Any:
    """First legal decision after which a seat would know what it knows in ``desk.states[SEEN]``."""
    board = desk.board[0]
    for index in range(count):
        other = np.int64(ids[index])
        if other == action:
            break
        desk.states[OTHER] = desk.states[BEFORE]
        seam.apply(desk.table, desk.states[OTHER], board, other)
        seam.hide(desk.table, desk.states[OTHER], board, seat)
        if _same(desk.words[OTHER], desk.words[SEEN]):
            return other
    return action


@rule
def follow(desk: Any, ids: Any, count: Any, action: Any) -> None:
    """Let the path keys grow by a decision.

    ``desk.states[BEFORE]`` is the position at which it was taken, with ``count`` legal ids;
    ``desk.states[NOW]`` the position right after it, before any chance is drawn.
    """
    buffers = desk.buffers[0]
    mover = np.int64(desk.states[BEFORE].player)
    players = np.int64(desk.states[BEFORE].players)
    # Mostly nobody has secrets: one look with the eyes of all others at once tells.
    desk.states[SEEN] = desk.states[NOW]
    for seat in range(players):
        if seat != mover:
            seam.hide(desk.table, desk.states[SEEN], desk.board[0], seat)
    public = _same(desk.words[NOW], desk.words[SEEN])
    for seat in range(players):
        decision = action
        if seat != mover:
            if public or _knows_all(desk, seat):
                if buffers.unseen[seat] != _NONE:
                    buffers.paths[seat] = fold(buffers.paths[seat], buffers.unseen[seat])
                    buffers.unseen[seat] = _NONE
            else:
                decision = _looks_alike(desk, ids, count, action, seat)
                buffers.unseen[seat] = fold(fold(buffers.unseen[seat], mover), action)
        buffers.paths[seat] = fold(fold(buffers.paths[seat], mover), decision)


@rule
def all_seen(buffers: Any) -> Any:
    """Whether no seat has missed a decision that it does not know by now."""
    for seat in range(buffers.unseen.shape[0]):
        if buffers.unseen[seat] != _NONE:
            return False
    return True
