"""Whether a game can have a position: its invariants hold and something is possible there."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import address_table, kernel
from pixies_env.core.compilation.in_code import call
from pixies_env.core.kit.invariants import Rule, Violation
from pixies_env.core.kit.remade import Remade
from pixies_env.core.seam import (
    DECISION,
    IDS,
    NOTHING,
    WEIGHTS,
    Functions,
    compile_check,
    compile_function,
)


@kernel
def _set_up(addresses: Any, states: Any, board: Any, players: Any) -> None:
    call(addresses[0], states[0], board[0], players)


@kernel
def _examine(addresses: Any, states: Any, board: Any, ids: Any, weights: Any) -> Any:
    """What is wrong, and the number of legal decisions or possible outcomes if nothing is."""
    state, printed = states[0], board[0]
    wrong = call(addresses[1], state, printed)
    if wrong != 0:
        # What breaks an invariant can point outside the printed tables.
        return wrong, 0
    if state.waiting == DECISION:
        return 0, call(addresses[2], state, printed, ids)
    return 0, call(addresses[3], state, printed, ids, weights)


@functools.cache  # Numba takes milliseconds to see that it knows the dtypes.
def _compiled(
    functions: Functions, check: Rule, state: np.dtype[Any], board: np.dtype[Any]
) -> np.ndarray:
    return address_table(
        [
            compile_function("setup", functions.setup, state, board),
            compile_check(check, state, board),
            compile_function("legal", functions.legal, state, board),
            compile_function("chances", functions.chances, state, board),
        ]
    )


class Judge(Remade):
    """Builds first positions of a game on a board and judges others.

    Args:
        dtype: of the state.
        board: one-element array of the board record.
        functions: of the seam.
        check: ``(state, board)``, the invariants; a number of ``wrong``.
        wrong: what can be wrong.
        catalogues: the game's decisions and chance outcomes.
    """

    def __init__(
        self,
        dtype: np.dtype[Any],
        board: np.ndarray,
        functions: Functions,
        check: Rule,
        wrong: type[Violation],
        catalogues: Iterable[Catalogue],
    ) -> None:
        self._dtype, self._board = dtype, board
        self._functions, self._check = functions, check
        self._wrong = {int(member): member for member in wrong}
        self._entries = max(map(len, catalogues))

    @property
    def _addresses(self) -> np.ndarray:
        return _compiled(self._functions, self._check, self._dtype, self._board.dtype)

    def start(self, players: int) -> np.ndarray:
        """One-element array of the state in which a game begins."""
        state = np.zeros(1, self._dtype)
        _set_up(self._addresses, state, self._board, players)
        return state

    def options(self, state: np.ndarray) -> int:
        """Number of legal decisions or possible outcomes.

        ValueError that names keys and says what is wrong if an invariant does not hold.
        """
        ids, weights = np.zeros(self._entries, IDS), np.zeros(self._entries, WEIGHTS)
        number, options = _examine(self._addresses, state, self._board, ids, weights)
        if number:
            wrong = self._wrong[int(number)]
            raise ValueError(f"{wrong.keys or 'the position'}: {wrong.message}")
        return int(options)

    def require_possible(self, state: np.ndarray) -> None:
        """ValueError unless the invariants hold and the game can go on, or is over."""
        if not self.options(state) and state["waiting"][0] != NOTHING:
            raise ValueError("waiting: nothing is possible there")
