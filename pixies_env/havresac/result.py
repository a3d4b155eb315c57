"""What a finished game says: ranks, scores and how they come about."""

from typing import Any

import numpy as np

from pixies_env.havresac.limits import MAX_PLAYERS
from pixies_env.havresac.names import MONSTERS
from pixies_env.havresac.rules.ending import STANDINGS

_SEATS = np.arange(MAX_PLAYERS)


def _opened(states: np.ndarray) -> np.ndarray:
    """Chests opened, int64 ``(games, seats)``."""
    return np.bitwise_count(states["opened"]).sum(axis=2, dtype=np.int64)


def _hunting(states: np.ndarray, board: np.ndarray) -> np.ndarray:
    """Victory points of the hunting board, int64 ``(games, seats)``."""
    return states["hunted"].astype(np.int64) @ board["monster_vp"][0].astype(np.int64)


def statistics(board: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays over (game, seat); seats that are not in the game have rank 0."""
    ranks, scores = STANDINGS.of(states, board, MAX_PLAYERS)
    seated = states["players"][:, None] > _SEATS
    villages = np.where(seated, board["village_tokens"][0] - states["villages_left"], 0)
    return {
        "score": scores,
        "rank": ranks,
        "vp": states["vp"].astype(np.int64),
        "gold": states["gold"].astype(np.int64),
        "opened_chests": _opened(states),
        "hunting_points": _hunting(states, board),
        "monsters": states["hunted"].sum(axis=2, dtype=np.int64),
        "fairies": states["fairies"].astype(np.int64),
        "villages": villages.astype(np.int64),
    }


def result(board: np.ndarray, state: np.ndarray) -> dict[str, Any]:
    """Why a game ended, and per seat rank, final score and its parts."""
    ranks, scores = STANDINGS.of(state, board, MAX_PLAYERS)
    opened, hunting = _opened(state)[0], _hunting(state, board)[0]
    record, printed = state[0], board[0]
    seats = range(int(record.players))
    return {
        "reason": "rounds",
        "rounds": int(record.round_number),
        "ranks": [int(ranks[0, seat]) for seat in seats],
        "scores": [int(scores[0, seat]) for seat in seats],
        "seats": [
            {
                "vp": int(record.vp[seat]),
                "opened_chests": int(opened[seat]),
                "chest_points": int(printed.opened_chest_vp) * int(opened[seat]),
                "hunted": {
                    monster: int(number)
                    for monster, number in zip(MONSTERS, record.hunted[seat], strict=True)
                },
                "hunting_points": int(hunting[seat]),
                "gold": int(record.gold[seat]),
                "fairies": int(record.fairies[seat]),
                "villages": int(printed.village_tokens) - int(record.villages_left[seat]),
            }
            for seat in seats
        ],
    }
