"""Section 2.II: the action phase: whose turn it is, which spaces can be chosen, the end."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.limits import ACTIONS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    ASK_TURN,
    COPY_UNUSED,
    GOODS,
    GOODS_DISCARDED,
    GOODS_SPACES,
    HONEY,
    NOBODY,
    OFFERINGS,
    SINGLE_COPY,
    SINGLE_GOODS,
    SINGLE_MINE,
    SINGLE_ORDER,
    SINGLE_PRIORITY,
    SINGLE_SPECIAL,
    SINGLE_TILES,
    SPECIAL_OFFERING,
)
from pixies_env.pixie_queen.rules.double_spaces import possible_actions
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.pyramid import can_promote, list_unchain
from pixies_env.pixie_queen.rules.tiles import can_swap
from pixies_env.pixie_queen.state import (
    ask,
    food_in_stock,
    goods_in_all,
    has_skill,
)

SEARCH, TURN_OVER = 0, 1
"""Steps of the phase: find who takes a turn; leave the player at the cursor."""

ACTION_3 = 2
"""Index of the hand of action 3."""


@rule
def run_actions(state: Any, board: Any) -> None:
    """Go on to the next turn, or end the phase."""
    players = int(state.players)
    if state.step == TURN_OVER:
        state.cursor = (int(state.cursor) + 1) % players
        state.step = SEARCH
    for offset in range(players):
        place = (int(state.cursor) + offset) % players
        player = int(state.big_order[place])
        # Who is out has no discs.
        if player >= 0 and state.discs[player] > 0 and state.passed[player] == 0:
            state.cursor = place
            ask(state, player, ASK_TURN)
            return
    _end_actions(state, board)


@rule
def _end_actions(state: Any, board: Any) -> None:
    """The big cube of temporary priority goes first, all discs come back."""
    user = int(state.priority)
    if user != NOBODY and state.out[user] == 0:
        moved = user
        for place in range(int(state.players)):
            here = int(state.big_order[place])
            state.big_order[place] = moved
            moved = here
            if here == user:
                break
    state.priority = NOBODY
    for hand in range(ACTIONS):
        state.discs_on[hand] = 0
    for player in range(int(state.players)):
        state.discs[player] = int(board.discs) if state.out[player] == 0 else 0
        state.passed[player] = 0
        state.mine_used[player] = 0
        state.tiles_used[player] = 0
        state.copy_used[player] = 0
    state.copies = 0
    state.goods_uses = 0
    state.special_used = 0
    state.order_used = 0
    state.phase = OFFERINGS
    state.step = 0
    state.cursor = 0


@rule
def spaces_to_copy(state: Any, board: Any, player: Any, possible: Any) -> Any:
    """Bit set of the double spaces that a copy can carry out now; bit k is action k + 1."""
    if has_skill(state, player, COPY_UNUSED):
        return possible
    used = 0
    for hand in range(ACTIONS):
        if state.discs_on[hand] > 0:
            used |= 1 << hand
    return possible & used


@rule
def can_offer_specially(state: Any, player: Any) -> Any:
    """Whether a player can pay what lies on the special track and has a good left to add."""
    paid = 0
    for good in range(len(GOODS)):
        price = int(state.special_track[good])
        if int(state.goods[player, good]) < price:
            return False
        paid += price
    return (
        goods_in_all(state, player) > paid
        and int(state.rewards_taken[SPECIAL_OFFERING]) < REWARD_TILES
    )


@rule
def list_turn(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of a turn: spaces, stones to remove, and always ``pass``."""
    count = 0
    first = int(board.id_place) - 1
    discs = int(state.discs[player])
    possible = possible_actions(state, board, player)
    for hand in range(ACTIONS):
        helped = state.hands[hand] != NOBODY
        if state.discs_on[hand] > 0 or discs < (1 if helped else 2):
            continue
        fine = (possible >> hand) & 1 == 1
        if fine and hand == ACTION_3 and not helped:
            # The two discs are placed first and cover this hand.
            fine = can_promote(state, board, player, ACTION_3)
        if fine:
            count = add(ids, count, first + hand + 1)
    bag = int(state.bag[0]) + int(state.bag[1]) + int(state.bag[2])
    if state.mine_used[player] == 0 and bag > 0:
        count = add(ids, count, first + SINGLE_MINE)
    if state.tiles_used[player] == 0 and can_swap(state, board, player):
        count = add(ids, count, first + SINGLE_TILES)
    if state.goods_uses < GOODS_SPACES and (
        food_in_stock(state) or goods_in_all(state, player) >= GOODS_DISCARDED
    ):
        count = add(ids, count, first + SINGLE_GOODS)
    if state.copy_used[player] == 0 and spaces_to_copy(state, board, player, possible) != 0:
        count = add(ids, count, first + SINGLE_COPY)
    if state.special_used == 0 and can_offer_specially(state, player):
        count = add(ids, count, first + SINGLE_SPECIAL)
    if (
        state.order_used == 0
        and state.goods[player, HONEY] > 0
        and int(state.small_order[0]) != player
    ):
        count = add(ids, count, first + SINGLE_ORDER)
    if state.priority == NOBODY:
        count = add(ids, count, first + SINGLE_PRIORITY)
    count = list_unchain(state, board, player, ids, count)
    return add(ids, count, int(board.id_pass))


@rule
def pass_turn(state: Any, board: Any, player: Any) -> None:
    """End the own action phase for punishment points."""
    state.passed[player] = 1
    state.step = TURN_OVER
    punish(state, board, player, int(board.pass_penalty))
