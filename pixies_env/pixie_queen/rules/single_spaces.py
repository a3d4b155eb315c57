"""Section 3, actions 15 to 21: the single spaces, and the placing of discs."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.kit.continuations import push
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    ASK_ADD,
    ASK_ADVANCE,
    ASK_CHAIN,
    ASK_COPY,
    ASK_GOODS,
    ASK_PEEK,
    ASK_PICK,
    ASK_SWAP,
    CUBE,
    CUBE_STONE,
    CUBES,
    CUBES_PICKED,
    FOODS,
    GOODS,
    GOODS_DISCARDED,
    HONEY,
    LOOK_IN_THE_BAG,
    NOBODY,
    SINGLE_COPY,
    SINGLE_GOODS,
    SINGLE_MINE,
    SINGLE_ORDER,
    SINGLE_SPECIAL,
    SINGLE_TILES,
    SPECIAL_OFFERING,
)
from pixies_env.pixie_queen.rules.double_spaces import begin_action, possible_actions
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.pyramid import is_chainable
from pixies_env.pixie_queen.rules.steal import list_foods
from pixies_env.pixie_queen.rules.tiles import holds_one_use, return_one_use
from pixies_env.pixie_queen.rules.turn import TURN_OVER, spaces_to_copy
from pixies_env.pixie_queen.state import (
    ask,
    await_chance,
    goods_in_all,
    take_reward,
    to_stock,
)

FRAME_MINE = 4
"""Continuation: this player goes on with the mine: pick, draw, lay stones."""
FRAME_COPY = 5
"""Continuation: this player has paid for a copy and chooses the space."""
FRAME_GOODS = 6
"""Continuation: this player goes on to put goods back."""


@rule
def place(state: Any, board: Any, player: Any, space: Any) -> None:
    """Place discs on a space and begin its action."""
    state.step = TURN_OVER
    if space <= ACTIONS:
        discs = 2 if state.hands[space - 1] == NOBODY else 1
        state.discs_on[space - 1] = discs
        state.discs[player] = int(state.discs[player]) - discs
        begin_action(state, board, player, space)
        return
    state.discs[player] = int(state.discs[player]) - 1
    if space == SINGLE_MINE:
        state.mine_used[player] = 1
        _begin_mine(state, player)
    elif space == SINGLE_TILES:
        state.tiles_used[player] = 1
        ask(state, player, ASK_SWAP)
    elif space == SINGLE_GOODS:
        state.goods_uses = int(state.goods_uses) + 1
        ask(state, player, ASK_GOODS)
    elif space == SINGLE_COPY:
        state.copy_used[player] = 1
        price = int(board.copy_penalty[state.copies])
        state.copies = int(state.copies) + 1
        # The choice comes after the demotions of the price, so it lies below them.
        push(state, FRAME_COPY, player, 0, 0)
        punish(state, board, player, price)
    elif space == SINGLE_SPECIAL:
        state.special_used = 1
        for good in range(len(GOODS)):
            to_stock(state, player, good, int(state.special_track[good]))
        ask(state, player, ASK_ADD)
    elif space == SINGLE_ORDER:
        state.order_used = 1
        ask(state, player, ASK_ADVANCE)
    else:
        state.priority = player
        state.discs[player] = 0


@rule
def _begin_mine(state: Any, player: Any) -> None:
    state.due = max(1, int(state.mine[player]))
    push(state, FRAME_MINE, player, 0, 0)
    if holds_one_use(state, player, LOOK_IN_THE_BAG):
        ask(state, player, ASK_PEEK)


@rule
def cubes_in_bag(state: Any) -> Any:
    """Number of cubes in the bag."""
    return int(state.bag[0]) + int(state.bag[1]) + int(state.bag[2])


@rule
def peek(state: Any) -> None:
    """Use the tile look in the bag: so many of the cubes that are due are picked."""
    return_one_use(state, LOOK_IN_THE_BAG)
    state.picks = min(CUBES_PICKED, int(state.due), cubes_in_bag(state))


@rule
def take_cube(state: Any, player: Any, cube: Any) -> None:
    """Take a picked or drawn cube out of the bag; stones are kept aside until all are out."""
    state.bag[cube] = int(state.bag[cube]) - 1
    state.due = int(state.due) - 1
    if state.picks > 0:
        state.picks = int(state.picks) - 1
    if cube == CUBE_STONE:
        state.stones_drawn = int(state.stones_drawn) + 1
    else:
        good = FOODS + cube
        state.goods[player, good] = int(state.goods[player, good]) + 1


@rule
def run_mine(state: Any, board: Any, player: Any) -> None:
    """Pick, then draw what is due, then lay the stones."""
    if state.due > 0 and cubes_in_bag(state) > 0:
        push(state, FRAME_MINE, player, 0, 0)
        if state.picks > 0:
            ask(state, player, ASK_PICK)
        else:
            await_chance(state, player, CUBE)
        return
    state.due = 0
    if state.stones_drawn > 0:
        if _any_chainable(state, board):
            push(state, FRAME_MINE, player, 0, 0)
            ask(state, player, ASK_CHAIN)
            return
        state.reserve_stones = int(state.reserve_stones) + int(state.stones_drawn)
        state.stones_drawn = 0


@rule
def _any_chainable(state: Any, board: Any) -> Any:
    for player in range(int(state.players)):
        if state.out[player] == 0:
            for place in range(int(board.places)):
                if is_chainable(state, board, player, place):
                    return True
    return False


@rule
def list_cubes(state: Any, first: Any, ids: Any) -> Any:
    """The kinds of cubes in the bag, as ids that begin with ``first``."""
    count = 0
    for cube in range(len(CUBES)):
        if state.bag[cube] > 0:
            count = add(ids, count, first + cube)
    return count


@rule
def list_chains(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Chainable places of all players still in, counted to the left."""
    count = 0
    players = int(state.players)
    places = int(board.places)
    for step in range(players):
        other = (player + step) % players
        if state.out[other] == 0:
            for place in range(places):
                if is_chainable(state, board, other, place):
                    count = add(ids, count, int(board.id_chain) + step * places + place)
    return count


@rule
def chain(state: Any, board: Any, player: Any, index: Any) -> None:
    """Lay one stone; ``index`` counts seats to the left, then places."""
    places = int(board.places)
    other = (player + index // places) % int(state.players)
    place = index % places
    state.stones[other, place] = int(state.stones[other, place]) + 1
    state.stones_drawn = int(state.stones_drawn) - 1


@rule
def list_goods(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 17: put a good back, or at first take a food."""
    count = 0
    if state.due > 0 or goods_in_all(state, player) >= GOODS_DISCARDED:
        count = list_owned(state, player, int(board.id_discard), ids)
    if state.due == 0:
        count = list_foods(state, int(board.id_take), ids, count)
    return count


@rule
def list_owned(state: Any, player: Any, first: Any, ids: Any) -> Any:
    """The goods that a player owns, as ids that begin with ``first``."""
    count = 0
    for good in range(len(GOODS)):
        if state.goods[player, good] > 0:
            count = add(ids, count, first + good)
    return count


@rule
def discard(state: Any, player: Any, good: Any) -> None:
    """Put one good back and go on until the printed number is reached."""
    if state.due == 0:
        state.due = GOODS_DISCARDED
    to_stock(state, player, good, 1)
    state.due = int(state.due) - 1
    if state.due > 0:
        push(state, FRAME_GOODS, player, 0, 0)


@rule
def run_copy(state: Any, board: Any, player: Any) -> None:
    """The price is paid: choose a space, if any can be copied now."""
    if spaces_to_copy(state, board, player, possible_actions(state, board, player)) != 0:
        ask(state, player, ASK_COPY)


@rule
def list_copies(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 18."""
    count = 0
    spaces = spaces_to_copy(state, board, player, possible_actions(state, board, player))
    for hand in range(ACTIONS):
        if (spaces >> hand) & 1:
            count = add(ids, count, int(board.id_copy) + hand)
    return count


@rule
def add_to_track(state: Any, board: Any, player: Any, good: Any) -> None:
    """Action 19: one own good goes on the special track, then the lowest tile is taken."""
    state.goods[player, good] = int(state.goods[player, good]) - 1
    state.special_track[good] = int(state.special_track[good]) + 1
    take_reward(state, board, player, SPECIAL_OFFERING)


@rule
def place_in_small_order(state: Any, player: Any) -> Any:
    """Index of a player's small cube."""
    for index in range(int(state.players)):
        if int(state.small_order[index]) == player:
            return index
    return -1


@rule
def list_advances(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 20: as far as there are places in front and honey to pay."""
    count = 0
    most = min(int(state.goods[player, HONEY]), place_in_small_order(state, player))
    for step in range(most):
        count = add(ids, count, int(board.id_advance) + step)
    return count


@rule
def advance(state: Any, player: Any, places: Any) -> None:
    """Action 20: the own small cube moves forward, those passed move back."""
    to_stock(state, player, HONEY, places)
    index = place_in_small_order(state, player)
    for passed in range(index, index - places, -1):
        state.small_order[passed] = int(state.small_order[passed - 1])
    state.small_order[index - places] = player
