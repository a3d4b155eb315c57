"""The line that a search expects after a decision: the most visited way through its tree."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_agents.search.rollout import NO_ANSWER, is_fixed
from pixies_agents.search.simulation import (
    answer,
    decide,
    enter_world,
    next_key,
    start_at_root,
)
from pixies_agents.search.tree import NOTHING_THERE, Tree, find_node
from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel, rule
from pixies_env.core.game import Game
from pixies_env.core.seam import DECISION, IDS
from pixies_env.core.words import action_words


class Step(NamedTuple):
    """One decision of a line: who takes it, what it is called and what it does, in words."""

    player: int
    name: str
    words: str


def step_of(game: Game, state: np.ndarray, action: int) -> Step:
    """The step that a decision is at a position, an array of one record."""
    name = game.notation.action_name(state, action)
    return Step(int(state["player"][0]), name, action_words(game, state, action))


@rule
def _most_visited(tree: Tree, node: Any, ids: Any, count: Any) -> Any:
    """Edge with most visits among those of legal ids, or -1."""
    best = NOTHING_THERE
    edge = int(tree.nodes[node].first_edge)
    while edge != NOTHING_THERE:
        legal = False
        for index in range(count):
            legal = legal or ids[index] == tree.edges[edge].action
        if legal and (best == NOTHING_THERE or tree.edges[edge].visits > tree.edges[best].visits):
            best = edge
        edge = int(tree.edges[edge].next_edge)
    return best


@kernel
def _walk(
    tree: Tree,
    workspaces: np.ndarray,
    numbers: Any,
    seat: Any,
    bits: Any,
    count: Any,
    action: Any,
    least_visits: Any,
    actions: Any,
    states: Any,
) -> Any:
    """Write the decisions of a line and the positions they were taken at; their number."""
    workspace = workspaces[0]
    state, ids = workspace.now, workspace.ids
    enter_world(workspace, seat, bits, 0)
    start_at_root(tree, workspace)
    states[0] = state
    actions[0] = action
    length, answered = 1, 0
    decide(workspace, action)
    while length < actions.shape[0] and state.waiting == DECISION:
        count = seam.legal(workspace.table, state, workspace.board, ids)
        chosen = np.int64(ids[0])
        if numbers is not None and count > 1 and is_fixed(workspace, seat):
            chosen = answer(workspace, numbers, count, answered)
            answered += 1
            if chosen == NO_ANSWER:
                break
        elif count > 1:
            node = find_node(tree, next_key(workspace))
            if node == NOTHING_THERE:
                break
            edge = _most_visited(tree, node, ids, count)
            if edge == NOTHING_THERE or tree.edges[edge].visits < least_visits:
                break
            chosen = np.int64(tree.edges[edge].action)
        states[length] = state
        actions[length] = chosen
        length += 1
        decide(workspace, chosen)
    return length


def principal_variation(
    game: Game,
    tree: Tree,
    workspaces: np.ndarray,
    numbers: np.ndarray | None,
    seat: int,
    bits: np.uint64,
    count: int,
    action: int,
    longest: int,
    least_visits: int = 2,
) -> tuple[Step, ...]:
    """The line after one of ``count`` decisions at the root, in the first world of the search.

    It ends where the tree was visited fewer than ``least_visits`` times.
    """
    actions = np.zeros(longest, IDS)
    states = np.zeros(longest, game.state_dtype)
    length = _walk(
        tree, workspaces, numbers, seat, bits, count, action, least_visits, actions, states
    )
    return tuple(
        step_of(game, states[place : place + 1], int(actions[place])) for place in range(length)
    )
