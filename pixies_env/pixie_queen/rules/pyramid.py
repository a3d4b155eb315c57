"""Section 1 and 2.IV: pixies on the pyramid, slaves in the mine, promotions and stones."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.limits import ACTIONS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    APPLE,
    BREAD,
    FAITHFUL_SERVANT,
    FREE_CHAINS,
    FREE_DEMOTION,
    MINE,
    NOBODY,
    SERVANT_SPACE,
    VIRTUAL,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.state import has_skill, to_stock

NO_HAND = -1


@rule
def has_active_pixie(state: Any, player: Any) -> Any:
    """Whether a pixie of a player stands on a hand."""
    for hand in range(ACTIONS):
        if int(state.hands[hand]) == player:
            return True
    return False


@rule
def chained(state: Any, board: Any, player: Any) -> Any:
    """Number of slaves with stones."""
    count = 0
    for place in range(int(board.places)):
        if state.stones[player, place] > 0:
            count += 1
    return count


@rule
def is_occupied(state: Any, board: Any, player: Any, place: Any) -> Any:
    """Whether a slave stands on a chainable place.

    The lowest places fill first, but a chained slave keeps its place when others leave.
    """
    slaves = int(state.mine[player])
    places = int(board.places)
    if slaves >= places or state.stones[player, place] > 0:
        return True
    free_slaves = slaves - chained(state, board, player)
    for lower in range(place):
        if state.stones[player, lower] == 0:
            free_slaves -= 1
    return free_slaves > 0


@rule
def is_chainable(state: Any, board: Any, player: Any, place: Any) -> Any:
    """Whether a stone can be laid on a place of a player."""
    return int(state.stones[player, place]) < int(board.stones_per_place) and is_occupied(
        state, board, player, place
    )


@rule
def can_unchain(state: Any, player: Any) -> Any:
    """Whether a player can pay for the removal of a stone."""
    return state.goods[player, BREAD] > 0 or has_skill(state, player, FREE_CHAINS)


@rule
def list_unchain(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append ``unchain`` for each own place with stones."""
    if can_unchain(state, player):
        for place in range(int(board.places)):
            if state.stones[player, place] > 0:
                count = add(ids, count, int(board.id_unchain) + place)
    return count


@rule
def unchain(state: Any, player: Any, place: Any) -> None:
    """Remove a stone for one bread; it leaves to the reserve."""
    if not has_skill(state, player, FREE_CHAINS):
        to_stock(state, player, BREAD, 1)
    state.stones[player, place] = int(state.stones[player, place]) - 1
    state.reserve_stones = int(state.reserve_stones) + 1


@rule
def pays_demotion(state: Any, player: Any) -> Any:
    """Whether a player can swap another pixie down."""
    return state.goods[player, APPLE] > 0 or has_skill(state, player, FREE_DEMOTION)


@rule
def servant_space_open(state: Any, board: Any) -> Any:
    """Whether a pixie may enter the servant space: one each round, while tiles are left."""
    return (
        state.servant_space == NOBODY and int(state.rewards_taken[FAITHFUL_SERVANT]) < REWARD_TILES
    )


@rule
def can_promote(state: Any, board: Any, player: Any, also_covered: Any) -> Any:
    """Whether a player can promote a pixie to a hand; bit k of a set stands for level k.

    ``also_covered`` is a hand to count as covered by two discs, or NO_HAND.
    """
    own = 0
    targets = 0
    swaps = pays_demotion(state, player)
    for hand in range(ACTIONS):
        colour = int(state.hands[hand])
        bit = 1 << int(board.level_of[hand])
        if colour == player:
            own |= bit
        elif hand != also_covered and _can_enter(state, player, hand, swaps):
            targets |= bit
    if int(state.mine[player]) > chained(state, board, player):
        own |= 1
    return ((own << 1) & targets) != 0


@rule
def list_promotions(
    state: Any, board: Any, player: Any, to_servant: Any, ids: Any, count: Any
) -> Any:
    """Append ``promote(from,to)``; into the servant space only where that is allowed."""
    swaps = pays_demotion(state, player)
    first = int(board.id_promote)
    if int(state.mine[player]) > chained(state, board, player):
        for index in range(int(board.hand_count[1])):
            hand = int(board.hands_of_level[1, index])
            if _can_enter(state, player, hand, swaps):
                count = add(ids, count, first + int(board.step_index[MINE, hand + 1]))
    last_level = board.hand_count.shape[0] - 1
    for level in range(1, last_level):
        for index in range(int(board.hand_count[level])):
            source = int(board.hands_of_level[level, index])
            if int(state.hands[source]) != player:
                continue
            for above in range(int(board.hand_count[level + 1])):
                hand = int(board.hands_of_level[level + 1, above])
                if _can_enter(state, player, hand, swaps):
                    count = add(ids, count, first + int(board.step_index[source + 1, hand + 1]))
    if to_servant and servant_space_open(state, board):
        for index in range(int(board.hand_count[last_level])):
            source = int(board.hands_of_level[last_level, index])
            if int(state.hands[source]) == player:
                count = add(ids, count, first + int(board.step_index[source + 1, SERVANT_SPACE]))
    return count


@rule
def _can_enter(state: Any, player: Any, hand: Any, swaps: Any) -> Any:
    colour = int(state.hands[hand])
    if state.discs_on[hand] > 1 or colour == player:
        return False
    return colour == NOBODY or swaps


@rule
def promote(state: Any, board: Any, player: Any, step: Any) -> None:
    """Carry out the promotion number ``step``; a pixie on the target falls to the source."""
    source, target = int(board.step_from[step]), int(board.step_to[step])
    fallen = NOBODY
    if target != SERVANT_SPACE:
        fallen = int(state.hands[target - 1])
    if source == MINE:
        state.mine[player] = int(state.mine[player]) - 1
        if fallen != NOBODY:
            state.mine[fallen] = int(state.mine[fallen]) + 1
    else:
        state.hands[source - 1] = fallen
    if target == SERVANT_SPACE:
        state.servant_space = player
    else:
        state.hands[target - 1] = player
    if fallen != NOBODY and not has_skill(state, player, FREE_DEMOTION):
        to_stock(state, player, APPLE, 1)


@rule
def list_lifts(state: Any, board: Any, ids: Any, count: Any) -> Any:
    """Append ``lift(from,to)`` for the virtual pixies: free hands only, never the servant."""
    first = int(board.id_lift)
    for level in range(board.hand_count.shape[0] - 1):
        sources = 1 if level == 0 else int(board.hand_count[level])
        for index in range(sources):
            source = MINE
            if level == 0:
                if state.mine[VIRTUAL] == 0:
                    continue
            else:
                source = int(board.hands_of_level[level, index]) + 1
                if int(state.hands[source - 1]) != VIRTUAL:
                    continue
            for above in range(int(board.hand_count[level + 1])):
                hand = int(board.hands_of_level[level + 1, above])
                if int(state.hands[hand]) == NOBODY:
                    count = add(ids, count, first + int(board.step_index[source, hand + 1]))
    return count


@rule
def can_lift(state: Any, board: Any) -> Any:
    """Whether any virtual pixie can be lifted."""
    own = 1 if state.mine[VIRTUAL] > 0 else 0
    free = 0
    for hand in range(ACTIONS):
        colour = int(state.hands[hand])
        bit = 1 << int(board.level_of[hand])
        if colour == NOBODY:
            free |= bit
        elif colour == VIRTUAL:
            own |= bit
    return ((own << 1) & free) != 0


@rule
def lift(state: Any, board: Any, step: Any) -> None:
    """Move a virtual pixie one level up."""
    source, target = int(board.step_from[step]), int(board.step_to[step])
    if source == MINE:
        state.mine[VIRTUAL] = int(state.mine[VIRTUAL]) - 1
    else:
        state.hands[source - 1] = NOBODY
    state.hands[target - 1] = VIRTUAL
