"""Section 4: the final score, ranks and what they pay."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.standings import standings
from pixies_env.havresac.names import MONSTERS, RankKey
from pixies_env.havresac.places import WORDS


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
def rank_key(state: Any, board: Any, player: Any, key: Any) -> Any:
    """What decides the rank: the final score, then Gold."""
    return final_score(state, board, player) if key == RankKey.SCORE else int(state.gold[player])


STANDINGS = standings(__name__, key=rank_key, number_of_keys=len(RankKey), score=final_score)
