"""Which decision a simulation tries at the root: Gumbel noise and sequential halving.

Danihelka et al. 2022: the ``gumbel`` decisions with the greatest sums of Gumbel noise and the
logarithm of the prior are tried equally often; then those that are worth least are dropped, half of
them each time, until the simulations are used up. What a decision is worth joins its sum, the
heavier the more was tried. Where the values are right, what is taken at the end is expected to be
worth at least as much as what the priors would draw, however few the simulations.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pixies_agents.search.tree import NOTHING_THERE, ROOT, Tree, add_edge
from pixies_agents.search.workspace import Workspace
from pixies_env.core.compilation.compile import kernel, rule

_VISITS = 50.0
"""Visits that a value is weighed with before any are made."""
_LEAST = 1e-30
"""Prior that a decision has at least: logarithms stay finite."""


@rule
def schedule(considered: Any, simulations: Any, number: Any) -> Any:
    """How often the decision that a simulation tries was tried before it.

    ``considered`` of them are halved over so many ``simulations``; ``number`` counts from 0. Beside
    it how many simulations there were since they were halved last.
    """
    if considered <= 1:
        return number, number
    halvings = math.ceil(math.log2(considered))
    left, visits, begun = considered, 0, 0
    while True:
        rounds = max(1, simulations // (halvings * left))
        if number < begun + rounds * left:
            return visits + (number - begun) // left, number - begun
        begun += rounds * left
        visits += rounds
        left = max(2, left // 2)


@rule
def _best(tree: Tree, workspace: Workspace, seat: Any, count: Any, visits: Any) -> Any:
    """Place of the best of the first ``count`` legal ids that were tried so often; -1 for none."""
    settings, noise, priors = workspace.settings, workspace.noise, workspace.start_priors
    worlds, ids, place = workspace.worlds, workspace.start_ids, workspace.place
    most = 0
    for index in range(count):
        most = max(most, worlds[ids[index]])
    edge = np.int64(tree.nodes[ROOT].first_edge)
    while edge != NOTHING_THERE:
        place[tree.edges[edge].action] = edge + 1
        edge = np.int64(tree.edges[edge].next_edge)
    weight = settings.gumbel_scale * (_VISITS + most) / (settings.highest - settings.lowest)
    best, best_score = NOTHING_THERE, -math.inf
    for index in range(count):
        if worlds[ids[index]] == visits:
            score = noise[index] + math.log(max(priors[index], _LEAST))
            if visits > 0:
                known = tree.edges[place[ids[index]] - 1]
                # Without a value while the network is asked; before they are halved all have one.
                if known.visits > 0:
                    score += weight * (known.sums[seat] / known.visits - settings.lowest)
            if score > best_score:
                best, best_score = index, score
    edge = np.int64(tree.nodes[ROOT].first_edge)
    while edge != NOTHING_THERE:
        place[tree.edges[edge].action] = 0
        edge = np.int64(tree.edges[edge].next_edge)
    return best


@rule
def select_at_root(tree: Tree, workspace: Workspace, seat: Any, count: Any, number: Any) -> Any:
    """Edge for a simulation to take from the root, made if it is new; -1 without room."""
    settings = workspace.settings
    considered = min(count, settings.considered)
    visits, _ = schedule(considered, settings.simulations, number)
    action = np.int64(workspace.start_ids[_best(tree, workspace, seat, count, visits)])
    edge = np.int64(tree.nodes[ROOT].first_edge)
    while edge != NOTHING_THERE:
        if tree.edges[edge].action == action:
            return edge
        edge = np.int64(tree.edges[edge].next_edge)
    return add_edge(tree, ROOT, action, np.int64(tree.nodes[ROOT].visits) + 1)


@rule
def halves(workspace: Workspace, count: Any, number: Any) -> Any:
    """Whether the decisions are halved before a simulation, by what those before it came to."""
    settings = workspace.settings
    considered = min(count, settings.considered)
    _, since = schedule(considered, settings.simulations, number)
    return considered > 1 and since == 0


@kernel
def best_at_root(tree: Tree, workspaces: np.ndarray, seat: Any, count: Any) -> Any:
    """Place of the legal id to take: of those that were tried most the best."""
    workspace = workspaces[0]
    worlds, ids, most = workspace.worlds, workspace.start_ids, 0
    for index in range(count):
        most = max(most, worlds[ids[index]])
    return _best(tree, workspace, seat, count, most)
