"""The opponents of a run: the learner as it is, its snapshots, and fixed agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network
from pixies_env.adapters.opponents import Drawn, LineUps, Pool
from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_experiments.training.config import Opponents
from pixies_experiments.training.named import agent_named

_UNITS = 10_000
"""Weights are rounded to so many parts."""
_LINE_UP_UNITS = 2**20
"""The same for line-ups, of which there may be hundreds."""
_SNAPSHOT_DRAWS = 7
"""Tells the draws of places for snapshots apart from other draws of a seed."""


def fixed_agents(plan: Opponents) -> list[str]:
    """Agents of a pool that do not learn, in the order of their places."""
    met = dict.fromkeys(matchup.agent for matchup in plan.matchups)
    return [*(rival.agent for rival in plan.rivals), *met]


def pool_size(plan: Opponents) -> int:
    """Places in a pool."""
    return len(fixed_agents(plan)) + 1 + plan.snapshots


class OpponentPool:
    """Grows with the run; every agent keeps its place in it.

    First come the fixed agents, then the learner, then places for snapshots; nobody meets those
    that are not taken yet. ``made`` are agents by name, instead of specifications.
    """

    def __init__(
        self, game: Game, plan: Opponents, seed: int, latest: Network, made: Mapping[str, Agent]
    ) -> None:
        self.game, self.plan, self.seed = game, plan, seed
        self._fixed = [agent_named(name, game, made) for name in fixed_agents(plan)]
        self._nobody = agent_named("random", game, made)
        self.snapshots: list[Network] = []
        self.taken = 0
        """Snapshots so far, those that were replaced included."""
        self._past: list[LearnedAgent] = []
        self.set_latest(latest)

    def set_latest(self, network: Network) -> None:
        """The learner as it is now."""
        self._latest = LearnedAgent(self.game, "latest", network, 1.0)

    def add(self, network: Network) -> None:
        """Keep a snapshot; of a full pool it takes the place of one drawn at random."""
        agent = LearnedAgent(self.game, f"snapshot {self.taken}", network, 1.0)
        if len(self.snapshots) < self.plan.snapshots:
            self.snapshots.append(network)
            self._past.append(agent)
        else:
            draw = np.random.default_rng([self.seed, _SNAPSHOT_DRAWS, self.taken])
            place = int(draw.integers(self.plan.snapshots))
            self.snapshots[place], self._past[place] = network, agent
        self.taken += 1

    def restore(self, snapshots: Sequence[Network], taken: int) -> None:
        """The snapshots of a checkpoint."""
        self.snapshots = list(snapshots)
        self._past = [LearnedAgent(self.game, "snapshot", net, 1.0) for net in self.snapshots]
        self.taken = taken

    def pool(self) -> Drawn:
        """For the environment, as things are now."""
        plan, count = self.plan, len(self._past)
        agents = [*self._fixed, self._latest, *self._past]
        agents += [self._nobody] * (plan.snapshots - count)
        if plan.matchups:
            return LineUps(agents, *_line_ups(plan))
        weights = [rival.weight for rival in plan.rivals]
        # Without snapshots yet, their share is the learner's.
        weights.append(plan.latest + (0.0 if count else plan.past))
        weights += [plan.past / count if place < count else 0.0 for place in range(plan.snapshots)]
        if not sum(weights):
            raise ValueError("all weights of the opponents are 0")
        units = [round(_UNITS * weight / sum(weights)) for weight in weights]
        return Pool(agents, units, plan.alike)


def _line_ups(plan: Opponents) -> tuple[list[list[int]], list[int]]:
    """Line-ups of the matchups, and their weights: copies sit in every order equally often."""
    names = fixed_agents(plan)
    latest = len(names)
    weights: dict[tuple[int, ...], float] = {}
    for players in sorted({matchup.players for matchup in plan.matchups}):
        met = [matchup for matchup in plan.matchups if matchup.players == players]
        whole = plan.latest + sum(matchup.weight for matchup in met)
        if not whole:
            continue
        alone = (latest,) * (players - 1)
        weights[alone] = plan.latest / whole
        for matchup in met:
            orders = list(combinations(range(players - 1), matchup.copies - 1))
            for copies in orders:
                place = names.index(matchup.agent)
                line_up = tuple(latest if i in copies else place for i in range(players - 1))
                share = matchup.weight / whole / len(orders)
                weights[line_up] = weights.get(line_up, 0.0) + share
    units = [round(_LINE_UP_UNITS * weight) for weight in weights.values()]
    return [list(line_up) for line_up in weights], units
