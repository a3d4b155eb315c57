"""Section 3, actions 17 to 21: goods, a copy, the special offering, the turn order, priority."""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import places_from
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import number_in, options_of_set, place_in_row, transfer
from pixies_env.pixie_queen.limits import REWARD_TILES
from pixies_env.pixie_queen.names import (
    GOODS_DISCARDED,
    GOODS_SPACES,
    NOBODY,
    Decision,
    Frame,
    Good,
    Question,
    Skill,
    Source,
    Space,
)
from pixies_env.pixie_queen.rules.double_spaces import begin_double, possible_doubles
from pixies_env.pixie_queen.rules.lists import list_foods, list_owned
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.space import Block
from pixies_env.pixie_queen.state import (
    food_in_stock,
    skill_size,
    take_reward,
    to_player,
    to_stock,
)

# ---- 17: put exactly three goods back, one by one, or take one food


@rule
def can_use_goods(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """One of the places is free, and there is a food in the stock or enough to put back."""
    return state.goods_uses < GOODS_SPACES and (
        food_in_stock(state) or number_in(state.goods[player]) >= GOODS_DISCARDED
    )


@rule
def begin_goods(state: Any, board: Any, player: Any) -> None:
    """Take or put back?"""
    state.goods_uses = int(state.goods_uses) + 1
    ask(state, player, Question.GOODS)


@rule
def list_goods(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """A good to put back, or at first a food to take."""
    count = 0
    if state.discards_due > 0 or number_in(state.goods[player]) >= GOODS_DISCARDED:
        count = list_owned(state, board, player, Decision.DISCARD, ids, count)
    if state.discards_due == 0:
        count = list_foods(state, board, Decision.TAKE, ids, count)
    return count


@rule
def take_food(state: Any, board: Any, player: Any, food: Any) -> None:
    """Take one."""
    to_player(state, player, food, 1)


@rule
def discard(state: Any, board: Any, player: Any, good: Any) -> None:
    """Put one good back and go on until the printed number is reached."""
    if state.discards_due == 0:
        state.discards_due = GOODS_DISCARDED
    to_stock(state, player, good, 1)
    state.discards_due = int(state.discards_due) - 1
    if state.discards_due > 0:
        push(state, Frame.GOODS, player, 0, 0)


@rule
def go_on_with_goods(state: Any, board: Any, player: Any, _first: Any, _second: Any) -> None:
    """Which good next?"""
    ask(state, player, Question.GOODS)


GOODS = Block(
    Space.GOODS,
    can_use_goods,
    begin_goods,
    questions=(
        rulebook.Question(
            Question.GOODS, list_goods, {Decision.DISCARD: discard, Decision.TAKE: take_food}
        ),
    ),
    continuations=(rulebook.Continuation(Frame.GOODS, go_on_with_goods),),
)

# ---- 18: pay punishment points and carry out a double space that was used this round


@rule
def spaces_to_copy(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """Which of a set of double spaces, those that are possible, a player may copy."""
    if skill_size(state, board, player, Skill.COPY_UNUSED) > 0:
        return doubles
    return doubles & places_from(state.discs_on, 1)


@rule
def can_copy(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """Once per round and player, if some copy could be carried out now."""
    return state.copy_used[player] == 0 and spaces_to_copy(state, board, player, doubles) != 0


@rule
def begin_copy(state: Any, board: Any, player: Any) -> None:
    """The price comes first; the choice comes after its demotions, so it lies below them."""
    state.copy_used[player] = 1
    price = int(board.copy_penalty[state.copies])
    state.copies = int(state.copies) + 1
    push(state, Frame.COPY, player, 0, 0)
    punish(state, board, player, price)


@rule
def choose_copy(state: Any, board: Any, player: Any, _first: Any, _second: Any) -> None:
    """Which space? If nothing can be copied any more, the action is lost."""
    if spaces_to_copy(state, board, player, possible_doubles(state, board, player)) != 0:
        ask(state, player, Question.COPY)


@rule
def list_copies(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """What can be copied now."""
    spaces = spaces_to_copy(state, board, player, possible_doubles(state, board, player))
    return options_of_set(board, Decision.COPY, np.uint64(spaces), ids, 0)


@rule
def copy(state: Any, board: Any, player: Any, space: Any) -> None:
    """Carry out its action."""
    begin_double(space, state, board, player)


COPY = Block(
    Space.COPY,
    can_copy,
    begin_copy,
    questions=(rulebook.Question(Question.COPY, list_copies, {Decision.COPY: copy}),),
    continuations=(rulebook.Continuation(Frame.COPY, choose_copy),),
)

# ---- 19: pay what lies on the track, add one good to it, take the lowest tile left


@rule
def can_offer_specially(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """Once a round; the price can be paid and a good is left to add."""
    paid = 0
    for good in range(len(Good)):
        price = int(state.special_track[good])
        if int(state.goods[player, good]) < price:
            return False
        paid += price
    return (
        state.special_used == 0
        and number_in(state.goods[player]) > paid
        and int(state.rewards_taken[Source.SPECIAL_OFFERING]) < REWARD_TILES
    )


@rule
def begin_special_offering(state: Any, board: Any, player: Any) -> None:
    """Pay. Which good is added?"""
    state.special_used = 1
    for good in range(len(Good)):
        to_stock(state, player, good, int(state.special_track[good]))
    ask(state, player, Question.ADD)


@rule
def list_additions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Any own good."""
    return list_owned(state, board, player, Decision.ADD, ids, 0)


@rule
def add_to_track(state: Any, board: Any, player: Any, good: Any) -> None:
    """Add it and take the tile."""
    transfer(state.goods[player], state.special_track, good, 1)
    take_reward(state, board, player, Source.SPECIAL_OFFERING)


SPECIAL_OFFERING = Block(
    Space.SPECIAL_OFFERING,
    can_offer_specially,
    begin_special_offering,
    questions=(rulebook.Question(Question.ADD, list_additions, {Decision.ADD: add_to_track}),),
)

# ---- 20: pay honey; the own small cube moves as many places forward


@rule
def can_advance(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """Once a round, with honey, and not for the first."""
    return (
        state.order_used == 0
        and state.goods[player, Good.HONEY] > 0
        and int(state.small_order[0]) != player
    )


@rule
def begin_advance(state: Any, board: Any, player: Any) -> None:
    """How far?"""
    state.order_used = 1
    ask(state, player, Question.ADVANCE)


@rule
def list_advances(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """As far as there are places in front and honey to pay."""
    count = 0
    most = min(int(state.goods[player, Good.HONEY]), place_in_row(state.small_order, player))
    for places in range(1, most + 1):
        count = option(board, Decision.ADVANCE, places, ids, count)
    return count


@rule
def advance(state: Any, board: Any, player: Any, places: Any) -> None:
    """Pay and move; those passed move back."""
    to_stock(state, player, Good.HONEY, places)
    index = place_in_row(state.small_order, player)
    for passed in range(index, index - places, -1):
        state.small_order[passed] = int(state.small_order[passed - 1])
    state.small_order[index - places] = player


TURN_ORDER = Block(
    Space.TURN_ORDER,
    can_advance,
    begin_advance,
    questions=(rulebook.Question(Question.ADVANCE, list_advances, {Decision.ADVANCE: advance}),),
)

# ---- 21: all discs; when the phase ends the own big cube goes first


@rule
def can_take_priority(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """Once a round."""
    return state.priority == NOBODY


@rule
def take_priority(state: Any, board: Any, player: Any) -> None:
    """The own action phase is over."""
    state.priority = player
    state.discs[player] = 0


PRIORITY = Block(Space.PRIORITY, can_take_priority, take_priority)

BLOCKS = (GOODS, COPY, SPECIAL_OFFERING, TURN_ORDER, PRIORITY)
