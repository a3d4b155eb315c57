"""The tree search with a network: many games in step, one forward pass for all their leaves."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from pixies_agents.learned.rows import Passes
from pixies_agents.search.base import SearchResult, Task
from pixies_agents.search.evaluator import Evaluator, NetworkEvaluator
from pixies_agents.search.leaves import (
    UNBEGUN,
    SearchLanes,
    find_leaves,
    pending_dtype,
    search_lane,
    take_leaves,
)
from pixies_agents.search.options import TreeOptions
from pixies_agents.search.rollout import FINE
from pixies_agents.search.search_trees import SearchTrees
from pixies_agents.search.tree import Tree
from pixies_agents.search.tree_agent import TreeSearchAgent
from pixies_env.core.agents import Decisions
from pixies_env.core.compilation.together import Call, compile_kernels
from pixies_env.core.game import Game
from pixies_env.core.seam import OBSERVATION
from pixies_env.core.threads import chunks_of, run_chunks

_SMALLEST_CHUNK = 8
"""Games in step that are worth a thread of their own."""
_AT_ONCE = 1000
"""Passes of a network in compiled code, which no interrupt ends."""
_BETWEEN_LOOKS = 4
"""Passes between two looks at the clock; the first one is for the root."""


class NetworkSearchAgent(TreeSearchAgent):
    """Tree search with the priors and values of a network.

    Args:
        evaluator: looks at leaves, see :class:`Evaluator`.
    """

    def __init__(self, game: Game, options: TreeOptions, evaluator: Evaluator) -> None:
        if evaluator.values_per_row not in (1, game.max_players):
            raise ValueError(
                f"a network gives 1 value or one for each of {game.max_players} seats, "
                f"not {evaluator.values_per_row}"
            )
        self._evaluator = evaluator
        super().__init__(game, options)
        self._mode = game.observation_mode_index(evaluator.observation_mode)

    def _equip(self) -> None:
        super()._equip()
        self._settings["zero_sum"] = self._evaluator.zero_sum

    def _made_with(self) -> tuple[Any, ...]:
        return (*super()._made_with(), self._evaluator)

    _EQUIPMENT = (*TreeSearchAgent._EQUIPMENT, "_trees", "_lanes", "_passes")

    def _prepare(self, workers: int) -> None:
        if len(self._searches) >= workers:
            return
        game = self.game
        width, seats = len(game.actions), game.max_players
        self._trees = SearchTrees(game, self._helpers, workers, self._nodes, width)
        self._searches = self._trees.searches
        shown = 1 if self._evaluator.values_per_row > 1 else seats
        features = game.observation_size(self._evaluator.observation_mode)
        leaves = min(self.options.leaves, self.options.simulations)
        longest = self._searches[0].workspace["way"].shape[-1]
        self._lanes = SearchLanes(
            seats=np.zeros(workers, np.int64),
            bits=np.zeros(workers, np.uint64),
            counts=np.zeros(workers, np.int64),
            known=np.zeros(workers, np.bool_),
            observations=np.zeros((workers, leaves, shown, features), OBSERVATION),
            action_masks=np.zeros((workers, leaves, width), np.bool_),
            waits=np.zeros((workers, leaves), np.bool_),
            pending=np.zeros((workers, leaves), pending_dtype(width, seats, longest)),
            logits=np.zeros((workers, leaves, width), np.float32),
            values=np.zeros((workers, leaves, seats), np.float32),
        )
        self._passes: list[Passes] = []
        if isinstance(self._evaluator, NetworkEvaluator):
            self._passes = [self._evaluator.passes(leaves) for _ in range(self._threads)]

    @property
    def _side_by_side(self) -> tuple[Tree, np.ndarray, np.ndarray | None, SearchLanes]:
        """What kernels are handed of searches in step."""
        return self._trees.trees, self._trees.workspaces, self._helpers.numbers, self._lanes

    def kernel_calls(self) -> list[Call]:
        """Kernels as they will be called, the longest to compile first."""
        self._prepare(1)
        side_by_side = self._side_by_side
        most, mode = self.options.simulations, self._mode
        calls: list[Call] = [
            (find_leaves, (*side_by_side, most, mode, 0, 1)),
            (take_leaves, (*side_by_side, 0, 1)),
        ]
        if self._passes:
            calls = [(search_lane, (*side_by_side, self._passes[0], most, mode, 1, 0))]
        return [*calls, *self._searches[0].kernel_calls()]

    def _work(self, tasks: list[Task], decisions: Decisions, result: SearchResult) -> None:
        # A time is that of one decision, whatever else is to be decided.
        at_once = 1 if self.options.seconds is not None else min(self.options.batch, len(tasks))
        self._prepare(at_once)
        compile_kernels(self.kernel_calls())
        for first in range(0, len(tasks), at_once):
            self._work_in_step(tasks[first : first + at_once], decisions, result)

    def _work_in_step(self, tasks: list[Task], decisions: Decisions, result: SearchResult) -> None:
        """Search some decisions at once, one lane each."""
        chunks = chunks_of(len(tasks), self._threads, 1 if self._passes else _SMALLEST_CHUNK)
        end = None if self.options.seconds is None else time.perf_counter() + self.options.seconds

        def lay(worker: int, first: int, last: int) -> None:
            for lane in range(first, last):
                self._lay(lane, tasks[lane], decisions)

        run_chunks(lay, chunks, self._threads)
        players = decisions.states["players"][[task.row for task in tasks]]
        if self._passes:
            self._run_compiled(chunks, end)
        else:
            self._run_in_step(len(tasks), chunks, players, end)
        done = [int(search.workspace["done"][0]) for search in self._searches[: len(tasks)]]

        def tell(worker: int, first: int, last: int) -> None:
            for lane in range(first, last):
                self._tell(lane, tasks[lane], done[lane], result)

        run_chunks(tell, chunks, self._threads)

    def _begin(self, worker: int, task: Task) -> None:
        lanes = self._lanes
        lanes.seats[worker], lanes.bits[worker] = task.seat, task.bits
        lanes.counts[worker] = len(task.ids)
        lanes.known[worker] = self._plant(worker, task)
        self._searches[worker].workspace["done"] = UNBEGUN

    def _run_compiled(self, chunks: list[tuple[int, int]], end: float | None) -> None:
        """Run the simulations of all lanes with a network of plain arrays, as below."""
        lanes, side_by_side = self._lanes, self._side_by_side
        most, mode = self.options.simulations, self._mode
        steps = _AT_ONCE if end is None else _BETWEEN_LOOKS
        statuses = [FINE]
        # An interrupt ends the calling thread only, and the others have to be told.
        goes_on = True

        def is_due(lane: int) -> bool:
            late = end is not None and time.perf_counter() >= end
            return goes_on and bool(lanes.waits[lane].any()) and not late

        def search(worker: int, first: int, last: int) -> None:
            nonlocal goes_on
            passes = self._passes[worker]
            try:
                for lane in range(first, last):
                    due = True
                    while due:
                        status = int(search_lane(*side_by_side, passes, most, mode, steps, lane))
                        statuses.append(status)
                        due = status == FINE and is_due(lane)
            except BaseException:
                goes_on = False
                raise

        run_chunks(search, chunks, self._threads)
        self._check(max(statuses))

    def _run_in_step(
        self, count: int, chunks: list[tuple[int, int]], players: np.ndarray, end: float | None
    ) -> None:
        """Run the simulations of the first lanes, until the time ``end`` at most."""
        lanes, side_by_side = self._lanes, self._side_by_side
        most = self.options.simulations
        statuses: list[int] = []

        def find(worker: int, first: int, last: int) -> None:
            status = find_leaves(*side_by_side, most, self._mode, first, last)
            statuses.append(int(status))

        def take(worker: int, first: int, last: int) -> None:
            take_leaves(*side_by_side, first, last)

        steps = 0
        # One step looks at the root; every search runs one simulation at least.
        while steps < 2 or end is None or time.perf_counter() < end:
            steps += 1
            run_chunks(find, chunks, self._threads)
            self._check(max(statuses))
            lane, place = np.nonzero(lanes.waits[:count])
            if not lane.size:
                break
            self._look(lane, place, players)
            run_chunks(take, chunks, self._threads)
            statuses.clear()

    def _look(self, lane: np.ndarray, place: np.ndarray, players: np.ndarray) -> None:
        """One forward pass for all leaves that are waited at."""
        lanes = self._lanes
        if self._evaluator.values_per_row > 1:
            logits, values = self._asked(
                lanes.observations[lane, place, 0], lanes.action_masks[lane, place]
            )
            lanes.logits[lane, place], lanes.values[lane, place] = logits, values
            return
        # Every player of the game looks at the position.
        leaf, row = np.nonzero(np.arange(lanes.observations.shape[2]) < players[lane, None])
        lane, place, moves = lane[leaf], place[leaf], row == 0
        # Only the player to move is asked for a decision.
        masks = lanes.action_masks[lane, place] & moves[:, None]
        logits, values = self._asked(lanes.observations[lane, place, row], masks)
        lanes.logits[lane[moves], place[moves]] = logits[moves]
        lanes.values[lane, place, row] = values[:, 0]

    def _asked(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the evaluator says; ValueError unless it is numbers, as many as are asked for."""
        told: Any = self._evaluator(observations, masks)
        try:
            # What is too large for a float32 becomes infinite, and is seen below.
            with np.errstate(over="ignore"):
                logits, values = (
                    np.asarray(part).astype(np.float32, casting="same_kind") for part in told
                )
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"the evaluator must give two arrays of floats, logits and values: {error}"
            ) from error
        wanted = len(masks), self._evaluator.values_per_row
        for name, shape, given in (("logits", masks.shape, logits), ("values", wanted, values)):
            if given.shape != shape:
                raise ValueError(
                    f"the evaluator must give {name} of shape {shape}, not {given.shape}"
                )
        if np.isnan(logits[masks]).any() or not np.isfinite(values).all():
            raise ValueError(
                "the evaluator must give numbers: of what is legal no logit is NaN, and values are "
                "finite"
            )
        return logits, values
