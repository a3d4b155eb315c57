"""The opponents of a run: the learner as it is, its snapshots, and fixed agents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network
from pixies_env.adapters.opponents import Pool
from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_experiments.training.config import Opponents

_UNITS = 10_000
"""Weights are rounded to so many parts."""
_SNAPSHOT_DRAWS = 7
"""Tells the draws of places for snapshots apart from other draws of a seed."""


class OpponentPool:
    """Grows with the run; every agent keeps its place in it.

    First come the fixed agents, then the learner, then places for snapshots; nobody meets those
    that are not taken yet.
    """

    def __init__(self, game: Game, plan: Opponents, seed: int, latest: Network) -> None:
        self.game, self.plan, self.seed = game, plan, seed
        self._rivals: list[Agent] = [make_agent(rival.agent, game) for rival in plan.rivals]
        self._nobody = make_agent("random", game)
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

    def pool(self) -> Pool:
        """For the environment, as things are now."""
        plan, count = self.plan, len(self._past)
        weights = [rival.weight for rival in plan.rivals]
        # Without snapshots yet, their share is the learner's.
        weights.append(plan.latest + (0.0 if count else plan.past))
        weights += [plan.past / count if place < count else 0.0 for place in range(plan.snapshots)]
        agents = [*self._rivals, self._latest, *self._past]
        agents += [self._nobody] * (plan.snapshots - count)
        if not sum(weights):
            raise ValueError("all weights of the opponents are 0")
        units = [round(_UNITS * weight / sum(weights)) for weight in weights]
        return Pool(agents, units, plan.alike)
