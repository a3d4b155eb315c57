"""The agent of the tree search, one game after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.base import SearchAgent, Task, one_hot
from pixies_agents.search.gumbel import best_at_root
from pixies_agents.search.options import TreeOptions, spec_text
from pixies_agents.search.principal_variation import Step, principal_variation
from pixies_agents.search.search_trees import KeptTrees, SearchTree, SearchTrees
from pixies_agents.search.selection import is_guided
from pixies_agents.search.simulation import search_tree
from pixies_agents.search.tree import NODES
from pixies_env.core.compilation.together import Call
from pixies_env.core.game import Game

_WELL_TRIED = 0.1
"""Share of the visits of the most visited decision with which another one is compared to it."""


def lower_bounds(
    visits: np.ndarray, sums: np.ndarray, squares: np.ndarray, errors: float
) -> np.ndarray:
    """Means less so many standard errors; minus infinity for decisions that were tried too little.

    Of simulations whose utilities are added up in ``sums`` and, squared, in ``squares``.
    """
    enough = (visits >= 2) & (visits >= _WELL_TRIED * visits.max())
    counts = np.maximum(visits, 2)
    means = sums / counts
    variances = np.maximum(squares / counts - means**2, 0.0) / (counts - 1)
    return np.where(enough, means - errors * np.sqrt(variances), -np.inf)


class TreeSearchAgent(SearchAgent):
    """Monte Carlo tree search for two and more players, chance and hidden information."""

    options: TreeOptions

    def __init__(self, game: Game, options: TreeOptions) -> None:
        self._kept = KeptTrees()
        super().__init__(game, spec_text("mcts", options), options)

    _EQUIPMENT = (*SearchAgent._EQUIPMENT, "_searches")

    def _equip(self) -> None:
        super()._equip()
        self._searches: list[SearchTree] = []

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_kept": self._kept.copy()}

    @property
    def _nodes(self) -> int:
        """Room in each tree: for a kept one as well."""
        return min(self.options.nodes, 2 * self.options.simulations)

    def _prepare(self, workers: int) -> None:
        while len(self._searches) < workers:
            self._searches += SearchTrees(self.game, self._helpers, 1, self._nodes).searches

    def kernel_calls(self) -> list[Call]:
        """Kernels as they will be called, the longest to compile first."""
        self._prepare(1)
        search = self._searches[0]
        handed = search.tree, search.workspace, self._helpers.numbers
        run = (search_tree, (*handed, 0, np.uint64(0), 1, 0, 1))
        return [run, *search.kernel_calls()]

    def forget(self) -> None:
        """Drop the trees that are kept from earlier decisions."""
        super().forget()
        self._kept.forget()

    def _workspace(self, worker: int) -> np.ndarray:
        return self._searches[worker].workspace

    def _begin(self, worker: int, task: Task) -> None:
        self._plant(worker, task)

    def _plant(self, worker: int, task: Task) -> bool:
        """Begin the search with what is kept; whether something is."""
        search, count = self._searches[worker], len(task.ids)
        if self.options.root_noise > 0.0:
            # Not the generator that `temperature` draws from.
            rng = np.random.default_rng([int(task.bits), 1])
            noise = rng.dirichlet(np.full(count, self.options.root_concentration / count))
            search.workspace["noise"][0, :count] = noise
        if self.options.considered:
            rng = np.random.default_rng([int(task.bits), 1])
            noise = self.options.temperature * rng.gumbel(size=count)
            search.workspace["noise"][0, :count] = noise
        kept = None
        if self.options.keep_tree and task.game is not None:
            kept = self._kept.take(task.game, task.seat)
        return search.plant(task.seat, kept)

    def _run(
        self, worker: int, seat: int, bits: np.uint64, count: int, first: int, last: int
    ) -> int:
        search = self._searches[worker]
        handed = search.tree, search.workspace, self._helpers.numbers
        return int(search_tree(*handed, seat, bits, count, first, last))

    def _found(self, worker: int, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        search = self._searches[worker]
        edges = search.root_edges(ids)
        return edges["visits"], edges["sums"], int(search.tree.sizes[NODES])

    def _distribution(
        self, worker: int, task: Task, visits: np.ndarray, sums: np.ndarray
    ) -> np.ndarray:
        if self.options.considered:
            search, count = self._searches[worker], len(visits)
            best = best_at_root(search.tree, search.workspace, task.seat, count)
            return one_hot(count, int(best))
        if self.options.lcb > 0.0:
            squares = self._searches[worker].root_edges(task.ids)["squares"]
            bounds = lower_bounds(visits, sums, squares, self.options.lcb)
            if np.isfinite(bounds).any():
                return one_hot(len(visits), int(np.argmax(bounds)))
        if self.options.temperature > 0.0:
            weights = (visits / visits.max()) ** (1.0 / self.options.temperature)
            return np.asarray(weights / weights.sum())
        # Of the most visited ones the best.
        means = np.where(visits == visits.max(), sums, -np.inf)
        return one_hot(len(visits), int(np.argmax(means)))

    def _end(self, worker: int, task: Task, chosen: int) -> None:
        if self.options.keep_tree and task.game is not None:
            self._kept.put(task.game, task.seat, self._searches[worker].below(chosen))

    def _prior(self, place: int) -> float | None:
        if not is_guided(self._helpers.addresses):
            return None
        return float(self._searches[0].workspace["start_priors"][0, place])

    def _line(
        self, seat: int, bits: np.uint64, count: int, action: int, longest: int
    ) -> tuple[Step, ...]:
        search = self._searches[0]
        handed = search.tree, search.workspace, self._helpers.numbers
        return principal_variation(self.game, *handed, seat, bits, count, action, longest)
