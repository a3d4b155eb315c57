"""What a finished game says: ranks, scores and how they come about."""

from typing import Any

import numpy as np

from pixies_env.core.compile import kernel
from pixies_env.havresac.limits import MAX_PLAYERS
from pixies_env.havresac.names import MONSTERS
from pixies_env.havresac.rules.ending import (
    final_score,
    hunting_points,
    is_ahead,
    opened_chests,
)

_SEATS = np.arange(MAX_PLAYERS)


@kernel
def _rank(states: Any, board: Any, ranks: Any, parts: Any) -> None:
    """Rank of each seat (1 the best, equal ones share the better number), score and its parts."""
    for game in range(states.shape[0]):
        state = states[game]
        for player in range(int(state.players)):
            rank = 1
            for other in range(int(state.players)):
                if other != player and is_ahead(state, board[0], other, player):
                    rank += 1
            ranks[game, player] = rank
            parts[game, player, 0] = final_score(state, board[0], player)
            parts[game, player, 1] = opened_chests(state, player)
            parts[game, player, 2] = hunting_points(state, board[0], player)


def _ranked(board: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    ranks = np.zeros((len(states), MAX_PLAYERS), np.int64)
    parts = np.zeros((len(states), MAX_PLAYERS, 3), np.int64)
    _rank(states, board, ranks, parts)
    return ranks, parts


def statistics(board: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays over (game, seat); seats that are not in the game have rank 0."""
    ranks, parts = _ranked(board, states)
    seated = states["players"][:, None] > _SEATS
    villages = np.where(seated, board["village_tokens"][0] - states["villages_left"], 0)
    return {
        "score": parts[:, :, 0],
        "rank": ranks,
        "vp": states["vp"].astype(np.int64),
        "gold": states["gold"].astype(np.int64),
        "opened_chests": parts[:, :, 1],
        "hunting_points": parts[:, :, 2],
        "monsters": states["hunted"].sum(axis=2, dtype=np.int64),
        "fairies": states["fairies"].astype(np.int64),
        "villages": villages.astype(np.int64),
    }


def result(board: np.ndarray, state: np.ndarray) -> dict[str, Any]:
    """Why a game ended, and per seat rank, final score and its parts."""
    ranks, parts = _ranked(board, state)
    record, printed = state[0], board[0]
    seats = range(int(record.players))
    return {
        "reason": "rounds",
        "rounds": int(record.round_number),
        "ranks": [int(ranks[0, seat]) for seat in seats],
        "scores": [int(parts[0, seat, 0]) for seat in seats],
        "seats": [
            {
                "vp": int(record.vp[seat]),
                "opened_chests": int(parts[0, seat, 1]),
                "chest_points": int(printed.opened_chest_vp) * int(parts[0, seat, 1]),
                "hunted": {
                    monster: int(number)
                    for monster, number in zip(MONSTERS, record.hunted[seat], strict=True)
                },
                "hunting_points": int(parts[0, seat, 2]),
                "gold": int(record.gold[seat]),
                "fairies": int(record.fairies[seat]),
                "villages": int(printed.village_tokens) - int(record.villages_left[seat]),
            }
            for seat in seats
        ],
    }
