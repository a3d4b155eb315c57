"""Section 4: the final score, ranks and what they pay."""

from typing import Any

from pixies_env.core.bits import count_bits
from pixies_env.core.compile import rule
from pixies_env.core.seam import Reward
from pixies_env.havresac.names import MONSTERS
from pixies_env.havresac.places import WORDS

RANK, WIN = int(Reward.RANK), int(Reward.WIN)


@rule
def opened_chests(state: Any, player: Any) -> Any:
    """Chests that a player has opened."""
    total = 0
    for word in range(WORDS):
        total += count_bits(state.opened[player, word])
    return total


@rule
def hunting_points(state: Any, board: Any, player: Any) -> Any:
    """Victory points of the monsters on the hunting board."""
    total = 0
    for monster in range(len(MONSTERS)):
        total += int(board.monster_vp[monster]) * int(state.hunted[player, monster])
    return total


@rule
def final_score(state: Any, board: Any, player: Any) -> Any:
    """Victory points, opened chests and the hunting board."""
    return (
        int(state.vp[player])
        + int(board.opened_chest_vp) * opened_chests(state, player)
        + hunting_points(state, board, player)
    )


@rule
def is_ahead(state: Any, board: Any, player: Any, other: Any) -> Any:
    """Whether a player ranks before another one: more points, then more Gold."""
    own, theirs = final_score(state, board, player), final_score(state, board, other)
    if own != theirs:
        return own > theirs
    return state.gold[player] > state.gold[other]


@rule
def pay(state: Any, board: Any, kind: Any, out: Any) -> Any:
    """Utility per seat. Who plays alone is paid the score as rank too."""
    players = int(state.players)
    out[:] = 0.0
    for player in range(players):
        ahead, level = 0, 0
        for other in range(players):
            if other == player:
                continue
            if is_ahead(state, board, other, player):
                ahead += 1
            elif not is_ahead(state, board, player, other):
                level += 1
        if kind == RANK and players > 1:
            # Places ahead + 1 .. ahead + level + 1 are shared; their mean is paid.
            out[player] = 1.0 - (2.0 * ahead + level) / (players - 1)
        elif kind == WIN:
            out[player] = 1.0 / (level + 1) if ahead == 0 else 0.0
        else:
            out[player] = final_score(state, board, player)
    return 0
