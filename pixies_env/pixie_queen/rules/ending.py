"""Section 4: the end of a round and of the game, final scores and ranks."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.seam import Reward
from pixies_env.pixie_queen.names import (
    ALL_ROUNDS,
    ASK_FINAL,
    FINAL,
    GOLD_NUMBERS,
    GOODS,
    NOBODY,
    OVER,
    STEAL,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.pyramid import list_unchain
from pixies_env.pixie_queen.state import ask, finish, reward_points, servants_of

RANK, WIN = int(Reward.RANK), int(Reward.WIN)


@rule
def gold_numbers_gone(state: Any, board: Any) -> Any:
    """Whether the last tile with a gold number was taken."""
    for series in range(state.rewards_taken.shape[0]):
        if int(state.rewards_taken[series]) < int(board.gold_numbers):
            return False
    return True


@rule
def after_round(state: Any, board: Any) -> None:
    """Begin the next round or the final scoring."""
    state.demand = NOBODY
    state.step = 0
    state.cursor = 0
    if int(state.round_number) == int(board.rounds) or gold_numbers_gone(state, board):
        state.phase = FINAL
    else:
        state.phase = STEAL


@rule
def run_final(state: Any, board: Any) -> None:
    """Ask the player at the cursor for stones to remove, or end the game."""
    player = NOBODY
    if state.cursor < state.players:
        player = int(state.big_order[state.cursor])
    if player == NOBODY:
        reason = ALL_ROUNDS if int(state.round_number) == int(board.rounds) else GOLD_NUMBERS
        finish(state, reason, OVER)
    elif state.out[player] != 0:
        state.cursor = int(state.cursor) + 1
    else:
        ask(state, player, ASK_FINAL)


@rule
def list_final(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Stones to remove, and ``stop``."""
    count = list_unchain(state, board, player, ids, 0)
    return add(ids, count, int(board.id_stop))


@rule
def stones_on(state: Any, player: Any) -> Any:
    """Stones left on a player's slaves."""
    total = 0
    for place in range(state.stones.shape[1]):
        total += int(state.stones[player, place])
    return total


@rule
def most_goods(state: Any, player: Any) -> Any:
    """Of how many goods a player owns the most among those still in; ties count."""
    count = 0
    for good in range(len(GOODS)):
        own = int(state.goods[player, good])
        most = own > 0
        # Who is out owns nothing.
        for other in range(int(state.players)):
            most = most and int(state.goods[other, good]) <= own
        if most:
            count += 1
    return count


@rule
def final_score(state: Any, board: Any, player: Any) -> Any:
    """Final score of a player who is still in."""
    return (
        reward_points(state, player)
        - int(state.punishment[player])
        - int(board.stone_left) * stones_on(state, player)
        - int(board.most_of_a_good) * most_goods(state, player)
    )


@rule
def is_ahead(state: Any, board: Any, player: Any, other: Any) -> Any:
    """Whether a player ranks before another one."""
    if state.out[player] != 0 or state.out[other] != 0:
        if state.out[player] == 0 or state.out[other] == 0:
            return state.out[player] == 0
        return state.out[player] > state.out[other]
    own, theirs = final_score(state, board, player), final_score(state, board, other)
    if own != theirs:
        return own > theirs
    own, theirs = servants_of(state, player), servants_of(state, other)
    if own != theirs:
        return own > theirs
    return 0 < int(state.first_servant[player]) < int(state.first_servant[other])


@rule
def pay(state: Any, board: Any, kind: Any, out: Any) -> Any:
    """Utility per seat. Score: who is out has minus the punishment points at going out."""
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
        if kind == RANK:
            # Places ahead + 1 .. ahead + level + 1 are shared; their mean is paid.
            out[player] = 1.0 - (2.0 * ahead + level) / (players - 1)
        elif kind == WIN:
            out[player] = 1.0 / (level + 1) if ahead == 0 else 0.0
        elif state.out[player] != 0:
            out[player] = -int(state.punishment[player])
        else:
            out[player] = final_score(state, board, player)
    return 0
