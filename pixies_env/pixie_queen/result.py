"""What a finished game says: ranks, scores and how they come about."""

from typing import Any

import numpy as np

from pixies_env.core.compile import kernel
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    GOODS,
    REASONS,
    SOURCES,
    Source,
)
from pixies_env.pixie_queen.rules.ending import final_score, is_ahead

_SEATS = np.arange(MAX_PLAYERS)


@kernel
def _rank(states: Any, board: Any, ranks: Any, scores: Any) -> None:
    """Rank of each seat (1 the best, equal ones share the better number) and its score."""
    for game in range(states.shape[0]):
        state = states[game]
        for player in range(int(state.players)):
            rank = 1
            for other in range(int(state.players)):
                if other != player and is_ahead(state, board[0], other, player) > 0:
                    rank += 1
            ranks[game, player] = rank
            scores[game, player] = final_score(state, board[0], player)


def _ranked(board: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    ranks = np.zeros((len(states), MAX_PLAYERS), np.int64)
    scores = np.zeros((len(states), MAX_PLAYERS), np.int64)
    _rank(states, board, ranks, scores)
    return ranks, scores


def statistics(board: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays over (game, seat); seats that are not in the game have rank 0.

    ``score`` of who is out is minus the punishment points at going out.
    """
    ranks, scores = _ranked(board, states)
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
    ranks, scores = _ranked(board, state)
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
