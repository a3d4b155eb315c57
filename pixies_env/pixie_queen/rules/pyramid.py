"""Section 1 and 2.IV: pixies on the pyramid, slaves in the mine, promotions and stones."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit, places_from, places_of
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import option, option_if
from pixies_env.core.kit.zones import NO_CARD, place_in_row
from pixies_env.pixie_queen.limits import LEVELS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    DISCS_THAT_COVER,
    FIRST_HAND,
    MINE,
    NOBODY,
    SERVANT_SPACE,
    VIRTUAL,
    Decision,
    Good,
    Skill,
    Source,
)
from pixies_env.pixie_queen.state import skill_size, to_stock

NO_HAND = -1


@rule
def has_active_pixie(state: Any, player: Any) -> Any:
    """Whether a pixie of a player stands on a hand."""
    return place_in_row(state.hands, player) != NO_CARD


@rule
def chained(state: Any, board: Any, player: Any) -> Any:
    """Number of slaves with stones."""
    count = 0
    for place in range(int(board.places)):
        if state.stones[player, place] > 0:
            count += 1
    return count


@rule
def can_leave_mine(state: Any, board: Any, player: Any) -> Any:
    """Whether a player has a slave without stones."""
    return int(state.mine[player]) > chained(state, board, player)


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
def can_unchain(state: Any, board: Any, player: Any) -> Any:
    """Whether a player can pay for the removal of a stone."""
    free = skill_size(state, board, player, Skill.FREE_CHAINS)
    return state.goods[player, Good.BREAD] > 0 or free > 0


@rule
def list_unchain(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append ``unchain`` for each own place with stones."""
    if can_unchain(state, board, player):
        for place in range(int(board.places)):
            if state.stones[player, place] > 0:
                count = option(board, Decision.UNCHAIN, place, ids, count)
    return count


@rule
def unchain(state: Any, board: Any, player: Any, place: Any) -> None:
    """Remove a stone for one bread; it leaves to the reserve."""
    if skill_size(state, board, player, Skill.FREE_CHAINS) == 0:
        to_stock(state, player, Good.BREAD, 1)
    state.stones[player, place] = int(state.stones[player, place]) - 1
    state.reserve_stones = int(state.reserve_stones) + 1


@rule
def pays_demotion(state: Any, board: Any, player: Any) -> Any:
    """Whether a player can swap another pixie down."""
    free = skill_size(state, board, player, Skill.FREE_DEMOTION)
    return state.goods[player, Good.APPLE] > 0 or free > 0


@rule
def servant_space_open(state: Any, board: Any) -> Any:
    """Whether a pixie may enter the servant space: one each round, while tiles are left."""
    return (
        state.servant_space == NOBODY
        and int(state.rewards_taken[Source.FAITHFUL_SERVANT]) < REWARD_TILES
    )


@rule
def can_promote(state: Any, board: Any, player: Any, also_covered: Any) -> Any:
    """Whether a player can promote a pixie to a hand.

    ``also_covered`` is a hand to count as covered by two discs, or NO_HAND.
    """
    own = places_of(state.hands, player)
    targets = _open_hands(state, board, player)
    if also_covered != NO_HAND:
        targets &= ~(1 << also_covered)
    climbs = can_leave_mine(state, board, player)
    possible = False
    for level in range(1, LEVELS + 1):
        here = places_of(board.level_of, level)
        possible |= climbs & ((targets & here) != 0)
        climbs = (own & here) != 0
    return possible


@rule
def list_promotions(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append ``promote(from,to)`` for the promotions to a hand."""
    targets = _open_hands(state, board, player)
    if can_leave_mine(state, board, player):
        count = _list_steps(board, MINE, targets, ids, count)
    for level in range(1, LEVELS):
        for index in range(int(board.hand_count[level])):
            source = int(board.hands_of_level[level, index])
            if int(state.hands[source]) == player:
                count = _list_steps(board, source, targets, ids, count)
    return count


@rule
def _list_steps(board: Any, source: Any, targets: Any, ids: Any, count: Any) -> Any:
    """Append the promotions from a place below the highest level to some of a set of hands."""
    above = int(board.level_of[source]) + 1
    for index in range(int(board.hand_count[above])):
        hand = int(board.hands_of_level[above, index])
        step = int(board.step_index[source, hand])
        count = option_if(board, has_bit(targets, hand), Decision.PROMOTE, step, ids, count)
    return count


@rule
def list_to_servant(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append ``promote(from,to)`` for the promotions into the servant space."""
    if servant_space_open(state, board):
        for index in range(int(board.hand_count[LEVELS])):
            source = int(board.hands_of_level[LEVELS, index])
            if int(state.hands[source]) == player:
                step = int(board.step_index[source, SERVANT_SPACE])
                count = option(board, Decision.PROMOTE, step, ids, count)
    return count


@rule
def _open_hands(state: Any, board: Any, player: Any) -> Any:
    """Set of the hands that a pixie of a player may enter, and places that are no hands."""
    closed = places_from(state.discs_on, DISCS_THAT_COVER) | places_of(state.hands, player)
    if not pays_demotion(state, board, player):
        closed |= ~places_of(state.hands, NOBODY)
    return ~closed


@rule
def promote(state: Any, board: Any, player: Any, step: Any) -> None:
    """Carry out a promotion; a pixie on the target falls to the source."""
    source, target = int(board.step_from[step]), int(board.step_to[step])
    fallen = NOBODY
    if target == SERVANT_SPACE:
        state.servant_space = player
    else:
        fallen = int(state.hands[target])
        state.hands[target] = player
    if source == MINE:
        state.mine[player] = int(state.mine[player]) - 1
        if fallen != NOBODY:
            state.mine[fallen] = int(state.mine[fallen]) + 1
    else:
        state.hands[source] = fallen
    if fallen != NOBODY and skill_size(state, board, player, Skill.FREE_DEMOTION) == 0:
        to_stock(state, player, Good.APPLE, 1)


@rule
def list_lifts(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """``lift(from,to)`` for the virtual pixies: to free hands only, never to the servant space."""
    count = 0
    if state.mine[VIRTUAL] > 0:
        count = _list_lifts_from(state, board, MINE, ids, count)
    for level in range(1, LEVELS):
        for index in range(int(board.hand_count[level])):
            source = int(board.hands_of_level[level, index])
            if int(state.hands[source]) == VIRTUAL:
                count = _list_lifts_from(state, board, source, ids, count)
    return count


@rule
def _list_lifts_from(state: Any, board: Any, source: Any, ids: Any, count: Any) -> Any:
    above = int(board.level_of[source]) + 1
    for index in range(int(board.hand_count[above])):
        hand = int(board.hands_of_level[above, index])
        if int(state.hands[hand]) == NOBODY:
            count = option(board, Decision.LIFT, int(board.step_index[source, hand]), ids, count)
    return count


@rule
def can_lift(state: Any, board: Any) -> Any:
    """Whether any virtual pixie can be lifted."""
    own = 0
    free = 0
    if state.mine[VIRTUAL] > 0:
        own |= 1 << MINE
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        colour = int(state.hands[hand])
        level = 1 << int(board.level_of[hand])
        if colour == NOBODY:
            free |= level
        elif colour == VIRTUAL:
            own |= level
    return ((own << 1) & free) != 0


@rule
def lift(state: Any, board: Any, player: Any, step: Any) -> None:
    """Move a virtual pixie one level up."""
    source, target = int(board.step_from[step]), int(board.step_to[step])
    if source == MINE:
        state.mine[VIRTUAL] = int(state.mine[VIRTUAL]) - 1
    else:
        state.hands[source] = NOBODY
    state.hands[target] = VIRTUAL
