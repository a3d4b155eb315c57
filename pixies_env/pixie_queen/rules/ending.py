"""Section 4: the end of a round and of the game, final scores and ranks."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.standings import standings
from pixies_env.core.kit.zones import number_in
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    NOBODY,
    SERIES,
    Decision,
    Good,
    Phase,
    Question,
    RankKey,
    Reason,
)
from pixies_env.pixie_queen.rules.pyramid import list_unchain, unchain
from pixies_env.pixie_queen.state import (
    advance_cursor,
    at_cursor,
    end_game,
    enter,
    reward_points,
    servants_of,
)


@rule
def gold_numbers_gone(state: Any, board: Any) -> Any:
    """Whether the last tile with a gold number was taken."""
    for series in range(SERIES):
        if int(state.rewards_taken[series]) < int(board.gold_numbers):
            return False
    return True


@rule
def after_round(state: Any, board: Any) -> None:
    """Begin the next round or the final scoring."""
    state.demand = NOBODY
    if int(state.round_number) == int(board.rounds) or gold_numbers_gone(state, board):
        enter(state, Phase.FINAL)
    else:
        enter(state, Phase.STEAL)


@rule
def run_final(state: Any, board: Any) -> None:
    """Ask the player at the cursor for stones to remove, or end the game."""
    player = at_cursor(state)
    if player == NOBODY:
        if int(state.round_number) == int(board.rounds):
            end_game(state, Reason.ROUNDS)
        else:
            end_game(state, Reason.GOLD_NUMBERS)
    elif state.out[player] != 0:
        advance_cursor(state)
    else:
        ask(state, player, Question.FINAL)


@rule
def list_final(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Stones to remove, and ``stop``."""
    count = list_unchain(state, board, player, ids, 0)
    return option(board, Decision.STOP, 0, ids, count)


@rule
def stop_final(state: Any, board: Any, player: Any, value: Any) -> None:
    """Remove no more stones."""
    advance_cursor(state)


@rule
def stones_on(state: Any, player: Any) -> Any:
    """Stones left on a player's slaves."""
    return number_in(state.stones[player])


@rule
def most_goods(state: Any, player: Any) -> Any:
    """Of how many goods a player owns the most among those still in; ties count."""
    count = 0
    for good in range(len(Good)):
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
    """Final score; of who is out, minus the punishment points at going out."""
    if state.out[player] != 0:
        return -int(state.punishment[player])
    return (
        reward_points(state, player)
        - int(state.punishment[player])
        - int(board.stone_left) * stones_on(state, player)
        - int(board.most_of_a_good) * most_goods(state, player)
    )


@rule
def rank_key(state: Any, board: Any, player: Any, key: Any) -> Any:
    """Who is out ranks below everyone still in, the earlier the lower; then the score decides.

    Then the number of servants, then who first made one.
    """
    if key == RankKey.OUT:
        return int(state.out[player]) if state.out[player] != 0 else MAX_PLAYERS + 1
    if key == RankKey.SCORE:
        return final_score(state, board, player)
    if key == RankKey.SERVANTS:
        return servants_of(state, player)
    return -int(state.first_servant[player])


STANDINGS = standings(__name__, key=rank_key, number_of_keys=len(RankKey), score=final_score)

RULES = rulebook.Phase(
    Phase.FINAL,
    run_final,
    questions=(
        rulebook.Question(
            Question.FINAL, list_final, {Decision.UNCHAIN: unchain, Decision.STOP: stop_final}
        ),
    ),
)
