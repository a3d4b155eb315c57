"""The agent of flat Monte Carlo."""

from __future__ import annotations

import numpy as np

from pixies_agents.search.base import SearchAgent, Task, one_hot
from pixies_agents.search.flat import search_flat
from pixies_agents.search.options import FlatOptions, spec_text
from pixies_agents.search.principal_variation import Step, step_of
from pixies_agents.search.workspace import make_workspaces
from pixies_env.core.game import Game
from pixies_env.core.seam import UTILITY


class FlatAgent(SearchAgent):
    """Flat Monte Carlo: tries every legal decision equally often and takes the best on average."""

    options: FlatOptions

    def __init__(self, game: Game, options: FlatOptions) -> None:
        super().__init__(game, spec_text("flat", options), options)

    _EQUIPMENT = (*SearchAgent._EQUIPMENT, "_workspaces", "_sums")

    def _equip(self) -> None:
        super()._equip()
        self._workspaces: list[np.ndarray] = []
        self._sums: list[tuple[np.ndarray, np.ndarray]] = []

    def _prepare(self, workers: int) -> None:
        while len(self._workspaces) < workers:
            self._workspaces.append(make_workspaces(1, self.game, self._helpers, 1))
            actions = len(self.game.actions)
            sums = np.zeros((actions, self.game.max_players), UTILITY)
            self._sums.append((np.zeros(actions, np.int64), sums))

    def _workspace(self, worker: int) -> np.ndarray:
        return self._workspaces[worker]

    def _begin(self, worker: int, task: Task) -> None:
        for array in self._sums[worker]:
            array[:] = 0

    def _run(
        self, worker: int, seat: int, bits: np.uint64, count: int, first: int, last: int
    ) -> int:
        visits, sums = self._sums[worker]
        workspace, numbers = self._workspaces[worker], self._helpers.numbers
        return int(search_flat(visits, sums, workspace, numbers, seat, bits, count, first, last))

    def _found(self, worker: int, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        visits, sums = self._sums[worker]
        return visits[: len(ids)].copy(), sums[: len(ids)].copy(), 0

    def _distribution(
        self, worker: int, task: Task, visits: np.ndarray, sums: np.ndarray
    ) -> np.ndarray:
        means = np.where(visits > 0, sums / np.maximum(visits, 1), -np.inf)
        return one_hot(len(visits), int(np.argmax(means)))

    def _end(self, worker: int, task: Task, chosen: int) -> None:
        pass

    def _prior(self, place: int) -> float | None:
        return None

    def _line(
        self, seat: int, bits: np.uint64, count: int, action: int, longest: int
    ) -> tuple[Step, ...]:
        state = self._workspaces[0]["start"].view(self.game.state_dtype)
        return (step_of(self.game, state, action),)
