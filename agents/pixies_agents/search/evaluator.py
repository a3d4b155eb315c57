"""What a search asks of a network, and the one that comes from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pixies_agents.learned.network import Network, load_network, shipped_policies
from pixies_agents.learned.packed import pack
from pixies_agents.learned.rows import SCRATCH, Passes, look_at_rows
from pixies_env.core.errors import there_are
from pixies_env.core.game import Game
from pixies_env.core.seam import IDS
from pixies_env.core.threads import chunks_of, run_chunks, thread_count

_SMALLEST_CHUNK = 4
"""Rows that are worth a thread of their own."""
_LARGEST_CHUNK = 32
"""Rows of which what stands between layers stays close to a core."""


class Evaluator(Protocol):
    """What a search needs of a network."""

    observation_mode: str
    """Observation mode that it looks at."""
    values_per_row: int
    """1: it tells the value of the seat that looks; otherwise that of every seat."""
    zero_sum: bool
    """The search centres its values over the seats that play."""

    def __call__(
        self, observations: np.ndarray, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values of what players know.

        Takes float32 ``(n, features)`` and bool ``(n, actions)``; gives float32 ``(n, actions)``,
        of which only those of legal actions count, and float32 ``(n, values_per_row)``: utilities,
        of the seat that looks first, then of the others as they sit. If a row's result depends on
        that row alone, bit for bit, equal seeds give equal moves whatever is searched at the same
        time.
        """
        ...


class NetworkEvaluator:
    """Looks with a network of plain arrays, in compiled code, on several threads.

    ValueError if the network does not fit the game, or has a prior: that reads positions, and a
    search shows its network observations only.
    """

    def __init__(self, network: Network, game: Game, threads: int | None = None) -> None:
        if network.prior is not None:
            raise ValueError(
                f"network: it only corrects its prior {network.prior.agent}, which observations "
                "do not show; name it with priors= and evaluation=, as ppo(...)"
            )
        self.observation_mode = network.observation_mode
        self.values_per_row, self.zero_sum = network.values, network.zero_sum
        self._actions, self._widest = len(game.actions), network.widest
        self._data = pack(network, game, 1.0)
        self._threads = thread_count(threads)
        self._made_of = network, game, threads

    def __reduce__(self) -> tuple[Any, ...]:
        # The numbers hold addresses of this process.
        return type(self), self._made_of

    def passes(self, rows: int) -> Passes:
        """For compiled code that looks at so many rows at once, in one thread."""
        scratch = np.empty((SCRATCH, rows, self._widest), np.float32)
        return Passes(self._data, np.empty(self._actions, IDS), scratch)

    def __call__(
        self, observations: np.ndarray, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """See :class:`Evaluator`."""
        rows = len(observations)
        logits = np.zeros((rows, self._actions), np.float32)
        values = np.zeros((rows, self.values_per_row), np.float32)

        def look(worker: int, first: int, last: int) -> None:
            data, ids, scratch = self.passes(min(_LARGEST_CHUNK, last - first))
            for start in range(first, last, _LARGEST_CHUNK):
                part = slice(start, min(start + _LARGEST_CHUNK, last))
                asked, legal = observations[part], masks[part]
                look_at_rows(data, asked, legal, ids, logits[part], values[part], scratch)

        run_chunks(look, chunks_of(rows, self._threads, _SMALLEST_CHUNK), self._threads)
        return logits, values


def load_evaluator(name: str, game: Game, threads: int | None = None) -> NetworkEvaluator:
    """The network of a name, or of a file.

    Raises:
        ValueError: there is no such network.
        DamagedDataError, ForeignGameError: the file is no network of this game.
    """
    shipped = shipped_policies(game.name)
    path = shipped.get(name, Path(name))
    if not path.is_file():
        there = there_are(list(shipped)) if shipped else "there are none"
        raise ValueError(f"network: {name!r} is no file, and of those shipped {there}")
    return NetworkEvaluator(load_network(path, game), game, threads)
