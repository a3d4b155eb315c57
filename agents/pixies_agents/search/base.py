"""What the searching agents share: threads over games, budgets, results, explanations."""

from __future__ import annotations

import hashlib
import threading
import time
from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from pixies_agents.search.explanation import Candidate, Explanation
from pixies_agents.search.helpers import (
    Helpers,
    helper_jobs,
    make_helper_agents,
    make_helpers,
)
from pixies_agents.search.options import FlatOptions, TreeOptions
from pixies_agents.search.principal_variation import Step
from pixies_agents.search.rollout import FINE, ILLEGAL
from pixies_agents.search.workspace import SETTINGS
from pixies_env.core.agents import Decisions
from pixies_env.core.compilation.together import Call, Job, compile_kernels
from pixies_env.core.game import Game
from pixies_env.core.seam import UTILITY
from pixies_env.core.states.state import State
from pixies_env.core.threads import run_chunks, thread_count

_AT_ONCE = 1000
"""Simulations in compiled code, which no interrupt ends."""
_BETWEEN_LOOKS = 64
"""Simulations between two looks at the clock."""


class SearchResult(NamedTuple):
    """What searches found, one row per decision."""

    chosen: np.ndarray
    """int64 ``(n,)``: the decision to take."""
    visits: np.ndarray
    """int64 ``(n, actions)``: simulations that began with it, those of a kept tree included."""
    values: np.ndarray
    """float64 ``(n, actions, max_players)``: mean utility of each seat; NaN without visits."""
    simulations: np.ndarray
    """int64 ``(n,)``: simulations run for this decision."""
    nodes: np.ndarray
    """int64 ``(n,)``: nodes of the tree."""
    probabilities: np.ndarray
    """float64 ``(n, actions)``: the distribution from which ``chosen`` was taken."""


class Task(NamedTuple):
    """One decision to be searched."""

    row: int
    """Its row of the decisions."""
    ids: np.ndarray
    """int64: what is legal."""
    seat: int
    bits: np.uint64
    game: int | None


class SearchAgent(ABC):
    """What the searching agents share: threads over games, budgets, results.

    Searching leaves no trace in the game: it draws from streams of its own, keyed by the random
    bits of the decision. Without a time budget equal decisions give equal moves, whatever the
    number of threads.
    """

    needs_observations = False

    def __init__(self, game: Game, name: str, options: FlatOptions | TreeOptions) -> None:
        self.game = game
        self.name = name
        self.options = options
        named = (options.priors, options.fixed) if isinstance(options, TreeOptions) else ()
        self._agents = make_helper_agents(game, options.rollout, options.evaluation, *named)
        self._last: tuple[bytes, SearchResult] | None = None
        self._equip()

    def _equip(self) -> None:
        """What a copy makes anew: addresses, which only this process knows, and buffers."""
        self._settings = _settings(self.game, self.options)
        self._threads = thread_count(self.options.threads)
        self._lock = threading.Lock()

    _EQUIPMENT: ClassVar[tuple[str, ...]] = ("_helpers", "_settings", "_threads", "_lock")

    @cached_property
    def _helpers(self) -> Helpers:
        """What other agents lend; compiled at the first search, not when an agent is made."""
        network = isinstance(self.options, TreeOptions) and self.options.network is not None
        return make_helpers(self.game, self._agents, network)

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            kept = self.__dict__.copy()
        for name in self._EQUIPMENT:
            kept.pop(name, None)
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._equip()

    # ---- the protocol of agents

    def on_board(self, game: Game) -> Self:
        """A search of its own, with the same options, for the same game on another board."""
        return type(self)(game, *self._made_with())

    def _made_with(self) -> tuple[Any, ...]:
        """What the agent was made with, besides the game."""
        return (self.options,)

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision; int64 ``(n,)``. A forced decision is not searched."""
        return self._choices(decisions).chosen.copy()

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """The distribution from which ``choose`` takes its ids; float64 ``(n, actions)``."""
        return self._choices(decisions).probabilities.copy()

    def values(self, decisions: Decisions) -> np.ndarray:
        """Utility that the search expects for each seat; float64 ``(n, max_players)``."""
        result = self.search(decisions)
        weights = result.visits / result.visits.sum(axis=1, keepdims=True)
        return np.asarray((weights[:, :, None] * np.nan_to_num(result.values)).sum(axis=1))

    def forget(self) -> None:
        """Drop what is remembered of earlier decisions."""
        self._last = None

    def search(self, decisions: Decisions) -> SearchResult:
        """Search every decision, forced ones too, and forget the trees afterwards."""
        with self._lock:
            return self._search(decisions._replace(games=None), forced=True)

    def _choices(self, decisions: Decisions) -> SearchResult:
        """Search once for what is asked several times about the same decisions."""
        key = _key_of(decisions)
        with self._lock:
            if self._last is None or self._last[0] != key:
                self._last = key, self._search(decisions, forced=False)
            return self._last[1]

    # ---- searching

    def _search(self, decisions: Decisions, forced: bool) -> SearchResult:
        rows, actions = decisions.action_masks.shape
        result = SearchResult(
            chosen=np.zeros(rows, np.int64),
            visits=np.zeros((rows, actions), np.int64),
            values=np.full((rows, actions, self.game.max_players), np.nan, UTILITY),
            simulations=np.zeros(rows, np.int64),
            nodes=np.zeros(rows, np.int64),
            probabilities=np.zeros((rows, actions), np.float64),
        )
        # Made by one thread: the others would make them again.
        self.game.table  # noqa: B018
        tasks = []
        for row in range(rows):
            ids = np.flatnonzero(decisions.action_masks[row])
            if len(ids) == 1 and not forced:
                result.chosen[row] = ids[0]
                result.probabilities[row, ids[0]] = 1.0
            else:
                game = None if decisions.games is None else int(decisions.games[row])
                seat, bits = int(decisions.seats[row]), np.uint64(decisions.bits[row])
                tasks.append(Task(row, ids, seat, bits, game))
        # What is paid has other bounds in a game played alone.
        alone = decisions.states["players"] == 1
        for players in (1, 2):
            those = [task for task in tasks if alone[task.row] == (players == 1)]
            if those:
                bounds = self.game.utility_bounds(players)
                self._settings["lowest"], self._settings["highest"] = bounds
                self._work(those, decisions, result)
        return result

    def _work(self, tasks: list[Task], decisions: Decisions, result: SearchResult) -> None:
        """Search some decisions, one after the other on each thread."""
        workers = max(1, min(self._threads, len(tasks)))
        self._prepare(workers)
        compile_kernels(self.kernel_calls())

        def work(worker: int, first: int, last: int) -> None:
            for task in tasks[first:last]:
                self._lay(worker, task, decisions)
                done = self._simulate(worker, task.seat, task.bits, len(task.ids))
                self._tell(worker, task, done, result)

        run_chunks(work, [(place, place + 1) for place in range(len(tasks))], workers)

    def _lay(self, worker: int, task: Task, decisions: Decisions) -> None:
        """Put a decision on a worker's workspace and begin its search."""
        workspace = self._workspace(worker)
        workspace["settings"], workspace["start"] = self._settings, decisions.states[task.row]
        workspace["start_ids"][0, : len(task.ids)] = task.ids
        self._begin(worker, task)

    def _tell(self, worker: int, task: Task, done: int, result: SearchResult) -> None:
        """Write what the search of a decision has found after so many simulations; end it."""
        row, ids, seat, bits, _ = task
        visits, sums, nodes = self._found(worker, ids)
        result.simulations[row] = done
        result.nodes[row] = nodes
        result.visits[row, ids] = visits
        tried = visits > 0
        result.values[row, ids[tried]] = sums[tried] / visits[tried, None]
        probabilities = self._distribution(worker, task, visits, sums[:, seat])
        result.probabilities[row, ids] = probabilities
        place = int(np.argmax(probabilities))
        if probabilities[place] < 1.0:
            drawn = np.random.default_rng(int(bits)).random()
            place = int(np.searchsorted(np.cumsum(probabilities), drawn, side="right"))
            place = min(place, len(ids) - 1)
        result.chosen[row] = ids[place]
        self._end(worker, task, int(ids[place]))

    def _simulate(self, worker: int, seat: int, bits: np.uint64, count: int) -> int:
        """Run the simulations of one decision; their number."""
        most, seconds = self.options.simulations, self.options.seconds
        end = None if seconds is None else time.perf_counter() + seconds
        done = 0
        while done < most and (done == 0 or end is None or time.perf_counter() < end):
            last = min(most, done + (_AT_ONCE if end is None else _BETWEEN_LOOKS))
            status = self._run(worker, seat, bits, count, done, last)
            self._check(status)
            done = last
        return done

    def _check(self, status: int) -> None:
        """RuntimeError if a kernel tells that an agent went wrong."""
        if status != FINE:
            part = "rollout" if status == ILLEGAL else "opponents"
            agent = getattr(self._agents, part)
            raise RuntimeError(
                f"{self.name}: {part}: {agent.name} gave back a decision that is not legal"
            )

    def rule_jobs(self) -> list[Job]:
        """What other agents lend, the longest to compile first."""
        return helper_jobs(self.game, self._agents)

    def kernel_calls(self) -> list[Call]:
        """Kernels as they will be called, the longest to compile first."""
        return []

    @abstractmethod
    def _prepare(self, workers: int) -> None:
        """Make buffers for so many workers."""

    @abstractmethod
    def _workspace(self, worker: int) -> np.ndarray:
        """The workspace of a worker, an array of one record."""

    @abstractmethod
    def _begin(self, worker: int, task: Task) -> None:
        """Begin the search of the decision on the worker's workspace."""

    @abstractmethod
    def _run(
        self, worker: int, seat: int, bits: np.uint64, count: int, first: int, last: int
    ) -> int:
        """Run some simulations; FINE or what went wrong."""

    @abstractmethod
    def _found(self, worker: int, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        """Visits of each legal id, its utilities added up seat by seat, nodes of the tree."""

    @abstractmethod
    def _distribution(
        self, worker: int, task: Task, visits: np.ndarray, sums: np.ndarray
    ) -> np.ndarray:
        """How likely each legal id is to be chosen, given the mover's utilities added up."""

    @abstractmethod
    def _end(self, worker: int, task: Task, chosen: int) -> None:
        """End the search of a decision."""

    # ---- explaining

    def explain(
        self, state: State, *, bits: int = 0, candidates: int = 10, longest: int = 8
    ) -> Explanation:
        """Search the decision that a state waits for and say what was found.

        Args:
            state: it is looked at as the player to move, and not changed.
            bits: random bits of the search.
            candidates: at most so many decisions, the most visited first.
            longest: decisions in an expected line, at most.

        Raises:
            ValueError: the state waits for no decision.
        """
        if state.waiting != "decision":
            raise ValueError(f"only a decision can be searched; the game waits for {state.waiting}")
        seat = state.player
        stripped = state.hidden_from(seat)
        decisions = Decisions(
            states=stripped.array.copy(),
            observations=None,
            action_masks=stripped.legal_action_mask()[None],
            seats=np.array([seat], np.int64),
            bits=np.array([bits], np.uint64),
        )
        with self._lock:
            result = self._search(decisions, forced=True)
            ids = np.flatnonzero(decisions.action_masks[0])
            visits, values = result.visits[0], result.values[0]
            order = sorted(ids, key=lambda entry: (-visits[entry], -_finite(values[entry, seat])))
            told = tuple(
                Candidate(
                    action=int(action),
                    name=stripped.action_name(int(action)),
                    visits=int(visits[action]),
                    values=tuple(map(float, values[action, : state.num_players]))
                    if visits[action]
                    else None,
                    prior=self._prior(int(np.searchsorted(ids, action))),
                    line=self._line(seat, np.uint64(bits), len(ids), int(action), longest),
                )
                for action in order[:candidates]
            )
        return Explanation(
            self.name,
            seat,
            stripped.action_name(int(result.chosen[0])),
            int(result.simulations[0]),
            int(result.nodes[0]),
            state.num_players,
            told,
        )

    @abstractmethod
    def _prior(self, place: int) -> float | None:
        """Prior of a legal id by its place, after a search by the first worker."""

    @abstractmethod
    def _line(
        self, seat: int, bits: np.uint64, count: int, action: int, longest: int
    ) -> tuple[Step, ...]:
        """Expected line after a decision, after a search by the first worker."""

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.name}>"


def _settings(game: Game, options: FlatOptions | TreeOptions) -> np.ndarray:
    settings = np.zeros(1, SETTINGS)
    lowest, highest = game.utility_range
    settings["lowest"], settings["highest"] = lowest, highest
    for name in SETTINGS.names or ():
        if hasattr(options, name):
            settings[name] = getattr(options, name)
    return settings


def _finite(value: Any) -> float:
    return -np.inf if np.isnan(value) else float(value)


def _key_of(decisions: Decisions) -> bytes:
    """Digest of all that a search depends on."""
    digest = hashlib.blake2b()
    for array in (decisions.states, decisions.action_masks, decisions.seats, decisions.bits):
        digest.update(array.tobytes())
    if decisions.games is not None:
        digest.update(decisions.games.tobytes())
    return digest.digest()


def one_hot(length: int, place: int) -> np.ndarray:
    """float64 ``(length,)``: 1 at a place, 0 elsewhere."""
    weights = np.zeros(length, np.float64)
    weights[place] = 1.0
    return weights
