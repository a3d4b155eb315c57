"""Which decision a simulation takes at a node.

Without priors UCB1 over the decisions that are legal in this simulation, each new one first; with
priors PUCT. The exploration term counts the visits at which a decision was available (Cowling,
Powley and Whitehouse 2012), the mean is that of the player who decides, scaled to 0 .. 1; of the
others in a paranoid search it is what the searching seat lacks.

Simulations that are pending, because the network has yet to look at their leaves, count as visits
and as ``virtual_loss`` losses each, so that those which are gathered spread over the tree (Chaslot,
Winands and van den Herik 2008).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pixies_agents.search.helpers import NETWORK, PREFERENCES, PRIOR_AGENT
from pixies_agents.search.rollout import ask_agent, look, numbers_of
from pixies_agents.search.tree import NOTHING_THERE, Tree, add_edge
from pixies_agents.search.workspace import Workspace
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.streams import below


@rule
def is_guided(addresses: Any) -> Any:
    """Whether one of the helpers tells how likely decisions are to be good."""
    return addresses[PREFERENCES] != 0 or addresses[PRIOR_AGENT] != 0 or addresses[NETWORK] != 0


@rule
def write_priors(
    tree: Tree, node: Any, workspace: Workspace, numbers: Any, count: Any, bits: Any
) -> None:
    """Write what a helper thinks of each legal decision at the position, that of a node.

    The first ``count`` of ``ids`` are legal. The ``priors`` sum to 1; each is at least
    ``prior_noise / count``.
    """
    addresses, ids, priors = workspace.addresses, workspace.ids, workspace.priors
    total = 0.0
    if addresses[NETWORK] != 0:
        for index in range(count):
            priors[index] = tree.priors[node, ids[index]]
            total += priors[index]
    elif addresses[PREFERENCES] != 0:
        player = np.int64(workspace.now.player)
        look(workspace, player)
        call(
            addresses[PREFERENCES],
            workspace.seen.state,
            workspace.board,
            np.int64(player),
            ids,
            np.int64(count),
            numbers_of(workspace, numbers, PREFERENCES),
            priors,
        )
        for index in range(count):
            total += priors[index]
    else:
        chosen = ask_agent(workspace, numbers, PRIOR_AGENT, count, bits)
        for index in range(count):
            priors[index] = 0.0
            if int(ids[index]) == chosen:
                priors[index] = 1.0
                total = 1.0
    noise = workspace.settings.prior_noise
    for index in range(count):
        share = 1.0 / count
        if total > 0.0:
            share = priors[index] / total
        priors[index] = (1.0 - noise) * share + noise / count


@rule
def _may_try_another(tried: Any, visits: Any, settings: Any) -> Any:
    """Whether a node may have one more edge (progressive widening)."""
    if tried == 0 or settings.widening <= 0.0:
        return True
    return tried + 1 <= settings.widening * (visits + 1.0) ** settings.widening_exponent


@rule
def _mean(edge: Any, player: Any, worst: Any, scale: Any, virtual_loss: Any) -> Any:
    """What a decision was worth to a player on average, 0 to 1, with what is pending as lost."""
    if edge.visits == 0:
        return 0.0
    valued = float(edge.visits)
    mean = (edge.sums[player] * (1.0 / valued) - worst) * scale
    return mean * (valued / (valued + virtual_loss * edge.pending))


@rule
def select(
    tree: Tree,
    node: Any,
    player: Any,
    seat: Any,
    workspace: Workspace,
    count: Any,
    guided: Any,
    bits: Any,
) -> Any:
    """Edge to take for one of the first ``count`` ids, made if it is new; -1 without room.

    ``player`` decides, ``seat`` searches; ``guided`` tells whether ``priors`` count.
    """
    settings, place = workspace.settings, workspace.place
    ids, priors = workspace.ids, workspace.priors
    for index in range(count):
        place[ids[index]] = index + 1
    visits = float(tree.nodes[node].visits)
    worst, scale = settings.lowest, 1.0 / (settings.highest - settings.lowest)
    if settings.paranoid != 0 and player != seat:
        player, worst, scale = seat, settings.highest, -scale
    tried, best, best_score = 0, np.int64(NOTHING_THERE), -math.inf
    total, total_visits = 0.0, 0.0
    available, widest = np.int64(0), 0.0
    number = np.int64(tree.nodes[node].first_edge)
    while number != NOTHING_THERE:
        edge = tree.edges[number]
        index = int(place[edge.action]) - 1
        if index >= 0:
            place[edge.action] = 0
            tried += 1
            edge.available += 1
            went = float(edge.visits + edge.pending)
            if edge.available != available:
                # Mostly it is the same for all edges of a node.
                available = edge.available
                widest = math.sqrt(available) if guided else math.log(available)
            total += edge.sums[player]
            total_visits += float(edge.visits)
            score = _mean(edge, player, worst, scale, settings.virtual_loss)
            if guided:
                score += settings.exploration * priors[index] * widest / (1.0 + went)
            else:
                score += settings.exploration * math.sqrt(widest * (1.0 / went))
            if score > best_score:
                best, best_score = number, score
        number = np.int64(edge.next_edge)
    untried = NOTHING_THERE
    if tried < count and _may_try_another(tried, visits, settings):
        untried = _untried(place, ids, count, guided, priors, bits)
        if guided and tried > 0:
            # What nobody tried is expected to be worth as much as what was.
            score = (total / max(total_visits, 1.0) - worst) * scale
            score += settings.exploration * priors[untried] * math.sqrt(visits + 1.0)
            if score <= best_score:
                untried = NOTHING_THERE
    for index in range(count):
        place[ids[index]] = 0
    if untried != NOTHING_THERE:
        # How often it was legal before is not known; mostly decisions are legal at all visits.
        added = add_edge(tree, node, np.int64(ids[untried]), int(visits) + 1)
        if added != NOTHING_THERE:
            return added
    return best


@rule
def _untried(place: Any, ids: Any, count: Any, guided: Any, priors: Any, bits: Any) -> Any:
    """Index of the likeliest decision without an edge; of equal ones, or unguided, a random one."""
    start = below(bits, count)
    found, best = NOTHING_THERE, -1.0
    for offset in range(count):
        index = (start + offset) % count
        if place[ids[index]] > 0:
            if not guided:
                return index
            if priors[index] > best:
                found, best = index, priors[index]
    return found
