"""Agents that search: the tree search ``mcts`` and its simpler sibling ``flat``."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.search.base import SearchAgent, Task
from pixies_agents.search.flat import search_flat
from pixies_agents.search.options import FlatOptions, TreeOptions, spec_text
from pixies_agents.search.principal_variation import Step, principal_variation, step_of
from pixies_agents.search.search_trees import KeptTrees, SearchTree, SearchTrees
from pixies_agents.search.selection import is_guided
from pixies_agents.search.simulation import search_tree
from pixies_agents.search.workspace import START, Workspace, make_workspace
from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.seam import UTILITY
from pixies_env.core.specs import AgentKind


class TreeSearchAgent(SearchAgent):
    """Monte Carlo tree search for two and more players, chance and hidden information."""

    options: TreeOptions

    def __init__(self, game: Game, options: TreeOptions) -> None:
        self._kept = KeptTrees()
        super().__init__(game, spec_text("mcts", options), options)

    _EQUIPMENT = (*SearchAgent._EQUIPMENT, "_searches", "_guided")

    def _equip(self) -> None:
        super()._equip()
        self._searches: list[SearchTree] = []
        self._guided = bool(is_guided(self._helpers))

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_kept": self._kept.copy()}

    @property
    def _nodes(self) -> int:
        """Room in each tree: for a kept one as well."""
        return min(self.options.nodes, 2 * self.options.simulations)

    def _prepare(self, workers: int) -> None:
        while len(self._searches) < workers:
            self._searches += SearchTrees(
                self.game, self._helpers, self._settings, 1, self._nodes
            ).searches

    def forget(self) -> None:
        """Drop the trees that are kept from earlier decisions."""
        super().forget()
        self._kept.forget()

    def _workspace(self, worker: int) -> Workspace:
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
            search.workspace.buffers["noise"][0, :count] = noise
        kept = None
        if self.options.keep_tree and task.game is not None:
            kept = self._kept.take(task.game, task.seat)
        return search.plant(task.seat, kept)

    def _run(
        self, worker: int, seat: int, bits: np.uint64, count: int, first: int, last: int
    ) -> int:
        search = self._searches[worker]
        return int(search_tree(search.tree, search.workspace, seat, bits, count, first, last))

    def _found(self, worker: int, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        return self._searches[worker].root_statistics(ids)

    def _distribution(self, visits: np.ndarray, sums: np.ndarray) -> np.ndarray:
        if self.options.temperature > 0.0:
            weights = (visits / visits.max()) ** (1.0 / self.options.temperature)
            return np.asarray(weights / weights.sum())
        # Of the most visited ones the best.
        means = np.where(visits == visits.max(), sums, -np.inf)
        return _one_hot(len(visits), int(np.argmax(means)))

    def _end(self, worker: int, task: Task, chosen: int) -> None:
        if self.options.keep_tree and task.game is not None:
            self._kept.put(task.game, task.seat, self._searches[worker].below(chosen))

    def _prior(self, place: int) -> float | None:
        return (
            float(self._searches[0].workspace.buffers["start_priors"][0, place])
            if self._guided
            else None
        )

    def _line(
        self, seat: int, bits: np.uint64, count: int, action: int, longest: int
    ) -> tuple[Step, ...]:
        search = self._searches[0]
        return principal_variation(
            self.game, search.tree, search.workspace, seat, bits, count, action, longest
        )


class FlatAgent(SearchAgent):
    """Flat Monte Carlo: tries every legal decision equally often and takes the best on average."""

    options: FlatOptions

    def __init__(self, game: Game, options: FlatOptions) -> None:
        super().__init__(game, spec_text("flat", options), options)

    _EQUIPMENT = (*SearchAgent._EQUIPMENT, "_workspaces", "_sums")

    def _equip(self) -> None:
        super()._equip()
        self._workspaces: list[Workspace] = []
        self._sums: list[tuple[np.ndarray, np.ndarray]] = []

    def _prepare(self, workers: int) -> None:
        while len(self._workspaces) < workers:
            self._workspaces.append(make_workspace(self.game, self._helpers, self._settings, 1))
            actions = len(self.game.actions)
            sums = np.zeros((actions, self.game.max_players), UTILITY)
            self._sums.append((np.zeros(actions, np.int64), sums))

    def _workspace(self, worker: int) -> Workspace:
        return self._workspaces[worker]

    def _begin(self, worker: int, task: Task) -> None:
        for array in self._sums[worker]:
            array[:] = 0

    def _run(
        self, worker: int, seat: int, bits: np.uint64, count: int, first: int, last: int
    ) -> int:
        visits, sums = self._sums[worker]
        return int(
            search_flat(visits, sums, self._workspaces[worker], seat, bits, count, first, last)
        )

    def _found(self, worker: int, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        visits, sums = self._sums[worker]
        return visits[: len(ids)].copy(), sums[: len(ids)].copy(), 0

    def _distribution(self, visits: np.ndarray, sums: np.ndarray) -> np.ndarray:
        means = np.where(visits > 0, sums / np.maximum(visits, 1), -np.inf)
        return _one_hot(len(visits), int(np.argmax(means)))

    def _end(self, worker: int, task: Task, chosen: int) -> None:
        pass

    def _prior(self, place: int) -> float | None:
        return None

    def _line(
        self, seat: int, bits: np.uint64, count: int, action: int, longest: int
    ) -> tuple[Step, ...]:
        state = self._workspaces[0].states[START : START + 1]
        return (step_of(self.game, state, action),)


def _one_hot(length: int, place: int) -> np.ndarray:
    weights = np.zeros(length, np.float64)
    weights[place] = 1.0
    return weights


def make_tree_search(game: Game, options: TreeOptions) -> Agent:
    """The tree search of some options, with the network that they name."""
    if options.network is None:
        return TreeSearchAgent(game, options)
    from pixies_agents.search.evaluator import load_evaluator
    from pixies_agents.search.network import NetworkSearchAgent

    return NetworkSearchAgent(game, options, load_evaluator(options.network, game, options.threads))


MCTS = AgentKind(
    "mcts",
    TreeSearchAgent.__doc__ or "",
    make_tree_search,
    TreeOptions,
)
FLAT = AgentKind("flat", FlatAgent.__doc__ or "", FlatAgent, FlatOptions)
