"""What a finished game says: ranks, scores and how they come about."""

from typing import Any

import numpy as np

from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    GOODS,
    REASONS,
    SOURCES,
    Source,
)
from pixies_env.pixie_queen.rules.ending import STANDINGS

_SEATS = np.arange(MAX_PLAYERS)


def statistics(board: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays over (game, seat); seats that are not in the game have rank 0.

    ``score`` of who is out is minus the punishment points at going out.
    """
    ranks, scores = STANDINGS.of(states, board, MAX_PLAYERS)
    seated = states["players"][:, None] > _SEATS
    rounds = np.where(seated, states["round_number"][:, None], 0)
    return {
        "score": scores,
        "rank": ranks,
        "out": states["out"] > 0,
        "punishment": states["punishment"].astype(np.int64),
        "reward_points": states["points_from"].sum(axis=2, dtype=np.int64),
        "special_offerings": states["tiles_won"][:, :, Source.SPECIAL_OFFERING].astype(np.int64),
        "servants": states["tiles_won"][:, :, Source.FAITHFUL_SERVANT].astype(np.int64),
        "rings": states["tiles_won"][:, :, Source.GOLD_RING].astype(np.int64),
        "rounds": rounds.astype(np.int64),
        "reason": np.where(seated, states["reason"][:, None], 0).astype(np.int64),
    }


def result(board: np.ndarray, state: np.ndarray) -> dict[str, Any]:
    """Why a game ended, and per seat rank, final score and its parts.

    Who is out has no score (None), only the order of going out and the punishment points.
    """
    ranks, scores = STANDINGS.of(state, board, MAX_PLAYERS)
    record, printed = state[0], board[0]
    seats = range(int(record.players))
    return {
        "reason": REASONS[record.reason],
        "rounds": int(record.round_number),
        "ranks": [int(ranks[0, seat]) for seat in seats],
        "scores": [None if record.out[seat] else int(scores[0, seat]) for seat in seats],
        "seats": [_breakdown(record, printed, seat) for seat in seats],
    }


def _breakdown(record: Any, printed: Any, seat: int) -> dict[str, Any]:
    punishment = int(record.punishment[seat])
    if record.out[seat]:
        return {"out": int(record.out[seat]), "punishment": -punishment}
    others = [other for other in range(int(record.players)) if other != seat]
    most = [
        name
        for good, name in enumerate(GOODS)
        if record.goods[seat, good] > 0
        and all(record.goods[seat, good] >= record.goods[other, good] for other in others)
    ]
    return {
        "reward_points": {
            source: int(points)
            for source, points in zip(SOURCES, record.points_from[seat], strict=True)
        },
        "punishment": -punishment,
        "stones": -int(printed.stone_left) * int(record.stones[seat].sum()),
        "most_of": most,
        "most_of_a_good": -int(printed.most_of_a_good) * len(most),
        "servants": int(record.tiles_won[seat, Source.FAITHFUL_SERVANT]),
        "first_servant": int(record.first_servant[seat]) or None,
    }
