"""What a prior adds to the logits of decisions; torch is not needed for it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_agents.advice import preferences_address
from pixies_agents.learned.prior import Prior, ask_prior
from pixies_env.core import seam
from pixies_env.core.boards import Boards
from pixies_env.core.compilation.compile import address_table, kernel
from pixies_env.core.seam import IDS, OBSERVATION


class _Asked(NamedTuple):
    """Decisions, one row each, as :meth:`PriorColumns.of` takes them."""

    states: Any
    board_of: Any
    masks: Any
    seats: Any


class _Buffers(NamedTuple):
    """What is written on the way: a position as a player knows it, then one entry per decision."""

    seen: Any
    ids: Any
    preferred: Any
    added: Any


@kernel
def _prefer_lanes(
    functions: Any,
    boards: Any,
    rules: Any,
    data: Any,
    weight: Any,
    forbidden: Any,
    asked: _Asked,
    buffers: _Buffers,
    columns: Any,
) -> Any:
    """Write what a prior adds to the logits of each row; nothing where there is no choice."""
    ids, added = buffers.ids, buffers.added
    columns[:] = forbidden
    for row in range(asked.states.shape[0]):
        count = 0
        for action in range(asked.masks.shape[1]):
            if asked.masks[row, action]:
                ids[count] = action
                count += 1
        if count < 2:
            columns[row] = 0.0
            continue
        buffers.seen[0] = asked.states[row]
        state, board = buffers.seen[0], boards[asked.board_of[row]]
        seat = np.int64(asked.seats[row])
        seam.hide(functions, state, board, seat)
        ask_prior(rules[0], state, board, seat, ids, count, data, weight, buffers.preferred, added)
        for index in range(count):
            columns[row, ids[index]] = added[index]
    return 0


class PriorColumns:
    """Computes what a prior adds to the logits of decisions.

    ValueError that names the field if there is no such prior, or if it has other numbers on some
    of the boards.
    """

    def __init__(self, boards: Boards, prior: Prior) -> None:
        try:
            rule, *others = [prior.rule(game) for game in boards.games]
        except ValueError as error:
            raise ValueError(f"network.prior: {error}") from error
        if any(not np.array_equal(other.data, rule.data) for other in others):
            raise ValueError(f"network.prior: {prior.agent} plays by other numbers on other boards")
        self._boards, self._weight, self._data = boards, prior.weight, rule.data
        # What reads the columns has to tell what is best from what cannot be done at all.
        self._forbidden = np.float32(-np.inf if prior.shown else 0.0)
        self._rules = address_table([preferences_address(rule.rule, boards.first)])

    @property
    def count(self) -> int:
        """How many columns there are, one for each action."""
        return len(self._boards.first.actions)

    def of(
        self, states: np.ndarray, board_of: np.ndarray, masks: np.ndarray, seats: np.ndarray
    ) -> np.ndarray:
        """Float32 ``(n, actions)``; 0 for what is not legal, minus infinity if a prior is shown.

        Takes whole or stripped positions ``(n,)``, int64 places of their boards ``(n,)``, what is
        legal, bool ``(n, actions)``, and the seats to move, int64 ``(n,)``.
        """
        game = self._boards.first
        columns = np.empty(masks.shape, OBSERVATION)
        _prefer_lanes(
            game.table,
            self._boards.records,
            self._rules,
            self._data,
            self._weight,
            self._forbidden,
            _Asked(states, board_of, masks, seats),
            _Buffers(
                np.zeros(1, game.state_dtype),
                np.zeros(self.count, IDS),
                np.zeros(self.count),
                np.zeros(self.count, OBSERVATION),
            ),
            columns,
        )
        return columns
