"""What is always true of the course of a game: phases, orders, discs, demands, what is under way.

Like :mod:`invariants`, it holds of what a player knows too, and reads nothing outside the record
whatever its bytes are.
"""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.continuations import has_overflowed
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.pixie_queen.limits import MAX_PLAYERS, MIN_PLAYERS
from pixies_env.pixie_queen.names import (
    BEFORE_FIRST,
    DISCS_THAT_COVER,
    FIRST_HAND,
    FOODS,
    GOODS_SPACES,
    KINDS,
    MINE,
    NOBODY,
    SERVANT_SPACE,
    Frame,
    OfferingStep,
    Phase,
    Reason,
)
from pixies_env.pixie_queen.rules.ending import gold_numbers_gone
from pixies_env.pixie_queen.state import MAX_FRAMES, players_in
from pixies_env.pixie_queen.violations import Wrong


@rule
def check_waiting(state: Any, board: Any) -> Any:
    """What the state waits for, in which phase and round; what is wrong."""
    if state.waiting != DECISION and state.waiting != CHANCE and state.waiting != NOTHING:
        return Wrong.WAITING
    players = int(state.players)
    player = int(state.player)
    if players < MIN_PLAYERS or players > MAX_PLAYERS or player < NOBODY or player >= players:
        return Wrong.WAITING
    if state.waiting == DECISION and player == NOBODY:
        return Wrong.WAITING
    if player != NOBODY and state.out[player] != 0:
        return Wrong.WAITING
    if state.phase < Phase.SETUP or state.phase > Phase.OVER:
        return Wrong.PHASE
    if state.step < 0 or state.step > OfferingStep.FURY_ASKED:
        return Wrong.PHASE
    if state.cursor < BEFORE_FIRST or state.cursor > players:
        return Wrong.PHASE
    over = state.phase == Phase.OVER
    if over != (state.waiting == NOTHING) or over != (state.reason != Reason.NOT_OVER):
        return Wrong.WAITING
    if state.reason < Reason.NOT_OVER or state.reason > Reason.LAST_PLAYER:
        return Wrong.WAITING
    left = players_in(state)
    if (left == 1) != (state.reason == Reason.LAST_PLAYER) or left < 1:
        return Wrong.PHASE
    first = 0 if state.phase == Phase.SETUP else 1
    if state.round_number < first or state.round_number > first * int(board.rounds):
        return Wrong.PHASE
    # Who takes the last gold number in a round plays it to its end.
    if state.phase == Phase.STEAL and gold_numbers_gone(state, board):
        return Wrong.PHASE
    return Wrong.FINE


@rule
def check_orders(state: Any, board: Any) -> Any:
    """Each player still in has one cube in both orders; the rest of an order is blank."""
    players = int(state.players)
    if state.phase == Phase.SETUP and state.small_order[0] == NOBODY:
        for place in range(MAX_PLAYERS):
            if state.small_order[place] != NOBODY or state.big_order[place] != NOBODY:
                return Wrong.ORDER
        return Wrong.FINE
    small_seen, big_seen = 0, 0
    small_ended, big_ended = False, False
    for place in range(MAX_PLAYERS):
        small, big = int(state.small_order[place]), int(state.big_order[place])
        if small < NOBODY or small >= players or big < NOBODY or big >= players:
            return Wrong.ORDER
        if (small_ended and small != NOBODY) or (big_ended and big != NOBODY):
            return Wrong.ORDER
        small_ended = small == NOBODY
        big_ended = big == NOBODY
        if small != NOBODY:
            if state.out[small] != 0 or has_bit(small_seen, small):
                return Wrong.ORDER
            small_seen |= 1 << small
        if big != NOBODY:
            if has_bit(big_seen, big):
                return Wrong.ORDER
            big_seen |= 1 << big
    for player in range(players):
        if state.out[player] == 0:
            if not has_bit(small_seen & big_seen, player):
                return Wrong.ORDER
    return Wrong.FINE


@rule
def _is_flag(value: Any) -> Any:
    return value == 0 or value == 1


@rule
def check_discs(state: Any, board: Any) -> Any:
    """Discs in hand and on spaces: outside the action phase all are in hand."""
    players = int(state.players)
    acting = state.phase == Phase.ACTIONS or state.phase == Phase.OVER
    if state.priority < NOBODY or state.priority >= players:
        return Wrong.DISCS
    placed = 0 if state.priority == NOBODY else 1
    copies, passes = 0, 0
    for player in range(MAX_PLAYERS):
        flags = (
            _is_flag(state.mine_used[player])
            and _is_flag(state.tiles_used[player])
            and _is_flag(state.copy_used[player])
            and _is_flag(state.passed[player])
        )
        used = int(state.mine_used[player]) + int(state.tiles_used[player])
        used += int(state.copy_used[player])
        if not flags or (player >= players and used + int(state.passed[player]) != 0):
            return Wrong.DISCS
        copies += int(state.copy_used[player])
        passes += int(state.passed[player])
        placed += used
    if not _is_flag(state.special_used) or not _is_flag(state.order_used):
        return Wrong.DISCS
    if state.goods_uses < 0 or state.goods_uses > GOODS_SPACES or state.copies != copies:
        return Wrong.DISCS
    placed += int(state.goods_uses) + int(state.special_used) + int(state.order_used)
    if state.discs_on[MINE] != 0:
        return Wrong.DISCS
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        on = int(state.discs_on[hand])
        # Two discs cover the hand, which no pixie can enter then.
        if (
            on < 0
            or on > DISCS_THAT_COVER
            or (on == DISCS_THAT_COVER and state.hands[hand] != NOBODY)
        ):
            return Wrong.DISCS
        placed += on
    if not acting and placed + passes > 0:
        return Wrong.DISCS
    in_hand = 0
    for player in range(MAX_PLAYERS):
        discs = int(state.discs[player])
        is_in = player < players and state.out[player] == 0
        if discs < 0 or discs > (int(board.discs) if is_in else 0):
            return Wrong.DISCS
        if is_in and not acting and discs != int(board.discs):
            return Wrong.DISCS
        in_hand += discs
    return Wrong.DISCS if placed + in_hand > int(board.discs) * players else Wrong.FINE


@rule
def check_demands(state: Any, board: Any) -> Any:
    """A token is turned in each round, in the middle of its offerings."""
    turned = 0
    for food in range(FOODS):
        left = int(state.demand_left[food])
        if left < 0 or left > int(board.demand_tokens[food]):
            return Wrong.DEMANDS
        turned += int(board.demand_tokens[food]) - left
    round_number = int(state.round_number)
    demand = int(state.demand)
    if demand < NOBODY or demand >= FOODS:
        return Wrong.DEMANDS
    if demand != NOBODY and state.demand_left[demand] == int(board.demand_tokens[demand]):
        return Wrong.DEMANDS
    phase = int(state.phase)
    if phase == Phase.OVER:
        if turned != round_number and turned != round_number - 1:
            return Wrong.DEMANDS
        if state.reason != Reason.LAST_PLAYER:
            return Wrong.FINE if demand == NOBODY and turned == round_number else Wrong.DEMANDS
        return Wrong.FINE if (demand != NOBODY) == (turned == round_number) else Wrong.DEMANDS
    is_turned = phase == Phase.REWARDS or phase == Phase.PUNISHMENT
    is_turned = is_turned or (phase == Phase.OFFERINGS and state.step >= OfferingStep.OFFER)
    if (demand != NOBODY) != is_turned:
        return Wrong.DEMANDS
    if not is_turned and phase != Phase.FINAL and phase != Phase.SETUP:
        round_number -= 1
    return Wrong.FINE if turned == round_number else Wrong.DEMANDS


@rule
def check_offers(state: Any, board: Any) -> Any:
    """Offers and all that goes with them lie there in their phases only."""
    players = int(state.players)
    offering = state.phase == Phase.OFFERINGS or state.phase == Phase.REWARDS
    offering = offering or (state.phase == Phase.OVER and state.reason == Reason.LAST_PLAYER)
    for player in range(MAX_PLAYERS):
        told = int(state.announced[player]) + int(state.refused[player])
        if not _is_flag(state.announced[player]) or not _is_flag(state.refused[player]):
            return Wrong.OFFERS
        for kind in range(KINDS):
            if state.offers[player, kind] < 0:
                return Wrong.OFFERS
            told += int(state.offers[player, kind])
        if told > 0 and (not offering or player >= players):
            return Wrong.OFFERS
        if state.refused[player] != 0 and state.demand == NOBODY:
            return Wrong.OFFERS
    if state.promotions < 0 or (state.promotions > 0 and state.phase != Phase.REWARDS):
        return Wrong.OFFERS
    space = int(state.servant_space)
    if space < NOBODY or space >= players or (space != NOBODY and state.phase != Phase.REWARDS):
        return Wrong.OFFERS
    return Wrong.FINE


@rule
def check_under_way(state: Any, board: Any) -> Any:
    """Numbers of an action, and the stack of what it still has to do."""
    acting = state.phase == Phase.ACTIONS
    if state.foods_due < 0 or (state.foods_due > 0 and state.phase != Phase.STEAL):
        return Wrong.UNDER_WAY
    least = min(int(state.cubes_due), int(state.discards_due), int(state.picks))
    least = min(least, int(state.stones_drawn), int(state.points_left))
    total = int(state.cubes_due) + int(state.discards_due) + int(state.picks)
    total += int(state.stones_drawn) + int(state.points_left)
    if least < 0 or (total > 0 and not acting):
        return Wrong.UNDER_WAY
    for player in range(MAX_PLAYERS):
        assigned = int(state.assigned[player])
        if assigned < 0 or (assigned > 0 and (not acting or player >= int(state.players))):
            return Wrong.UNDER_WAY
        if assigned > 0 and state.out[player] != 0:
            return Wrong.UNDER_WAY
    if has_overflowed(state):
        return Wrong.STACK
    count = int(state.frame_count)
    demoting = state.phase == Phase.PUNISHMENT or state.phase == Phase.OFFERINGS
    if count > 0 and not acting and not demoting:
        return Wrong.STACK
    for index in range(MAX_FRAMES):
        kind, player = int(state.frames[index, 0]), int(state.frames[index, 1])
        if index >= count:
            for column in range(state.frames.shape[1]):
                if state.frames[index, column] != 0:
                    return Wrong.STACK
        # The frame of who is spared runs at once.
        elif kind < Frame.DEMOTE or kind >= Frame.SPARED or player >= int(state.players):
            return Wrong.STACK
        elif player < (NOBODY if kind == Frame.SHARE else 0):
            return Wrong.STACK
    return Wrong.FINE
