"""Ranks, shared ranks and the three rewards, from sort keys and scores of the seats."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from pixies_env.core.compilation.compile import COMPILED, address_table, entry, kernel
from pixies_env.core.compilation.in_code import call
from pixies_env.core.kit.source import compose_rules
from pixies_env.core.seam import Reward

Rule = Callable[..., Any]

_RETURNS = '''
def compare(state, board, player, other):
    """1 if a seat is ahead of another, -1 if it is behind, 0 if they share."""
    for place in range(number_of_keys):
        own, theirs = key(state, board, player, place), key(state, board, other, place)
        if own != theirs:
            return 1 if own > theirs else -1
    return 0


def is_ahead(state, board, player, other):
    """Whether a seat is ahead of another."""
    return compare(state, board, player, other) > 0


def returns(state, board, kind, out):
    """Utility per seat of a finished game; alone, the score for a rank."""
    players = int(state.players)
    out[:] = 0.0
    for player in range(players):
        if kind == SCORE or (kind == RANK and players == 1):
            out[player] = score(state, board, player)
            continue
        ahead, level = 0, 0
        for other in range(players):
            if other != player:
                order = compare(state, board, other, player)
                if order > 0:
                    ahead += 1
                elif order == 0:
                    level += 1
        if kind == WIN:
            out[player] = 1.0 / (level + 1) if ahead == 0 else 0.0
        else:
            # Places ahead + 1 .. ahead + level + 1 are shared; their mean is paid.
            out[player] = 1.0 - (2.0 * ahead + level) / (players - 1)
    return 0


def ranks(state, board, ranks, scores):
    """Rank and score of each seat."""
    players = int(state.players)
    for player in range(players):
        ranks[player] = 1
        for other in range(players):
            if other != player and is_ahead(state, board, other, player):
                ranks[player] += 1
        scores[player] = score(state, board, player)
    return 0
'''


class Standings(NamedTuple):
    """The rules that are made of keys and scores."""

    is_ahead: Rule
    """``(state, board, player, other)``: whether a seat is ahead of another."""
    returns: Rule
    """That of the seam."""
    ranks: Rule
    """``(state, board, ranks, scores)``: writes both of each seat, int64."""

    def of(
        self, states: np.ndarray, board: np.ndarray, seats: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Ranks and scores in finished games, int64 ``(games, seats)``; 0 where nobody sits.

        1 is the best rank; equal ones share the better number.
        """
        ranks = np.zeros((len(states), seats), np.int64)
        scores = np.zeros((len(states), seats), np.int64)
        address = _address(self.ranks, states.dtype, board.dtype)
        _rank(address_table([address]), states, board, ranks, scores)
        return ranks, scores


def standings(module: str, *, key: Rule, number_of_keys: int, score: Rule) -> Standings:
    """The rules that rank the seats of a finished game and pay them.

    Args:
        module: the one that imports both rules.
        key: ``(state, board, player, place)``: the number that decides in this place, the larger
            one is ahead; seats that are equal in all places share.
        number_of_keys: so many places there are.
        score: ``(state, board, player)``: what the score reward pays, a whole number.
    """
    names = {"key": key, "score": score, "number_of_keys": number_of_keys}
    names |= {reward.name: int(reward) for reward in Reward}
    made = compose_rules(module, _RETURNS, names)
    return Standings(made["is_ahead"], made["returns"], made["ranks"])


@functools.cache
def _address(ranks: Rule, state: np.dtype[Any], board: np.dtype[Any]) -> Any:
    if not COMPILED:
        return entry(ranks, None)
    line = types.Array(types.int64, 1, "C")
    signature = types.int64(numba.from_dtype(state), numba.from_dtype(board), line, line)
    return entry(ranks, signature)


@kernel
def _rank(address: Any, states: Any, board: Any, ranks: Any, scores: Any) -> None:
    for game in range(states.shape[0]):
        call(address[0], states[game], board[0], ranks[game], scores[game])
