"""What a finished game says: ranks, scores and how they come about."""

from enum import IntEnum
from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import kernel
from pixies_env.core.kit.enums import words
from pixies_env.taverns.board import Board
from pixies_env.taverns.limits import MAX_PLAYERS
from pixies_env.taverns.names import NONE
from pixies_env.taverns.rules.ending import (
    STANDINGS,
    best_recipe,
    prestige_of_heroes,
    prestige_of_mission,
    prestige_of_reserve,
    prestige_of_trophies,
)
from pixies_env.taverns.state import KEPT


class Source(IntEnum):
    """What the final score is made of."""

    DURING_THE_GAME = 0
    HEROES = 1
    TROPHIES = 2
    INGREDIENTS = 3
    COMMON_MISSION = 4
    OWN_MISSION = 5


SOURCES = words(Source)


@kernel
def _break_down(states: Any, board: Any, points: Any, recipes: Any) -> None:
    for game in range(states.shape[0]):
        state, printed = states[game], board[0]
        for player in range(int(state.players)):
            own = points[game, player]
            own[Source.DURING_THE_GAME] = int(state.prestige[player])
            own[Source.HEROES] = prestige_of_heroes(state, printed, player)
            own[Source.TROPHIES] = prestige_of_trophies(state, printed, player)
            own[Source.INGREDIENTS] = prestige_of_reserve(state, printed, player)
            common, kept = int(state.common_mission), int(state.missions[player, KEPT])
            own[Source.COMMON_MISSION] = prestige_of_mission(state, printed, player, common)
            own[Source.OWN_MISSION] = prestige_of_mission(state, printed, player, kept)
            recipes[game, player] = best_recipe(state, printed, player)


def _points(states: np.ndarray, board: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points by source, int64 ``(games, seats, sources)``, and the highest printed recipe."""
    points = np.zeros((len(states), MAX_PLAYERS, len(Source)), np.int64)
    recipes = np.zeros((len(states), MAX_PLAYERS), np.int64)
    _break_down(states, board, points, recipes)
    return points, recipes


def _number_in(cards: np.ndarray) -> np.ndarray:
    """Cards in each set, int64."""
    return np.bitwise_count(cards).astype(np.int64)


def statistics(board: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays over (game, seat); seats that are not in the game have rank 0.

    Of each source of the score there are the points, such as ``points_of_heroes``; the rest are
    numbers of heroes, recipes, trophies, items bought and ingredients left, gold and energy left,
    and the highest printed prestige of a cooked recipe.
    """
    ranks, scores = STANDINGS.of(states, board, MAX_PLAYERS)
    points, recipes = _points(states, board)
    bought = states["items"].astype(np.int64) + states["items_used"]
    return {
        "score": scores,
        "rank": ranks,
        **{f"points_of_{name}": points[:, :, source] for source, name in enumerate(SOURCES)},
        "heroes": _number_in(states["heroes"]),
        "recipes": _number_in(states["cooked"]),
        "best_recipe": recipes,
        "trophies": states["trophies"].sum(axis=2, dtype=np.int64),
        "items": bought.sum(axis=2),
        "ingredients": states["reserve"].sum(axis=2, dtype=np.int64),
        "gold": states["gold"].astype(np.int64),
        "energy": states["energy"].astype(np.int64),
    }


def result(printed: Board, board: np.ndarray, state: np.ndarray) -> dict[str, Any]:
    """Why a game ended, and per seat rank, final score, its parts and what decides ties."""
    ranks, scores = STANDINGS.of(state, board, MAX_PLAYERS)
    points, recipes = _points(state, board)
    record = state[0]
    seats = range(int(record.players))
    return {
        "reason": "rounds",
        "rounds": int(record.round_number),
        "common_mission": _mission(printed, record.common_mission),
        "ranks": [int(ranks[0, seat]) for seat in seats],
        "scores": [int(scores[0, seat]) for seat in seats],
        "seats": [
            {
                "points": dict(zip(SOURCES, points[0, seat].tolist(), strict=True)),
                "mission": _mission(printed, record.missions[seat, KEPT]),
                "heroes": int(_number_in(record.heroes[seat])),
                "recipes": int(_number_in(record.cooked[seat])),
                "trophies": int(record.trophies[seat].sum()),
                "ingredients": int(record.reserve[seat].sum()),
                "best_recipe": int(recipes[0, seat]),
            }
            for seat in seats
        ],
    }


def _mission(printed: Board, mission: Any) -> str | None:
    return None if mission <= NONE else printed.mission_names[mission]
