"""What the adapters take where nothing is said."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import check_flag, check_number
from pixies_env.core.seam import Reward

_USUAL_PLAYERS = 4


def default_players(game: Game) -> int:
    """Four, or as near to it as the game allows."""
    return min(max(_USUAL_PLAYERS, game.players[0]), game.players[-1])


def worst_reward(game: Game, reward: Reward, players: int = _USUAL_PLAYERS) -> float:
    """What an illegal action costs with so many players: nobody falls below it by legal play."""
    if reward == Reward.RANK:
        return game.utility_bounds(players)[0]
    if reward == Reward.WIN:
        return -1.0
    if math.isinf(game.lowest_score):
        raise ValueError(
            f"{game.name} has no lowest score: say what an illegal action costs, illegal_reward=..."
        )
    return game.lowest_score


def penalty(
    games: Sequence[Game],
    reward: str,
    players: Any,
    illegal_reward: float | None,
    raise_illegal: bool,
) -> float | None:
    """Reward for an illegal action in games of so many players; None if it is an error.

    ``games`` are the boards. ``players`` is a number or one per game; where they differ the lowest
    counts for all.
    """
    if check_flag("raise_illegal", raise_illegal):
        return None
    if illegal_reward is None:
        kind = reward_kind(reward)
        return min(
            worst_reward(game, kind, int(number)) for game in games for number in np.unique(players)
        )
    return check_number("illegal_reward", illegal_reward)
