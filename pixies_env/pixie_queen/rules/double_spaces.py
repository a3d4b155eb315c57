"""Section 3, actions 1 to 14: the double spaces."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.kit.continuations import push
from pixies_env.pixie_queen.limits import ACTIONS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    ASK_ASSIGN,
    ASK_CONVERT,
    ASK_EXCHANGE,
    ASK_FOOD,
    ASK_PROMOTE,
    ASK_ROB,
    ASK_TRACK,
    CASINO_DIE,
    CHEAP_GOLD,
    EXCHANGEABLE,
    FOOD_STOLEN,
    FOODS,
    GOLD,
    GOLD_RING,
    GOODS,
    MOST_EXCHANGED,
    NOBODY,
    ON_BOARD,
    ONE_USE_TILES,
    PUNISHMENT_DIE,
    RING_BONUS,
    SILVER,
    SILVER_STOLEN,
    VIRTUAL,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.pyramid import NO_HAND, can_promote
from pixies_env.pixie_queen.rules.tiles import (
    FOOD_TILE,
    ONE_USE_TILE,
    has_free_slot,
    take_food_tile,
    take_one_use,
)
from pixies_env.pixie_queen.state import (
    ask,
    await_chance,
    earn,
    food_in_stock,
    has_skill,
    take_reward,
    to_player,
    to_stock,
)

FRAME_ASSIGN = 2
"""Continuation: this player assigns the points left of the punishment die."""
FRAME_SHARE = 3
"""Continuation: the assigned points are marked, in big-cube order."""


@rule
def gold_price(state: Any, board: Any, player: Any) -> Any:
    """Silver that a player pays for one gold."""
    price = int(board.silver_per_gold[state.silver_space[player]])
    if has_skill(state, player, CHEAP_GOLD):
        price -= 1
    return max(price, 1)


@rule
def ring_price(state: Any, board: Any, player: Any) -> Any:
    """Gold that a player pays for a ring."""
    return int(board.gold_per_ring[state.gold_space[player]])


@rule
def can_move_silver(state: Any, board: Any, player: Any) -> Any:
    """Whether action 11 is open on the silver track."""
    return (
        state.goods[player, SILVER] > 0
        and int(state.silver_space[player]) < int(board.track_length) - 1
    )


@rule
def can_move_gold(state: Any, board: Any, player: Any) -> Any:
    """Whether action 11 is open on the gold track."""
    return (
        state.goods[player, GOLD] > 0
        and int(state.gold_space[player]) < int(board.track_length) - 1
    )


@rule
def can_exchange(state: Any, player: Any) -> Any:
    """Whether action 4 has anything to give for anything else."""
    for give in range(EXCHANGEABLE):
        if state.goods[player, give] > 0:
            for get in range(EXCHANGEABLE):
                if get != give and state.stock[get] > 0:
                    return True
    return False


@rule
def can_rob(state: Any, player: Any) -> Any:
    """Whether an opponent's pixie stands on a hand."""
    for hand in range(ACTIONS):
        colour = int(state.hands[hand])
        if colour != NOBODY and colour != player and colour != VIRTUAL:
            return True
    return False


@rule
def possible_actions(state: Any, board: Any, player: Any) -> Any:
    """Bit set of the double spaces whose action can be carried out now; bit k is action k + 1."""
    possible = (1 << 9) | (1 << 11)  # the dice can always be rolled
    if food_in_stock(state):
        possible |= 1 << 0
    if state.stock[SILVER] > 0:
        possible |= 1 << 1
    if can_promote(state, board, player, NO_HAND):
        possible |= 1 << 2
    if can_exchange(state, player):
        possible |= 1 << 3
    if state.stock[GOLD] > 0 and int(state.goods[player, SILVER]) >= gold_price(
        state, board, player
    ):
        possible |= 1 << 4
    if state.pile_size > 0 and has_free_slot(state, player, FOOD_TILE):
        possible |= 1 << 5
    if has_free_slot(state, player, ONE_USE_TILE):
        for tile in range(len(ONE_USE_TILES)):
            if state.one_use_at[tile] == ON_BOARD:
                possible |= 1 << (6 + tile)
    if can_move_silver(state, board, player) or can_move_gold(state, board, player):
        possible |= 1 << 10
    if int(state.rewards_taken[GOLD_RING]) < REWARD_TILES and int(
        state.goods[player, GOLD]
    ) >= ring_price(state, board, player):
        possible |= 1 << 12
    if can_rob(state, player):
        possible |= 1 << 13
    return possible


@rule
def begin_action(state: Any, board: Any, player: Any, action: Any) -> None:
    """Carry out a double space, placed or copied, or ask for its parameter."""
    if action == 1:
        ask(state, player, ASK_FOOD)
    elif action == 2:
        to_player(state, player, SILVER, SILVER_STOLEN)
    elif action == 3:
        ask(state, player, ASK_PROMOTE)
    elif action == 4:
        ask(state, player, ASK_EXCHANGE)
    elif action == 5:
        ask(state, player, ASK_CONVERT)
    elif action == 6:
        take_food_tile(state, player)
    elif action <= 9:
        take_one_use(state, player, action - 7)
    elif action == 10:
        await_chance(state, player, PUNISHMENT_DIE)
    elif action == 11:
        ask(state, player, ASK_TRACK)
    elif action == 12:
        await_chance(state, player, CASINO_DIE)
    elif action == 13:
        forge_ring(state, board, player)
    else:
        ask(state, player, ASK_ROB)


@rule
def steal_food(state: Any, player: Any, food: Any) -> None:
    """Action 1."""
    to_player(state, player, food, FOOD_STOLEN)


@rule
def list_exchanges(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 4."""
    count = 0
    pair = 0
    for give in range(EXCHANGEABLE):
        for get in range(EXCHANGEABLE):
            if get == give:
                continue
            most = min(int(state.goods[player, give]), int(state.stock[get]), MOST_EXCHANGED)
            for number in range(most):
                action = int(board.id_exchange) + pair * MOST_EXCHANGED + number
                count = add(ids, count, action)
            pair += 1
    return count


@rule
def exchange(state: Any, player: Any, index: Any) -> None:
    """Action 4; ``index`` counts ordered pairs of goods, then numbers from 1."""
    pair, number = index // MOST_EXCHANGED, index % MOST_EXCHANGED + 1
    give, get = pair // (EXCHANGEABLE - 1), pair % (EXCHANGEABLE - 1)
    if get >= give:
        get += 1
    to_stock(state, player, give, number)
    to_player(state, player, get, number)


@rule
def list_conversions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 5."""
    count = 0
    affordable = int(state.goods[player, SILVER]) // gold_price(state, board, player)
    for number in range(min(affordable, int(state.stock[GOLD]))):
        count = add(ids, count, int(board.id_convert) + number)
    return count


@rule
def convert(state: Any, board: Any, player: Any, gold: Any) -> None:
    """Action 5."""
    to_stock(state, player, SILVER, gold * gold_price(state, board, player))
    to_player(state, player, GOLD, gold)


@rule
def list_tracks(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 11."""
    count = 0
    if can_move_silver(state, board, player):
        count = add(ids, count, int(board.id_track))
    if can_move_gold(state, board, player):
        count = add(ids, count, int(board.id_track) + 1)
    return count


@rule
def move_on_track(state: Any, player: Any, track: Any) -> None:
    """Action 11; track 0 is silver, 1 gold."""
    to_stock(state, player, SILVER + track, 1)
    if track == 0:
        state.silver_space[player] = int(state.silver_space[player]) + 1
    else:
        state.gold_space[player] = int(state.gold_space[player]) + 1


@rule
def receive_casino(state: Any, board: Any, player: Any, result: Any) -> None:
    """Action 12: what the die shows, as far as the stock has it."""
    for good in range(len(GOODS)):
        to_player(state, player, good, int(board.casino_results[result, good]))


@rule
def forge_ring(state: Any, board: Any, player: Any) -> None:
    """Action 13."""
    to_stock(state, player, GOLD, ring_price(state, board, player))
    take_reward(state, board, player, GOLD_RING)
    if has_skill(state, player, RING_BONUS):
        earn(state, player, GOLD_RING, int(board.skill_bonus))


@rule
def list_robberies(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 14."""
    count = 0
    for hand in range(ACTIONS):
        colour = int(state.hands[hand])
        if colour != NOBODY and colour != player and colour != VIRTUAL:
            count = add(ids, count, int(board.id_rob) + hand)
    return count


@rule
def rob(state: Any, board: Any, player: Any, hand: Any) -> None:
    """Action 14: the owner hands over the icons of the hand, as far as owned."""
    owner = int(state.hands[hand])
    for food in range(FOODS):
        number = min(int(board.icons[hand, food]), int(state.goods[owner, food]))
        state.goods[owner, food] = int(state.goods[owner, food]) - number
        state.goods[player, food] = int(state.goods[player, food]) + number


@rule
def roll_punishment(state: Any, player: Any, points: Any) -> None:
    """Action 10: so many points are to be assigned, one by one."""
    state.points_left = points
    push(state, FRAME_ASSIGN, player, 0, 0)


@rule
def run_assign(state: Any, player: Any) -> None:
    """Ask for the next point; when all are assigned they are marked."""
    if state.points_left > 0:
        push(state, FRAME_ASSIGN, player, 0, 0)
        ask(state, player, ASK_ASSIGN)
    else:
        push(state, FRAME_SHARE, NOBODY, 0, 0)


@rule
def list_assignments(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The opponents still in, counted to the left."""
    count = 0
    players = int(state.players)
    for step in range(1, players):
        if state.out[(player + step) % players] == 0:
            count = add(ids, count, int(board.id_assign) + step - 1)
    return count


@rule
def assign(state: Any, player: Any, step: Any) -> None:
    """One point to the player so many seats to the left."""
    other = (player + step) % int(state.players)
    state.assigned[other] = int(state.assigned[other]) + 1
    state.points_left = int(state.points_left) - 1


@rule
def run_share(state: Any, board: Any) -> None:
    """Mark the sum of the next opponent in big-cube order, with its demotions."""
    for place in range(int(state.players)):
        player = int(state.big_order[place])
        if player >= 0 and state.assigned[player] > 0:
            points = int(state.assigned[player])
            state.assigned[player] = 0
            push(state, FRAME_SHARE, NOBODY, 0, 0)
            punish(state, board, player, points)
            return
