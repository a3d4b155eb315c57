"""Actions 15 to 21, the single spaces (rules section 3)."""

from fractions import Fraction

from .double_actions import carry_out_double, double_possible
from .names import CUBES, DOUBLE_SPACES, FOODS, GOODS, make_name
from .penalties import punish
from .questions import Flow, ask, draw, shares
from .state import State
from .tiles import (
    holds_one_use,
    return_one_use_tile,
    swap_food_with_board,
    swap_food_with_player,
    swap_one_use,
    swap_options,
    swap_skill,
)

GOODS_SPACES = 3
GOODS_DISCARDED = 3
PICKED_WITH_LOOK = 2


def single_possible(state: State, player: int, action: int) -> bool:
    """Is the space still to be had, and can its action be carried out now?"""
    spaces = state.single_spaces
    match action:
        case 15:
            return player not in spaces.mine and sum(state.bag.values()) > 0
        case 16:
            return player not in spaces.exchange_tiles and bool(swap_options(state, player))
        case 17:
            return spaces.goods < GOODS_SPACES and bool(goods_options(state, player))
        case 18:
            return player not in spaces.copy and bool(copy_options(state, player))
        case 19:
            return not spaces.special_offering and can_offer_specially(state, player)
        case 20:
            return not spaces.turn_order and bool(advance_options(state, player))
        case 21:
            return spaces.temporary_priority is None
    raise ValueError(action)


def carry_out_single(state: State, player: int, action: int) -> Flow:
    """Pay the disc (21: all of them), mark the space as used and carry out the action."""
    seat = state.seats[player]
    spaces = state.single_spaces
    seat.discs -= seat.discs if action == 21 else 1
    match action:
        case 15:
            spaces.mine.add(player)
            yield from dig(state, player)
        case 16:
            spaces.exchange_tiles.add(player)
            _, arguments = yield from ask(player, "swap", lambda: swap_options(state, player))
            swap(state, player, arguments)
        case 17:
            spaces.goods += 1
            yield from goods_action(state, player)
        case 18:
            spaces.copy.add(player)
            yield from copy(state, player)
        case 19:
            spaces.special_offering = True
            yield from special_offering(state, player)
        case 20:
            spaces.turn_order = True
            _, (places,) = yield from ask(player, "advance", lambda: advance_options(state, player))
            advance(state, player, int(places))
        case 21:
            spaces.temporary_priority = player
        case _:
            raise ValueError(action)


# 15 mine


def dig(state: State, player: int) -> Flow:
    """As many cubes as own slaves, 1 if none; then the stones are laid."""
    due = max(1, state.seats[player].mine)
    stones = 0
    picked = 0
    if holds_one_use(state, player, "look_in_the_bag"):
        _, (answer,) = yield from ask(player, "peek", lambda: ["peek(yes)", "peek(no)"])
        if answer == "yes":
            return_one_use_tile(state, player, "look_in_the_bag")
            picked = min(PICKED_WITH_LOOK, due, sum(state.bag.values()))
    for number in range(due):
        if sum(state.bag.values()) == 0:
            break
        if number < picked:
            _, (cube,) = yield from ask(player, "pick", lambda: pick_options(state))
        else:
            _, (cube,) = yield from draw(player, "cube", lambda: cube_results(state))
        state.bag[cube] -= 1
        if cube == "stone":
            state.reserve_stones += 1  # neither in the bag nor on a slave
            stones += 1
        else:
            state.seats[player].goods[cube] += 1
    for _ in range(stones):
        if not chain_options(state):
            break
        _, (owner, slot) = yield from ask(player, "chain", lambda: chain_options(state))
        state.reserve_stones -= 1
        state.seats[int(owner)].stones[int(slot)] += 1


def pick_options(state: State) -> list[str]:
    """Kinds of cubes in the bag."""
    return [make_name("pick", cube) for cube in CUBES if state.bag[cube] > 0]


def cube_results(state: State) -> dict[str, Fraction]:
    """A cube drawn from the bag's contents."""
    return shares({make_name("cube", cube): state.bag[cube] for cube in CUBES})


def chain_options(state: State) -> list[str]:
    """Chainable places of all players still in: occupied slots that are not full."""
    full = state.board["setup"]["stones_per_place"]
    return [
        make_name("chain", owner, slot)
        for owner in state.players_in()
        for slot in state.seats[owner].occupied_slots()
        if state.seats[owner].stones[slot] < full
    ]


# 16 exchange tiles


def swap(state: State, player: int, arguments: list[str]) -> None:
    """Carry out `swap(food,...)`, `swap(one_use,...)` or `swap(skill,...)`."""
    match arguments:
        case ["food", own_value, "board"]:
            swap_food_with_board(state, player, int(own_value))
        case ["food", own_value, other, value]:
            swap_food_with_player(state, player, int(own_value), int(other), int(value))
        case ["one_use", own_name, wanted]:
            swap_one_use(state, player, own_name, wanted)
        case ["skill", own_skill, wanted]:
            swap_skill(state, player, own_skill, wanted)
        case _:
            raise ValueError(arguments)


# 17 goods


def goods_action(state: State, player: int) -> Flow:
    """Exactly three own goods to the stock, one by one, or take one food."""
    word, (good,) = yield from ask(player, "goods", lambda: goods_options(state, player))
    if word == "take":
        state.take_from_stock(player, good, 1)
        return
    state.pay_to_stock(player, good, 1)
    for _ in range(GOODS_DISCARDED - 1):
        _, (good,) = yield from ask(player, "goods", lambda: discard_options(state, player))
        state.pay_to_stock(player, good, 1)


def goods_options(state: State, player: int) -> list[str]:
    """The first answer: a first good of three, or a food."""
    options = []
    if sum(state.seats[player].goods.values()) >= GOODS_DISCARDED:
        options += discard_options(state, player)
    return options + [make_name("take", food) for food in FOODS if state.stock[food] >= 1]


def discard_options(state: State, player: int) -> list[str]:
    """Kinds of goods the player owns."""
    return [make_name("discard", good) for good in GOODS if state.seats[player].goods[good] >= 1]


# 18 copy


def copy(state: State, player: int) -> Flow:
    """First the points with their demotions, then the copied action, if one is possible."""
    price = state.board["penalties"]["copy"][state.copies]
    state.copies += 1
    yield from punish(state, player, price)
    if not state.is_in(player) or not copy_options(state, player):
        return
    _, (space,) = yield from ask(player, "copy", lambda: copy_options(state, player))
    yield from carry_out_double(state, player, int(space))


def copy_options(state: State, player: int) -> list[str]:
    """Used double spaces (with copy unused: any) whose action can be carried out now."""
    any_space = state.skill_size(player, "copy_unused") > 0
    return [
        make_name("copy", space)
        for space in DOUBLE_SPACES
        if (any_space or state.discs_on[space] > 0)
        and double_possible(state, player, space, covering=False)
    ]


# 19 special offering


def can_offer_specially(state: State, player: int) -> bool:
    """What lies on the track can be paid, a good to add is left, and so is a tile."""
    goods = state.seats[player].goods
    track = state.special_offering_track
    return (
        state.rewards_left("special_offering")
        and all(goods[good] >= track[good] for good in GOODS)
        and sum(goods.values()) > sum(track.values())
    )


def special_offering(state: State, player: int) -> Flow:
    """Pay what lies on the track, add one good to it, take the lowest tile left."""
    for good in GOODS:
        state.pay_to_stock(player, good, state.special_offering_track[good])
    _, (added,) = yield from ask(player, "add", lambda: add_options(state, player))
    state.seats[player].goods[added] -= 1
    state.special_offering_track[added] += 1
    state.take_reward(player, "special_offering")


def add_options(state: State, player: int) -> list[str]:
    """Any owned good."""
    return [make_name("add", good) for good in GOODS if state.seats[player].goods[good] >= 1]


# 20 turn order


def advance_options(state: State, player: int) -> list[str]:
    """1 honey a place, at most to the front."""
    ahead = state.small_order.index(player)
    most = min(state.seats[player].goods["honey"], ahead)
    return [make_name("advance", places) for places in range(1, most + 1)]


def advance(state: State, player: int, places: int) -> None:
    """The own small cube moves forward, those passed move back."""
    state.pay_to_stock(player, "honey", places)
    position = state.small_order.index(player)
    state.small_order.remove(player)
    state.small_order.insert(position - places, player)
